"""Links to profiles elsewhere, each with a sign of our own: a drawing, or letters of the service's name."""

import re

from sitehand.elementor.rendering.icons import LETTERS, PATHS
from sitehand.hosts.builtin.public.rendering.icon_paths import ICON_PATHS
from sitehand.hosts.builtin.public.rendering.markup import escape, link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.rendering.values import write_styles, write_value

AROUND = "core/social-links"
NAMES = {
    **{"fivehundredpx": "500px", "chain": "Link", "codepen": "CodePen", "deviantart": "DeviantArt", "feed": "RSS Feed"},
    **{
        "github": "GitHub",
        "lastfm": "Last.fm",
        "linkedin": "LinkedIn",
        "share": "Share Icon",
        "soundcloud": "SoundCloud",
    },
    **{"tiktok": "TikTok", "vk": "VK", "wordpress": "WordPress", "whatsapp": "WhatsApp", "youtube": "YouTube"},
}
"""Names of services that are not the service's own word with a capital letter."""
DRAWINGS = {
    **{"instagram": PATHS["instagram"], "youtube": PATHS["youtube"], "mail": PATHS["envelope"], "chain": PATHS["link"]},
    **{"feed": ICON_PATHS["rss"], "share": ICON_PATHS["share"]},
}
_SERVICE = re.compile("[a-z0-9-]{1,40}")
_SLUG = re.compile("[A-Za-z0-9_-]{1,100}")
_MAIL = re.compile(r"[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+")
_WHOLE = re.compile("[a-zA-Z][a-zA-Z0-9+-]*:|[/#]")


@renders("core/social-link")
def draw_social_link(block: Slot, scene: Scene) -> str:
    """The sign of a service, which leads to an address; nothing without one."""
    given, around = block.attributes, block.context.get(AROUND, Attributes())
    address = scene.site.safe(_complete(given.text("url").strip()))
    if not address:
        return ""
    service = given.text("service") if _SERVICE.fullmatch(given.text("service")) else "share"
    name = escape(given.text("label").strip() or NAMES.get(service, service.capitalize()))
    shown = "" if around.flag("showLabels") else " screen-reader-text"
    words = f'{_draw_sign(service)}<span class="wp-block-social-link-label{shown}">{name}</span>'
    new = around.flag("openInNewTab")
    rel = f"{given.text('rel')} noopener nofollow".strip() if new else given.text("rel")
    content = link(address, words, rel=rel, target="_blank" if new else "", **{"class": "wp-block-social-link-anchor"})
    classes = ("wp-social-link", f"wp-social-link-{service}", *_list_colours(around))
    return wrap(block, "li", content, *classes, style=_write_colours(around))


def _complete(address: str) -> str:
    """An address as people type it, with what makes it lead there."""
    if _MAIL.fullmatch(address):
        return f"mailto:{address}"
    return address if not address or _WHOLE.match(address) else f"https://{address}"


def _draw_sign(service: str) -> str:
    letters = LETTERS.get(service, service[0].upper())
    path = DRAWINGS.get(service)
    sign = f'<path d="{path}"/>' if path else f'<text x="12" y="17" text-anchor="middle">{letters}</text>'
    return f'<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">{sign}</svg>'


def _list_colours(around: Attributes) -> list[str]:
    slugs = (("iconColor", "color"), ("iconBackgroundColor", "background-color"))
    return [f"has-{slug}-{ending}" for name, ending in slugs if _SLUG.fullmatch(slug := around.text(name))]


def _write_colours(around: Attributes) -> str:
    values = (("color", "iconColorValue"), ("background-color", "iconBackgroundColorValue"))
    return write_styles((css, write_value(around.values.get(name))) for css, name in values)
