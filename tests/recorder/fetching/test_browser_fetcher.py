"""A real Chromium against pages that move, hang, crash and trick."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace

import pytest

from recorder.fetching.answers import Fetcher, OutcomeKind, Page, Request
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.runtime.errors import BrowserError
from tests.recorder.fetching.conftest import IMPATIENT, RENDERING, fetcher_for, opened, script
from tests.recorder.fetching.processes import browsers, descendants
from tests.recorder.fetching.station import PAGE, Seen, Station, in_turn, page, raw, redirect, silence, status
from tests.recorder.fetching.test_http_fetcher import arrived, outcome


async def test_a_page_arrives_as_its_scripts_left_it(renderer: Fetcher, site: Station) -> None:
    code = "document.body.append(Object.assign(document.createElement('h1'), {textContent: 'caf\u00e9'}))"
    result = arrived(await opened(renderer, site, "/scripted", script(code)))
    assert "<h1>caf\u00e9</h1>" in result.body.decode("utf-8")
    assert result.body.startswith(b"<!DOCTYPE html>")
    assert (result.rendered, result.status, result.url) == (True, 200, site.base + "/scripted")
    assert result.content_type == "text/html; charset=utf-8"


async def test_other_charsets_come_out_as_utf8(renderer: Fetcher, site: Station) -> None:
    latin = page("<p>caf\u00e9".encode("latin-1"), "text/html; charset=iso-8859-1")
    assert "caf\u00e9" in arrived(await opened(renderer, site, "/latin", latin)).body.decode("utf-8")


async def test_what_scripts_fetch_after_load_is_waited_for(renderer: Fetcher, site: Station) -> None:
    async def late(seen: Seen, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.6)
        await page("<i>late</i>")(seen, writer)

    site.on("/late.html", late)
    code = "fetch('/late.html').then(r => r.text()).then(t => { document.body.innerHTML += t })"
    assert b"<i>late</i>" in arrived(await opened(renderer, site, "/waits", script(code))).body


WORKS_ON = "const show = () => { document.body.append(document.createElement('hr')) }, ends = performance.now() + 700;"
TAKES_A_WHILE = {
    "puts it off": "setTimeout(show, 400)",
    "works on it in slices": (
        "const { port1, port2 } = new MessageChannel(); port1.onmessage = () => {"
        " const slice = performance.now() + 5; while (performance.now() < slice);"
        " performance.now() < ends ? port2.postMessage(0) : show() }; port2.postMessage(0)"
    ),
}


@pytest.mark.parametrize("does", TAKES_A_WHILE.values(), ids=TAKES_A_WHILE.keys())
async def test_what_scripts_make_of_an_answer_is_waited_for(renderer: Fetcher, site: Station, does: str) -> None:
    site.on("/data.json", page("[1]"))
    code = f"fetch('/data.json').then(() => {{ {WORKS_ON} {does} }})"
    assert b"<hr>" in arrived(await opened(renderer, site, "/works", script(code))).body


GOES_ON = {
    "by timers": "const beat = () => setTimeout(beat, 100); fetch('/data.json').then(beat)",
    "by promises": (
        "const pause = () => new Promise(then => setTimeout(then, 100));"
        " fetch('/data.json').then(async () => { for (;;) await pause() })"
    ),
}


@pytest.mark.parametrize("code", GOES_ON.values(), ids=GOES_ON.keys())
async def test_what_goes_on_for_ever_without_showing_anything_is_not(
    renderer: Fetcher, site: Station, code: str
) -> None:
    site.on("/data.json", page("[1]"))
    began = asyncio.get_running_loop().time()
    arrived(await opened(renderer, site, "/beats", script(code)))
    assert asyncio.get_running_loop().time() - began < RENDERING.timeouts.settle


async def test_a_page_that_never_rests_is_taken_as_it_is(impatient_renderer: Fetcher, site: Station) -> None:
    site.on("/poll", silence)
    code = "setInterval(() => document.body.append(document.createElement('b')), 10); fetch('/poll')"
    assert arrived(await opened(impatient_renderer, site, "/restless", script(code))).body.count(b"<b>") > 10


COUNTS_FRAMES = """
let frames = 0;
const count = () => { frames += 1; requestAnimationFrame(count); };
setInterval(() => { document.querySelector('p').style.height = `${Math.random()}em`; }, 30);
setTimeout(count, 1000);
fetch('/late' + location.pathname).then(() => { document.body.innerHTML = frames; });
"""


async def test_pages_that_are_opened_together_are_all_drawn(renderer: Fetcher, site: Station) -> None:
    """Of several tabs in one window, those behind the first get a frame a second once they change how they look."""

    async def late(seen: Seen, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2.5)
        await page("late")(seen, writer)

    paths = ("/one", "/two", "/three")
    for path in paths:
        site.on(path, script(COUNTS_FRAMES))
        site.on(f"/late{path}", late)
    shown = await asyncio.gather(*(renderer.fetch(Request(f"{site.base}{path}")) for path in paths))
    bodies = [arrived(each).body.partition(b"<body>")[2] for each in shown]
    frames = [int(body.partition(b"</body>")[0]) for body in bodies]
    assert min(frames) > max(frames) / 2


async def test_a_form_is_posted_through_the_browser(renderer: Fetcher, site: Station) -> None:
    kind = "application/x-www-form-urlencoded"
    arrived(
        await opened(
            renderer, site, "/find", PAGE, method="POST", body=b"q=%E9", content_type=kind, headers=(("X-Token", "t"),)
        )
    )
    seen = next(seen for seen in site.seen if seen.path == "/find")
    assert (seen.method, seen.body, seen.headers["content-type"], seen.headers["x-token"]) == (
        "POST",
        b"q=%E9",
        kind,
        "t",
    )
    assert seen.headers["user-agent"].startswith("recorder/")


async def test_redirects_and_scripted_moves_are_followed_and_told(renderer: Fetcher, site: Station) -> None:
    site.on("/end", PAGE)
    site.on("/moves", script("location.href = '/end'"))
    result = arrived(await opened(renderer, site, "/start", redirect("/moves")))
    assert result.url == site.base + "/end"
    assert result.redirects == (site.base + "/moves", site.base + "/end")


async def test_images_fonts_and_media_are_not_loaded_but_styles_are(renderer: Fetcher, site: Station) -> None:
    html = """<link rel=stylesheet href=/s.css><img src=/a.png><img src="/b?image"><video src=/v.mp4 autoplay></video>
        <audio autoplay><source src=/m.ogg></audio><script>new Audio('/n.ogg').play()</script>
        <div style="background: url(/c.jpg)">x</div><p style="font-family: f">y</p>"""
    site.on("/s.css", "@font-face { font-family: f; src: url(/f.woff2) } p { background: url(/d.png) }", "text/css")
    arrived(await opened(renderer, site, "/pictures", html))
    assert site.asked("/s.css") == 1
    unwanted = {"/a.png", "/b?image", "/c.jpg", "/d.png", "/f.woff2", "/v.mp4", "/m.ogg", "/n.ogg"}
    assert {seen.path for seen in site.seen} & unwanted == set()


async def test_service_workers_are_not_registered(renderer: Fetcher, site: Station) -> None:
    site.on("/worker.js", "onfetch = event => event.respondWith(new Response('mine'))", "text/javascript")
    code = """const container = navigator.serviceWorker;
        container.register('/worker.js').then(() => container.getRegistrations())
        .then(all => document.body.append(all.length + ' found'))"""
    assert b"0 found" in arrived(await opened(renderer, site, "/works", script(code))).body
    assert site.asked("/worker.js") == 0


@pytest.mark.parametrize(
    ("weather", "kind"),
    [
        (status("404 Not Found"), OutcomeKind.NOT_FOUND),
        (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), OutcomeKind.EMPTY),
        (page(b""), OutcomeKind.EMPTY),
        (page(PAGE, Content_Disposition="attachment"), OutcomeKind.NOT_HTML),
        (page(b"%PDF-1.4", "application/pdf"), OutcomeKind.NOT_HTML),
        (page(b"{}", "application/json"), OutcomeKind.NOT_HTML),
        (page(b"words", "text/plain"), OutcomeKind.NOT_HTML),
        (redirect("/again"), OutcomeKind.REDIRECT_LOOP),
        (script("location.href = location.pathname + '?' + Math.random()"), OutcomeKind.REDIRECT_LOOP),
        (script("for (;;) alert('hello')"), OutcomeKind.ENDLESS),
        (raw(b"nonsense\r\n\r\n"), OutcomeKind.NOT_HTML),
    ],
)
async def test_what_is_no_page_is_an_outcome(
    renderer: Fetcher, site: Station, weather: object, kind: OutcomeKind
) -> None:
    result = outcome(await opened(renderer, site, "/again", weather))
    assert result.kind in {kind, OutcomeKind.BROKEN_OFF} if kind is OutcomeKind.NOT_HTML else result.kind is kind


@pytest.mark.parametrize("way", ["redirect", "script", "refresh", "form"])
async def test_nothing_leads_out_of_the_scope(renderer: Fetcher, site: Station, way: str) -> None:
    elsewhere = await Station().start()
    elsewhere.on("/", PAGE)
    away = elsewhere.base + "/"
    weather = {
        "redirect": redirect(away),
        "script": script(f"location = '{away}'"),
        "refresh": f"<meta http-equiv=refresh content='0; url={away}'><p>x",
        "form": f"<form method=post action='{away}'></form><script>document.forms[0].submit()</script>",
    }[way]
    result = await opened(renderer, site, f"/away-{way}", weather)
    await elsewhere.stop()
    assert elsewhere.seen == []
    assert outcome(result).kind is OutcomeKind.OUT_OF_SCOPE
    assert outcome(result).url == away


async def test_a_page_that_may_not_leave_stays(site: Station) -> None:
    """An error page in its place would come a moment later, in the way of the next page."""
    fetcher = fetcher_for(site, render=Render.ALWAYS, workers=1)
    site.on("/still-here", PAGE)
    code = "location = 'http://127.0.0.2:9/'; setTimeout(() => fetch('/still-here'), 1000)"
    assert outcome(await opened(fetcher, site, "/leaves", script(code))).kind is OutcomeKind.OUT_OF_SCOPE
    async with asyncio.timeout(60):
        while not site.asked("/still-here"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await fetcher.close()


async def test_frames_and_windows_of_others_stay_closed(renderer: Fetcher, site: Station) -> None:
    elsewhere = await Station().start()
    elsewhere.on("/", PAGE)
    code = f"for (let i = 0; i < 30; i++) window.open('{elsewhere.base}/')"
    arrived(await opened(renderer, site, "/frames", f"<iframe src='{elsewhere.base}/'></iframe>" + script(code)))
    await asyncio.sleep(0.2)
    await elsewhere.stop()
    assert elsewhere.seen == []


async def test_what_robots_txt_forbids_is_not_opened(site: Station) -> None:
    station = await Station().start()
    station.on("/robots.txt", "User-agent: *\nDisallow: /no", "text/plain")
    station.on("/no", PAGE)
    station.on("/yes", redirect("/no"))
    fetcher = fetcher_for(station, render=Render.ALWAYS)
    assert outcome(await fetcher.fetch(Request(station.base + "/no"))).kind is OutcomeKind.ROBOTS
    assert outcome(await fetcher.fetch(Request(station.base + "/yes"))).kind is OutcomeKind.ROBOTS
    await fetcher.close()
    await station.stop()
    assert station.asked("/no") == 0


async def test_a_tab_that_crashes_is_replaced(renderer: Fetcher, site: Station) -> None:
    hog = script("const a = []; for (;;) a.push(new Array(1e6).fill(Math.random()))")
    assert b"hello" in arrived(await opened(renderer, site, "/hog", in_turn(page(hog), page(PAGE)))).body


async def test_a_page_that_hangs_is_given_up_and_leaves_no_load_behind(site: Station) -> None:
    site.on("/hangs", script("setTimeout(() => { for (;;); }, 30)"))
    site.on("/fine", PAGE)
    times = type(IMPATIENT)(connect=2, read=1, total=2, render=2, settle=1)
    fetcher = SiteFetcher(FetchOptions(render=Render.ALWAYS, timeouts=times, attempts=1), Scope.of(site.base))
    assert outcome(await fetcher.fetch(Request(site.base + "/hangs"))).kind is OutcomeKind.TIMEOUT
    arrived(await fetcher.fetch(Request(site.base + "/fine")))
    for _ in range(60):  # Chromium may take its time to end the renderer
        before = busy_seconds()
        await asyncio.sleep(0.6)
        if busy_seconds() - before < 0.5:
            break
    else:
        pytest.fail("the page given up still computes")
    await fetcher.close()


def busy_seconds() -> float:
    """Processor time used so far by the renderers below this process."""
    ticks = 0
    for process in descendants(os.getpid()):
        if "--type=renderer" in process.command:
            ticks += process.ticks
    return ticks / os.sysconf("SC_CLK_TCK")


async def test_a_killed_browser_is_started_again_and_no_page_is_lost(site: Station) -> None:
    asked = asyncio.Event()

    async def slow(seen: Seen, writer: asyncio.StreamWriter) -> None:
        if "?" in seen.path:
            asked.set()
        await asyncio.sleep(0.3)
        await page(PAGE)(seen, writer)

    site.on("/slow", slow)
    told: list[str] = []
    others = browsers()
    fetcher = SiteFetcher(replace(RENDERING, notice=told.append), Scope.of(site.base))
    arrived(await fetcher.fetch(Request(site.base + "/slow")))
    working = [asyncio.ensure_future(fetcher.fetch(Request(f"{site.base}/slow?{n}"))) for n in range(8)]
    await asyncio.wait_for(asked.wait(), 60)
    (victim,) = browsers() - others
    os.kill(victim, signal.SIGKILL)
    for result in await asyncio.gather(*working):
        arrived(result)
    await fetcher.close()
    assert any("the browser was lost" in text for text in told), told


async def test_no_browser_at_all_is_an_error_with_a_way_out(site: Station) -> None:
    fetcher = SiteFetcher(FetchOptions(render=Render.ALWAYS, browser="/bin/false"), Scope.of(site.base))
    with pytest.raises(BrowserError) as caught:
        await fetcher.fetch(Request(site.base + "/slow"))
    await fetcher.close()
    assert "/bin/false" in caught.value.message
    assert caught.value.hint


async def test_tabs_are_reused_and_replaced_in_time(renderer: Fetcher, site: Station) -> None:
    site.on("/many", PAGE)
    results = await asyncio.gather(*(renderer.fetch(Request(f"{site.base}/many?{n}")) for n in range(90)))
    assert all(isinstance(result, Page) for result in results)
    renderers = [process for process in descendants(os.getpid()) if "--type=renderer" in process.command]
    assert len(renderers) < 15
