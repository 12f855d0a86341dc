"""Lists with icons, and links to social networks."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.icons import draw_icon, find_icon, name_icon
from sitehand.elementor.rendering.links import list_link_attributes, wrap_link
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.style import LINES, Style
from sitehand.elementor.rendering.values import write_color

LIST, ITEM = " .elementor-icon-list-items", " .elementor-icon-list-item"
ICON, TEXT = " .elementor-icon-list-icon", " .elementor-icon-list-text"
SOCIAL = " .elementor-social-icon"
PLACES = {"left": "flex-start", "start": "flex-start", "center": "center", "right": "flex-end", "end": "flex-end"}


@draws("icon-list")
def draw_icon_list(part: Part) -> str:
    """A list, each of its entries with an icon."""
    _style_list(part.style)
    items = "".join(
        tag("li", _draw_item(part, row), class_="elementor-icon-list-item") for row in part.settings.rows("icon_list")
    )
    inline = " elementor-inline-items" if part.settings.text("view") == "inline" else ""
    return draw_widget(part, tag("ul", items, class_=f"elementor-icon-list-items{inline}"))


def _draw_item(part: Part, row: Settings) -> str:
    icon = draw_icon(find_icon(row, "selected_icon"))
    drawn = tag("span", icon, class_="elementor-icon-list-icon") if icon else ""
    words = row.text("text")
    text = tag("span", part.canvas.clean(words), class_="elementor-icon-list-text") if words else ""
    link = row.object("link")
    return wrap_link(link, drawn + text, aria_label="" if words else _name_link(row, link))


def _name_link(row: Settings, link: Settings) -> str:
    return name_icon(find_icon(row, "selected_icon")) or link.text("url")


def _style_list(style: Style) -> None:
    style.size("space_between", LIST, "gap")
    for name in ("icon_align", "align"):
        for breakpoint, value in style.settings.variants(name):
            place = PLACES.get(value, "") if isinstance(value, str) else ""
            style.declare(LIST, "justify-content", place, breakpoint)
            style.declare(f"{ITEM}, {style.root}{ITEM} > a", "justify-content", place, breakpoint)
    style.color("icon_color", ICON)
    style.color("icon_color_hover", f"{ITEM}:hover .elementor-icon-list-icon")
    style.size("icon_size", ICON, "font-size")
    style.color("text_color", TEXT)
    style.color("text_color_hover", f"{ITEM}:hover .elementor-icon-list-text")
    style.size("text_indent", ICON, "margin-inline-end")
    style.typography("icon_typography", ITEM)
    if style.settings.flag("divider"):
        line = style.settings.choice("divider_style", tuple(LINES), "solid")
        color = write_color(style.settings.text("divider_color")) or "#dddddd"
        style.declare(f"{ITEM} + li", "border-top", f"1px {line} {color}")


@draws("social-icons")
def draw_social_icons(part: Part) -> str:
    """Links to social networks, each with its sign."""
    style = part.style
    style.align("align")
    style.size("icon_size", SOCIAL, "font-size")
    style.size("icon_padding", SOCIAL, "padding")
    style.size("icon_spacing", " .elementor-social-icons", "gap")
    if part.settings.text("icon_color") == "custom":
        style.color("icon_primary_color", SOCIAL, "background-color")
        style.color("icon_secondary_color", SOCIAL)
    style.border("image_border", SOCIAL)
    style.sides("border_radius", SOCIAL, "border-radius")
    shape = part.settings.choice("shape", ("square", "rounded", "circle"), "rounded")
    icons = "".join(_draw_social(row, shape) for row in part.settings.rows("social_icon_list"))
    return draw_widget(part, tag("div", icons, class_="elementor-social-icons"))


def _draw_social(row: Settings, shape: str) -> str:
    icon = find_icon(row, "social_icon", "social")
    link = list_link_attributes(row.object("link"))
    name = name_icon(icon) or "Link"
    classes = f"elementor-social-icon elementor-shape-{shape}"
    return tag(
        "a" if link else "span", draw_icon(icon), class_=classes, **link, role="" if link else "img", aria_label=name
    )
