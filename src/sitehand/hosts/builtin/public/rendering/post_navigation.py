"""The way from a post to the one before or after it."""

from sitehand.hosts.builtin.public.queries import Article, Link
from sitehand.hosts.builtin.public.rendering.markup import link
from sitehand.hosts.builtin.public.rendering.pagination import ARROWS
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.rendering import render_title

NAME = "post-navigation-link"
WORDS = {"next": "Next", "previous": "Previous"}


@renders(f"core/{NAME}")
def draw_neighbour(block: Slot, scene: Scene) -> str:
    """A link to the post before or after the one that the page shows; nothing in it where there is none.

    One within a taxonomy draws none: a page knows the posts around it, and not those of a term.
    """
    given, post = block.attributes, scene.post
    kind = given.choice("type", ("next", "previous"))
    if not isinstance(post, Article):
        return ""
    found = post.newer if kind == "next" else post.older
    content = _draw_link(block, scene, found, kind) if found and not given.text("taxonomy") else ""
    return wrap(block, "div", content, f"post-navigation-link-{kind}")


def _draw_link(block: Slot, scene: Scene, found: Link, kind: str) -> str:
    given, label = block.attributes, render_title(block.attributes.text("label")).html
    words, before = label or WORDS[kind], ""
    if given.flag("showTitle") and given.flag("linkLabel"):
        words = f"{_name('label', label or f'{WORDS[kind]}:')} {_name('title', found.title)}"
    elif given.flag("showTitle"):
        words, before = found.title, f"{_name('label', label)} " if label else ""
    target = link(scene.site.url(found.path), words, rel="next" if kind == "next" else "prev")
    arrow = given.choice("arrow", ("none", *ARROWS))
    if arrow == "none":
        return before + target
    sign = f'<span class="wp-block-{NAME}__arrow-{kind} is-arrow-{arrow}" aria-hidden="true">{{}}</span>'
    drawn = sign.format(ARROWS[arrow][kind == "next"])
    return target + drawn if kind == "next" else drawn + target


def _name(part: str, words: str) -> str:
    return f'<span class="post-navigation-link__{part}">{words}</span>'
