"""References of Java and its relatives: javadoc of several ages, groovydoc and scaladoc in frames."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_JDK = package("openjdk-17-doc", "usr/share/doc/openjdk-17-jre-headless/api")
_JDK_SQL = package("openjdk-17-doc", "usr/share/doc/openjdk-17-jre-headless/api/java.sql")
_CHARTS = package("libjfreechart-java-doc", "usr/share/doc/libjfreechart-java/javadoc")
_MATHS = package("libcommons-math3-java-doc", "usr/share/doc/libcommons-math3-java/api")
_PARSER = package("libhtmlparser-java-doc", "usr/share/doc/libhtmlparser-java/api")
_GROOVY = package("groovy-doc", "usr/share/doc/groovy/gapi")
_SCALA = package("scala-doc", "usr/share/doc/scala-2.11/api/library")
_ERLANG = package("erlang-doc", "usr/share/doc/erlang-doc/lib/jinterface-1.13.1/doc/html/java")
_TYPES = r"(?:[a-z][\w.]*/)+[A-Z][^/]*\.html"

SITES: tuple[Site, ...] = (
    site("jdk-types", "javadoc", Pages(_JDK, "index.html", r"(?!.*/class-use/)" + _TYPES)),
    site("jdk-sql-types", "javadoc", Pages(_JDK_SQL, "module-summary.html", r"(?!.*/class-use/)" + _TYPES)),
    site("jdk-packages", "javadoc", Pages(_JDK, "index.html", r"(?:[a-z][\w.]*/)+package-summary\.html")),
    site("chart-types", "javadoc", Pages(_CHARTS, "index.html", r"(?!src-html/|.*/class-use/)" + _TYPES)),
    site("chart-sources", "javadoc", Pages(_CHARTS, "index.html", r"src-html/" + _TYPES)),
    site("maths-types", "javadoc", Pages(_MATHS, "index.html", r"(?!src-html/|.*/class-use/)" + _TYPES)),
    site("parser-types", "javadoc", Pages(_PARSER, "index.html", r"(?!src-html/|.*/class-use/)" + _TYPES)),
    site("groovy-types", "groovydoc", Pages(_GROOVY, "index.html", _TYPES)),
    site("scala-types", "scaladoc", Pages(_SCALA, "index.html", r"scala/(?:.*/)?(?!package\.html)[^/]+\.html")),
)
