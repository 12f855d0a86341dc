"""The way from the home page to the post that a block stands in."""

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

MAX_ANCESTORS, MAX_SEPARATOR = 20, 10


@renders("core/breadcrumbs")
def draw_breadcrumbs(block: Slot, scene: Scene) -> str:
    """Home, the pages above or the post's category, and the post itself."""
    given = block.attributes
    steps = [link(scene.site.url("/"), "Home")] if given.flag("showHomeItem", default=True) else []
    steps += _list_ancestors(scene, scene.post) if scene.post.type == "page" else _list_terms(scene, scene.post)
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
    pages = {page.id: page for page in scene.site.pages()}
    line: list[str] = []
    here = pages.get(post.id)
    while here and len(line) < MAX_ANCESTORS and (here := pages.get(here.parent)):
        line.append(link(scene.site.url(here.path), here.title or NO_TITLE))
    yield from reversed(line)


def _list_terms(scene: Scene, post: Card) -> Iterator[str]:
    """The first category of the post, and those above it."""
    terms = {term.slug: term for term in scene.site.terms("category")}
    by_id = {term.id: term for term in terms.values()}
    slug = next((term.slug for term in post.terms if term.taxonomy == "category"), "")
    line: list[str] = []
    here = terms.get(slug)
    while here and len(line) < MAX_ANCESTORS:
        line.append(link(scene.site.url(term_path(here.taxonomy, here.slug)), escape(here.name)))
        here = by_id.get(here.parent)
    yield from reversed(line)
