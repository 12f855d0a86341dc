"""What somebody said: testimonials."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.links import wrap_link
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.style import Style
from sitehand.elementor.rendering.values import write_number
from sitehand.elementor.rendering.widgets.images import draw_picture, draw_slides

TEXT, NAME, JOB = (f" .elementor-testimonial-{name}" for name in ("content", "name", "job"))
IMAGE = " .elementor-testimonial-image img"


@draws("testimonial")
def draw_testimonial(part: Part) -> str:
    """Words of a person, with a picture."""
    style, settings = part.style, part.settings
    style.align("testimonial_alignment", " .elementor-testimonial")
    _style_words(style, ("content_content", "name_text", "job_text"), ("content", "name", "job"))
    style.border("image_border", IMAGE)
    link = settings.object("link")
    given = {name: part.html(f"testimonial_{name}") for name in ("content", "name", "job")}
    picture = draw_picture(part, settings.object("testimonial_image"))
    top = settings.text("testimonial_image_position", "aside") == "top"
    return draw_widget(part, _draw_quote(given, wrap_link(link, given["name"]), picture, top=top))


@draws("testimonial-carousel")
def draw_testimonials(part: Part) -> str:
    """Testimonials in a row that scrolls."""
    _style_words(part.style, ("content", "name", "title"), ("content", "name", "title"))
    part.style.size("slides_per_view", " .elementor-carousel", "--slides", write=write_number)
    drawn = (_draw_slide(part, row) for row in part.settings.rows("slides"))
    slides = "".join(tag("div", slide, class_="elementor-slide") for slide in drawn)
    return draw_widget(part, draw_slides(slides, "Testimonials"))


def _draw_slide(part: Part, row: Settings) -> str:
    clean = part.canvas.clean
    given = {"content": clean(row.text("content")), "name": clean(row.text("name")), "job": clean(row.text("title"))}
    return _draw_quote(given, given["name"], draw_picture(part, row.object("image")), top=False)


def _draw_quote(given: dict[str, str], name: str, picture: str, *, top: bool) -> str:
    words = tag("div", given["content"], class_="elementor-testimonial-content")
    person = tag("div", name, class_="elementor-testimonial-name") if name else ""
    person += tag("div", given["job"], class_="elementor-testimonial-job") if given["job"] else ""
    drawn = tag("div", picture, class_="elementor-testimonial-image") if picture else ""
    about = tag("figcaption", drawn + tag("div", person), class_="elementor-testimonial-meta")
    classes = f"elementor-testimonial{' elementor-testimonial-top' if top else ''}"
    return tag("figure", tag("blockquote", words) + about, class_=classes)


def _style_words(style: Style, colors: tuple[str, ...], fonts: tuple[str, ...]) -> None:
    for below, color, font in zip((TEXT, NAME, JOB), colors, fonts, strict=True):
        style.color(f"{color}_color", below)
        style.typography(f"{font}_typography", below)
    style.size("image_size", IMAGE, "width", "height")
    style.sides("image_border_radius", IMAGE, "border-radius")
