"""Atomic boxes: blocks, flexible boxes, grids and tabs."""

from sitehand.elementor.document import Element
from sitehand.elementor.rendering.atomic.frame import choose_tag, draw_atomic, find_link, get_setting
from sitehand.elementor.rendering.atomic.props import read_number
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.widgets.panels import draw_panels, wrap_panels

TAGS = ("div", "header", "section", "article", "aside", "footer")


@draws("e-div-block", "e-flexbox", "e-grid")
def draw_box(part: Part) -> str:
    """A box, which may be a link as a whole."""
    link = find_link(part)
    return draw_atomic(part, "a" if link else choose_tag(part, TAGS), "".join(part.children()), **link)


@draws("e-tab", "e-tab-content", "e-tabs-menu", "e-tabs-content-area", "e-background-video-content")
def draw_inner(part: Part) -> str:
    """A part of another element, where it stands by itself."""
    return draw_atomic(part, "div", "".join(part.children()))


@draws("e-background-video")
def draw_background_video(part: Part) -> str:
    """What stands over a film; the film itself would play unasked."""
    return draw_inner(part)


@draws("e-background-video-controls", "e-background-video-play", "e-background-video-pause")
def draw_nothing(_part: Part) -> str:
    """Buttons of a film that does not play."""
    return ""


@draws("e-tabs")
def draw_tabs(part: Part) -> str:
    """Tabs: titles and panels are paired by their places."""
    titles, panels = (_list_held(part.element, kind) for kind in ("e-tabs-menu", "e-tabs-content-area"))
    draw, depth = part.canvas.draw, part.depth + 2
    drawn = [[draw(each, part.canvas, depth) for each in found] for found in (titles, panels)]
    pairs = [(title, drawn[1][number] if number < len(panels) else "") for number, title in enumerate(drawn[0])]
    active = int(read_number(get_setting(part, "default-active-tab")) or 0)
    group = part.canvas.name_group(f"elementor-tabs-{part.element.id}") if part.element.id.isalnum() else ""
    return draw_atomic(part, "div", wrap_panels("tabs", draw_panels(pairs, group, opened=active)))


def _list_held(element: Element, kind: str) -> list[Element]:
    return [inner for child in element.children if child.kind == kind for inner in child.children]
