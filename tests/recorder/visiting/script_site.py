"""Museums whose sites are made by scripts here and there: plain rooms whose exhibits are filled in by script, an app
with routes after `#`, a list without end of cards with shadow roots, and pages with frames.

Each site knows its exhibits, which are the pages somebody wants. What is not said to be scripted is plain.
"""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

from tests.recorder.fetching.station import Station, page

ROOMS, PER_ROOM = 3, 6

_MENU = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("rooms", "about", "hours", "press", "shop"))
_WORDS = "the museum stands by the river and is open every day but Monday for whoever likes to look at old things"
_SITE_SCRIPT = """document.documentElement.className = 'js';
const year = document.getElementById('year'); if (year) year.textContent = '2026';"""


def frame(title: str, main: str, script: str = "") -> str:
    """A page of the museum; every one of them runs the site's own little script."""
    code = f"<script>{script}</script>" if script else ""
    return (
        f"<!doctype html><html><head><title>{title}</title></head>"
        f"<body><header><h1>Museum</h1><ul>{_MENU}</ul></header>"
        f"<main>{main}</main>{code}<footer><p>{_WORDS}</p><p>Since <b id=year></b></p></footer>"
        f"<script src=/site.js></script></body></html>"
    )


def exhibit(number: int) -> str:
    """What there is to say about an exhibit."""
    words = " ".join(_WORDS[(number + step) % len(_WORDS)] + str(number) for step in range(12))
    return (
        f"<article><h2>Exhibit {number}</h2><dl><dt>Found</dt><dd>in {1800 + number}</dd></dl><p>{words}</p></article>"
    )


class Museum:
    """Serves itself from a `Station`."""

    def __init__(self, station: Station) -> None:
        self.station = station
        station.on("/site.js", _SITE_SCRIPT, "text/javascript")
        station.on("/", frame("Welcome", "<p>Come in.</p>"))
        for name in ("about", "hours", "press", "shop"):
            station.on(f"/{name}", frame(name, f"<h2>{name}</h2><p>{_WORDS[::-1]}</p>"))
        rooms = "".join(f'<li><a href="/room/{number}.html">Room {number}</a></li>' for number in range(ROOMS))
        station.on("/rooms", frame("Rooms", f"<ul class=rooms>{rooms}</ul>"))
        for number in range(ROOMS):
            self._room(number)

    @property
    def entry(self) -> str:
        return f"{self.station.base}/"

    @property
    def exhibits(self) -> set[str]:
        """The addresses of all exhibits."""
        return {f"{self.station.base}/exhibit/{number}.html" for number in range(ROOMS * PER_ROOM)}

    def fill_rooms_by_script(self) -> None:
        """The lists of the rooms are rebuilt like the exhibits."""
        for room in range(ROOMS):
            code = f"""for (let n = {room * PER_ROOM}; n < {(room + 1) * PER_ROOM}; n++) rows.innerHTML +=
                `<li><a href="/exhibit/${{n}}.html">Exhibit ${{n}}</a></li>`;"""
            main = f"<h2>Room {room}</h2><ul class=exhibits id=rows></ul>"
            self.station.on(f"/room/{room}.html", frame(f"Room {room}", main, code))

    def _room(self, room: int) -> None:
        """A plain list; its exhibits are shells that a script fills."""
        numbers = range(room * PER_ROOM, (room + 1) * PER_ROOM)
        rows = "".join(f'<li><a href="/exhibit/{number}.html">Exhibit {number}</a></li>' for number in numbers)
        self.station.on(
            f"/room/{room}.html", frame(f"Room {room}", f"<h2>Room {room}</h2><ul class=exhibits>{rows}</ul>")
        )
        for number in numbers:
            code = f"""fetch('/data/{number}.json').then(r => r.json()).then(found => {{
                document.getElementById('exhibit').innerHTML = found.html; }});"""
            self.station.on(f"/exhibit/{number}.html", frame(f"Exhibit {number}", "<div id=exhibit></div>", code))
            self.station.on(f"/data/{number}.json", json.dumps({"html": exhibit(number)}), "application/json")


_APP = r"""
const rooms = %(rooms)d, each = %(each)d;
const list = (count, text) => '<ul>' + [...Array(count).keys()].map(n => `<li>${text(n)}</li>`).join('') + '</ul>';
const views = {
  rooms: () => '<h2>Rooms</h2>' + list(rooms, n => `<a href="#%(mark)sroom/${n}">Room</a>`),
  room: number =>
    `<h2>Room ${number}</h2>` + list(each, n => `<a href="#%(mark)sexhibit/${number * each + n}">Exhibit</a>`),
  exhibit: number => `<article><h2>Exhibit ${number}</h2><dl><dt>Found<dd>in the ground</dl><p>all of it</p>`,
};
function show() {
  const [kind, number] = (location.hash || '#rooms').replace(/^#\/?/, '').split('/');
  app.innerHTML = views[kind](+number);
}
addEventListener('hashchange', show); show();
"""


class HashApp:
    """One page, and routes after `#` for everything, each with this mark before it."""

    mark = "/"

    def __init__(self, station: Station) -> None:
        self.station = station
        station.on("/", "<!doctype html><title>App</title><div id=app></div><script src=/app.js></script>")
        station.on("/app.js", _APP % {"rooms": ROOMS, "each": PER_ROOM, "mark": self.mark}, "text/javascript")

    @property
    def entry(self) -> str:
        return f"{self.station.base}/"

    @property
    def exhibits(self) -> set[str]:
        return {f"{self.station.base}/#{self.mark}exhibit/{number}" for number in range(ROOMS * PER_ROOM)}


class NamedApp(HashApp):
    """Its routes are mere names, as places of a page are."""

    mark = ""


_ENDLESS = """let next = 0, busy = false;
function more() { if (busy) return; busy = true;
  fetch('/rows.json?page=' + next++).then(r => r.json()).then(rows => {
    for (const n of rows) list.append(Object.assign(document.createElement('exhibit-card'), {n}));
    busy = !rows.length; }); }
customElements.define('exhibit-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML =
    '<p style="height: 150px"><a href="/thing/' + this.n + '">thing</a></p>'; } });
new IntersectionObserver(seen => { if (seen[0].isIntersecting) more(); }).observe(end);"""


class Depot:
    """A list without end of cards with shadow roots; the things themselves are plain pages around a frame."""

    def __init__(self, station: Station) -> None:
        self.station = station
        list_of_all = f"<h2>All</h2><div id=list></div><p id=end>…</p><script>{_ENDLESS}</script>"
        station.on("/", frame("Depot", "<p>See <a href=/all>all there is</a>.</p>"))
        station.on("/site.js", _SITE_SCRIPT, "text/javascript")
        for name in ("rooms", "about", "hours", "press", "shop"):
            station.on(f"/{name}", frame(name, f"<h2>{name}</h2><p>{_WORDS[::-1]}</p>"))
        station.on("/all", frame("All", list_of_all))
        station.on("/rows.json", self._rows)
        for number in range(ROOMS * PER_ROOM):
            label = f"<h3>Label</h3><p>number {number}</p>"
            station.on(f"/label/{number}", label)
            station.on(
                f"/thing/{number}", frame(f"Thing {number}", f"{exhibit(number)}<iframe src=/label/{number}></iframe>")
            )

    @property
    def entry(self) -> str:
        return f"{self.station.base}/"

    @property
    def exhibits(self) -> set[str]:
        return {f"{self.station.base}/thing/{number}" for number in range(ROOMS * PER_ROOM)}

    async def _rows(self, seen: object, writer: object) -> None:
        number = int(parse_qs(urlsplit(seen.path).query)["page"][0])  # type: ignore[attr-defined]
        found = list(range(number * PER_ROOM, (number + 1) * PER_ROOM)) if number < ROOMS else []
        await page(json.dumps(found), "application/json")(seen, writer)  # type: ignore[arg-type]


_TREE = """const at = +(location.pathname.match(/[0-9]+/) || [-9])[0], parts = %(parts)d;
const link = (address, text) => `<li><a href="${address}">${text}</a></li>`;
const near = [...Array(parts).keys()].filter(n => Math.abs(n - at) < 8);
tree.innerHTML = '<h4>Contents</h4><ul>' + link('/', 'Start') + link('/parts.html', 'All parts')
  + near.map(n => link(`/part/${n}.html`, `Part ${n} of the manual`)).join('') + '</ul>';"""


class Manual:
    """Every page is whole as it is written. A script draws a tree of the site beside it, opened where the reader is;
    from the way in, the list of all parts is to be had there alone.
    """

    PARTS = 40

    def __init__(self, station: Station) -> None:
        self.station = station
        station.on("/tree.js", _TREE % {"parts": self.PARTS}, "text/javascript")
        station.on("/", self._page("Manual", "<p>Welcome. Read the parts one by one.</p>"))
        rows = "".join(f'<li><a href="/part/{number}.html">Part {number}</a></li>' for number in range(self.PARTS))
        station.on("/parts.html", self._page("All parts", f"<ul class=all>{rows}</ul>"))
        for number in range(self.PARTS):
            station.on(f"/part/{number}.html", self._page(f"Part {number}", exhibit(number)))

    @property
    def entry(self) -> str:
        return f"{self.station.base}/"

    @property
    def exhibits(self) -> set[str]:
        return {f"{self.station.base}/part/{number}.html" for number in range(self.PARTS)}

    @staticmethod
    def _page(title: str, main: str) -> str:
        return (
            f"<!doctype html><html><head><title>{title}</title></head><body><div id=tree></div>"
            f"<main><h1>{title}</h1>{main}</main><script src=/tree.js></script></body></html>"
        )


class Framed(Manual):
    """Opened by itself, a page has the way in show it in a frame."""

    def __init__(self, station: Station) -> None:
        super().__init__(station)
        show = "const name = location.hash.slice(1); if (name) document.querySelector('iframe').src = '/' + name;"
        shown = f"<iframe src=/parts.html></iframe><script>{show}</script>"
        station.on("/", f"<!doctype html><html><head><title>Manual</title></head><body>{shown}</body></html>")

    @staticmethod
    def _page(title: str, main: str) -> str:
        script = "if (top === self) location.href = '/#' + location.pathname.slice(1)"
        head = f"<head><title>{title}</title><script>{script}</script></head>"
        return f"<!doctype html><html>{head}<body><main><h1>{title}</h1>{main}</main></body></html>"


class Annotated(Manual):
    """A script writes a glossary of hundreds of words, which are no links, below every page."""

    def __init__(self, station: Station) -> None:
        super().__init__(station)
        words = " ".join(f"{letter}word{number}" for letter in "abcdef" for number in range(100))
        station.on("/tree.js", f"document.getElementById('tree').innerHTML = '<p>{words}</p>'", "text/javascript")

    @staticmethod
    def _page(title: str, main: str) -> str:
        return Manual._page(title, f"<p><a href=/parts.html>All parts</a></p>{main}")


class Winged(Manual):
    """The way in lists most parts as it is written. A script brings the only link to the list of the others."""

    def __init__(self, station: Station) -> None:
        super().__init__(station)
        add = "document.getElementById('tree').innerHTML = '<a href=/wing/index.html>wing</a>'"
        station.on("/tree.js", add, "text/javascript")
        station.on("/", self._page("Manual", self._list("/part/", range(self.PARTS // 2))))
        station.on("/wing/index.html", self._page("Wing", self._list("/wing/new/", range(self.PARTS // 2, self.PARTS))))
        for number in range(self.PARTS // 2, self.PARTS):
            station.on(f"/wing/new/{number}.html", self._page(f"Part {number}", exhibit(number)))

    @property
    def exhibits(self) -> set[str]:
        half = self.PARTS // 2
        paths = [f"part/{number}" if number < half else f"wing/new/{number}" for number in range(self.PARTS)]
        return {f"{self.entry}{path}.html" for path in paths}

    @staticmethod
    def _list(folder: str, numbers: range) -> str:
        return "".join(f"<li><a href={folder}{number}.html>Part {number}</a></li>" for number in numbers)
