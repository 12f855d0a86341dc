"""Addresses that stand alone, which WordPress shows as what they lead to."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock

_ALONE = re.compile(r"https://[^\s<>\"]+", re.IGNORECASE)
_FILE = re.compile(r"\.(?!(?:html?|php)$)[a-z0-9]+$", re.IGNORECASE)
PROVIDERS: Mapping[str, str] = {
    "animoto": r"(www\.)?(animoto|video214)\.com/.",
    "bluesky": r"bsky\.app/profile/[^/]+/post/.",
    "cloudup": r"cloudup\.com/.",
    "crowdsignal": r"(([^/]+\.)?polldaddy\.com|poll\.fm|[^/]+\.crowdsignal\.net|[^/]+\.survey\.fm)/.",
    "dailymotion": r"(www\.)?dailymotion\.com/.",
    "flickr": r"((www\.)?flickr\.com|flic\.kr)/.",
    "imgur": r"([^/]+\.)?imgur\.com/.",
    "issuu": r"(www\.)?issuu\.com/.",
    "kickstarter": r"((www\.)?kickstarter\.com|kck\.st)/.",
    "mixcloud": r"(www\.)?mixcloud\.com/.",
    "pinterest": r"([a-z]{2}|www)\.pinterest\.com(\.(au|mx))?/",
    "reddit": r"(www\.)?reddit\.com/.",
    "reverbnation": r"(www\.)?reverbnation\.com/.",
    "scribd": r"(www\.)?scribd\.com/.",
    "soundcloud": r"(www\.)?soundcloud\.com/.",
    "speaker-deck": r"(www\.)?speakerdeck\.com/.",
    "spotify": r"(open|play)\.spotify\.com/.",
    "ted": r"(www\.|embed\.)?ted\.com/.",
    "tiktok": r"(www\.)?tiktok\.com/.",
    "tumblr": r"[^/]+\.tumblr\.com/.",
    "twitter": r"(www\.)?twitter\.com/.",
    "videopress": r"videopress\.com/.",
    "vimeo": r"(www\.)?vimeo\.com/.",
    "wolfram-cloud": r"(www\.)?wolframcloud\.com/obj/.",
    "wordpress-tv": r"wordpress\.tv/.",
    "youtube": r"(((m|www)\.)?youtube\.com|youtu\.be)/.",
}
"""What follows the scheme of an address, by the name that the editor has for the provider."""
NOT_RESPONSIVE = ("pinterest", "bluesky")


def find_address(text: str) -> str | None:
    """The one address that a text is, and that may lead to something to embed: no file but a page."""
    address = text.strip()
    if not _ALONE.fullmatch(address) or address.lower().count("https://") != 1:
        return None
    try:
        path = urlsplit(address).path
    except ValueError:
        return None
    return None if _FILE.search(path.rsplit("/", 1)[-1]) else address


def make_embed(address: str, release: Dialect) -> NewBlock:
    """The block that shows what an address leads to. 6.8 stores no provider before it has asked it."""
    attributes: dict[str, Any] = {"url": address}
    provider = None if release is Dialect.V6_8 else _find_provider(address)
    if provider:
        attributes["providerNameSlug"] = provider
        if provider not in NOT_RESPONSIVE:
            attributes["responsive"] = True
    return NewBlock("core/embed", attributes)


def _find_provider(address: str) -> str | None:
    rest = address.split("://", 1)[1]
    return next((name for name, pattern in PROVIDERS.items() if re.match(pattern, rest, re.IGNORECASE)), None)
