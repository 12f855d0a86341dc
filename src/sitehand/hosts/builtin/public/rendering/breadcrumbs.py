"""The way from the home page to the post that a block is in."""

import re
from collections.abc import Iterator

from sitehand.hosts.builtin.public.queries import Card
from sitehand.hosts.builtin.public.rendering.markup import escape, link, title_of
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.rendering.terms import term_path
from sitehand.hosts.builtin.public.theme import NO_TITLE

MAX_SEPARATOR = 10


@renders("core/breadcrumbs")
def draw_breadcrumbs(block: Slot, scene: Scene) -> str:
    """Home, the items above or the post's category, and the item itself."""
    given = block.attributes
    steps = [link(scene.site.local_url("/"), "Home")] if given.flag("showHomeItem", default=True) else []
    steps += _list_ancestors(scene, scene.post) if scene.post.type != "post" else _list_terms(scene, scene.post)
    if given.flag("showCurrentItem", default=True):
        steps.append(f'<span aria-current="page">{title_of(scene.post)}</span>')
    if not steps:
        return ""
    separator = f"--separator: {_write_string(given.text('separator', '/')[:MAX_SEPARATOR])}"
    return wrap(block, "nav", f"<ol><li>{'</li><li>'.join(steps)}</li></ol>", style=separator, aria_label="Breadcrumbs")


def _write_string(words: str) -> str:
    """A string of CSS."""
    return '"' + re.sub(r"[^\w\s/|·•›»→>–—.-]|[\r\n\f]", lambda found: f"\\{ord(found[0]):x} ", words) + '"'


def _list_ancestors(scene: Scene, post: Card) -> Iterator[str]:
    for page in scene.site.ancestors(post.id):
        yield link(scene.site.url(page.path), page.title or NO_TITLE)


def _list_terms(scene: Scene, post: Card) -> Iterator[str]:
    """The first category of the post, and those above it."""
    slug = next((term.slug for term in post.terms if term.taxonomy == "category"), "")
    for term in scene.site.term_line("category", slug) if slug else ():
        yield link(scene.site.local_url(term_path(term.taxonomy, term.slug)), escape(term.name))
