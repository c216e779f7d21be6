"""Visitors who come back: session numbers, and the one-time tokens that forms carry against forged requests."""

from random import Random

_MOST_SESSIONS = 1000
_MOST_TOKENS = 200


class ShopSession:
    """What the shop remembers of one visitor: the tokens of the form pages it has shown them."""

    def __init__(self, name: str, stream: Random) -> None:
        self.name = name
        self._stream = stream
        self._tokens: dict[str, None] = {}

    @property
    def used(self) -> bool:
        """Whether there is anything to remember."""
        return bool(self._tokens)

    def new_token(self) -> str:
        """A token for a form page. Only the latest are remembered: an old page cannot be sent."""
        token = f"{self._stream.getrandbits(128):032x}"
        self._tokens[token] = None
        if len(self._tokens) > _MOST_TOKENS:
            del self._tokens[next(iter(self._tokens))]
        return token

    def spend(self, token: str) -> bool:
        """Whether `token` was shown to this visitor and not sent before; afterwards it is worthless."""
        return self._tokens.pop(token, token) is None


class Sessions:
    """All visitors. Numbers are drawn from the seed, so a test sees the same ones every time."""

    def __init__(self, seed: int) -> None:
        self._stream = Random(f"{seed}/sessions")
        self._known: dict[str, ShopSession] = {}

    def ticket(self) -> str:
        """A number to put into links, as long as usual: a short one may by chance look like a plain number."""
        return f"{self._stream.getrandbits(128):032x}"

    def of(self, cookie: str | None) -> ShopSession:
        """The visitor with this cookie, or a new one."""
        return self._known.get(cookie or "") or ShopSession(self.ticket(), self._stream)

    def keep(self, session: ShopSession) -> None:
        """Remember a visitor; the earliest is forgotten when there are too many."""
        self._known[session.name] = session
        if len(self._known) > _MOST_SESSIONS:
            del self._known[next(iter(self._known))]
