"""The images that an item shows, as they are stored: for the sitemap, which has no time to read texts.

Those of the content are worked out with its other rendered forms. Those of an Elementor document follow by triggers
(`sqlite/triggers.py`), whoever writes it; they stand by themselves, so that nobody reads the document for them.
"""

import json
import re

from sitehand.blocks.images import read_images
from sitehand.elementor.pictures import list_pictures
from sitehand.hosts.builtin.hidden_blocks import leave_out_hidden
from sitehand.hosts.builtin.rendering import Rendered
from sitehand.store.json_text import NOTHING, write_json

NO_IMAGES = Rendered(NOTHING)
_IMAGE = re.compile("<img", re.IGNORECASE | re.ASCII)


def render_images(raw: str) -> Rendered:
    """The images of a text as JSON: the addresses of what visitors see of it."""
    found = read_images(leave_out_hidden(raw)) if raw else []
    return Rendered(write_json(found)) if found else NO_IMAGES


def take_imaged(raw: str) -> str:
    """A text if it may have images; else an empty one, of which the same follows without work."""
    return raw if _IMAGE.search(raw) else ""


def write_pictures(data: str, page_settings: str) -> str:
    """The images of an Elementor document as JSON."""
    return json.dumps(list_pictures(data, page_settings, read_images))
