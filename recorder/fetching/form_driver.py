"""Fills in and sends a form in the browser, as a person would: types, chooses, presses. Every act is bounded in time.
One that does not succeed is done by script instead: a control may be covered by decoration and still be sent.

What is filled in is decided elsewhere: see `form_filling`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Error, Locator, Page

from recorder.fetching.answers import FetchError, OutcomeKind
from recorder.fetching.form_filling import Act, ActKind, FilledForm
from recorder.fetching.tab_visit import TabVisit
from recorder.patterns.pages.links import MORE_WORDS

_ACT_MILLISECONDS = 2000.0
"""Most time for one act."""
_KEY_MILLISECONDS, _POLL_MILLISECONDS = 5.0, 20.0
_SEND_SECONDS, _NOTICE_SECONDS = 2.0, 0.15
"""Most time until a page reacts to being sent, and to a choice."""
_LOOKS = 5
"""Times that a page which reacts is asked whether it is being left."""

_MAY_SEND = frozenset({ActKind.CHOOSE, ActKind.CHECK, ActKind.UNCHECK})

_SET_BY_SCRIPT = """(control, values) => {
  if (control.tagName === 'SELECT') {
    for (const option of control.options) option.selected = values.includes(option.value);
  } else if (control.type === 'checkbox' || control.type === 'radio') {
    control.checked = values.length > 0;
  } else if (control.isContentEditable) {
    control.textContent = values.join(' ');
  } else {
    control.value = values.join(' ');
  }
  for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, { bubbles: true }));
}"""

# The mark tells the page that is being filled in from the next one.
_MARK = "() => { document[Symbol.for('recorder filling')] = true; }"
_UNMARKED = "() => !document[Symbol.for('recorder filling')]"

_HOLDS = """(control, [kind, values]) => {
  if (kind === 'check' || kind === 'uncheck') return control.checked === (kind === 'check');
  if (control.tagName !== 'SELECT') return (control.value ?? control.textContent) === values.join(' ');
  const chosen = [...control.selectedOptions].map(option => option.value);
  return chosen.length === values.length && chosen.every(value => values.includes(value));
}"""

# Presses a visible button that says, in any of these languages, that there is more of the same.
_PRESS_MORE = r"""words => {
  const begins = (text, word) =>
    text.startsWith(word) && !(/\p{Ll}/u.test(word) && /^\p{L}/u.test(text.slice(word.length)));
  const buttons = document.querySelectorAll(
    'button, [role=button], input[type=button], a:not([href]), a[href="#"], a[href^="javascript:"]');
  for (const button of buttons) {
    const text = (button.innerText || button.value || button.getAttribute('aria-label') || '').trim().toLowerCase();
    const box = button.getBoundingClientRect();
    if (!text || text.length > 40 || button.disabled || !box.width || !box.height) continue;
    if (button.form && button.type === 'submit') continue;
    if (words.some(word => begins(text, word))) { button.click(); return true; }
  }
  return false;
}"""


async def fill_and_send(page: Page, visit: TabVisit, filled: FilledForm) -> None:
    """Fill in the form, press its button, and wait until the page reacts. A page that is left as soon as something is
    chosen has sent the form, or comes back with the form rebuilt around the choice: then filling goes on, but not for
    ever.
    """
    if not await _is_there(page, filled):
        raise FetchError(OutcomeKind.NOT_FOUND, "the form is no longer on its page")
    await page.evaluate(_MARK)
    waiting, moves = list(filled.acts), 0
    while waiting:
        act = waiting.pop(0)
        await _do(page.locator(act.locator).first, act)
        if act.kind in _MAY_SEND and await _moves_on(visit):
            await _arrived(page)
            moves += 1
            if moves > len(filled.acts) or not await _goes_on(page, act, waiting, filled.button):
                return
            done = filled.acts[: len(filled.acts) - len(waiting)]
            waiting = [each for each in done if not await _holds(page, each)] + waiting
            visit.watch()
            await page.evaluate(_MARK)
    # What typing made scripts ask for may fill in a hidden field, or set a cookie: nobody is quicker than its answer.
    await visit.answered(_SEND_SECONDS)
    await _send(page, filled)
    await visit.stirred(_SEND_SECONDS)


async def _moves_on(visit: TabVisit) -> bool:
    """Whether the page is being left. That something is asked for is known a moment before it is known what."""
    if not await visit.stirred(_NOTICE_SECONDS):
        return False
    for _ in range(_LOOKS):
        if visit.hops:
            return True
        await asyncio.sleep(_NOTICE_SECONDS / _LOOKS)
    return bool(visit.hops)


async def _arrived(page: Page) -> None:
    """Until the next page has come: it was only asked for."""
    await _bounded(page.wait_for_function(_UNMARKED, polling=_POLL_MILLISECONDS, timeout=2 * _ACT_MILLISECONDS))
    await _bounded(page.wait_for_load_state("domcontentloaded", timeout=_ACT_MILLISECONDS))


async def _is_there(page: Page, filled: FilledForm) -> bool:
    wanted = [act.locator for act in filled.acts] or ([filled.button] if filled.button else [])
    return not wanted or any([await page.locator(each).count() for each in wanted])


async def _goes_on(page: Page, act: Act, waiting: list[Act], button: str) -> bool:
    """Whether the page that came is the form again, in which this was chosen, with something left to do in it."""
    left = [each.locator for each in waiting] + ([button] if button else [])
    there = all([await page.locator(each).count() for each in left])
    return bool(left) and there and await _holds(page, act)


async def _holds(page: Page, act: Act) -> bool:
    control = page.locator(act.locator)
    return bool(await control.count()) and bool(await control.first.evaluate(_HOLDS, [act.kind, list(act.values)]))


async def _send(page: Page, filled: FilledForm) -> None:
    if filled.button:
        await _press(page.locator(filled.button).first)
    elif filled.acts:
        await _enter(page.locator(filled.acts[-1].locator).first)


async def _enter(control: Locator) -> None:
    by_hand = await _is_in_reach(control) and await _bounded(
        control.press("Enter", timeout=_ACT_MILLISECONDS, no_wait_after=True)
    )
    if not by_hand:
        await _bounded(control.evaluate("control => control.form.requestSubmit()", timeout=_ACT_MILLISECONDS))


async def press_more(page: Page) -> bool:
    """Press a button that promises more of the same; whether there was one."""
    try:
        return bool(await page.evaluate(_PRESS_MORE, MORE_WORDS))
    except Error:
        return False


async def _do(control: Locator, act: Act) -> None:
    if not (await _is_in_reach(control) and await _bounded(_by_hand(control, act))):
        await _bounded(control.evaluate(_SET_BY_SCRIPT, list(act.values), timeout=_ACT_MILLISECONDS))


async def _by_hand(control: Locator, act: Act) -> None:
    match act.kind:
        case ActKind.TYPE:
            await control.fill("", timeout=_ACT_MILLISECONDS)
            typed = " ".join(act.values)
            await control.press_sequentially(typed, delay=_KEY_MILLISECONDS, timeout=4 * _ACT_MILLISECONDS)
        case ActKind.SET:
            await control.fill(" ".join(act.values), timeout=_ACT_MILLISECONDS)
        case ActKind.CHOOSE:
            await control.select_option(list(act.values), timeout=_ACT_MILLISECONDS, no_wait_after=True)
        case ActKind.CHECK | ActKind.UNCHECK:
            await control.set_checked(
                act.kind is ActKind.CHECK, timeout=_ACT_MILLISECONDS, force=True, no_wait_after=True
            )


async def _press(button: Locator) -> None:
    by_hand = await _is_in_reach(button) and await _bounded(button.click(timeout=_ACT_MILLISECONDS, no_wait_after=True))
    if not by_hand:
        await _bounded(button.evaluate("button => button.click()", timeout=_ACT_MILLISECONDS))


async def _is_in_reach(control: Locator) -> bool:
    """Whether a person could reach it. The page has settled: what is hidden now is not waited for."""
    try:
        return await control.is_visible()
    except Error:
        return False


async def _bounded(act: Any) -> bool:
    """Whether the act succeeded: a control that refuses costs a moment, never the page."""
    try:
        await act
    except Error:
        return False
    return True
