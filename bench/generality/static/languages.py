"""References that the documentation programs of single languages made."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_RUST = package("rust-doc", "usr/share/doc/rust-doc/html")
_LENS = package("libghc-lens-doc", "usr/share/doc/libghc-lens-doc/html")
_GHC = package("ghc-doc", "usr/share/doc/ghc-doc/html/libraries")
_BATTERIES = package("libbatteries-ocaml-doc", "usr/share/doc/libbatteries-ocaml-doc/html/api")
_OCAMLNET = package("libocamlnet-ocaml-doc", "usr/share/doc/libocamlnet-ocaml/html-main")
_ERLANG = package("erlang-doc", "usr/share/doc/erlang-doc")
_QT = package("qtbase5-doc-html", "usr/share/qt5/doc")
_TWISTED = package("twisted-doc", "usr/share/doc/twisted-doc/html/api")
_PASCAL = package("fp-docs-3.2.2", "usr/share/doc/fp-docs/3.2.2")
_CRYSTAL = package("crystal-doc", "usr/share/doc/crystal/api-docs")
_YARD = package("yard-doc", "usr/share/doc/yard/doc")
_PIKE = package("pike8.0-doc", "usr/share/doc/pike8.0-doc/html/reference")
_RACKET = package("racket-doc", "usr/share/doc/racket")
_NIM = package("nim-doc", "usr/share/doc/nim/html")
_AGDA = package("agda-stdlib-doc", "usr/share/doc/agda-stdlib/html")

SITES: tuple[Site, ...] = (
    site("rust-structs", "rustdoc", Pages(_RUST, "std/index.html", r"(std/(?:.*/)?struct\.[^/]+)\.html")),
    site("rust-traits", "rustdoc", Pages(_RUST, "std/index.html", r"(std/(?:.*/)?trait\.[^/]+)\.html")),
    site("lens-modules", "haddock", Pages(_LENS, "index.html", r"(?!doc-index|index)[A-Z][^/]*\.html")),
    site("lens-sources", "haddock", Pages(_LENS, "index.html", r"src/[^/]+\.html")),
    site(
        "haskell-modules",
        "haddock",
        Pages(_GHC, "base-4.15.1.0/index.html", r"[^/]+/(?!doc-index|index)[A-Z][^/]*\.html"),
    ),
    site("batteries-modules", "ocamldoc", Pages(_BATTERIES, "index.html", r"(?!type_)[A-Z][^/]*\.html")),
    site("ocamlnet-modules", "ocamldoc", Pages(_OCAMLNET, "index.html", r"(?!type_)[A-Z][^/]*(?<!-c)\.html")),
    site("erlang-wx", "erl_docgen", Pages(_ERLANG, "doc/index.html", r"lib/wx-[\d.]+/doc/html/wx[A-Z]\w*\.html")),
    site(
        "qt-core-classes",
        "qdoc",
        Pages(
            _QT,
            "qtcore/qtcore-index.html",
            r"qtcore/q(?!t-|tcore-)[a-z0-9-]+(?<!-members)(?<!-obsolete)\.html",
            neither=r"qtcore/(?:q[a-z0-9-]+-obsolete|qt(?:algorithms|cborcommon|endian|global|math|plugin))\.html",
            reason="Headers are described as classes are; the obsolete members of a class have a page of their own.",
        ),
    ),
    site("twisted-classes", "pydoctor", Pages(_TWISTED, "index.html", r"twisted\.(?:[\w]+\.)*_?[A-Z]\w*\.html")),
    site("twisted-modules", "pydoctor", Pages(_TWISTED, "index.html", r"twisted\.(?:[a-z_0-9]+\.)*[a-z_0-9]+\.html")),
    site("pascal-members", "fpdoc", Pages(_PASCAL, "rtl/index.html", r"rtl/[a-z0-9]+/[^/.]+\.[^/.]+\.html")),
    site("crystal-types", "crystal-doc", Pages(_CRYSTAL, "index.html", r"(?!index)(?:[A-Z]\w*/)*[A-Z]\w*\.html")),
    site("yard-types", "yard", Pages(_YARD, "index.html", r"(?!file\.|_index)(?:[A-Z]\w*/)*[A-Z]\w*\.html")),
    site("pike-modules", "pike-autodoc", Pages(_PIKE, "index.html", r"ex/.*/")),
    site(
        "nim-modules",
        "nim-docgen",
        Pages(
            _NIM,
            "lib.html",
            r"[a-z_0-9]+\.html",
            begins=r"<title>(?:std|system)/",
            neither=r"(?:diff|docgen_sample|highlite|nimrtl|rst|rstast|rstcommon|rstgen|sexp|system|util)\.html",
            reason="Modules outside the library are described as its modules are.",
        ),
    ),
    site("agda-modules", "agda-html", Pages(_AGDA, "README.html", r"(?!README|Agda\.)[A-Z][^/]*\.html")),
    site("racket-reference", "scribble", Pages(_RACKET, "index.html", r"reference/(?!index|doc-)[^/]+\.html")),
)
