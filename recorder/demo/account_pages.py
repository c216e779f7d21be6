"""Forms that change something: log-in, orders, letters, votes. Whoever sends one is thanked; `tally.py` counts."""

from recorder.demo.frame import frame
from recorder.demo.markup import options
from recorder.demo.replies import Reply, html, redirect
from recorder.demo.visit import Route, Visit

_ACCOUNT = """<h1>Your account</h1>
<form class="login" action="/account/login" method="post">
<label for="user">User name or e-mail</label> <input id="user" name="user">
<label for="password">Password</label> <input id="password" name="password" type="password">
<label><input type="checkbox" name="stay" value="1"> Stay logged in</label>
<button type="submit">Log in</button>
</form>
<h2>New here?</h2>
<form class="register" action="/account/register" method="post">
<label>Name <input name="name"></label> <label>E-mail <input name="mail"></label>
<label>Password <input name="secret" type="password"></label>
<input type="submit" value="Create an account">
</form>
<h2>Leaving us?</h2>
<form class="delete" action="/account/delete" method="post">
<label><input type="checkbox" name="sure" value="yes"> I am sure</label>
<button type="submit">Delete my account</button>
</form>
<form class="leave" action="/newsletter/leave" method="get">
<label>No more letters to <input name="address"></label> <button>Unsubscribe</button>
</form>"""

_SUBJECTS = (("order", "My order"), ("shop", "The shop"), ("other", "Something else"))
_CONTACT = f"""<h1>Contact</h1>
<form class="contact" action="/contact/send" method="post">
<label for="who">Your name</label> <input id="who" name="who">
<label for="reply-to">Your e-mail</label> <input id="reply-to" name="reply_to" type="email">
<label for="subject">Subject</label>
<select id="subject" name="subject">{options(_SUBJECTS)}</select>
<label for="message">Message</label> <textarea id="message" name="message" rows="6"></textarea>
<button type="submit">Send</button>
</form>
<h2>Sell us your books</h2>
<form class="sell" action="/sell/offer" method="post" enctype="multipart/form-data">
<label>A list of them <input type="file" name="list"></label> <label>Title <input name="title"></label>
<button type="submit">Offer</button>
</form>"""

_BASKET = """<h1>Your basket</h1>
<p>Your basket is empty.</p>
<form class="order" action="/basket/order" method="post">
<label>Voucher <input name="voucher"></label>
<button type="submit" name="do" value="redeem">Redeem</button>
<button type="submit" name="do" value="order">Order now</button>
</form>"""


def _account(visit: Visit) -> Reply:
    return html(frame(visit, "Your account", _ACCOUNT, crumbs=(("", "Your account"),)))


def _contact(visit: Visit) -> Reply:
    return html(frame(visit, "Contact", _CONTACT, crumbs=(("", "Contact"),)))


def _basket(visit: Visit) -> Reply:
    return html(frame(visit, "Your basket", _BASKET, crumbs=(("", "Your basket"),)))


def _thanks(visit: Visit) -> Reply:
    """Something has changed."""
    return html(frame(visit, "Thank you", "<h1>Thank you</h1>\n<p>We have taken note of it.</p>"))


def _language(_visit: Visit) -> Reply:
    return redirect("/", 303)


ROUTES = (
    Route("/account/", _account),
    Route("/contact", _contact),
    Route("/basket", _basket),
    Route("/language", _language, posts=True),
    Route("/account/{deed:login|register|delete}", _thanks, posts=True),
    Route("/newsletter", _thanks, posts=True),
    Route("/newsletter/leave", _thanks),
    Route("/contact/send", _thanks, posts=True),
    Route("/sell/offer", _thanks, posts=True),
    Route("/basket/add", _thanks, posts=True),
    Route("/basket/order", _thanks, posts=True),
    Route("/wishlist/add", _thanks, posts=True),
    Route("/poll/vote", _thanks, posts=True),
    Route(r"/reviews/{number:\d+}", _thanks, posts=True),
)
