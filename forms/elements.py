"""Elements of a page by an XPath expression, with the types that expressions do not have."""

from lxml import etree


def elements(root: etree._Element, path: str, name: str = "") -> list[etree._Element]:
    """What `path` finds; `$name` in it stands for `name`, which therefore needs no quoting."""
    found = root.xpath(path, name=name)
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []


def with_id(root: etree._Element, name: str) -> etree._Element | None:
    """The first element of that id, as browsers take it."""
    return next(iter(elements(root, "//*[@id=$name]", name)), None)
