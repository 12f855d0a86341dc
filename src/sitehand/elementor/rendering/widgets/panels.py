"""What opens: tabs, accordions and toggles. They are `details`, so that no script is needed."""

from collections.abc import Iterable, Sequence

from sitehand.elementor.rendering.background import style_background
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget, name_element
from sitehand.elementor.rendering.markup import HEADINGS, flag, tag
from sitehand.elementor.rendering.registry import draws

ITEM, TITLE, CONTENT = " .elementor-panel", " .elementor-panel > summary", " .elementor-panel-content"
OPEN = " .elementor-panel[open] > summary"


def draw_panels(panels: Iterable[tuple[str, str]], group: str, *, opened: int) -> str:
    """Titles with what they open. `group`: at most one of them is open; `opened`: which one is, or -1."""
    return "".join(
        tag(
            "details",
            tag("summary", title) + tag("div", content, class_="elementor-panel-content"),
            class_="elementor-panel",
            name=group,
            open=flag("open", on=opened == number),
        )
        for number, (title, content) in enumerate(panels)
    )


@draws("accordion")
def draw_accordion(part: Part) -> str:
    """Questions of which one is open."""
    return _draw_repeated(part, name_element(part.element), opened=True)


@draws("toggle")
def draw_toggle(part: Part) -> str:
    """Questions that open by themselves."""
    return _draw_repeated(part, "", opened=False)


@draws("tabs")
def draw_tabs(part: Part) -> str:
    """Tabs: their titles stand in a row where there is room, above the one that is open."""
    return _draw_repeated(part, name_element(part.element), opened=True)


def _draw_repeated(part: Part, group: str, *, opened: bool) -> str:
    _style_classic(part)
    rows, clean = part.settings.rows("tabs"), part.canvas.clean
    level = part.settings.choice("title_html_tag", HEADINGS, "div")
    panels = [(_title(clean(row.text("tab_title")), level), clean(row.text("tab_content"))) for row in rows]
    return draw_widget(part, wrap_panels(part.kind, draw_panels(panels, group, opened=0 if opened else -1)))


def wrap_panels(kind: str, panels: str) -> str:
    """Panels as an accordion or as tabs."""
    name = "tabs" if kind.endswith("tabs") else "accordion"
    return tag("div", panels, class_=f"elementor-panels elementor-panels-{name}")


def _title(words: str, level: str) -> str:
    return tag(level if level.startswith("h") else "span", words, class_="elementor-panel-title")


@draws("nested-accordion")
def draw_nested_accordion(part: Part) -> str:
    """An accordion whose answers are containers."""
    style = part.style
    style.color("normal_title_color", TITLE)
    style.color("active_title_color", OPEN)
    style.size("accordion_item_title_space_between", " .elementor-panels", "gap")
    style_background(style, "accordion_background_normal", TITLE)
    style.border("accordion_border_normal", ITEM)
    style.sides("accordion_padding", TITLE, "padding")
    single = part.settings.text("max_items_expended", "one") == "one"
    opened = part.settings.text("default_state", "expanded") == "expanded"
    return _draw_nested(part, "items", "item_title", name_element(part.element) if single else "", opened=opened)


@draws("nested-tabs")
def draw_nested_tabs(part: Part) -> str:
    """Tabs whose panels are containers."""
    part.style.color("title_text_color", TITLE)
    part.style.color("title_text_color_active", OPEN)
    style_background(part.style, "tabs_title_background_color", TITLE)
    return _draw_nested(part, "tabs", "tab_title", name_element(part.element), opened=True)


def _draw_nested(part: Part, rows: str, title: str, group: str, *, opened: bool) -> str:
    part.style.typography("title_typography", TITLE)
    level = part.settings.choice("title_tag", HEADINGS, "div")
    titles = [_title(part.canvas.clean(row.text(title)), level) for row in part.settings.rows(rows)]
    panels = _pair(titles, part.children())
    return draw_widget(part, wrap_panels(part.kind, draw_panels(panels, group, opened=0 if opened else -1)))


def _pair(titles: Sequence[str], contents: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Titles with their contents, by their places; what has no title keeps its number as one."""
    for number in range(max(len(titles), len(contents))):
        title = titles[number] if number < len(titles) else str(number + 1)
        yield title, contents[number] if number < len(contents) else ""


def _style_classic(part: Part) -> None:
    style = part.style
    style.size("border_width", ITEM, "border-width")
    style.color("border_color", ITEM, "border-color")
    style.color("title_background", TITLE, "background-color")
    style.color("background_color", ITEM, "background-color")
    for name in ("title_color", "tab_color"):
        style.color(name, TITLE)
    style.color("tab_active_color", OPEN)
    for name in ("title_typography", "tab_typography"):
        style.typography(name, TITLE)
    style.sides("title_padding", TITLE, "padding")
    style.color("content_background_color", CONTENT, "background-color")
    style.color("content_color", CONTENT)
    style.typography("content_typography", CONTENT)
    style.sides("content_padding", CONTENT, "padding")
    style.size("space_between", " .elementor-panels", "gap")
    style.color("icon_color", f"{TITLE}::after", "border-color")
