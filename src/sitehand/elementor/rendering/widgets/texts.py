"""Headings, texts, HTML, shortcodes, anchors and alerts."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.links import wrap_link
from sitehand.elementor.rendering.markup import HEADINGS, escape, tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.values import write_number, write_words

TITLE, TEXT = " .elementor-heading-title", " .elementor-text-editor"
SIZES = ("small", "medium", "large", "xl", "xxl")
ALERTS = ("info", "success", "warning", "danger")


@draws("heading")
def draw_heading(part: Part) -> str:
    """A heading, which may be a link."""
    style = part.style
    style.align("align")
    style.color("title_color", TITLE)
    style.color("title_hover_color", f"{TITLE} a:hover")
    style.typography("typography", TITLE)
    style.text_shadow("text_shadow", TITLE)
    style.size("blend_mode", TITLE, "mix-blend-mode", write=write_words)
    size = part.settings.choice("size", SIZES)
    title = wrap_link(part.settings.object("link"), part.html("title"))
    classes = f"elementor-heading-title{f' elementor-size-{size}' if size else ''}"
    return draw_widget(part, tag(part.settings.choice("header_size", HEADINGS, "h2"), title, class_=classes))


@draws("text-editor")
def draw_text(part: Part) -> str:
    """A text with paragraphs."""
    style = part.style
    style.align("align")
    style.color("text_color", "")
    style.color("link_color", f"{TEXT} a")
    style.typography("typography", "")
    style.text_shadow("text_shadow", "")
    style.size("text_columns", TEXT, "column-count", write=write_number)
    style.size("column_gap", TEXT, "column-gap")
    style.size("paragraph_spacing", f"{TEXT} p", "margin-bottom")
    return draw_widget(part, tag("div", part.html("editor"), class_="elementor-text-editor"))


@draws("html")
def draw_html(part: Part) -> str:
    """HTML of the author, without what could run."""
    return draw_widget(part, part.html("html"))


@draws("shortcode")
def draw_shortcode(part: Part) -> str:
    """A shortcode as text: what it would run is not here."""
    return draw_widget(part, tag("div", escape(part.settings.text("shortcode")), class_="elementor-shortcode"))


@draws("menu-anchor")
def draw_anchor(part: Part) -> str:
    """A place that links lead to."""
    name = part.settings.text("anchor")
    return draw_widget(
        part, tag("div", class_="elementor-menu-anchor", id=name if name.replace("-", "_").isidentifier() else "")
    )


@draws("alert")
def draw_alert(part: Part) -> str:
    """A notice with a title."""
    style, below = part.style, " .elementor-alert"
    style.color("background", below, "background-color")
    style.color("border_color", below, "border-color")
    style.size("border_left-width", below, "border-inline-start-width")
    style.color("title_color", f"{below}-title")
    style.typography("alert_title", f"{below}-title")
    style.color("description_color", f"{below}-description")
    style.typography("alert_description", f"{below}-description")
    title = tag("span", part.html("alert_title"), class_="elementor-alert-title")
    text = tag("span", part.html("alert_description"), class_="elementor-alert-description")
    kind = part.settings.choice("alert_type", ALERTS, "info")
    return draw_widget(part, tag("div", title + text, class_=f"elementor-alert elementor-alert-{kind}", role="note"))
