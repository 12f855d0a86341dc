"""Films, sounds and maps. What another site shows is a link to it: nothing is asked of a stranger before a click."""

from urllib.parse import quote

from sitehand.elementor.rendering.addresses import write_link, write_source
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.icons import draw_named_icon
from sitehand.elementor.rendering.markup import escape, flag, tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.widgets.images import draw_picture

PROVIDERS = {"youtube": "YouTube", "vimeo": "Vimeo", "dailymotion": "Dailymotion", "videopress": "VideoPress"}
MAPS = "https://maps.google.com/maps?q="
LINK = " .elementor-video-link"
RATIOS = {"169": "16 / 9", "219": "21 / 9", "43": "4 / 3", "32": "3 / 2", "11": "1 / 1", "916": "9 / 16"}


@draws("video")
def draw_video(part: Part) -> str:
    """A film."""
    settings, below = part.settings, " .elementor-video"
    part.style.declare(below, "aspect-ratio", RATIOS.get(settings.text("aspect_ratio"), "16 / 9"))
    kind = settings.choice("video_type", (*PROVIDERS, "hosted"), "youtube")
    if kind == "hosted":
        external = settings.object("external_url" if settings.flag("insert_url") else "hosted_url")
        poster = write_source(settings.object("poster").text("url"))
        return draw_widget(part, draw_hosted(external.text("url"), poster, loop=settings.flag("loop")))
    address = settings.text(f"{kind}_url") or settings.text("link" if kind == "youtube" else f"{kind}_link")
    poster = draw_picture(part, settings.object("image_overlay")) if settings.flag("show_image_overlay") else ""
    return draw_widget(part, draw_linked(address, f"Watch on {PROVIDERS[kind]}", poster))


@draws("audio")
def draw_audio(part: Part) -> str:
    """A sound of SoundCloud."""
    part.style.declare(LINK, "aspect-ratio", "4 / 1")
    return draw_widget(part, draw_linked(part.settings.object("link").text("url"), "Listen on SoundCloud"))


@draws("google_maps")
def draw_map(part: Part) -> str:
    """A place on a map."""
    part.style.size("height", LINK, "height")
    place = part.settings.text("address").strip()
    address = f"{MAPS}{quote(place)}" if place else ""
    return draw_widget(part, draw_linked(address, f"{place} on Google Maps", sign="map-marker"))


def draw_hosted(address: str, poster: str = "", *, loop: bool = False) -> str:
    """A film that is a file, with what it is played by. It never starts by itself."""
    source = write_source(address)
    if not source:
        return ""
    given = {"preload": "metadata", "controls": "controls", "loop": flag("loop", on=loop)}
    return tag("video", src=source, poster=poster, class_="elementor-video", **given)


def draw_linked(address: str, words: str, poster: str = "", *, sign: str = "play") -> str:
    """What another site shows, as a link with a sign."""
    link = write_link(address)
    if not link:
        return ""
    icon = tag("span", draw_named_icon(sign), class_="elementor-video-play")
    told = tag("span", escape(words), class_="elementor-video-words")
    return tag("a", poster + icon + told, href=link, rel="noopener", class_="elementor-video elementor-video-link")
