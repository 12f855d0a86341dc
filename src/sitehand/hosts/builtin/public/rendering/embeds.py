"""What another site offers to show, as a link: nothing is loaded from there before a visitor goes there."""

import re
from urllib.parse import urlsplit

from sitehand.hosts.builtin.public.rendering.markup import cut_between, escape, link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

VERBS = {"video": "Watch", "rich": "View", "photo": "View", "audio": "Listen"}
NAMES = {
    "bluesky": "Bluesky",
    "dailymotion": "Dailymotion",
    "flickr": "Flickr",
    "mixcloud": "Mixcloud",
    "soundcloud": "SoundCloud",
    "spotify": "Spotify",
    "ted": "TED",
    "tiktok": "TikTok",
    "tumblr": "Tumblr",
    "vimeo": "Vimeo",
    "wordpress": "WordPress",
    "x": "X",
    "youtube": "YouTube",
}
CAPTION = ("<figcaption", "</figcaption>")


@renders("core/embed")
def draw_embed(block: Slot, scene: Scene) -> str:
    """A link that says where it leads, in WordPress's own elements, with the caption."""
    given = block.attributes
    address = given.text("url")
    host = _read_host(address)
    if not host:
        return ""
    provider, kind = given.text("providerNameSlug"), given.choice("type", ("rich", *VERBS))
    name = NAMES.get(provider, host)
    words = f"<strong>{VERBS[kind]} on {escape(name)}</strong> <span>{escape(_shorten(address))}</span>"
    card = link(address, words, rel="nofollow noopener external", **{"class": "embed-link"})
    caption = cut_between(scene.draw(block.inner), *CAPTION)
    slug = provider if re.fullmatch("[a-z0-9-]{1,50}", provider) else ""
    names = (f"is-type-{kind}", slug and f"is-provider-{slug}", slug and f"wp-block-embed-{slug}")
    body = f'<div class="wp-block-embed__wrapper">{card}</div>{caption.join(CAPTION) if caption else ""}'
    return wrap(block, "figure", body, *names)


def _read_host(address: str) -> str:
    """The name of the site, without `www.`; empty for what is no address of the web."""
    try:
        parts = urlsplit(address)
        return (parts.hostname or "").removeprefix("www.") if parts.scheme in ("http", "https") else ""
    except ValueError:
        return ""


def _shorten(address: str) -> str:
    bare = address.split("://", 1)[-1].removeprefix("www.")
    return bare if len(bare) <= 60 else bare[:59] + "…"  # noqa: PLR2004
