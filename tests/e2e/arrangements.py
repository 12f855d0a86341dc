"""A page with every block that the site shows: an example of each, and blocks arranged and styled as authors do it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sitehand.blocks.describing import describe_type
from sitehand.blocks.release import read_release

Block = dict[str, Any]
DRAWN = Path(__file__).with_name("drawn.html")
"""Blocks that the site draws, one on each line."""
LINES, NAMES = re.compile(r"\n+(?=<!-- wp:)"), re.compile(r"<!-- wp:([a-z-]+)")
PICTURE = "/icon.svg"
"""What stands for every picture of the page."""
STRANGER = "https://example.org/"
"""Where examples have their files; the page asks nobody for them."""
LONG = "Some words of a walk over the hills, past the lake and down to the village where it began. " * 3
APART = frozenset(
    f"core/{name}"
    for name in (
        *("block", "comments", "freeform", "legacy-widget", "loginout", "missing", "more", "navigation-overlay-close"),
        *("nextpage", "pattern", "post-comments", "post-comments-form", "post-content", "query", "rss", "shortcode"),
        *("tabs", "template-part", "terms-query", "widget-group"),
    )
)
"""Blocks of which an example alone shows nothing, or the page itself."""


def block(name: str, *inner: Block, text: str = "", **attributes: Any) -> Block:
    """A block as `insert_blocks` takes it."""
    given = {"name": f"core/{name}", "attributes": attributes, "inner": [*inner], "text": text}
    return {key: value for key, value in given.items() if value}


def words(text: str = "Words", **attributes: Any) -> Block:
    """A paragraph."""
    return block("paragraph", text=text, **attributes)


def picture(**attributes: Any) -> Block:
    """A picture."""
    return block("image", **{"url": PICTURE, "alt": "A hill", **attributes})


def button(text: str, **attributes: Any) -> Block:
    """A button."""
    return block("button", text=text, url="/about/", **attributes)


def coloured(*inner: Block, name: str = "group", **attributes: Any) -> Block:
    """A block with a ground of the palette."""
    return block(name, *inner, backgroundColor="pale-pink", **attributes)


def gap(size: str) -> dict[str, Any]:
    """The space between the blocks in a block."""
    return {"spacing": {"blockGap": size}}


def table(**attributes: Any) -> Block:
    """A table with a head and a foot."""

    def row(tag: str, *cells: str) -> dict[str, Any]:
        return {"cells": [{"content": cell, "tag": tag} for cell in cells]}

    body = [row("td", day, hours) for day, hours in (("Monday", "9 to 5"), ("Tuesday", "Closed"), ("Friday", "9 to 3"))]
    parts = {"head": [row("th", "Day", "Hours")], "body": body, "foot": [row("td", "Always", "Ask us")]}
    return block("table", **{**parts, **attributes})


COLUMN = block("column", words("One column")), block("column", words(LONG))
COVER = block("heading", text="Over a picture", level=3), words("And words below")
ITEMS = [
    block("list-item", text="One"),
    block("list-item", block("list", block("list-item", text="Within")), text="Two"),
]
ARRANGED: dict[str, list[Block]] = {
    "text": [
        words(LONG, dropCap=True),
        words("Large and red", fontSize="large", textColor="vivid-red"),
        words("On a ground", backgroundColor="pale-pink"),
        words("In the middle", style={"typography": {"textAlign": "center"}}),
        words("<strong>Strong</strong>, <em>stressed</em>, <code>code</code>, <mark>marked</mark>"),
        block("preformatted", text="Kept   as\nit is"),
        block("code", text="print('Hello')"),
        block("verse", text="Over all the hilltops\n  Is rest"),
    ],
    "headings": [block("heading", text=f"Level {level}", level=level) for level in (3, 4, 5, 6)],
    "lists": [
        block("list", *ITEMS),
        block("list", *ITEMS, ordered=True, start=3),
        block("list", *ITEMS, className="is-style-checkmark-list"),
    ],
    "quotes": [
        block("quote", words("A quote."), citation="Somebody"),
        block("quote", words("A plain one."), className="is-style-plain"),
        block("pullquote", text="Pulled out of the text.", citation="Somebody"),
        coloured(name="pullquote", **{"value": "Pulled out on a ground."}),
    ],
    "columns": [
        block("columns", *COLUMN),
        block("columns", block("column", words("Narrow"), width="25%"), block("column", words(LONG), width="75%")),
        block("columns", *COLUMN, verticalAlignment="center"),
        coloured(*COLUMN, COLUMN[0], name="columns", align="wide"),
        block("columns", *COLUMN, isStackedOnMobile=False, style=gap("3rem")),
    ],
    "wide and full": [
        coloured(words("Wide"), align="wide", layout={"type": "constrained"}),
        coloured(words("Full"), align="full", layout={"type": "constrained"}),
        picture(align="wide", caption="A wide picture"),
        picture(align="full"),
    ],
    "groups": [
        coloured(words("One"), words("Two"), layout={"type": "flex", "flexWrap": "nowrap"}),
        coloured(words("Left"), words("Right"), layout={"type": "flex", "justifyContent": "space-between"}),
        coloured(
            words("Above"),
            words("Below"),
            layout={"type": "flex", "orientation": "vertical", "justifyContent": "center"},
        ),
        block(
            "group",
            *[words(f"Cell {each}", backgroundColor="pale-pink") for each in range(5)],
            layout={"type": "grid", "columnCount": 3},
        ),
        coloured(
            words("Room around"),
            style={
                "spacing": {"padding": {"top": "3rem", "left": "4rem"}},
                "border": {"width": "2px", "radius": "12px", "color": "#333333"},
            },
        ),
    ],
    "covers": [
        block("cover", *COVER, url=PICTURE, dimRatio=50),
        block("cover", *COVER, url=PICTURE, dimRatio=70, align="full", minHeight=300, contentPosition="bottom left"),
        block("cover", *COVER, overlayColor="luminous-vivid-amber", isDark=False, align="wide", dimRatio=100),
        block("cover", *COVER, url=PICTURE, dimRatio=30, style={"dimensions": {"aspectRatio": "16/9"}}),
    ],
    "buttons": [
        block(
            "buttons",
            button("Book"),
            button("Ask", className="is-style-outline"),
            button("Red", backgroundColor="vivid-red"),
        ),
        block(
            "buttons",
            button("One"),
            button("Two"),
            style=gap("3rem"),
            layout={"type": "flex", "justifyContent": "center"},
        ),
        block(
            "buttons",
            *[button(width, style={"dimensions": {"width": width}}) for width in ("25%", "50%", "75%", "100%")],
        ),
        block("buttons", button("Above"), button("Below"), layout={"type": "flex", "orientation": "vertical"}),
        block(
            "buttons",
            button("Square", style={"border": {"radius": "0px"}}),
            button("Bordered", style={"border": {"width": "3px", "color": "#cf2e2e"}}),
        ),
    ],
    "pictures": [
        picture(caption="A caption below"),
        picture(className="is-style-rounded", width="150px", align="center"),
        picture(align="left", width="150px"),
        words(LONG),
        picture(align="right", width="150px"),
        words(LONG),
        picture(aspectRatio="16/9", scale="cover"),
    ],
    "galleries": [
        block("gallery", *[picture(caption=f"Number {each}") for each in range(3)]),
        block("gallery", *[picture() for _ in range(5)], columns=2, caption="All of them"),
        block(
            "gallery", *[picture() for _ in range(4)], columns=4, align="wide", style=gap("0.25rem"), imageCrop=False
        ),
    ],
    "tables": [
        table(caption="When we are open"),
        table(className="is-style-stripes", hasFixedLayout=False),
        table(align="wide", backgroundColor="pale-pink"),
    ],
    "media and text": [
        block("media-text", words(LONG), mediaUrl=PICTURE, mediaType="image", mediaAlt="A hill"),
        coloured(
            words("To the left"),
            name="media-text",
            mediaUrl=PICTURE,
            mediaType="image",
            mediaPosition="right",
            mediaWidth=30,
        ),
        block(
            "media-text",
            words("Filled"),
            mediaUrl=PICTURE,
            mediaType="image",
            imageFill=True,
            align="wide",
            verticalAlignment="top",
        ),
    ],
    "separators": [
        block("separator"),
        block("separator", className="is-style-wide"),
        block("separator", className="is-style-dots"),
        block("separator", backgroundColor="vivid-red"),
        block("spacer", height="60px"),
        words("After room"),
    ],
    "details": [
        block("details", words("Hidden until it is opened."), summary="Open me"),
        block("details", words("Shown."), summary="Open", showContent=True),
    ],
}


def write_sections() -> Iterator[tuple[str, str]]:
    """The parts of the page: what each shows, and its markup. Blocks that no other part has stand there as examples."""
    release = read_release("7.1")
    parts = [(name, release.make([release.read_new(each) for each in blocks])) for name, blocks in ARRANGED.items()]
    parts += [(found[0], line) for line in LINES.split(DRAWN.read_text().strip()) if (found := NAMES.findall(line))]
    yield from parts
    shown = {f"core/{name}" for _, markup in parts for name in NAMES.findall(markup)}
    for name, kind in sorted(release.blocks.items()):
        if name not in APART | shown and not (kind.parents or kind.ancestors):
            example = describe_type(kind, release).get("example")
            if example:
                yield name, release.make([release.read_new(example)]).replace(STRANGER, "/")
