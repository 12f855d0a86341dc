"""Samples of operations on media."""

import base64
from io import BytesIO

from hypothesis import strategies as st
from PIL import Image

from tests.pdfs import print_text
from tests.samples.sample import (
    ABSENT,
    ALWAYS,
    UNKNOWN,
    WRONG_IDS,
    Example,
    Fresh,
    Sample,
    Step,
    Write,
    alter,
    draw_ids,
)

CATEGORY = "media"
TEXTS = st.sampled_from(["", "One", "Zwölf Ötter 🦦", "<b>Two</b> " * 60])
DISTURB = Step("PATCH", "/media/{id}", {"caption": "Disturbed"})
PIXEL = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def pack_pixel(colour: str) -> str:
    """A picture of one pixel as a `data:` URL."""
    written = BytesIO()
    Image.new("RGB", (1, 1), colour).save(written, "PNG")
    return f"data:image/png;base64,{base64.b64encode(written.getvalue()).decode()}"


OTHER_PIXEL = pack_pixel("red")
NEW = {"data": PIXEL, "filename": "fresh.png", "title": "Fresh file", "alt_text": "A field"}
DOCUMENT = {"data": f"data:;base64,{base64.b64encode(print_text('Rye', 'Oats')).decode()}", "filename": "menu.pdf"}
FRESH = {
    "media": Fresh(
        Step("POST", "/media", NEW), listed=Step("GET", "/media?orderby=id&order=asc&per_page=100&_fields=id")
    ),
    "document": Fresh(Step("POST", "/media", DOCUMENT)),
}
MOMENTARY = frozenset({"source_url", "media_details", "description"})
SAMPLES = {
    "list_media": Sample([
        Example({"detail": "full"}),
        Example({"detail": "full", "search": "fresh", "orderby": "title", "order": "asc", "per_page": 1, "page": 2}),
        Example({"detail": "full", "media_type": "image", "mime_type": "image/jpeg", "parent": [0]}),
        Example({"only": ["missing_alt_text"]}),
        Example({"only": ["lost"]}, "invalid_arguments"),
        Example({"media_type": "song"}, "invalid_arguments"),
        Example({"mime_type": "image/"}, "invalid_arguments"),
        Example({"orderby": "colour"}, "invalid_arguments"),
        UNKNOWN,
    ]),
    "get_media": Sample([
        Example({"id": "{id}"}, fresh="media"),
        Example({"id": "{id}", "context": "edit"}, fresh="media"),
        *WRONG_IDS,
    ], momentary=MOMENTARY),
    "get_media_text": Sample([
        Example({"id": "{id}"}, fresh="document"),
        Example({"id": "{id}"}, "invalid_arguments", fresh="media"),
        Example({"id": ABSENT, "page": 0}, "invalid_arguments"),
        Example({"id": ABSENT, "offset": -1}, "invalid_arguments"),
        *WRONG_IDS,
    ]),
    "create_media": Sample(
        [
            Example({**NEW, "caption": "<b>Ripe</b>"}),
            Example({"data": "data:,Bread"}),
            Example({}, "invalid_arguments"),
            Example({"data": "Bread"}, "invalid_arguments"),
            Example({"url": "http://127.0.0.1/rye.png"}, "invalid_arguments"),
            Example({**NEW, "url": "http://example.org/rye.png"}, "invalid_arguments"),
            Example({**NEW, "post": ABSENT}, "invalid_arguments"),
            Example({"data": "data:text/html,<html>"}, "unsupported_media_type"),
            UNKNOWN,
        ],
        [
            Write(
                NEW,
                other={**NEW, "title": "Other"},
                idle=ALWAYS,
                newer=Step("PATCH", "/media/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "media", "title = title || 'x'")},
            )
        ],
        drawn=st.fixed_dictionaries({"data": st.just(PIXEL)}, optional={"title": TEXTS, "alt_text": TEXTS}),
        predictable=False,
        momentary=MOMENTARY,
    ),
    "list_media_uses": Sample(
        [Example({"id": "{id}"}, fresh="media"), Example({"id": "{id}", "page": 2}, fresh="media"), *WRONG_IDS]
    ),
    "update_media": Sample(
        [
            Example({"id": "{id}", "alt_text": "Rye & oats", "caption": "<b>Ripe</b>"}, fresh="media"),
            Example({"id": "{id}", "post": ABSENT}, "invalid_arguments", fresh="media"),
            Example({"id": "{id}", "alt_text": "x" * 2001}, "invalid_arguments", fresh="media"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "title": "Changed", "alt_text": "Rye"},
                other={"id": "{id}", "title": "Changed otherwise"},
                idle={"id": "{id}", "alt_text": "A field"},
                newer=Step("PATCH", "/media/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("UPDATE", "media", "title = title || 'x'")},
                fresh="media",
                disturb=DISTURB,
                disturbed=("caption",),
            )
        ],
        drawn=st.fixed_dictionaries(
            {"id": draw_ids("media")}, optional={"title": TEXTS, "alt_text": TEXTS, "post": draw_ids("page", absent=0)}
        ),
        momentary=MOMENTARY,
    ),
    "replace_media": Sample(
        [
            Example({"id": "{id}", "data": OTHER_PIXEL}, fresh="media"),
            Example({"id": "{id}", "data": "data:,Bread"}, "unsupported_media_type", fresh="media"),
            Example({"id": "{id}"}, "invalid_arguments", fresh="media"),
            Example({"id": "{id}", "url": "http://127.0.0.1/rye.png"}, "invalid_arguments", fresh="media"),
            Example({"id": ABSENT, "data": PIXEL}, "not_found"),
            Example({"id": 0, "data": PIXEL}, "invalid_arguments"),
        ],
        [
            Write(
                {"id": "{id}", "data": OTHER_PIXEL},
                other={"id": "{id}", "data": pack_pixel("blue")},
                idle={"id": "{id}", "data": PIXEL},
                newer=Step("PUT", "/media/{id}/file", {"data": pack_pixel("green")}),
                sabotage={"builtin": alter("UPDATE", "media", "sha256 = 'x'")},
                fresh="media",
                disturb=DISTURB,
                disturbed=("caption",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("media"), "data": st.sampled_from([PIXEL, OTHER_PIXEL])}),
        momentary=MOMENTARY,
    ),
    "delete_media": Sample(
        [
            Example({"id": "{id}"}, "conflict", fresh="media"),
            Example({"id": "{id}", "force": True}, fresh="media"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "force": True},
                other={"id": "{id}", "force": False},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON media BEGIN SELECT RAISE(IGNORE); END"},
                fresh="media",
                disturb=DISTURB,
                disturbed=("caption",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("media"), "force": st.booleans()}),
    ),
}  # fmt: skip
