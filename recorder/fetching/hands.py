"""What a person does on a page with hands: type, choose, press. Every single act is bounded in time, and one that does
not succeed is done by script instead: a control may be covered by decoration and still be the one that is sent.

Knows nothing of what is asked or why: see `form_filling`.
"""

from __future__ import annotations

from typing import Any

from playwright.async_api import Error, Locator, Page

from recorder.fetching.form_filling import Act, ActKind, FilledForm
from recorder.fetching.visit import Visit
from recorder.more_words import MORE_WORDS

_ACT_MILLISECONDS = 2000.0
_KEY_MILLISECONDS = 5.0
_SEND_SECONDS = 2.0
_NOTICE_SECONDS = 0.15

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

# Presses a visible button that says, in any of these languages, that there is more of the same.
_PRESS_MORE = """words => {
  const buttons = document.querySelectorAll(
    'button, [role=button], input[type=button], a:not([href]), a[href="#"], a[href^="javascript:"]');
  for (const button of buttons) {
    const text = (button.innerText || button.value || button.getAttribute('aria-label') || '').trim().toLowerCase();
    const box = button.getBoundingClientRect();
    if (!text || text.length > 40 || button.disabled || !box.width || !box.height) continue;
    if (button.form && button.type === 'submit') continue;
    if (words.some(word => text.startsWith(word))) { button.click(); return true; }
  }
  return false;
}"""


async def fill_and_send(page: Page, visit: Visit, filled: FilledForm) -> None:
    """Do what is to be done, press the button, and wait until the page stirs. A form that sends itself as soon as
    something is chosen has been sent then.
    """
    last: Locator | None = None
    for act in filled.acts:
        last = page.locator(act.locator).first
        await _do(last, act)
        if act.kind in _MAY_SEND and await visit.stirred(_NOTICE_SECONDS) and _has_moved_on(visit):
            return
    if filled.button:
        await _press(page.locator(filled.button).first)
    elif last is not None:
        await _bounded(last.press("Enter", timeout=_ACT_MILLISECONDS, no_wait_after=True))
    await visit.stirred(_SEND_SECONDS)


async def press_more(page: Page) -> bool:
    """Press a button that promises more of the same; whether there was one."""
    try:
        return bool(await page.evaluate(_PRESS_MORE, MORE_WORDS))
    except Error:
        return False


def _has_moved_on(visit: Visit) -> bool:
    """Whether the page is being left already."""
    return bool(visit.hops)


async def _do(control: Locator, act: Act) -> None:
    if not await _bounded(_by_hand(control, act)):
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
    if not await _bounded(button.click(timeout=_ACT_MILLISECONDS, no_wait_after=True)):
        await _bounded(button.evaluate("button => button.click()", timeout=_ACT_MILLISECONDS))


async def _bounded(act: Any) -> bool:
    """Whether the act succeeded: what cannot be done to a control costs a moment, never the page."""
    try:
        await act
    except Error:
        return False
    return True
