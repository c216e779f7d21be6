"""Pages that show what they have only to a browser that goes about it like a person."""

from __future__ import annotations

import asyncio
import json
import re
from urllib.parse import parse_qs, urlsplit

from recorder.fetching.answers import Fetcher, Request
from tests.recorder.fetching.conftest import opened, script
from tests.recorder.fetching.station import PAGE, Seen, Station, page
from tests.recorder.fetching.test_http_fetcher import arrived

FILL = """function show(rows) { for (const row of rows) list.append(Object.assign(document.createElement('li'),
  {innerHTML: `<a href="/item/${row}">item ${row}</a><p style="height: 90px">of it</p>`})); }"""


def virtual(scrolled: str, height: str, top: str) -> str:
    """A list of 60 rows of which only those in view are there."""
    return f"""<ul id=list style="height: 1800px; margin: 0; position: relative"></ul><script>
  const draw = () => {{ const first = Math.floor({top} / 30), last = Math.min(59, first + Math.ceil({height} / 30));
    list.textContent = '';
    for (let row = first; row <= last; row++) list.append(Object.assign(document.createElement('li'),
      {{innerHTML: `<a href="/item/${{row}}">${{row}}</a>`, style: `position: absolute; top: ${{30 * row}}px`}})); }};
  {scrolled}.onscroll = draw; draw(); </script>"""


def counted(body: bytes) -> list[int]:
    """The numbers of the items a page links to, in order."""
    return [int(number) for number in re.findall(rb'href="/item/([0-9]+)"', body)]


def serve_rows(site: Station, path: str, per_page: int, pages: int) -> None:
    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        number = int(parse_qs(urlsplit(seen.path).query)["page"][0])
        rows = list(range(number * per_page, (number + 1) * per_page)) if number < pages else []
        await page(json.dumps(rows), "application/json")(seen, writer)

    site.on(path, answer)


async def test_shadow_roots_are_part_of_the_page(renderer: Fetcher, site: Station) -> None:
    html = """<title>t</title><book-card><b slot=title>Emma</b></book-card><script>
      customElements.define('book-card', class extends HTMLElement { connectedCallback() {
        this.attachShadow({mode: 'open'}).innerHTML =
          '<div><slot name=title></slot><a href=/item/7>7</a><in-ner></in-ner></div>'; } });
      customElements.define('in-ner', class extends HTMLElement { connectedCallback() {
        this.attachShadow({mode: 'open'}).innerHTML = '<i>deep</i>'; } });
      </script>"""
    body = arrived(await opened(renderer, site, "/shadow", html)).body
    assert b'<book-card><div><slot name="title"><b slot="title">Emma</b></slot><a href="/item/7">' in body
    assert b"<in-ner><i>deep</i></in-ner>" in body


async def test_frames_of_the_same_host_are_part_of_the_page(renderer: Fetcher, site: Station) -> None:
    site.on("/part/inner.html", "<p>within</p><a href='item.html'>go</a><a href='#here'>here</a>")
    body = arrived(
        await opened(renderer, site, "/framed", "<h1>around</h1><iframe src=/part/inner.html></iframe>")
    ).body
    assert b"around" in body and b"<p>within</p>" in body
    assert f'href="{site.base}/part/item.html"'.encode() in body
    hidden = "<iframe src=/part/inner.html style='display: none'></iframe>"
    assert b"within" not in arrived(await opened(renderer, site, "/hidden", hidden)).body


async def test_a_button_for_more_is_pressed_until_there_is_no_more(renderer: Fetcher, site: Station) -> None:
    serve_rows(site, "/more.json", 3, 4)
    code = (
        FILL
        + """let next = 0;
      function more() { fetch('/more.json?page=' + next++).then(r => r.json()).then(rows => {
        if (rows.length) show(rows); else button.remove(); }); }
      more(); button.onclick = more;"""
    )
    html = f"<title>t</title><ul id=list></ul><button id=button>Show more books</button><script>{code}</script>"
    assert counted(arrived(await opened(renderer, site, "/more", html)).body) == list(range(12))


async def test_a_list_without_end_is_followed_down_to_its_end(renderer: Fetcher, site: Station) -> None:
    """Among other tabs, where the browser takes its time to draw."""
    site.on("/other", PAGE)
    await asyncio.gather(*(renderer.fetch(Request(f"{site.base}/other?{n}")) for n in range(6)))
    serve_rows(site, "/endless.json", 10, 4)
    code = (
        FILL
        + """let next = 0, busy = false;
      function more() { if (busy) return; busy = true; fetch('/endless.json?page=' + next++).then(r => r.json())
        .then(rows => { show(rows); busy = !rows.length; }); }
      new IntersectionObserver(seen => { if (seen[0].isIntersecting) more(); }).observe(end);"""
    )
    html = f"<title>t</title><ul id=list></ul><p id=end>.</p><script>{code}</script>"
    assert counted(arrived(await opened(renderer, site, "/endless", html)).body) == list(range(40))


async def test_rows_that_come_later_than_the_page_stirs_are_waited_for(renderer: Fetcher, site: Station) -> None:
    """The answer with them is there before the look at what scrolling changed ends; what scripts make of it is not."""
    serve_rows(site, "/late.json", 10, 4)
    code = (
        FILL
        + """let next = 0, busy = false;
      function more() { if (busy) return; busy = true; fetch('/late.json?page=' + next++).then(r => r.json())
        .then(rows => setTimeout(() => { show(rows); busy = !rows.length; }, 200)); }
      more(); onscroll = () => { if (scrollY + innerHeight > document.body.scrollHeight - 20) more(); };"""
    )
    html = f"<title>t</title><ul id=list></ul><p style='height: 900px'>.</p><script>{code}</script>"
    assert counted(arrived(await opened(renderer, site, "/late", html)).body) == list(range(40))


async def test_a_list_that_has_no_rows_but_those_in_view_is_read_whole(renderer: Fetcher, site: Station) -> None:
    """In a part of the page that scrolls by itself, and as the page."""
    inner = virtual("box", "box.clientHeight", "box.scrollTop")
    html = f"<title>t</title><div id=box style='height: 400px; overflow: auto'>{inner}</div>"
    assert sorted(counted(arrived(await opened(renderer, site, "/virtual", html)).body)) == list(range(60))
    html = "<title>t</title>" + virtual("window", "innerHeight", "scrollY")
    assert sorted(counted(arrived(await opened(renderer, site, "/long", html)).body)) == list(range(60))


async def test_a_list_in_a_part_that_scrolls_is_followed_down_to_its_end(renderer: Fetcher, site: Station) -> None:
    serve_rows(site, "/inner.json", 10, 4)
    code = (
        FILL
        + """let next = 0, busy = false;
      function more() { if (busy) return; busy = true; fetch('/inner.json?page=' + next++).then(r => r.json())
        .then(rows => { show(rows); busy = !rows.length; }); }
      more(); box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 20) more(); };"""
    )
    box = "<div id=box style='height: 300px; overflow: auto'><ul id=list></ul></div>"
    html = f"<title>t</title>{box}<script>{code}</script>"
    assert counted(arrived(await opened(renderer, site, "/inner", html)).body) == list(range(40))


async def test_a_list_without_any_end_is_left_in_time(impatient_renderer: Fetcher, site: Station) -> None:
    code = FILL + "let n = 0; addEventListener('scroll', () => show([n++])); while (n < 20) show([n++]);"
    html = f"<title>t</title><ul id=list></ul><script>{code}</script>"
    found = counted(arrived(await opened(impatient_renderer, site, "/bottomless", html)).body)
    assert found == list(range(len(found))) and 20 < len(found) < 1000


async def test_rows_that_make_way_for_the_next_are_kept(renderer: Fetcher, site: Station) -> None:
    serve_rows(site, "/turned.json", 3, 3)
    code = (
        FILL
        + """let next = 0;
      function turn() { fetch('/turned.json?page=' + next++).then(r => r.json()).then(rows => {
        if (!rows.length) return button.remove(); list.textContent = ''; show(rows); }); }
      turn(); button.onclick = turn;"""
    )
    html = f"<title>t</title><ul id=list></ul><button id=button>Next</button><script>{code}</script>"
    body = arrived(await opened(renderer, site, "/turned", html)).body
    assert sorted(counted(body)) == list(range(9))
    assert body.count(b"<ul") == 1


async def test_a_button_that_leads_away_becomes_a_link(renderer: Fetcher, site: Station) -> None:
    site.on("/away/2", PAGE)
    html = "<title>t</title><p>first</p><button onclick=\"location.href = '/away/2'\">Next</button><script></script>"
    result = arrived(await opened(renderer, site, "/away/1", html))
    assert result.url == site.base + "/away/1"
    assert b"<p>first</p>" in result.body
    assert f'<a href="{site.base}/away/2"></a>'.encode() in result.body


async def test_windows_are_not_opened_but_where_they_lead_is_known(renderer: Fetcher, site: Station) -> None:
    site.on("/window", PAGE)
    before = site.asked("/window")
    body = arrived(
        await opened(renderer, site, "/opens", script("for (let i = 0; i < 999; i++) open('/window?' + i)"))
    ).body
    assert body.count(f'<a href="{site.base}/window?'.encode()) == 50
    assert site.asked("/window") == before


async def test_a_banner_is_refused_and_what_it_covered_is_shown(renderer: Fetcher, site: Station) -> None:
    code = """const say = word => { banner.remove(); document.body.append(word); };
      yes.onclick = () => say('accepted'); no.onclick = () => say('refused')"""
    buttons = "<button id=yes>Accept all</button><button id=no>Reject all</button>"
    html = f"""<title>t</title><div id=banner class=cookie-consent style="position: fixed; inset: 0">We use cookies.
      {buttons}</div><script>{code}</script>"""
    body = arrived(await opened(renderer, site, "/banner", html)).body
    assert b"refused" in body and b"accepted" not in body.split(b"</script>")[-1]


async def test_another_route_of_an_open_page_is_loaded_anew(renderer: Fetcher, site: Station) -> None:
    site.on("/app", script("document.querySelector('p').textContent = 'at ' + location.hash"))
    for route in ("#/a", "#/b", "#/a"):
        result = arrived(await renderer.fetch(Request(f"{site.base}/app{route}")))
        assert f"at {route}".encode() in result.body
        assert result.url == f"{site.base}/app{route}"


async def test_a_list_that_is_long_in_coming_is_waited_for(renderer: Fetcher, site: Station) -> None:
    code = FILL + "let n = 0; const come = setInterval(() => n < 40 ? show([n++]) : clearInterval(come), 60)"
    html = f"<title>t</title><ul id=list></ul><script>{code}</script>"
    assert counted(arrived(await opened(renderer, site, "/slow-list", html)).body) == list(range(40))
