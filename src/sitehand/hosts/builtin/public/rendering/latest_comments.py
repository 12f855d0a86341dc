"""The newest comments."""

from sitehand.hosts.builtin.public.rendering.avatars import draw_portrait
from sitehand.hosts.builtin.public.rendering.markup import cut_words, escape, link, web_address, write_time
from sitehand.hosts.builtin.public.rendering.reads import CommentRow
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.rendering.threads import ANONYMOUS
from sitehand.hosts.builtin.public.theme import NO_TITLE
from sitehand.hosts.builtin.rendering import render_comment

NAME = "wp-block-latest-comments"
EXCERPT_WORDS, AVATAR_SIZE = 20, 48


@renders("core/latest-comments")
def draw_latest_comments(block: Slot, scene: Scene) -> str:
    """A list of comments, each with its item."""
    given = block.attributes
    found = scene.site.comments(given.number("commentsToShow", 5, 1, 100))
    if not found:
        return wrap(block, "div", "No comments to show.", "no-comments")
    flags = {f"has-{name.lower()}s": given.flag(f"display{name}", default=True) for name in ("Avatar", "Date")}
    shown = {**flags, "has-excerpts": _shows_words(given)}
    entries = "".join(_draw_comment(given, scene, comment) for comment in found)
    return wrap(block, "ol", entries, *(name for name, holds in shown.items() if holds))


def _shows_words(given: Attributes) -> bool:
    return given.flag("displayExcerpt", default=True) and given.text("displayContent", "excerpt") != "none"


def _draw_comment(given: Attributes, scene: Scene, comment: CommentRow) -> str:
    address = web_address(scene, comment.address)
    name = comment.author or ANONYMOUS
    author = escape(name)
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
    shows_image = given.flag("displayAvatar", default=True)
    image = draw_portrait(name, AVATAR_SIZE, f"{NAME}__comment-avatar") if shows_image else ""
    return (
        f'<li class="{NAME}__comment">{image}<article>'
        f'<footer class="{NAME}__comment-meta">{footer}</footer>{body}</article></li>'
    )


def _draw_excerpt(comment: CommentRow) -> str:
    words, is_cut = cut_words(render_comment(comment.content).html, EXCERPT_WORDS)
    return f'<div class="{NAME}__comment-excerpt"><p>{escape(words)}{"…" if is_cut else ""}</p></div>'
