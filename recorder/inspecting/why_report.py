"""An explanation of a URL, in lines a person reads and as the object that `--json` prints."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from recorder.inspecting.page_versions import PageVersion
from recorder.inspecting.why import Explanation, StepMatch, UrlVerdict
from recorder.runtime.plain_text import day, many, one_line
from recorder.store.page import StoredPage
from recorder.store.why import InLink

_LINKS_SHOWN = 5

_VERDICTS = {
    UrlVerdict.TARGET: "This is a target.",
    UrlVerdict.HUB: "This is a page on the way to targets.",
    UrlVerdict.OFF_PATTERN: "This is not a target.",
    UrlVerdict.OTHER: "This is not a target.",
    UrlVerdict.ERROR: "This is not a target: it brought no page.",
    UrlVerdict.SKIPPED: "This is not a target: it was left out.",
    UrlVerdict.GONE: "This was a target and is gone.",
    UrlVerdict.NOT_FETCHED: "This is known from links, and was not fetched.",
    UrlVerdict.UNKNOWN: "This was never seen.",
}
_NOT_LED_TO = (UrlVerdict.UNKNOWN, UrlVerdict.NOT_FETCHED, UrlVerdict.OTHER)


def why_lines(found: Explanation) -> Iterator[str]:
    """The verdict, then the evidence for it."""
    yield one_line(found.url)
    yield f"  {_VERDICTS[found.verdict]} {one_line(found.because[:1].upper() + found.because[1:])}"
    yield from _mark_lines(found)
    yield from _sections(found)


def _mark_lines(found: Explanation) -> Iterator[str]:
    if found.link_class is None or found.wanted is None:
        return
    named = f"{one_line(found.link_class.name)} ({one_line(found.link_class.pattern)})"
    if found.wanted:
        yield f"  You want links of its class, {named}."
    else:
        undo = shlex.join(["recorder", "links", "--unmark", one_line(found.link_class.pattern)])
        yield f"  You ignore links of its class, {named}: they are not followed. To undo: {undo}"


def why_plain(found: Explanation) -> Mapping[str, object]:
    """The object `--json` promises."""
    newest = found.pages[0] if found.pages else None
    return {
        "url": found.url,
        "verdict": found.verdict.value,
        "because": found.because,
        "similarity": newest.similarity if newest else None,
        "threshold": found.recording.threshold,
        "title": newest.title if newest else None,
        "pages": [_plain_page(found, page) for page in found.pages],
        "versions": [_plain_version(version) for version in found.versions],
        "route": [{"url": page.url, "title": page.title, "place": page.parent_place} for page in found.route],
        "links": [
            {"page": link.page_url, "place": link.place, "text": link.text, "run": link.run_id} for link in found.links
        ],
        "link_count": found.link_count,
        "steps": [asdict(step) for step in found.steps],
        "nearest": list(found.nearest),
        "class": found.link_class.pattern if found.link_class else None,
        "wanted": found.wanted,
    }


def _plain_page(found: Explanation, page: StoredPage) -> Mapping[str, object]:
    return {
        "run": page.run_id,
        "kind": found.runs[page.run_id].kind,
        "role": page.role,
        "similarity": page.similarity,
        "http_status": page.http_status,
        "outcome": page.outcome,
        "reason": page.reason,
        "final_url": page.final_url,
        "fetched": page.fetched_at,
    }


def _plain_version(version: PageVersion) -> Mapping[str, object]:
    return {
        "version": version.number,
        "runs": list(version.runs),
        "changed": version.changed or None,
        "fetched": version.page.fetched_at,
        "size": version.page.size,
        "title": version.page.title,
    }


def _sections(found: Explanation) -> Iterator[str]:
    sections = [
        ("How it was reached:", [f"{one_line(page.url)}  ({_came_by(found, page)})" for page in found.route]),
        ("What the runs found:", [_page_line(found, page) for page in found.pages]),
        ("Its versions:", [_version_line(version) for version in found.versions]),
        (_links_title(found), [_link_line(link) for link in found.links[:_LINKS_SHOWN]]),
        ("The navigation pattern:", [_step_line(step) for step in found.steps if step.matches]),
        ("What the navigation pattern follows instead:", list(_followed_instead(found))),
        ("The nearest URLs that were seen:", [one_line(url) for url in found.nearest]),
    ]
    for title, lines in sections:
        if lines:
            yield f"  {title}"
            yield from (f"    {line}" for line in lines)


def _came_by(found: Explanation, page: StoredPage) -> str:
    if page.parent_place:
        return f"by a link at {one_line(page.parent_place)}"
    if page.url == found.recording.entry_url:
        return "the entry page"
    return "given as a sample" if page.url in found.recording.samples else "where the run began"


def _page_line(found: Explanation, page: StoredPage) -> str:
    words = [page.role]
    if page.similarity is not None:
        words.append(f"similarity {page.similarity:.2f}")
    if page.http_status is not None:
        words.append(f"status {page.http_status}")
    if page.reason:
        words.append(one_line(page.reason))
    if page.final_url != page.url:
        words.append(f"led on to {one_line(page.final_url)}")
    title = f' "{one_line(page.title)}"' if page.title else ""
    return f"run {page.run_id}, {found.runs[page.run_id].kind}: {', '.join(words)}{title}"


def _version_line(version: PageVersion) -> str:
    met = f"run{'s' if len(version.runs) > 1 else ''} {', '.join(map(str, version.runs))}"
    changed = f", another {version.changed}" if version.changed else ""
    return f"version {version.number}, {met}: {version.page.size:,} bytes{changed}, {day(version.page.fetched_at)}"


def _links_title(found: Explanation) -> str:
    shown = "" if found.link_count <= _LINKS_SHOWN else ", the first of them"
    verb = "leads" if found.link_count == 1 else "lead"
    return f"{many(found.link_count, 'link')} {verb} to it{shown}:"


def _link_line(link: InLink) -> str:
    text = f' "{one_line(link.text)}"' if link.text.strip() else ""
    return f"on {one_line(link.page_url)} (run {link.run_id}), at {one_line(link.place)}{text}"


def _step_line(step: StepMatch) -> str:
    if step.follows:
        verdict = "leads to it"
    elif step.place:
        verdict = f"matches its address, but applies at {one_line(step.place)}"
    else:
        verdict = "matches its address"
    return f"path {step.path}, E{step.step} {verdict}: {_expression(step)}"


def _followed_instead(found: Explanation) -> Iterator[str]:
    """Where the question is why nothing leads here: every expression once, at the first step that has it."""
    if found.verdict in _NOT_LED_TO and not any(step.matches for step in found.steps):
        first: dict[str, StepMatch] = {}
        for step in found.steps:
            first.setdefault(step.regex, step)
        yield from (f"path {step.path}, E{step.step}: {_expression(step)}" for step in first.values())


def _expression(step: StepMatch) -> str:
    return one_line(step.regex.removeprefix("^").removesuffix("$"))
