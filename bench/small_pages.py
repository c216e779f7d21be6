"""What a page of half a megabyte may cost, the largest that is read without a limit of the kernel: one thing repeated
for as long as it lasts, of each kind that readers of pages are known to stumble over. Read as a recording reads it, its
forms judged.
"""

import time

from bench.figures import Figure
from recorder.fetching.scope import Scope
from recorder.forms.submission import Query, submission
from recorder.forms.verdict import judge
from recorder.visiting.page_reader import Reader

SIZE = 512 * 1024
_HOME = "http://127.0.0.1:4000/"
_SECONDS = 20

SHAPES = {
    "": (
        *(
            "<b><p>",
            "<a href=x><p>",
            "<table><tr><td>",
            "<table>",
            "<div>",
            "<nobr><p>",
            "<font><div>",
            "<ul><li>",
            "<svg>",
        ),
        *(
            "<math><mi>",
            "<template>",
            "<dl><dt>a<dd>b",
            "<x-a>",
            "<x-{}>",
            "<a{}:b>",
            "<p id=a>",
            "<!-- ",
            "<!--x-->",
            "<!",
        ),
        *("<?", "<![CDATA[", "&amp", "<", "</p>", "a", "1,", "2026-11-31 ", "12.5 EUR ", " ", "\u00a0", "\u0301", "\0"),
        *(
            "<a href=?page={}>{}</a>",
            "<a href=/a/{}>word {}</a>",
            "<a href=?p=1>Next</a>",
            "<iframe srcdoc='<p>x'></iframe>",
        ),
        *("<form><input name=q>", "<form></form>", "<form id=f{}></form><input form=f{} name=q>", "<input name=q>"),
        *("<form><label>a<input name=q></label><button>Search</button></form>", "<button>More</button>", "<textarea>"),
        *(
            "<select><option>",
            "<fieldset><legend>",
            "<label>a",
            "<h1>a",
            "<span itemprop=a>x</span>",
            "<frameset><frame src=x>",
        ),
        *(
            "<script type=application/ld+json>{{}}</script>",
            "<meta http-equiv=refresh content='0;url=x'>",
            "<base href=x>",
        ),
    ),
    "<form>": (
        *(
            "<label for=i>l</label><input id=i name=n>",
            "<label for=i{}>l</label><input id=i{} name=n>",
            "<label>a<input name=q>",
        ),
        *(
            "<input type=radio name=r value={}>",
            "<input type=checkbox name=r{}>",
            "<input type=hidden name=h{} value=v>",
        ),
        *(
            "<input type=submit name=h{} value=v>",
            "<button>Search</button>",
            "<button form=f{}>x</button>",
            "text <input name=q> ",
        ),
        *(
            "<div><input name=q>",
            "<table><tr><td>label<td><input name=q>",
            "<fieldset><legend>a</legend><input name=q>",
        ),
        *("<datalist id=d{}><option>x</datalist><input list=d{} name=q>", "<textarea name=a>x</textarea>"),
    ),
    "<form><select name=s>": ("<option>x", "<optgroup label=a><option>b"),
    f"<form><datalist id=d>{'<option>x' * 20_000}</datalist>": ("<input list=d name=q>",),
    f"<form><span id=i>{'word ' * 20_000}</span>": ("<input aria-labelledby='i i i i i i' name=q>",),
    "<p": (" a{}=1", " a=1"),
    "<a href='/": ("../", "a=b&", "%zz", "a/"),
    "<a href='http://": ("a.", "ß", "["),
    "<meta http-equiv=refresh content='": (" ", "0;", "url="),
    '<button onclick="': ("(", "location='"),
    "<script type=application/ld+json>": ("[", '{{"a":'),
}
"""What a page begins with, and what is repeated then; `{}` is a number that grows."""


def run() -> list[Figure]:
    costs = {f"{before[:40]}{unit}": _seconds(before, unit) for before, units in SHAPES.items() for unit in units}
    worst = max(costs, key=costs.__getitem__)
    name = f"half a megabyte of {len(costs)} kinds, the worst: {worst}"
    return [Figure(name, costs[worst], "s", f"<= {_SECONDS}", costs[worst] <= _SECONDS)]


def page_of(before: str, unit: str) -> bytes:
    start = f"<!doctype html><title>t</title>{before}"
    pieces = (unit.format(number, number) for number in range(SIZE // len(unit.format(0, 0))))
    return (start + "".join(pieces)).encode()[:SIZE]


def _seconds(before: str, unit: str) -> float:
    """Of computing."""
    body, began = page_of(before, unit), time.process_time()
    page = Reader(Scope.of(_HOME), with_forms=True).read(f"{_HOME}it", body, "text/html")
    for form in page.forms:
        judge(form)
        submission(form, Query())
    return time.process_time() - began
