"""Forms and their probes as rows of the store, with what became of each form in words."""

from recorder.forms.form import Field, Form
from recorder.forms.submission import is_sent
from recorder.forms.verdict import FormVerdict
from recorder.patterns.navigation.pattern import FormStep, Parameter
from recorder.probing.prober import Probed
from recorder.store.forms import FieldRow, FormRow
from recorder.store.probes import ProbeRow

LEFT_ALONE, NOT_TRIED, LEADS_NOWHERE, LEADS_TO_TARGETS = "left alone", "not tried", "leads nowhere", "leads to targets"


def form_row(form: Form, verdict: FormVerdict, probed: Probed | None, reason: str = "") -> FormRow:
    """`reason` is why it was not tried although it might have been."""
    step = probed.step if probed and probed.paths else None
    return FormRow(
        signature=form.signature,
        url=form.url,
        method=form.method,
        action=form.action,
        enctype=form.enctype,
        verdict=_word(verdict, probed),
        reason=reason or _reason(verdict, probed),
        generic_url=step.url if step else None,
        generic_body=step.body if step else None,
    )


def field_rows(form: Form, step: FormStep | None) -> tuple[FieldRow, ...]:
    """`free` marks those that a person gives values for when crawling."""
    asked = {each.name: each for each in step.parameters} if step else {}
    return tuple(_field_row(field, asked.get(key)) for field, key in zip(form.fields, form.keys, strict=True))


def _field_row(field: Field, asked: Parameter | None) -> FieldRow:
    return FieldRow(
        name=field.name,
        kind=field.kind,
        label=field.label or field.hint,
        options=tuple(option.value for option in field.options),
        required=asked.required if asked else field.required,
        free=asked is not None,
        value=", ".join(field.chosen),
        example=asked.example if asked else "",
    )


def _word(verdict: FormVerdict, probed: Probed | None) -> str:
    if not verdict.safe:
        return LEFT_ALONE
    if probed is None:
        return NOT_TRIED
    return LEADS_TO_TARGETS if probed.paths else LEADS_NOWHERE


def _reason(verdict: FormVerdict, probed: Probed | None) -> str:
    if probed is None:
        return verdict.reason
    way = f"asked {'in the browser' if probed.in_browser else 'over HTTP'}"
    return "; ".join(filter(None, (verdict.reason, way, probed.remark)))


def probe_rows(probed: Probed) -> list[ProbeRow]:
    """The probes of one form."""
    good = {answer.query: answer.good for answer in probed.answers}
    names = [each.name or each.label for each in probed.form.fields]
    return [
        ProbeRow(
            field_values={
                names[number]: list(reply.query.sends(probed.form, number))
                for number, each in enumerate(probed.form.fields)
                if is_sent(each) or reply.query.said(number) is not None
            },
            method=reply.kept.asked.method,
            url=reply.kept.asked.url,
            request_body=(reply.kept.asked.body or b"").decode("utf-8", "replace"),
            page_id=reply.kept.page_id or None,
            replayed=not reply.kept.rendered,
            size=reply.kept.size,
            analysed=good.get(reply.query) is not None and reply.page is not None,
            outcome=reply.kept.outcome,
            hit=good.get(reply.query) is True,
            seconds=reply.kept.seconds,
        )
        for reply in probed.replies
    ]
