"""Atomic pictures, drawings and films."""

from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.rendering.atomic.frame import draw_atomic, find_link, get_setting
from sitehand.elementor.rendering.atomic.props import read_flag, read_id, read_object, read_text
from sitehand.elementor.rendering.atomic.values import find_source
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.widgets.videos import draw_hosted, draw_linked


@draws("e-image")
def draw_image(part: Part) -> str:
    """A picture; the text that stands for it is that of the site's file, where it has none."""
    stored = read_object(get_setting(part, "image")).get("src")
    source = write_source(find_source(stored, part.canvas.references))
    if not source:
        return ""
    known = part.canvas.references.pictures.get(read_id(read_object(stored).get("id")))
    alt = read_text(read_object(stored).get("alt")) or (known.alt if known else "")
    size = known.tell_size(source) if known else {}
    return _link_picture(part, draw_atomic(part, "img", src=source, alt=alt, loading="lazy", decoding="async", **size))


@draws("e-svg")
def draw_svg(part: Part) -> str:
    """A drawing that is a file."""
    source = write_source(find_source(get_setting(part, "svg"), part.canvas.references))
    return _link_picture(part, draw_atomic(part, "img", src=source, alt="", loading="lazy")) if source else ""


def _link_picture(part: Part, picture: str) -> str:
    link = find_link(part)
    label = "" if 'alt=""' not in picture else link.get("href", "").partition("://")[2]
    return tag("a", picture, **link, aria_label=label) if link else picture


@draws("e-youtube")
def draw_youtube(part: Part) -> str:
    """A film on YouTube."""
    return draw_atomic(part, "div", draw_linked(read_text(get_setting(part, "source")), "Watch on YouTube"))


@draws("e-self-hosted-video")
def draw_video(part: Part) -> str:
    """A film that is a file."""
    references = part.canvas.references
    source = find_source(get_setting(part, "source"), references)
    poster = find_source(read_object(get_setting(part, "poster")).get("src"), references)
    film = draw_hosted(source, write_source(poster), loop=read_flag(get_setting(part, "loop")))
    return draw_atomic(part, "div", film)
