"""Samples of operations that bring a file in without passing it through a model."""

import base64
import secrets
from pathlib import Path
from typing import Any

from sitehand.store.staged_files import SCHEME, tag
from tests.samples.media.media import MOMENTARY, PIXEL
from tests.samples.rows import insert_row, stage_file
from tests.samples.sample import ALWAYS, UNKNOWN, Example, Fresh, Sample, Step, Write, alter

CATEGORY = "media"
NEW = {"filename": "rye.png", "mime_type": "image/png", "size": 70}
UNSENT = f"{SCHEME}{tag('key:1')}-{'0' * 64}"


def send(data: Path) -> dict[str, Any]:
    """A file that the admin's key has sent to its address."""
    name = f"{tag('key:1')}-{secrets.token_hex(32)}"
    stage_file(data, name, base64.b64decode(PIXEL.partition(",")[2]))
    at = {"expires": "2099-01-01T00:00:00Z", "used": "2026-01-01T00:00:00Z"}
    caller = {"caller": "key:1", "label": "admin", "role": "admin"}
    insert_row(data, "uploads", {"token_sha256": secrets.token_hex(32), "name": name, **caller, **NEW, **at})
    return {"uri": f"{SCHEME}{name}"}


FRESH = {"upload": Fresh(send)}
SAMPLES = {
    "create_upload": Sample(
        [
            Example(NEW),
            Example({**NEW, "size": 0}, "invalid_arguments"),
            Example({**NEW, "size": 10**12}, "body_too_large"),
            Example({**NEW, "mime_type": "image"}, "invalid_arguments"),
            UNKNOWN,
        ],
        [Write(NEW, other={**NEW, "size": 71}, idle=ALWAYS, newer="No undo.")],
        drawn="It changes no state of the site.",
        exempt=frozenset({"revision", "undo", "verified"}),
        journaled=False,
        momentary=frozenset({"upload_url", "curl", "file_uri", "expires_at"}),
    ),
    "finish_upload": Sample(
        [
            Example({"file_uri": "{uri}", "alt_text": "Rye"}, fresh="upload"),
            Example({"file_uri": "{uri}", "nonsense": 1}, "invalid_arguments", fresh="upload"),
            Example({"file_uri": UNSENT}, "not_found"),
            Example({"file_uri": UNSENT.replace(tag("key:1"), "0" * 16)}, "not_found"),
            Example({"file_uri": "file:///etc/passwd"}, "invalid_arguments"),
            Example({}, "invalid_arguments"),
        ],
        [
            Write(
                {"file_uri": "{uri}", "title": "Sent"},
                other={"file_uri": "{uri}", "title": "Other"},
                idle=ALWAYS,
                newer=Step("PATCH", "/media/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "media", "title = title || 'x'")},
                fresh="upload",
            )
        ],
        drawn="No call makes what it needs.",
        predictable=False,
        momentary=MOMENTARY,
    ),
}
