"""Small pieces of HTML that several blocks have."""

import html

from markupsafe import Markup

from sitehand.hosts.builtin.public.queries import Card
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.supports import write_attributes
from sitehand.hosts.builtin.public.theme import BLOCK_TAG, NO_TITLE, write_plain


def escape(words: str) -> str:
    """Write words as HTML."""
    return html.escape(words)


def cut_between(text: str, start: str, end: str) -> str:
    """What is between the first `start` and the first `end` after it; empty where one is missing."""
    inside, found, _ = text.partition(start)[2].partition(end)
    return inside if found else ""


def link(address: str, content: str, **attributes: str) -> str:
    """A link with sanitised content; the content alone where the address leads nowhere."""
    return f"<a{write_attributes(**attributes, href=address)}>{content}</a>" if address else content


def web_address(scene: Scene, address: str) -> str:
    """The address that somebody gave with a comment, where it is one of the web; empty else."""
    return scene.site.safe(address) if address.startswith(("https://", "http://")) else ""


def title_of(post: Card) -> str:
    """The title of an item as HTML; never empty."""
    return post.title if Markup(post.title).striptags() else NO_TITLE  # noqa: S704, sanitised when it was stored


def hidden(words: str) -> str:
    """Words for those who do not see the page."""
    return f'<span class="screen-reader-text">{words}</span>'


def write_time(scene: Scene, moment: str, form: str = "", target: str = "", **attributes: str) -> str:
    """A moment as the day on the site's clock, which may lead somewhere."""
    words = link(target, escape(scene.site.date(moment, form)))
    return f"<time{write_attributes(datetime=moment, **attributes)}>{words}</time>"


def cut_words(text: str, most: int) -> tuple[str, bool]:
    """The first words of some HTML as text, and whether there were more; the site's own mark of that is no word."""
    words = Markup(BLOCK_TAG.sub(" <", text)).striptags().split()  # noqa: S704, text comes out, which is escaped again
    is_cut = words[-1:] == ["[…]"]
    words = words[:-1] if is_cut else words
    return " ".join(words[:most]), is_cut or len(words) > most


def picture(scene: Scene, post: Card, size: str, classes: str = "", **attributes: str) -> str:
    """The featured picture of an item; empty when it has none, or its address could run code. `classes` take the place
    of those of its size.
    """
    source = scene.site.safe(post.image) if post.image else ""
    if not source:
        return ""
    known = {name: str(value) for name, value in post.image_size.items()}
    named = {"class": classes or f"attachment-{size} size-{size} wp-post-image"}
    given = write_attributes(**known, src=source, **named, **attributes)
    return f'<img{given} alt="{escape(post.image_alt)}" loading="lazy" decoding="async">'


def plain_title(post: Card) -> str:
    """The title of an item as text, for an attribute."""
    return write_plain(post.title)
