"""The finder for second-hand books: no form, no addresses; a script asks a JSON service and writes the answer."""

from recorder.demo.books import Book, pounds
from recorder.demo.frame import frame
from recorder.demo.markup import options
from recorder.demo.pagination import cut
from recorder.demo.replies import Reply, data, html
from recorder.demo.searches import UsedQuery, answer
from recorder.demo.visit import Route, Visit
from recorder.demo.vocabulary import CONDITIONS

_FINDER = """<div class="finder" role="search">
<p><span>Words</span> <input id="finder-words" type="text" autocomplete="off"></p>
<p><label for="finder-condition">Condition</label> <select id="finder-condition">%s</select></p>
<p><button id="finder-go" type="button">Find</button></p>
</div>
<p id="finder-count" aria-live="polite"></p>
<ul id="finder-found"></ul>
<p><button id="finder-more" type="button" hidden>Show more</button></p>
<noscript><p>The finder needs JavaScript.</p></noscript>"""
_SCRIPT = """<script>
(function () {
  var words = document.getElementById("finder-words"), condition = document.getElementById("finder-condition");
  var count = document.getElementById("finder-count"), list = document.getElementById("finder-found");
  var more = document.getElementById("finder-more"), asked = null;
  function element(name, text) { var e = document.createElement(name); e.textContent = text; return e; }
  function show(row) {
    var item = document.createElement("li"), link = element("a", row.title);
    link.href = row.url;
    item.append(link, " ", element("em", row.author), " ", element("span", row.condition + ", " + row.price));
    list.append(item);
  }
  function ask(page) {
    var address = "/api/used?" + new URLSearchParams({words: asked.words, condition: asked.condition, page: page});
    fetch(address, {headers: {Accept: "application/json"}}).then(function (answer) { return answer.json(); })
      .then(function (found) {
        count.textContent = found.total + " second-hand books found.";
        found.rows.forEach(show);
        more.hidden = !found.next;
        more.onclick = function () { ask(found.next); };
      });
  }
  function begin() {
    asked = {words: words.value, condition: condition.value};
    list.textContent = "";
    more.hidden = true;
    ask(1);
  }
  document.getElementById("finder-go").addEventListener("click", begin);
  words.addEventListener("keydown", function (event) { if (event.key === "Enter") { begin(); } });
})();
</script>"""


def finder(visit: Visit) -> Reply:
    """The page with the finder; without script it finds nothing."""
    choices = options([("", "Any"), *((each, each.replace("-", " ").capitalize()) for each in CONDITIONS)])
    main = f"<h1>Second-hand books</h1>\n{_FINDER % choices}\n{_SCRIPT}"
    return html(frame(visit, "Second-hand books", main))


def service(visit: Visit) -> Reply:
    """What the finder's script is told."""
    fields = visit.asked.query
    query = UsedQuery(fields.get("words", ""), fields.get("condition", ""))
    page = cut(answer(visit.catalogue, query), visit.asked.page_number("page"))
    if page is None:
        return data({"total": 0, "rows": [], "next": None})
    return data({"total": page.total, "rows": [_row(visit, book) for book in page.rows], "next": page.next})


def _row(visit: Visit, book: Book) -> dict[str, str | None]:
    return {
        "url": visit.book(book),
        "title": book.title,
        "author": book.author.name,
        "condition": book.condition,
        "price": pounds(book.price // 2),
    }


ROUTES = (Route("/used", finder), Route("/api/used", service))
