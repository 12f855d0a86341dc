"""Pictures: one, a gallery, a carousel."""

from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.links import wrap_link
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.values import write_amount, write_number, write_words

IMAGE = " img"


def draw_picture(part: Part, picture: Settings, **attributes: str) -> str:
    """A picture `{id, url, alt}`; the text that stands for it is that of the site's file, where it has none."""
    known, source = part.canvas.references.pictures.get(picture.id()), write_source(picture.text("url"))
    if known and not source:
        source = write_source(known.url)
    if not source:
        return ""
    alt = picture.text("alt") or (known.alt if known and known.url == picture.text("url", known.url) else "")
    size = known.tell_size(source) if known else {}
    return tag("img", src=source, alt=alt, loading="lazy", decoding="async", **size, **attributes)


@draws("image")
def draw_image(part: Part) -> str:
    """A picture with its caption."""
    style = part.style
    style.align("align")
    for name in ("width", "height"):
        style.size(name, IMAGE, name)
    style.size("space", IMAGE, "max-width")
    style.size("object-fit", IMAGE, "object-fit", write=write_words)
    style.size("object-position", IMAGE, "object-position", write=write_words)
    style.size("opacity", IMAGE, "opacity", write=write_amount)
    style.border("image_border", IMAGE)
    style.sides("image_border_radius", IMAGE, "border-radius")
    style.box_shadow("image_box_shadow", IMAGE)
    style.color("text_color", " figcaption")
    style.typography("caption_typography", " figcaption")
    picture = wrap_link(_link_of(part), draw_picture(part, part.settings.object("image")))
    caption = part.html("caption") if part.settings.text("caption_source", "none") == "custom" else ""
    content = tag("figure", picture + tag("figcaption", caption), class_="wp-caption") if caption else picture
    return draw_widget(part, content)


def _link_of(part: Part) -> Settings:
    kind = part.settings.text("link_to", "none")
    if kind == "file":
        return Settings({"url": part.settings.object("image").text("url")})
    return part.settings.object("link") if kind == "custom" else Settings({})


@draws("image-gallery")
def draw_gallery(part: Part) -> str:
    """Draw pictures in columns."""
    style, figure = part.style, " .gallery-item"
    style.size("gallery_columns", " .elementor-gallery", "--columns", write=write_number)
    style.size("image_spacing_custom", " .elementor-gallery", "gap")
    _style_pictures(part)
    style.align("align", figure)
    links_to_file = part.settings.text("gallery_link", "file") == "file"
    pictures = [_draw_linked(part, row, linked=links_to_file) for row in part.settings.rows("wp_gallery")]
    figures = "".join(tag("figure", picture, class_="gallery-item") for picture in pictures if picture)
    return draw_widget(part, tag("div", figures, class_="elementor-gallery"))


def _draw_linked(part: Part, row: Settings, *, linked: bool) -> str:
    picture = draw_picture(part, row)
    named = picture and 'alt=""' not in picture  # a link of a picture without a text would have no name
    return wrap_link(Settings({"url": row.text("url")}), picture) if linked and named else picture


@draws("image-carousel")
def draw_carousel(part: Part) -> str:
    """Pictures in a row that scrolls from one to the next, by hand or with the keyboard."""
    part.style.size("slides_to_show", " .elementor-carousel", "--slides", write=write_number)
    part.style.size("image_spacing_custom", " .elementor-carousel", "gap")
    _style_pictures(part)
    pictures = (draw_picture(part, row) for row in part.settings.rows("carousel"))
    slides = "".join(tag("div", picture, class_="elementor-slide") for picture in pictures if picture)
    name = part.settings.text("carousel_name", "Pictures")
    return draw_widget(part, draw_slides(slides, name))


def draw_slides(slides: str, name: str) -> str:
    """Slides in a row that scrolls."""
    return tag("div", slides, class_="elementor-carousel", role="group", tabindex="0", aria_label=name or "Slides")


def _style_pictures(part: Part) -> None:
    part.style.border("image_border", IMAGE)
    part.style.sides("image_border_radius", IMAGE, "border-radius")
