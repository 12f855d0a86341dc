"""What blocks say of the site itself."""

from collections.abc import Mapping

from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap, write_attributes

MAX_LEVEL, MAX_WIDTH = 6, 4_000


def heading_tag(block: Slot, default: int) -> str:
    """The element of a heading's level; level 0 is a paragraph."""
    level = block.attributes.number("level", default, 0, MAX_LEVEL)
    return f"h{level}" if level else "p"


@renders("core/site-title")
def draw_site_title(block: Slot, scene: Scene) -> str:
    """The site's name, which leads home."""
    given, name = block.attributes, escape(scene.site.settings["name"])
    if given.flag("isLink", default=True):
        target = given.choice("linkTarget", ("_self", "_blank"))
        name = link(scene.site.local_url("/"), name, target=target, rel="home")
    return wrap(block, heading_tag(block, 1), name)


@renders("core/site-tagline")
def draw_site_tagline(block: Slot, scene: Scene) -> str:
    """The site's description, when it has one."""
    words = scene.site.settings["description"]
    return wrap(block, heading_tag(block, 0), escape(words)) if words else ""


@renders("core/site-logo")
def draw_site_logo(block: Slot, scene: Scene) -> str:
    """The site's logo, which leads home; nothing for a site without one."""
    logo, given = scene.site.logo(), block.attributes
    source = scene.site.safe(logo.address) if logo else ""
    if not logo or not source:
        return ""
    width = given.number("width", 0, 0, MAX_WIDTH)
    alt = escape(logo.alt or scene.site.settings["name"])
    size = write_attributes(**_find_size(logo.size, width), src=source, **{"class": "custom-logo"})
    image = f'<img{size} alt="{alt}" decoding="async">'
    if given.flag("isLink", default=True):
        is_new = given.text("linkTarget") == "_blank"
        more = {"aria_label": "(Home link, opens in a new tab)", "target": "_blank"} if is_new else {}
        image = link(scene.site.local_url("/"), image, **{"class": "custom-logo-link", "rel": "home", **more})
    return wrap(block, "div", image, "" if width else "is-default-size")


def _find_size(own: Mapping[str, int], width: int) -> dict[str, str]:
    """Its own size, or the width that its author chose with the height that follows, so that the page keeps room for it
    before it is loaded. Without a size of its own nothing tells the height.
    """
    if not own:
        return {"width": str(width or "")}
    height = max(1, width * own["height"] // own["width"]) if width else own["height"]
    return {"width": str(width or own["width"]), "height": str(height)}
