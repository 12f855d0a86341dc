"""From one page of a list to the others. Each list of a page has its own parameter in the address."""

from typing import NamedTuple

from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.queries import count_pages, page_parameter, read_page
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

ARROWS = {"arrow": ("←", "→"), "chevron": ("«", "»")}
ENDS = 1
"""Pages at either end that are always linked."""


class Pages(NamedTuple):
    """The pages of a list: which is shown, of how many, and what the address calls them. `part` is where the list
    begins on the page that it stands on.
    """

    page: int
    total: int
    parameter: str
    part: str = ""

    def address(self, scene: Scene, page: int) -> str:
        """The address of a page of the list, on the page where it is."""
        path = scene.site.url(scene.site.visit.path)
        return f"{path}{'' if page == 1 else f'?{self.parameter}={page}'}{self.part}"


def _find_pages(block: Slot, scene: Scene) -> Pages:
    return Pages(read_page(block, scene), count_pages(block, scene), page_parameter(block))


@renders("core/query-pagination")
def draw_pagination(block: Slot, scene: Scene) -> str:
    """What is in it, unless the list has one page alone."""
    return draw_steps(block, scene, "Pagination")


def draw_steps(block: Slot, scene: Scene, label: str) -> str:
    """The blocks that lead to other pages; nothing where none of them does."""
    content = scene.draw(block.inner)
    return wrap(block, "nav", content, aria_label=label) if content.strip() else ""


@renders("core/query-pagination-previous")
def draw_previous(block: Slot, scene: Scene) -> str:
    """A link to the page before."""
    return draw_step(block, scene, _find_pages(block, scene), -1, "Previous Page")


@renders("core/query-pagination-next")
def draw_next(block: Slot, scene: Scene) -> str:
    """A link to the page after."""
    return draw_step(block, scene, _find_pages(block, scene), 1, "Next Page")


def draw_step(block: Slot, scene: Scene, pages: Pages, step: int, words: str) -> str:
    """A link so many pages on, in its author's words or these; nothing where the list has no such page."""
    page = pages.page + step
    if not 1 <= page <= pages.total:
        return ""
    label = escape(block.attributes.text("label") or words)
    name = block.name.removeprefix("core/")
    around = block.context.get(f"core/{name.rpartition('-')[0]}")
    kind = around.text("paginationArrow") if around else ""
    if kind in ARROWS:
        arrow = (
            f'<span class="wp-block-{name}-arrow is-arrow-{kind}" aria-hidden="true">{ARROWS[kind][step > 0]}</span>'
        )
        label = label + arrow if step > 0 else arrow + label
    return wrap(block, "a", label, href=pages.address(scene, page))


@renders("core/query-pagination-numbers")
def draw_query_numbers(block: Slot, scene: Scene) -> str:
    """The pages around the one that is shown, and the first and the last."""
    return draw_numbers(block, scene, _find_pages(block, scene))


def draw_numbers(block: Slot, scene: Scene, pages: Pages) -> str:
    """The pages around the one that is shown, and the first and the last; nothing where there is one page alone."""
    if pages.total < 2:  # noqa: PLR2004
        return ""
    around = block.attributes.number("midSize", 2, 0, 20)
    ends = {*range(1, ENDS + 1), *range(pages.total - ENDS + 1, pages.total + 1)}
    near = range(max(1, pages.page - around), min(pages.total, pages.page + around) + 1)
    wanted, parts = sorted(ends | set(near)), []
    for before, number in zip([0, *wanted], wanted, strict=False):
        if number > before + 1:
            parts.append('<span class="page-numbers dots">…</span>')
        parts.append(_draw_number(scene, pages, number))
    return wrap(block, "div", "\n".join(parts))


def _draw_number(scene: Scene, pages: Pages, number: int) -> str:
    if number == pages.page:
        return f'<span aria-current="page" class="page-numbers current">{number}</span>'
    return link(pages.address(scene, number), str(number), **{"class": "page-numbers"})
