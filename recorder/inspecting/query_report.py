"""What a run asked forms for, in a few words; a table of queries may hold thousands."""

from collections.abc import Mapping

_SHOWN = 5


def asked_told(parameters: Mapping[str, object]) -> str:
    """The queries of a run, as `NAME=VALUE, …; …`; empty for a run that asked no form."""
    given = parameters.get("queries")
    queries = given if isinstance(given, list) else []
    shown = [_query(query) for query in queries[:_SHOWN]]
    more = [f"and {len(queries) - _SHOWN} more"] if len(queries) > _SHOWN else []
    return "; ".join(shown + more)


def _query(query: object) -> str:
    if not isinstance(query, Mapping):
        return str(query)
    return ", ".join(f"{name}={_value(value)}" for name, value in query.items())


def _value(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)
