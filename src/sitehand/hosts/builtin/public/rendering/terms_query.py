"""A list of terms that an author puts together: each term drawn by the blocks of a template."""

from collections.abc import Callable, Sequence

from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.reads import MAX_TERMS, TermRow
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.rendering.terms import TAXONOMIES, find_used, term_path
from sitehand.hosts.builtin.public.rendering.this_site import heading_tag
from sitehand.hosts.builtin.rendering import clean_fragment

ORDERS: dict[str, Callable[[TermRow], str | int]] = {
    "name": lambda term: term.name.lower(),
    "slug": lambda term: term.slug,
    "count": lambda term: term.posts,
    "id": lambda term: term.id,
}
BRACKETS = {"round": ("(", ")"), "square": ("[", "]"), "curly": ("{", "}"), "angle": ("<", ">")}
NESTED = "category"
"""The taxonomy whose terms have parents."""


@renders("core/term-template")
def draw_template(block: Slot, scene: Scene) -> str:
    """Each term of the list, drawn by what is in the block; nothing where there is no term or no list."""
    around = block.context.get("core/terms-query")
    terms = list_terms(around.inner("termQuery"), scene) if around else []
    items = "".join(_draw_item(block, scene, term) for term in scene.work.until_ended(terms))
    return wrap(block, "ul", items) if items else ""


def list_terms(query: Attributes, scene: Scene) -> Sequence[TermRow]:
    """The terms that the list shows, in its order: those that it names, or those of a taxonomy."""
    taxonomy = query.text("taxonomy", "category")
    found = scene.site.terms(taxonomy) if taxonomy in TAXONOMIES else []
    if query.flag("hideEmpty", default=True):
        used = find_used(found)
        found = [term for term in found if term.id in used]
    if named := query.ids("include"):
        known = {term.id: term for term in found}
        found = [known[each] for each in dict.fromkeys(named) if each in known]
    else:
        found = _order(query, [term for term in found if _is_wanted(term, query)])
    return found[: query.number("perPage", 10, 0, MAX_TERMS) or MAX_TERMS]


def _is_wanted(term: TermRow, query: Attributes) -> bool:
    return term.taxonomy != NESTED or not term.parent or query.flag("showNested")


def _order(query: Attributes, terms: Sequence[TermRow]) -> list[TermRow]:
    """Terms of which none comes first are in the order in which they were made, whichever way the others are."""
    falls = query.choice("order", ("asc", "desc")) == "desc"
    made = sorted(terms, key=lambda term: term.id)
    return sorted(made, key=ORDERS[query.choice("orderBy", tuple(ORDERS))], reverse=falls)


def _draw_item(block: Slot, scene: Scene, term: TermRow) -> str:
    drawn = scene.of_term(term).draw(block.inner)
    return f'<li class="wp-block-term term-{term.id} {term.taxonomy} taxonomy-{term.taxonomy}">{drawn}</li>'


@renders("core/term-name")
def draw_name(block: Slot, scene: Scene) -> str:
    """The name of the term, which leads to its archive if its author wants that; nothing outside a list of terms."""
    term = scene.term
    if not term:
        return ""
    name, is_link = escape(term.name), block.attributes.flag("isLink")
    address = scene.site.local_url(term_path(term.taxonomy, term.slug)) if is_link else ""
    return wrap(block, heading_tag(block, 0), link(address, name))


@renders("core/term-count")
def draw_count(block: Slot, scene: Scene) -> str:
    """How many posts the term has, in brackets that its author chooses."""
    if not scene.term:
        return ""
    start, end = BRACKETS.get(block.attributes.text("bracketType", "round"), ("", ""))
    return wrap(block, "div", escape(f"{start}{scene.term.posts}{end}"))


@renders("core/term-description")
def draw_description(block: Slot, scene: Scene) -> str:
    """What the site says of the term, with its markup cleaned; nothing for a term without a description.

    What cleaning takes away counts as drawn: it takes as long as what stays.
    """
    raw = scene.term.description if scene.term else ""
    words = clean_fragment(raw).html
    fits = scene.work.may_read(max(0, len(raw) - len(words)))
    return wrap(block, "div", words) if words and fits else ""
