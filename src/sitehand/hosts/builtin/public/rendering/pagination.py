"""From one page of a list to the others. Each list of a page has its own parameter in the address."""

from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.queries import count_pages, query_number, read_page
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

ARROWS = {"arrow": ("←", "→"), "chevron": ("«", "»")}
ENDS = 1
"""Pages at either end that are always linked."""


@renders("core/query-pagination")
def draw_pagination(block: Slot, scene: Scene) -> str:
    """What stands in it, unless the list has one page alone."""
    content = scene.draw(block.inner)
    return wrap(block, "nav", content, aria_label="Pagination") if content.strip() else ""


@renders("core/query-pagination-previous")
def draw_previous(block: Slot, scene: Scene) -> str:
    """A link to the page before."""
    return _draw_step(block, scene, -1, "Previous Page")


@renders("core/query-pagination-next")
def draw_next(block: Slot, scene: Scene) -> str:
    """A link to the page after."""
    return _draw_step(block, scene, 1, "Next Page")


def _draw_step(block: Slot, scene: Scene, step: int, words: str) -> str:
    page = read_page(block, scene) + step
    if not 1 <= page <= count_pages(block, scene):
        return ""
    label = escape(block.attributes.text("label") or words)
    kind = block.context["core/query-pagination"].text("paginationArrow") if _has_arrows(block) else ""
    if kind in ARROWS:
        name = f"wp-block-query-pagination-{'next' if step > 0 else 'previous'}-arrow is-arrow-{kind}"
        arrow = f'<span class="{name}" aria-hidden="true">{ARROWS[kind][step > 0]}</span>'
        label = label + arrow if step > 0 else arrow + label
    return wrap(block, "a", label, href=page_address(block, scene, page))


def _has_arrows(block: Slot) -> bool:
    return "core/query-pagination" in block.context


def page_address(block: Slot, scene: Scene, page: int) -> str:
    """The address of a page of the list, on the page where it stands."""
    number = query_number(block)
    path = scene.site.url(scene.site.visit.path)
    return path if page == 1 else f"{path}?query-{number}-page={page}" if number else f"{path}?query-page={page}"


@renders("core/query-pagination-numbers")
def draw_numbers(block: Slot, scene: Scene) -> str:
    """The pages around this one, and the first and the last."""
    pages, page = count_pages(block, scene), read_page(block, scene)
    if pages < 2:  # noqa: PLR2004
        return ""
    around = block.attributes.number("midSize", 2, 0, 20)
    ends = {*range(1, ENDS + 1), *range(pages - ENDS + 1, pages + 1)}
    wanted = sorted(ends | set(range(max(1, page - around), min(pages, page + around) + 1)))
    parts = []
    for before, number in zip([0, *wanted], wanted, strict=False):
        if number > before + 1:
            parts.append('<span class="page-numbers dots">…</span>')
        parts.append(_draw_number(block, scene, number, is_here=number == page))
    return wrap(block, "div", "\n".join(parts))


def _draw_number(block: Slot, scene: Scene, number: int, *, is_here: bool) -> str:
    if is_here:
        return f'<span aria-current="page" class="page-numbers current">{number}</span>'
    return link(page_address(block, scene, number), str(number), **{"class": "page-numbers"})
