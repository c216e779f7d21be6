"""Tricky forms, each as HTML for a browser and as the `Form` that a reader of that HTML would make of it."""

from dataclasses import dataclass

from recorder.forms.form import URLENCODED, Button, Field, Form, Option
from recorder.forms.submission import Query, Values


@dataclass(frozen=True)
class Case:
    """`html` stands on a page in `charset`; `typed` is put into the boxes by number, then `pressed` is clicked."""

    name: str
    html: str
    form: Form
    typed: tuple[tuple[int, Values], ...] = ()
    pressed: int | None = 0
    charset: str = "utf-8"

    @property
    def query(self) -> Query:
        return Query(self.typed, self.pressed)


def form(
    *fields: Field,
    action: str = "/find",
    method: str = "GET",
    enctype: str = URLENCODED,
    charset: str = "utf-8",
    buttons: tuple[Button, ...] = (Button(),),
) -> Form:
    return Form(
        url="http://h/", action=action, method=method, enctype=enctype, charset=charset, fields=fields, buttons=buttons
    )


def text(name: str, value: str = "", kind: str = "text", *, disabled: bool = False) -> Field:
    return Field(name=name, kind=kind, value=value, disabled=disabled)


def choice(name: str, kind: str, *options: str, chosen: tuple[str, ...] = (), multiple: bool = False) -> Field:
    return Field(
        name=name, kind=kind, options=tuple(Option(each, each, each in chosen) for each in options), multiple=multiple
    )


GO = "<button>Go</button>"
HARD = "a b+c&d=e%f~*-._'()!é€漢\U0001f600"
BOX = f"<input name=q>{GO}"


def typed(name: str, words: str, charset: str = "utf-8", method: str = "GET", enctype: str = URLENCODED) -> Case:
    return Case(
        name,
        f"<form action=/find method={method} enctype={enctype}>{BOX}</form>",
        form(text("q"), method=method, charset=charset, enctype=enctype),
        ((0, (words,)),),
        charset=charset,
    )


LABELS = ("iso-8859-7", "koi8-r", "macintosh", "gbk", "big5", "shift_jis", "euc-kr", "euc-jp", "windows-874", "ibm866")


def asks_for_its_charset(charset: str) -> Case:
    return Case(
        f"what {charset} is called",
        f"<form action=/find accept-charset={charset}><input type=hidden name=_charset_>{GO}</form>",
        form(text("_charset_", "", "hidden"), charset=charset),
    )


CASES = (
    *map(asks_for_its_charset, LABELS),
    typed("every kind of character", HARD),
    typed("nothing typed", ""),
    typed("blanks at the ends", "  two  words "),
    typed("latin-1 is windows-1252", "é€漢", "iso-8859-1"),
    typed("windows-1251", "Война и мир é", "windows-1251"),
    typed("koi8-r", "Война", "koi8-r"),
    typed("shift_jis", "日本語カナ é", "shift_jis"),
    typed("euc-kr", "한국어 똠", "euc-kr"),
    typed("gbk", "中文 \U0001f600", "gbk"),
    typed("big5", "中文 é", "big5"),
    typed("greek", "Ελλάδα", "iso-8859-7"),
    typed("posted", HARD, method="POST"),
    typed("posted in windows-1252", HARD, "windows-1252", method="POST"),
    typed("multipart", HARD, method="POST", enctype="multipart/form-data"),
    typed("multipart in windows-1251", "Война €漢 \"'", "windows-1251", method="POST", enctype="multipart/form-data"),
    typed("plain", HARD, method="POST", enctype="text/plain"),
    typed("enctype of a GET", HARD, enctype="multipart/form-data"),
    Case(
        "a GET replaces the action's query and fragment",
        f"<form action='/find?lang=en#top'>{BOX}</form>",
        form(text("q"), action="/find?lang=en#top"),
        ((0, ("x",)),),
    ),
    Case(
        "a POST keeps the action's query",
        f"<form action='/find?lang=en&amp;a=*' method=post>{BOX}</form>",
        form(text("q"), action="/find?lang=en&a=*", method="POST"),
        ((0, ("x",)),),
    ),
    Case("nothing to send", f"<form action=/find>{GO}</form>", form()),
    Case("nothing to post", f"<form action=/find method=post>{GO}</form>", form(method="POST")),
    Case(
        "nothing in many parts",
        f"<form action=/find method=post enctype=multipart/form-data>{GO}</form>",
        form(method="POST", enctype="multipart/form-data"),
    ),
    Case(
        "odd names",
        f"""<form action=/find><input type=hidden name="a[]" value=1><input type=hidden name="a[]" value=2>
        <input type=hidden name="b[c][d]" value="x"><input type=hidden name="é &amp;=" value="y">
        <input type=hidden name="" value="never"><input type=hidden value="never">{GO}</form>""",
        form(*(text(n, v, "hidden") for n, v in (("a[]", "1"), ("a[]", "2"), ("b[c][d]", "x"), ("é &=", "y")))),
    ),
    Case(
        "odd names in many parts",
        f"""<form action=/find method=post enctype=multipart/form-data><input type=hidden name='q"uote' value='"'>
        <input type=hidden name="two&#10;lines" value="a&#10;b&#13;c&#13;&#10;d">{GO}</form>""",
        form(
            text('q"uote', '"', "hidden"),
            text("two\nlines", "a\nb\rc\r\nd", "hidden"),
            method="POST",
            enctype="multipart/form-data",
        ),
    ),
    Case(
        "line ends",
        f"""<form action=/find method=post><textarea name=t></textarea><input type=hidden name=h value="x&#10;y&#13;z">
        <input name=l value="one&#10;line">{GO}</form>""",
        form(text("t", kind="textarea"), text("h", "x\ny\rz", "hidden"), text("l", "one\nline"), method="POST"),
        ((0, ("first\nsecond\n",)),),
    ),
    Case(
        "line ends in plain text",
        f"<form action=/find method=post enctype=text/plain><textarea name='t&#10;u'></textarea>{GO}</form>",
        form(text("t\nu", kind="textarea"), method="POST", enctype="text/plain"),
        ((0, ("first\nsecond",)),),
    ),
    Case(
        "boxes and choices left alone",
        f"""<form action=/find><input type=checkbox name=c value=1 checked><input type=checkbox name=d value=2>
        <input type=radio name=r value=a><input type=radio name=r value=b checked>
        <select name=s><option value=1>one<option value=2 selected>two</select>
        <select name=m multiple><option>x<option selected>y<option selected>z</select>{GO}</form>""",
        form(
            choice("c", "checkbox", "1", chosen=("1",)),
            choice("d", "checkbox", "2"),
            choice("r", "radio", "a", "b", chosen=("b",)),
            choice("s", "select", "1", "2", chosen=("2",)),
            choice("m", "select", "x", "y", "z", chosen=("y", "z"), multiple=True),
        ),
    ),
    Case(
        "boxes and choices changed",
        f"""<form action=/find><input type=checkbox name=c value=1 checked><input type=checkbox name=d value=2>
        <input type=radio name=r value=a><input type=radio name=r value=b checked>
        <select name=s><option value=1>one<option value=2 selected>two</select>
        <select name=m multiple><option>x<option selected>y<option selected>z</select>{GO}</form>""",
        form(
            choice("c", "checkbox", "1", chosen=("1",)),
            choice("d", "checkbox", "2"),
            choice("r", "radio", "a", "b", chosen=("b",)),
            choice("s", "select", "1", "2", chosen=("2",)),
            choice("m", "select", "x", "y", "z", chosen=("y", "z"), multiple=True),
        ),
        ((0, ()), (1, ("2",)), (2, ("a",)), (3, ("1",)), (4, ("x", "z"))),
    ),
    Case(
        "several boxes of one name",
        f"""<form action=/find><input type=checkbox name=f[] value=1><input type=checkbox name=f[] value=2>
        <input type=checkbox name=f[] value=3 checked>{GO}</form>""",
        form(choice("f[]", "checkbox", "1", "2", "3", chosen=("3",), multiple=True)),
        ((0, ("1", "3")),),
    ),
    Case(
        "disabled controls",
        f"<form action=/find><input name=a value=1 disabled><input name=b value=2 readonly>{GO}</form>",
        form(text("a", "1", disabled=True), text("b", "2")),
    ),
    Case(
        "the second button, with a way of its own",
        """<form action=/find method=post><input name=q value=x><button name=b value=1>One</button>
        <button name=b value=2 formaction=/other?k=1 formenctype=text/plain>Two</button></form>""",
        form(
            text("q", "x"),
            method="POST",
            buttons=(
                Button(name="b", value="1"),
                Button(name="b", value="2", action="/other?k=1", enctype="text/plain"),
            ),
        ),
        pressed=1,
    ),
    Case(
        "a button that makes it a POST",
        """<form action=/find?a=1><input name=q value=x><button formmethod=post>Go</button></form>""",
        form(text("q", "x"), action="/find?a=1", buttons=(Button(method="post"),)),
    ),
    Case(
        "a named submit button",
        "<form action=/find><input name=q value=x><input type=submit name=go value='Search &raquo;'></form>",
        form(text("q", "x"), buttons=(Button(name="go", value="Search »"),)),
    ),
    Case(
        "an image button",
        "<form action=/find><input name=q value=x><input type=image name=go alt=Search></form>",
        form(text("q", "x"), buttons=(Button(name="go", kind="image"),)),
    ),
    Case(
        "an image button without a name",
        "<form action=/find><input name=q value=x><input type=image alt=Search></form>",
        form(text("q", "x"), buttons=(Button(kind="image"),)),
    ),
    Case(
        "sent by a script, no button pressed",
        "<form action=/find><input name=q value=x><button name=go value=1>Go</button></form>",
        form(text("q", "x"), buttons=(Button(name="go", value="1"),)),
        pressed=None,
    ),
    Case(
        "the charset it asks for",
        f"<form action=/find accept-charset=windows-1252><input type=hidden name=_charset_><input name=q>{GO}</form>",
        form(text("_charset_", "", "hidden"), text("q"), charset="windows-1252"),
        ((1, ("é€漢",)),),
    ),
    Case(
        "a file nobody chose",
        f"<form action=/find method=post enctype=multipart/form-data><input type=file name=f><input name=q>{GO}</form>",
        form(text("f", kind="file"), text("q"), method="POST", enctype="multipart/form-data"),
        ((1, ("x",)),),
    ),
    Case(
        "numbers and dates",
        f"""<form action=/find><input type=number name=n min=1 max=9 value=3><input type=date name=d>
        <input type=month name=m><input type=range name=r min=0 max=10 value=4><input type=search name=s>
        <input type=url name=u><input type=email name=e>{GO}</form>""",
        form(
            text("n", "3", "number"),
            text("d", kind="date"),
            text("m", kind="month"),
            text("r", "4", "range"),
            text("s", kind="search"),
            text("u", kind="url"),
            text("e", kind="email"),
        ),
        ((0, ("7",)), (1, ("2001-02-03",)), (2, ("1999-12",)), (3, ("9",)), (4, ("a ",)), (5, (" http://h/ ",))),
    ),
)
