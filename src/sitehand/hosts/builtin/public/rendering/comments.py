"""The newest comments."""

from sitehand.hosts.builtin.public.rendering.markup import cut_words, escape, link, write_time
from sitehand.hosts.builtin.public.rendering.reads import CommentRow
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.theme import NO_TITLE
from sitehand.hosts.builtin.rendering import render_comment

NAME = "wp-block-latest-comments"
EXCERPT_WORDS = 20


@renders("core/latest-comments")
def draw_latest_comments(block: Slot, scene: Scene) -> str:
    """A list of comments, each with its item. There are no avatars: a picture by e-mail address is a stranger's."""
    given = block.attributes
    found = scene.site.comments(given.number("commentsToShow", 5, 1, 100))
    if not found:
        return wrap(block, "div", "No comments to show.", "no-comments")
    shown = {"has-dates": given.flag("displayDate", default=True), "has-excerpts": _shows_words(given)}
    entries = "".join(_draw_comment(given, scene, comment) for comment in found)
    return wrap(block, "ol", entries, *(name for name, holds in shown.items() if holds))


def _shows_words(given: Attributes) -> bool:
    return given.flag("displayExcerpt", default=True) and given.text("displayContent", "excerpt") != "none"


def _draw_comment(given: Attributes, scene: Scene, comment: CommentRow) -> str:
    address = scene.site.safe(comment.address) if comment.address.startswith(("https://", "http://")) else ""
    author = escape(comment.author or "Anonymous")
    who = (
        link(address, author, **{"class": f"{NAME}__comment-author"}, rel="nofollow ugc noopener")
        if address
        else f'<span class="{NAME}__comment-author">{author}</span>'
    )
    where = scene.site.url(comment.path) + f"#comment-{comment.id}"
    on = link(where, comment.title or NO_TITLE, **{"class": f"{NAME}__comment-link"})
    date = write_time(scene, comment.date, **{"class": f"{NAME}__comment-date"})
    footer = f"{who} on {on}{date if given.flag('displayDate', default=True) else ''}"
    body = _draw_excerpt(comment) if _shows_words(given) else ""
    return (
        f'<li class="{NAME}__comment"><article>'
        f'<footer class="{NAME}__comment-meta">{footer}</footer>{body}</article></li>'
    )


def _draw_excerpt(comment: CommentRow) -> str:
    words, is_cut = cut_words(render_comment(comment.content).html, EXCERPT_WORDS)
    return f'<div class="{NAME}__comment-excerpt"><p>{escape(words)}{"…" if is_cut else ""}</p></div>'
