"""Boxes with an icon or a picture, a title and a text, and the icon alone."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.icons import draw_icon, find_icon
from sitehand.elementor.rendering.links import wrap_link
from sitehand.elementor.rendering.markup import HEADINGS, tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.style import Style
from sitehand.elementor.rendering.values import write_words
from sitehand.elementor.rendering.widgets.images import draw_picture

ICON, TITLE, TEXT = " .elementor-icon", " .elementor-box-title", " .elementor-box-description"
PICTURE = " .elementor-box-picture"
VIEWS, SHAPES = ("default", "stacked", "framed"), ("square", "rounded", "circle")
PLACES = {
    **{"left": "start", "inline-start": "start", "right": "end", "inline-end": "end"},
    **{"top": "top", "block-start": "top", "bottom": "bottom", "block-end": "bottom"},
}


@draws("icon")
def draw_single_icon(part: Part) -> str:
    """An icon."""
    part.style.align("align")
    return draw_widget(part, _draw_icon(part))


@draws("icon-box")
def draw_icon_box(part: Part) -> str:
    """An icon with a title and a text."""
    part.style.size("icon_space", " .elementor-box", "gap")
    return draw_widget(part, _draw_box(part, _draw_icon(part)))


@draws("image-box")
def draw_image_box(part: Part) -> str:
    """A picture with a title and a text."""
    style, image = part.style, f"{PICTURE} img"
    style.size("image_space", " .elementor-box", "gap")
    style.size("image_size", PICTURE, "width")
    style.size("image_height", image, "height")
    style.size("image_object_fit", image, "object-fit", write=write_words)
    style.border("image_border", image)
    style.size("image_border_radius", image, "border-radius")
    style.box_shadow("image_box_shadow", image)
    picture = wrap_link(part.settings.object("link"), draw_picture(part, part.settings.object("image")), tabindex="-1")
    return draw_widget(part, _draw_box(part, tag("figure", picture, class_="elementor-box-picture") if picture else ""))


def _draw_box(part: Part, drawing: str) -> str:
    settings, style = part.settings, part.style
    style.align("text_align", " .elementor-box")
    style.typography("title_typography", TITLE)
    style.color("title_color", TITLE)
    style.size("title_bottom_space", TITLE, "margin-bottom")
    style.typography("description_typography", TEXT)
    style.color("description_color", TEXT)
    title = wrap_link(settings.object("link"), part.html("title_text"))
    words = tag(settings.choice("title_size", HEADINGS, "h3"), title, class_="elementor-box-title") if title else ""
    text = part.html("description_text")
    words += tag("p", text, class_="elementor-box-description") if text else ""
    place = PLACES.get(settings.text("position"), "top")
    return tag(
        "div",
        drawing + tag("div", words, class_="elementor-box-content"),
        class_=f"elementor-box elementor-position-{place}",
    )


def _draw_icon(part: Part) -> str:
    settings = part.settings
    view, shape = settings.choice("view", VIEWS, "default"), settings.choice("shape", SHAPES, "circle")
    _style_icon(part.style, view)
    icon = draw_icon(find_icon(settings, "selected_icon"))
    drawn = tag("span", icon, class_=f"elementor-icon elementor-view-{view} elementor-shape-{shape}") if icon else ""
    link = settings.object("link")
    return (
        wrap_link(link, drawn, tabindex="-1", aria_hidden="true")
        if part.kind == "icon-box"
        else _link_alone(part, drawn)
    )


def _link_alone(part: Part, drawn: str) -> str:
    """An icon that is a link by itself needs a name."""
    label = part.settings.object("link").text("url").partition("://")[2] or "Link"
    return wrap_link(part.settings.object("link"), drawn, aria_label=label)


def _style_icon(style: Style, view: str) -> None:
    primary = {"stacked": ("background-color",), "framed": ("color", "border-color")}.get(view, ("color",))
    style.color("primary_color", ICON, *primary)
    style.color("secondary_color", ICON, "background-color" if view == "framed" else "color")
    style.color("hover_primary_color", f"{ICON}:hover", *primary)
    for name in ("size", "icon_size"):
        style.size(name, ICON, "font-size")
    style.size("icon_padding", ICON, "padding")
    style.sides("border_width", ICON, "border-width")
    style.sides("border_radius", ICON, "border-radius")
