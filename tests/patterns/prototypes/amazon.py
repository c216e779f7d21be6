"""The linkset of the paper's Figure 3, as a hundred hubs of which 98 list products: each asks for one word."""

SHOP = "http://www.amazon.com"
BAR = (f"{SHOP}/gp/site-directory/ref-topnav_sa", f"{SHOP}/ref-gno-logo")


def book(hub: int, number: int, kind: str) -> str:
    return f"{SHOP}/Title-{hub}-{number}/{kind}?ie=UTF-8&qid={1000 + hub}"


def amazon_hubs() -> list[list[str]]:
    lists = [[book(hub, number, kind) for number in range(5) for kind in ("dp", "p-r")] for hub in range(98)]
    return [[*BAR, *links] for links in (*lists, [], [])]
