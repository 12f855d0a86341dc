"""Links as classic elements store them: `{url, is_external, nofollow}`."""

from sitehand.elementor.rendering.addresses import write_link
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.settings import Settings


def list_link_attributes(link: Settings) -> dict[str, str]:
    """The attributes of a link; none where it leads nowhere."""
    address = write_link(link.text("url"))
    if not address:
        return {}
    rel = " ".join(name for name, on in (("nofollow", link.flag("nofollow")), ("noopener", _opens(link))) if on)
    return {"href": address, "target": "_blank" if _opens(link) else "", "rel": rel}


def _opens(link: Settings) -> bool:
    return link.flag("is_external")


def wrap_link(link: Settings, content: str, **attributes: str) -> str:
    """Content as a link; by itself where the link leads nowhere."""
    found = list_link_attributes(link)
    return tag("a", content, **found, **attributes) if found else content


def open_link(part: Part, box: str) -> str:
    """A container that is a link as a whole."""
    return (
        wrap_link(part.settings.object("link"), box, class_="e-con-link")
        if part.settings.text("html_tag") == "a"
        else box
    )
