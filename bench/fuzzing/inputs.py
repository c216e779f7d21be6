"""What is thrown at a door: pieces of what it expects in any order, and whole ones, right but for a few places.

The pieces are also the dictionary of the fuzzer that is led by coverage (`guided`), and the whole ones what it begins
with.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.recorder.fetching.pdf_files import pdf

_LONG = 1_000_000
"""Most bytes of a piece that is repeated: dozens of them are no more than memory that is ours."""


@dataclass(frozen=True)
class Inputs:
    """Of one door: at most so many `pieces` are put together; `wholes` are such as it takes."""

    pieces: tuple[bytes, ...]
    wholes: tuple[bytes, ...] = ()
    most: int = 40

    def strategy(self) -> st.SearchStrategy[bytes]:
        mixed = st.lists(_piece(self.pieces), max_size=self.most).map(b"".join)
        return st.one_of(mixed, _hurt(self)) if self.wholes else mixed


def _piece(pieces: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """One that is whole, cut, or repeated; or bytes of any kind."""
    some = st.sampled_from(pieces)
    return st.one_of(
        some,
        some.flatmap(lambda piece: st.integers(0, len(piece)).map(lambda end: piece[:end])),
        some.flatmap(
            lambda piece: st.integers(2, max(2, min(2_000, _LONG // len(piece)))).map(lambda times: piece * times)
        ),
        st.binary(max_size=8),
        st.text(max_size=8).map(lambda text: text.encode("utf-8", "surrogatepass")),
    )


@st.composite
def _hurt(draw: st.DrawFn, inputs: Inputs) -> bytes:
    """A whole one, in a few places of which stands something else."""
    content = draw(st.sampled_from(inputs.wholes))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        content = content[:at] + draw(_piece(inputs.pieces)) + content[at + draw(st.integers(0, 12)) :]
    return content


def _words(text: str) -> tuple[bytes, ...]:
    """Pieces without blanks in them, as a line of this file."""
    return tuple(word.encode() for word in text.split())


PAGES = Inputs(
    (
        *(b"<a href='", b"'>", b"<base href='", b"<meta http-equiv=refresh content='0;url=", b"<form action='", b"<p>"),
        *(b"<input name=q type=", b"<select name=s>", b"<option value=1>x", b"<button>Search</button>", b"<textarea>"),
        *(b"<table><tr><td>", b"</table>", b"<script type=application/ld+json>{", b"</script>", b"<!--", b"-->"),
        *(b"<math>", b"<svg>", b"<template>", b"<label for=q>", b"<fieldset><legend>", b"<frameset><frame src=x>"),
        *(b"<b><i><a>", b"//127.0.0.2/", b"javascript:", b"?__VIEWSTATE=", b"%zz", b"\x00", b"&#x110000;", b"\xff\xfe"),
        *(b"<iframe srcdoc='", b"<dl><dt>a<dd>b", b"12.5 EUR", b"2026-11-31", b"<h1 itemprop=name>", b"<noscript>"),
        *(
            b"<meta charset=utf-16>",
            b"<link rel=canonical href='",
            b"<link rel=next href='",
            b"<ul><li>",
            b"<plaintext>",
        ),
        *(
            b"<input type=date min=2026-02-30>",
            b"<datalist id=q><option>",
            b"list=q ",
            b"required ",
            b"pattern='(a+)+'",
        ),
    ),
    (
        b"<!doctype html><html lang=en><head><meta charset=utf-8><title>Shelf</title><link rel=canonical href=/shelf/>"
        b'<script type=\'application/ld+json\'>{"@type":"Book","name":"Dune","offers":{"price":9.5}}</script>'
        b"</head><body><nav><a href='?page=2' rel=next>Next</a></nav><form action=/find><label>Author <input name=q>"
        b"</label><select name=genre><option value=''>all<option>sf</select><input type=hidden name=t value=1>"
        b"<button>Search</button></form><ul><li><a href=/book/1>Dune</a> <b>9.50 EUR</b><li><a href=/book/2>Emma</a>"
        b"</ul><table><tr><th>Year<td>1965<tr><th>Pages<td>412</table><dl><dt>ISBN<dd>978</dl></body></html>",
    ),
)
ANSWERS = Inputs(
    (
        *(
            b"HTTP/1.1 200 OK\r\n",
            b"Content-Type: text/html; charset=",
            b"\r\n",
            b"\r\n\r\n",
            b"Content-Length: ",
            b"5",
        ),
        *(
            b"Transfer-Encoding: chunked\r\n",
            b"Content-Encoding: gzip\r\n",
            b"Set-Cookie: a=b; Domain=",
            b"<p>x",
            b": ",
        ),
        *(b'ETag: "', b"Retry-After: 99999999999999999999", b"Content-Disposition: attachment", b"\x1f\x8b"),
        *(b"Location: //", b"HTTP/1.1 302 \r\n", b"HTTP/1.1 999 \r\n", b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/0.9"),
        *(b"Link: <x>; rel=canonical\r\n", b"X-Robots-Tag: none\r\n", b"Refresh: 0;url=", b"Content-Encoding: br\r\n"),
    ),
    (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\nSet-Cookie: a=b; Path=/\r\n"
        b'ETag: "1"\r\nLast-Modified: Sat, 21 Nov 2026 08:00:00 GMT\r\nCache-Control: max-age=60\r\n\r\n<p>x\n',
        b"HTTP/1.1 302 Found\r\nLocation: /it\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 503 Busy\r\nRetry-After: Sat, 21 Nov 2026 08:00:00 GMT\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n4\r\n<p>x\r\n0\r\n\r\n",
    ),
    most=12,
)
ROBOTS = Inputs(
    (
        *(b"User-agent: *\n", b"User-agent: recorder\n", b"Disallow: /", b"Allow: /*", b"$\n", b"\n", b"Crawl-delay: "),
        *(
            b"1e999",
            b"-1",
            b"Request-rate: 1/0s\n",
            b"Request-rate: ",
            b"Visit-time: 0800-",
            b"Sitemap: x\n",
            b"%",
            b"*a",
        ),
        *(b"#", b":", b"\xef\xbb\xbf", b"Request-rate: 10/1m 0800-0900\n", b"Crawl-delay: nan\n", b"\r", b"User agent"),
    ),
    (
        b"# all\nUser-agent: *\nDisallow: /cgi-bin/\nAllow: /cgi-bin/x*$\nCrawl-delay: 2\nSitemap: http://a.example/s.xml\n",
    ),
)
SITEMAPS = Inputs(
    (
        *(b"<urlset>", b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", b"<sitemapindex>", b"<url>"),
        *(b"<loc>", b"http://a.example/", b"</loc>", b"</url>", b"<sitemap>", b"</sitemap>", b"<!-- -->", b"<!--"),
        *(
            b"<?xml ",
            b"?>",
            b"<?xml version='1.0' encoding='utf-16'?>",
            b"<!DOCTYPE urlset [<!ENTITY a '&a;'>]>",
            b"&a;",
        ),
        *(b"<![CDATA[", b"]]>", b"\x1f\x8b\x08\x00", b"x:", b"\xff\xfe", b"</urlset>", b" ", b"&#0;", b"<lastmod>"),
    ),
    (
        b"<?xml version='1.0' encoding='UTF-8'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>"
        b"http://127.0.0.1:4000/shelf/1</loc><lastmod>2026-11-01</lastmod></url></urlset>",
        b"<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>http://127.0.0.1:4000/s.xml"
        b"</loc></sitemap></sitemapindex>",
    ),
)
COOKIES = Inputs(
    (
        *(b"a=b", b"; ", b"Domain=", b"example.org", b".", b"Path=/", b"Expires=", b"Sat, 21 Nov 2026 08:00:00 GMT"),
        *(b"=", b"Max-Age=", b"99999999999999999999", b"-1", b"Secure", b"HttpOnly", b'"', b"__Host-", b"\x00"),
        *(b"SameSite=None", b"\n", b"Expires=31 Feb 99999 99:99:99", b"\xc2\xb2", b"Domain=xn--"),
    ),
    (b"sid=abc; Domain=example.org; Path=/x; Expires=Sat, 21 Nov 2099 08:00:00 GMT; Max-Age=60; HttpOnly",),
)
SESSIONS = Inputs(
    (
        *(
            b"# Netscape HTTP Cookie File\n",
            b".a.org\tTRUE\t/\tFALSE\t0\tn\tv\n",
            b"\t",
            b"\n",
            b"#HttpOnly_",
            b"1e400",
        ),
        *(
            b'{"cookies":[',
            b'{"name":"a","value":1,"domain":".b"',
            b',"expires":',
            b"}",
            b"]",
            b',"origins":[{"origin":',
        ),
        *(b"[" * 9_000, b"null", b"true", b'"localStorage":', b"NaN", b"1" * 5_000, b'"\\ud800"'),
    ),
    (
        b'{"cookies":[{"name":"a","value":"1","domain":".a.org","path":"/","expires":-1,"httpOnly":true,"secure":false,'
        b'"sameSite":"Lax"}],"origins":[{"origin":"http://a.org","localStorage":[{"name":"k","value":"v"}]}]}',
        b"# Netscape HTTP Cookie File\n#HttpOnly_.a.org\tTRUE\t/\tFALSE\t4000000000\tname\tvalue\n",
    ),
)
PATTERNS = Inputs(
    (
        *(
            b"[[paths]]\n",
            b"[[paths.steps]]\n",
            b"kind = 'link'\n",
            b"regex = '",
            b"'\n",
            b"(a+)+$",
            b"repeat = true\n",
        ),
        *(
            b"{",
            b"}",
            b"[",
            b'{"paths":[',
            b'{"steps":[',
            b'{"kind":"link","regex":"^/x$"}',
            b"]",
            b",",
            b"targets = 1\n",
        ),
        *(
            b"kind = 'form'\nmethod = 'GET'\nurl = 'http://h/find?q=*'\n",
            b"[[paths.steps.parameters]]\n",
            b"name = 'q'\n",
        ),
        *(b'"""', b"\\", b"1e999", b"= ", b"\n", b"1" * 5_000, b"[" * 9_000, b"a.b.c = 1\n", b"place = 'html/body'\n"),
    ),
    (
        b"[[paths]]\ntargets = 3\nlinks = 4\n[[paths.steps]]\nkind = 'link'\nregex = '^http://a.example/[0-9]+$'\n"
        b"place = 'html/body/ul'\nrepeat = true\nexamples = ['http://a.example/1']\n[[paths]]\n[[paths.steps]]\n"
        b"kind = 'form'\nmethod = 'GET'\nurl = 'http://a.example/find?q=*'\n[[paths.steps.parameters]]\nname = 'q'\n"
        b"label = 'Author'\nkind = 'select'\noptions = ['Ada', 'Bob']\nrequired = true\n",
        b'{"paths":[{"steps":[{"kind":"link","regex":"^http://a.example/a+$","place":null,"repeat":false,"examples":[]}]'
        b',"targets":1,"links":1}]}',
    ),
)
EXPRESSIONS = Inputs(
    (
        *_words(
            r"( ) (?: (?= (?! (?<= (?P<n> (?P=n) (?> (?i) (?x) (?s-i: (?(1) | * + ? *? ++ {2} {2,} {,9} {65535} [ ] [^"
        ),
        *_words(
            r"[a-z] \w \d \S . ^ $ \Z \b \1 \\ \N{DIGIT} \x61 \u0061 a aa [^/]* http://a.example/ .* (a+)+ (a|aa)*"
        ),
        *(b"{999999999999}", b"(" * 300, b"(?#", b"\xc5\xbf", b"(a{1000}){1000}", b"[[a]", b"[a--b]", b"\x00"),
    ),
    (rb"^http://a\.example/(?:[a-z]+|[0-9]{2,})/?(?:\?q=[^&]*)?$", rb"(?:a*|b)+(a|aa)*[^/]*\1?"),
    most=20,
)
TABLES = Inputs(
    (b"q,genre\n", b"dune,x\n", b'"', b",", b"\n", b";", b"\t", b"\x00", b"\r", b"=cmd()", b"\xef\xbb\xbf", b"*"),
    (b'q,genre\ndune,"sf, old"\n"a ""b""",\n', b"q;genre\r\ndune;sf\r\n"),
)
SITES = Inputs(
    (
        *(
            b"entry,like\n",
            b"name",
            b",",
            b";",
            b'"',
            b"\n",
            b"\r",
            b"\x00",
            b"\xef\xbb\xbf",
            b"http://a.example/",
            b"-1",
        ),
        *(
            b"options",
            b"--max-pages 3",
            b"--db /etc/passwd",
            b"'",
            b"params",
            b"../x.csv",
            b"nan",
            b"1e999",
            b"x" * 140_000,
        ),
    ),
    (b"entry,like,name,options\nhttp://a.example/,http://a.example/1,one,--max-pages 3\n",),
)
STEPS = Inputs(
    (
        *(
            b'{"steps":[',
            b'{"type":"navigate","url":"',
            b'"}',
            b'{"type":"change","value":',
            b',"selectors":[',
            b"]",
            b"}",
        ),
        *(
            b'["aria/x"]',
            b'"pierce/',
            b"null",
            b"1",
            b",",
            b'"assertedEvents":[',
            b"[" * 9_000,
            b"1" * 5_000,
            b'"\\ud800"',
        ),
    ),
    (
        b'{"title":"t","steps":[{"type":"navigate","url":"http://a.example/","assertedEvents":[{"type":"navigation","url":'
        b'"http://a.example/1"}]},{"type":"change","value":"x","selectors":[["aria/Author"],["#q"],"xpath///input"]},'
        b'{"type":"click","selectors":[["text/Search"]]}]}',
    ),
)
ADDRESSES = Inputs(
    (
        *_words(
            r"http:// https: // \ @ [::1] [::ffff:127.0.0.1%25] 0x7f.1 xn-- :80 :99999 /.. ? # % a %2e . .. 1e9 017"
        ),
        *(b"\xe3\x80\x82", b"\xc2\xad", b"\xef\xbc\x8f", b"\xdf\xb0", b"\t", b"\n"),
    ),
    (
        b"http://user:word@www.example.org:8080/a/../b;c?d=%C3%A4&e#f",
        b"https://b\xc3\xbccher.example/\xe2\x82\xac?x=y;z",
    ),
    most=12,
)
PDFS = Inputs(
    (
        *(b"1 0 obj\n", b"endobj\n", b"<< ", b">> ", b"/Type /Page ", b"/Kids [4 0 R] ", b"/Count 999999999 "),
        *(b"stream\n", b"endstream\n", b"/Filter /FlateDecode ", b"/Filter [/ASCII85Decode /LZWDecode] ", b"(x) Tj "),
        *(b"xref\n0 9\n", b"trailer ", b"startxref\n0\n", b"%%EOF\n", b"/Encrypt << /V 4 >> ", b"/Parent 4 0 R "),
        *(b"[" * 300, b"(" * 300, b"<feff", b"3 0 R ", b"/Length 99999999 ", b"/ToUnicode 5 0 R "),
        b"/CreationDate (D:99999999) ",
    ),
    (pdf(("It begins with A\nand ends", "with (more) \\101"), {"Title": "Dune", "CreationDate": "D:20261121080000Z"}),),
    most=20,
)
