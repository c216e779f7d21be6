"""An invented shop in which a thing stands at several addresses, and names one of them as its own."""

from tests.recorder.recording.glossary import Glossary, words

KEYS = [words(number, 1) for number in range(24)]
SHELVES = 6
SHELF = [words(-number - 1, 1) for number in range(SHELVES)]


class Boutique(Glossary):
    """A thing has an address below every shelf it is on, and on each page says which one is its own; some shelves say
    it of a thing's page alone.
    """

    is_true: bool = True
    """Else all pages call the entry page their own."""

    def furnish(self) -> None:
        shelves = "".join(f"<li><a href=/shelves/{SHELF[n]}/>Shelf {n}</a>" for n in range(SHELVES))
        news = "".join(f"<p><a href={self.term(number)}>{KEYS[number]}</a></p>" for number in range(4))
        self.station.on("/", f"<title>Boutique</title><ul>{shelves}</ul>{news}")
        for shelf, name in enumerate(SHELF):
            on_it = [number for number in range(len(KEYS)) if number % SHELVES in (shelf, (shelf + 1) % SHELVES)]
            listed = "".join(f"<li><a href=/shelves/{name}/things/{KEYS[n]}>{KEYS[n]}</a>" for n in on_it)
            self.station.on(f"/shelves/{name}/", f"<title>{name}</title><h2>Shelf {name}</h2><ul>{listed}</ul>")
            for number in on_it:
                self.station.on(f"/shelves/{name}/things/{KEYS[number]}", self._thing(number, f"<b>{name}</b>"))
        for number in range(len(KEYS)):
            self.station.on(self.term(number), self._thing(number, ""))

    def _thing(self, number: int, way: str) -> str:
        own = self.term(number) if self.is_true else "/"
        text = f"<p>{words((number, 1))}</p><p>{words((number, 2))}</p>"
        head = f"<title>{KEYS[number]}</title><link rel=canonical href={own}>"
        return f"{head}<div>{way}</div><main><h1>{KEYS[number]}</h1>{text}</main>"

    def term(self, number: int) -> str:
        return f"/things/{KEYS[number]}"
