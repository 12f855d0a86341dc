"""Categories and tags: a list, and a cloud."""

import re
from collections.abc import Sequence

from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.reads import TermRow
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

TAXONOMIES = {"category": "category", "post_tag": "tag"}
MAX_DEPTH = 20
_SIZE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)(pt|px|em|rem|%|vw)")


def term_path(taxonomy: str, slug: str) -> str:
    """The path of a term's archive."""
    return f"/{TAXONOMIES[taxonomy]}/{slug}/"


@renders("core/categories")
def draw_categories(block: Slot, scene: Scene) -> str:
    """The terms of a taxonomy, as a list or as a tree. A menu to choose from is a list too: it needs no script.

    A number is of the posts in a term itself; WordPress counts those below it too, in a tree.
    """
    given = block.attributes
    taxonomy = given.text("taxonomy", "category")
    if taxonomy not in TAXONOMIES:
        return ""
    terms = list_shown(scene.site.terms(taxonomy), given)
    entries = _draw_level(scene, terms, given, 0, 0) if _is_tree(given) else _draw_flat(scene, terms, given)
    names = ("wp-block-categories-list", f"wp-block-categories-taxonomy-{taxonomy}")
    return wrap(block, "ul", entries or '<li class="cat-item-none">No categories</li>', *names)


def _is_tree(given: Attributes) -> bool:
    return given.flag("showHierarchy") and not given.flag("showOnlyTopLevel")


def list_shown(terms: Sequence[TermRow], given: Attributes) -> list[TermRow]:
    """The terms that a block lists: by default those that have posts, or terms with posts below them."""
    wanted = {term.id for term in terms if term.posts or given.flag("showEmpty")}
    if given.flag("showHierarchy"):
        wanted = _add_above(wanted, terms)
    top = given.flag("showOnlyTopLevel")
    return [term for term in terms if term.id in wanted and not (top and term.parent)]


def find_used(terms: Sequence[TermRow]) -> set[int]:
    """The ids of those that have posts, or terms with posts below them."""
    return _add_above({term.id for term in terms if term.posts}, terms)


def _add_above(ids: set[int], terms: Sequence[TermRow]) -> set[int]:
    parents, found = {term.id: term.parent for term in terms}, set(ids)
    for each in ids:
        while (each := parents.get(each, 0)) and each not in found:
            found.add(each)
    return found


def _draw_flat(scene: Scene, terms: Sequence[TermRow], given: Attributes) -> str:
    return "".join(f"{_begin_term(scene, term, given, term.posts)}</li>" for term in terms)


def _draw_level(scene: Scene, terms: Sequence[TermRow], given: Attributes, parent: int, depth: int) -> str:
    written = []
    for term in [each for each in terms if each.parent == parent] if depth < MAX_DEPTH else ():
        below = _draw_level(scene, terms, given, term.id, depth + 1)
        children = f'<ul class="children">{below}</ul>' if below else ""
        written.append(f"{_begin_term(scene, term, given, term.posts)}{children}</li>")
    return "".join(written)


def _begin_term(scene: Scene, term: TermRow, given: Attributes, count: int) -> str:
    address = scene.site.local_url(term_path(term.taxonomy, term.slug))
    number = f" ({count})" if given.flag("showPostCounts") else ""
    return f'<li class="cat-item cat-item-{term.id}">{link(address, escape(term.name))}{number}'


@renders("core/tag-cloud")
def draw_tag_cloud(block: Slot, scene: Scene) -> str:
    """The terms with the most posts, by name, the more posts the larger."""
    given = block.attributes
    taxonomy = given.text("taxonomy", "post_tag")
    if taxonomy not in TAXONOMIES:
        return ""
    used = sorted((term for term in scene.site.terms(taxonomy) if term.posts), key=lambda term: -term.posts)
    chosen = used[: given.number("numberOfTags", 45, 1, 100)]
    if not chosen:
        return wrap(block, "p", "There’s no content to show here yet.")
    sizes = _find_sizes(given, chosen)
    ordered = sorted(chosen, key=lambda term: (term.name.lower(), term.id))
    links = [_draw_tag(scene, term, position, sizes[term.posts], given) for position, term in enumerate(ordered, 1)]
    return wrap(block, "p", "\n".join(links))


def _find_sizes(given: Attributes, terms: Sequence[TermRow]) -> dict[int, str]:
    """The size of the letters for each number of posts."""
    counts = [term.posts for term in terms]
    smallest, unit = _read_size(given.text("smallestFontSize"), 8)
    largest, _ = _read_size(given.text("largestFontSize"), 22)
    step = (largest - smallest) / max(1, max(counts) - min(counts))
    return {count: f"{smallest + (count - min(counts)) * step:g}{unit}" for count in counts}


def _read_size(size: str, default: int) -> tuple[float, str]:
    found = _SIZE.fullmatch(size)
    return (float(found[1]), found[2]) if found else (default, "pt")


def _draw_tag(scene: Scene, term: TermRow, position: int, size: str, given: Attributes) -> str:
    shown = f'<span class="tag-link-count"> ({term.posts})</span>' if given.flag("showTagCounts") else ""
    return link(
        scene.site.local_url(term_path(term.taxonomy, term.slug)),
        escape(term.name) + shown,
        **{"class": f"tag-cloud-link tag-link-{term.id} tag-link-position-{position}"},
        style=f"font-size: {size};",
        aria_label=f"{term.name} ({term.posts} {'item' if term.posts == 1 else 'items'})",
    )
