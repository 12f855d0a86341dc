"""Numbers: counters, progress, ratings. They stand at their end at once, since nothing counts without a script."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.icons import draw_named_icon
from sitehand.elementor.rendering.markup import HEADINGS, escape, tag
from sitehand.elementor.rendering.registry import draws

LARGEST = 1e15
NUMBER = " .elementor-counter-number-wrapper"
BAR, INNER = " .elementor-progress-bar", " .elementor-progress-text"


@draws("counter")
def draw_counter(part: Part) -> str:
    """A number with a title."""
    style, settings = part.style, part.settings
    style.color("number_color", NUMBER)
    style.typography("typography_number", NUMBER)
    style.color("title_color", " .elementor-counter-title")
    style.typography("typography_title", " .elementor-counter-title")
    words = f"{settings.text('prefix')}{_write_number(part)}{settings.text('suffix')}"
    number = tag("div", escape(words), class_="elementor-counter-number-wrapper")
    title = part.html("title")
    level = settings.choice("title_tag", HEADINGS, "div")
    drawn = tag(level, title, class_="elementor-counter-title") if title else ""
    before = settings.text("title_position") in ("before", "start")
    return draw_widget(part, tag("div", drawn + number if before else number + drawn, class_="elementor-counter"))


def _write_number(part: Part) -> str:
    number = part.settings.number("ending_number", 100, -LARGEST, LARGEST)
    text = f"{number:,.10f}".rstrip("0").rstrip(".")
    if not part.settings.flag("thousand_separator", default=True):
        return text.replace(",", "")
    return text.replace(",", part.settings.choice("thousand_separator_char", (".", " ", "_", "'"), ","))


@draws("progress")
def draw_progress(part: Part) -> str:
    """How far something is, in percent."""
    style, settings = part.style, part.settings
    style.color("title_color", " .elementor-title")
    style.typography("typography", " .elementor-title")
    style.color("bar_color", BAR, "background-color")
    style.color("bar_bg_color", " .elementor-progress-wrapper", "background-color")
    style.size("bar_height", " .elementor-progress-wrapper", "height", "line-height")
    style.size("bar_border_radius", " .elementor-progress-wrapper", "border-radius")
    style.color("bar_inline_color", INNER)
    style.typography("bar_inner_typography", INNER)
    percent = settings.number("percent", 50, 0, 100)
    style.declare(BAR, "width", f"{percent:g}%")
    shown = f"{percent:g}%" if settings.flag("display_percentage", default=True) else ""
    texts = tag("span", part.html("inner_text")) + tag("span", shown)
    bar = tag("div", class_="elementor-progress-bar") + tag("div", texts, class_="elementor-progress-text")
    title = part.html("title") if settings.flag("title_display", default=True) else ""
    drawn = tag("div", title, class_="elementor-title") if title else ""
    return draw_widget(part, drawn + _draw_bar(bar, settings.text("title", "Progress"), percent))


def _draw_bar(bar: str, name: str, percent: float) -> str:
    given = {"aria_valuenow": f"{percent:g}", "aria_valuemin": "0", "aria_valuemax": "100", "aria_label": name}
    return tag("div", bar, class_="elementor-progress-wrapper", role="meter", **given)


@draws("rating", "star-rating")
def draw_rating(part: Part) -> str:
    """How good something is, in stars."""
    style, settings = part.style, part.settings
    for name in ("icon_color", "stars_color"):
        style.color(name, " .elementor-rating-star-full")
    for name in ("icon_unmarked_color", "stars_unmarked_color"):
        style.color(name, " .elementor-rating-star-empty")
    style.size("icon_size", " .elementor-rating", "font-size")
    style.align("align")
    most = int(settings.number("rating_scale", 5, 1, 10))
    value = settings.number("rating_value", settings.number("rating", 5, 0, most), 0, most)
    stars = "".join(_draw_star(full=number < round(value)) for number in range(most))
    title = tag("div", part.html("title"), class_="elementor-rating-title") if settings.text("title") else ""
    label = f"{value:g} of {most}"
    return draw_widget(part, title + tag("div", stars, class_="elementor-rating", role="img", aria_label=label))


def _draw_star(*, full: bool) -> str:
    return tag("span", draw_named_icon("star"), class_=f"elementor-rating-star-{'full' if full else 'empty'}")
