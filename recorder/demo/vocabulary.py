"""The words the bookshop is invented from, and the sentences and paragraphs made of them: the same for the same random
stream. What a book is made of is `invention.py`.
"""

from random import Random


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ADJECTIVES = _words(
    """amber ancient borrowed broken burning careful crooked distant drowned early electric empty endless faithful
    feral forgotten fragile frozen gentle gilded glass golden hidden hollow honest hungry idle invisible last lonely
    lost lucky midnight missing modest northern paper patient pale painted perfect quiet reckless restless salted
    scarlet second secret silent silver sleepless slow small stolen stubborn tender thirteenth unfinished velvet
    wandering western wild winter wooden yellow"""
)

NOUNS = _words(
    """almanac anchor apprentice archive atlas autumn balcony ballad bakery beekeeper bell bicycle blacksmith bridge
    candle cartographer carousel castle cathedral chandelier chapel chestnut clockmaker compass copper courtyard
    cuckoo daughter diary doorway dragonfly echo ember envelope ferryman fiddler forest fountain fox garden ghost
    glacier granary harbour harvest heron hourglass island ivory kingdom kitchen ladder lantern library lighthouse
    lullaby mapmaker marble meadow merchant mirror monsoon mountain nightingale notebook oak ocean orchard orphan
    palace parade passenger pearl pilgrim piano quarry quilt railway rainstorm raven riddle river rooftop rope
    sailor sanctuary satellite seamstress shepherd shipwreck sister skeleton snowfall spindle spire staircase
    stranger summer swallow tailor telescope thief thunder tide tower traveller treasure tunnel umbrella valley
    violin voyage weaver well whisper willow window witness wolf workshop"""
)

PLACES = _words(
    """Aberdeen Antwerp Bologna Bergen Cork Cádiz Dresden Galway Ghent Genoa Győr Istanbul Kraków Lisbon Ljubljana
    Málaga Marseille Nîmes Odesa Oslo Palermo Porto Reykjavík Riga Salamanca Tallinn Trieste Uppsala Valparaíso
    Zürich"""
)

FIRST_NAMES = _words(
    """Ada Agnes Aisha Alma André Anneliese Arthur Astrid Béatrice Bohumil Brigid Carlos Chiara Clément Cyril Dagny
    Dmitri Edith Eilidh Elif Emeka Esmé Ewa Fergus Francisca Françoise Giorgos Greta Hana Henry Ingrid Inés Ivo Jasper
    Jürgen Kazuo Kirsten Leïla Lotte Magda Maeve Marguerite Mateus Mirjam Nadia Niamh Olga Otto Pádraig Paulo
    Rafael Renée Ruth Sándor Sigrid Søren Tadeusz Tomás Ursula Vera Winifred Yuki Zoë"""
)

SURNAMES = _words(
    """Abernathy Almeida Ashworth Bergström Blackwood Brontolini Castellanos Černý Chaudhuri D'Angelo D'Souza Delacroix
    Dvořák Eriksen Fairweather Fernández Fitzgerald Friedländer García-Lorca Gallagher Grünwald Haraldsson Holloway
    Ibáñez Ivanova Jankowski Kästner Kowalczyk Lindqvist L'Estrange Lacroix MacAllister Marchetti McBride Moreau
    Müller Nakamura Navarro Núñez O'Brien O'Connell Okonkwo Øvergård Papadakis Pemberton Petrović Quiroga Ravenscroft
    Rousseau Saint-Clair Šimić Sørensen Szabó Tanaka Thackeray Tremblay Underhill Vandenberg Villeneuve Wainwright
    Weiß Winterbottom Yılmaz Zimmermann"""
)

COUNTRIES = (
    "Chile",
    "Czechia",
    "Denmark",
    "France",
    "Ghana",
    "Ireland",
    "Japan",
    "Norway",
    "Poland",
    "Scotland",
    "Spain",
)

PUBLISHERS = (
    "Albion & Daughters",
    "Blue Heron Press",
    "Corvid Editions",
    "Éditions du Phare",
    "Faber's Yard",
    "Green Lane Books",
    "Halyard House",
    "Kestrel & Finch",
    "Lindenbaum Verlag",
    "Northgate University Press",
    "Old Mill Press",
    "Saltmarsh",
)

AWARDS = ("the Saltmarsh Prize", "the Harbour Medal for Fiction", "the Readers' Choice Award", "the Prix du Phare")

BINDINGS = ("Hardback", "Paperback", "Large print", "Audio CD", "E-book")

CONDITIONS = ("as-new", "good", "worn")

# One entry a language: how its titles begin, and how they end.
FOREIGN_TITLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "French": (
        ("L'été de", "Les années de", "Une forêt pour", "Le théâtre de", "À l'ombre de", "Le cœur de"),
        ("l'étrangère", "Cécile", "la fenêtre", "l'île déserte", "François", "la mère Noël", "l'hôtel"),
    ),
    "German": (
        ("Die Brücke über", "Das Mädchen und", "Der König ohne", "Süße Grüße an", "Fünf Bücher für", "Straße nach"),
        ("die Flüsse", "Jürgen", "den Bäcker", "Köln", "die Großmutter", "das Gewöhnliche", "Österreich"),
    ),
    "Spanish": (
        ("El año de", "La niña y", "Corazón de", "Mañana en", "Los pájaros de", "Canción para"),
        ("Málaga", "el búho", "la montaña", "el señor Núñez", "Bogotá", "la lluvia", "un jardín"),
    ),
    "Russian": (
        ("Тихая", "Последняя", "Зимняя", "Старая", "Синяя", "Чужая"),
        ("гавань", "дорога", "книга", "река", "песня", "станция", "звезда"),
    ),
    "Japanese": (
        ("静かな", "最後の", "冬の", "青い", "小さな", "夜の"),
        ("港", "図書館", "手紙", "庭", "海", "列車", "約束"),
    ),
}

VERBS = ("abandons", "discovers", "follows", "forgives", "inherits", "invents", "loses", "mends", "remembers", "steals")

OPENINGS = (
    "When {name} {verb} the {adjective} {noun} of {place}, nobody asks why.",
    "{name} never wanted to leave {place}, and the {noun} never let go.",
    "It begins with the {noun}, the {adjective} {noun2} and a letter from {place}.",
    "In the year of the {adjective} {noun}, {place} had only one {noun2}.",
    "Everybody in {place} knows the story of the {noun}; nobody tells it to {name}.",
)

MIDDLES = (
    "Between the {noun} and the {noun2} there is {adjective} silence.",
    "The {adjective} {noun} is not what it seems, and {name} {verb} more than a secret.",
    "What follows leads from {place} to the {adjective} {noun2}.",
    "The {noun} keeps its promises; the {noun2} does not.",
    "With dry wit and {adjective} patience the author {verb} an age in which every {noun} had its {noun2}.",
    "By the second chapter the {adjective} {noun} has vanished, and {name} {verb} the only {noun2}.",
)

ENDINGS = (
    "A book for anyone who has ever lost the {noun} of a lifetime.",
    "Translated for the first time, with notes on the {noun} and a map of {place}.",
    "You will not look at the {noun2} in the same way again.",
    "This edition adds an afterword on {place} and its {adjective} {noun}.",
)

PRAISE = (
    "I read it in one night, {noun} and all.",
    "The {noun2} in the middle drags a little.",
    "My sister in {place} recommended it and she was right.",
    "Beautifully printed, {adjective} and wise.",
    "Not for me: too much {noun}, too little {noun2}.",
    "Five chapters in, {name} {verb} everything. Wonderful!",
    "Arrived with a bent corner, but the story is {adjective}.",
)


def sentence(stream: Random, patterns: tuple[str, ...]) -> str:
    """One sentence made from one of `patterns`."""
    return stream.choice(patterns).format(
        adjective=stream.choice(ADJECTIVES),
        noun=stream.choice(NOUNS),
        noun2=stream.choice(NOUNS),
        name=stream.choice(FIRST_NAMES),
        place=stream.choice(PLACES),
        verb=stream.choice(VERBS),
    )


def paragraph(stream: Random, sentences: int) -> str:
    """A paragraph of `sentences` sentences, with a beginning and, if long enough, an end."""
    opening = sentence(stream, OPENINGS)
    middle = [sentence(stream, MIDDLES) for _ in range(sentences - 2)]
    ending = [sentence(stream, ENDINGS)] if sentences > 1 else []
    return " ".join([opening, *middle, *ending])


def paragraphs(stream: Random, fewest: int, most: int) -> tuple[str, ...]:
    """Between `fewest` and `most` paragraphs of two to five sentences."""
    return tuple(paragraph(stream, stream.randint(2, 5)) for _ in range(stream.randint(fewest, most)))


def remark(stream: Random) -> str:
    """What a reader might write below a book."""
    return " ".join(sentence(stream, PRAISE) for _ in range(stream.randint(1, 3)))
