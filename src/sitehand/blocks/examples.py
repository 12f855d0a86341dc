"""An example of each block, as `insert_blocks` takes it. A test shows all of them to the editors of the releases."""

from collections.abc import Mapping
from typing import Any

TEXT = "Some text."
PICTURE = "https://example.org/picture.jpg"
PARAGRAPH: Mapping[str, Any] = {"name": "core/paragraph", "text": TEXT}
ITEM: Mapping[str, Any] = {"name": "core/list-item", "text": "One"}
COLUMN: Mapping[str, Any] = {"name": "core/column", "inner": [PARAGRAPH]}
BUTTON: Mapping[str, Any] = {
    "name": "core/button",
    "text": "Read more",
    "attributes": {"url": "https://example.org/"},
}
IMAGE: Mapping[str, Any] = {"name": "core/image", "attributes": {"url": PICTURE, "alt": "A hill"}}
ROW = {"cells": [{"content": "Monday", "tag": "td"}, {"content": "9 to 5", "tag": "td"}]}
PARTS: Mapping[str, Mapping[str, Any]] = {
    "core/audio": {"attributes": {"src": "https://example.org/song.mp3"}},
    "core/button": {"text": BUTTON["text"], "attributes": BUTTON["attributes"]},
    "core/buttons": {"inner": [BUTTON]},
    "core/column": {"inner": [PARAGRAPH]},
    "core/columns": {"inner": [COLUMN, COLUMN]},
    "core/cover": {"attributes": {"url": PICTURE, "dimRatio": 50}, "inner": [PARAGRAPH]},
    "core/details": {"text": "More", "inner": [PARAGRAPH]},
    "core/file": {
        "attributes": {
            "href": "https://example.org/a.pdf",
            "fileName": "A file",
            "textLinkHref": "https://example.org/a.pdf",
            "downloadButtonText": "Download",
        }
    },
    "core/freeform": {"text": "<p>Text of before blocks.</p>"},
    "core/gallery": {"inner": [IMAGE, IMAGE]},
    "core/group": {"attributes": {"layout": {"type": "constrained"}}, "inner": [PARAGRAPH]},
    "core/heading": {"text": "A heading", "attributes": {"level": 3}},
    "core/html": {"attributes": {"content": "<p>As it is written.</p>"}},
    "core/image": {"attributes": IMAGE["attributes"]},
    "core/list": {"inner": [ITEM, ITEM]},
    "core/media-text": {"attributes": {"mediaUrl": PICTURE, "mediaType": "image"}, "inner": [PARAGRAPH]},
    "core/pullquote": {"text": TEXT},
    "core/quote": {"inner": [PARAGRAPH]},
    "core/shortcode": {"text": "[gallery]"},
    "core/table": {"attributes": {"body": [ROW]}},
    "core/video": {"attributes": {"src": "https://example.org/film.mp4"}},
}
"""What an example of a block has beside its name, where that is more than a text."""


def write_example(name: str, *, has_text: bool) -> dict[str, Any]:
    """A block with what it usually has."""
    return {"name": name, **PARTS.get(name, {"text": TEXT} if has_text else {})}
