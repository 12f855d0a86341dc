"""New blocks are those that the release's own editor would store: it finds each valid, and writes the same bytes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from sitehand.blocks.catalogue import Kind, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock, make_block, make_blocks
from sitehand.blocks.saves import SAVES
from sitehand.errors import Code, Problem
from tests.unit.blocks.samples import TEXT, cases
from tests.wordpress.editor import Editor

NOT_MADE = {"core/legacy-widget", "core/widget-group", "core/missing"}
"""Blocks of widget areas, and the one that stands for a block that the editor does not know."""
OWN_EXCEPTIONS = {("core/navigation", "rgbTextColor"), ("core/navigation", "rgbBackgroundColor")}
"""What the editor itself writes differently the second time."""
DATE = "core/post-date"
"""In 7.1 the editor adds a binding to each that has none."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release and its editor."""

    dialect: Dialect
    editor: Editor


@pytest.fixture(scope="module", params=list(Dialect))
def release(request: pytest.FixtureRequest, editor_of: Callable[[Dialect], Editor]) -> Release:
    """A release of WordPress."""
    return Release(request.param, editor_of(request.param))


def test_every_attribute_of_every_block(release: Release) -> None:
    """One at a time, and style by style: valid, and byte for byte what the editor writes."""
    checked = 0
    for name, block in read_catalogue(release.dialect).items():
        if name in NOT_MADE or name == "core/freeform" or (name == DATE and release.dialect is Dialect.V7_1):
            continue
        samples = [one for one in cases(block, release.dialect) if not {(name, key) for key in one} & OWN_EXCEPTIONS]
        made = [make_block(NewBlock(name, one), release.dialect) for one in samples]
        check(release, [markup for markup in made if markup])
        checked += len(samples)
    assert checked > 2_500


def test_a_look_of_several_attributes(release: Release) -> None:
    """All of them that a block has: in the order in which the editor of a page writes them."""
    looks = {"className": "a", "lock": {"move": True}, "metadata": {"name": "A"}, "layout": {"type": "constrained"}}
    looks |= dict.fromkeys(("anchor", "backgroundColor", "borderColor", "fontSize", "textColor"), "base")
    made = []
    for name, block in read_catalogue(release.dialect).items():
        if (name in SAVES or block.kind is Kind.DYNAMIC) and name not in NOT_MADE | {DATE}:
            base, own = list(cases(block, release.dialect))[1], looks.keys() & block.attributes.keys()
            made.append(make_block(NewBlock(name, {**base, **{key: looks[key] for key in own}}), release.dialect))
    assert sum("metadata" in markup and "className" in markup for markup in made) > 80
    check(release, made)


def test_what_can_be_made(release: Release) -> None:
    """All blocks but those in the list."""
    made = {
        name
        for name, block in read_catalogue(release.dialect).items()
        if name in SAVES or block.kind is Kind.DYNAMIC or name == "core/freeform"
    }
    assert set(read_catalogue(release.dialect)) - made <= NOT_MADE


def test_blocks_in_blocks(release: Release) -> None:
    """A page as the editor makes it from the same tree."""
    item = NewBlock("core/list-item", {"content": TEXT}, [NewBlock("core/list", {"ordered": True, "start": 3})])
    column = NewBlock("core/column", {"width": "25%"}, [NewBlock("core/list", {}, [item])])
    cells = [{"content": "a", "tag": "td"}, {"content": "b", "tag": "td", "align": "right"}]
    page = [
        NewBlock("core/heading", {"level": 3, "content": "One", "anchor": "one"}),
        NewBlock(
            "core/group",
            {"layout": {"type": "flex"}, "align": "wide", "style": {"spacing": {"blockGap": "1rem"}}},
            [NewBlock("core/columns", {}, [column])],
        ),
        NewBlock("core/buttons", {}, [NewBlock("core/button", {"text": "Go", "url": "/a?b&c"})]),
        NewBlock("core/cover", {"url": "/a.jpg", "dimRatio": 30}, [NewBlock("core/paragraph", {"content": "x"})]),
        NewBlock("core/media-text", {"mediaPosition": "right"}, [NewBlock("core/paragraph", {"content": "x"})]),
        NewBlock("core/quote", {"citation": "C"}, [NewBlock("core/paragraph", {"content": "x"})]),
        NewBlock("core/details", {"summary": "S"}, [NewBlock("core/image", {"url": "/a.jpg", "alt": "A"})]),
        NewBlock("core/gallery", {"columns": 2}, [NewBlock("core/image", {"url": "/a.jpg", "id": 3})]),
        NewBlock("core/query", {"queryId": 1}, [NewBlock("core/post-template", {}, [NewBlock("core/post-title")])]),
        NewBlock("core/navigation", {"ref": 4}),
        NewBlock("core/table", {"body": [{"cells": cells}], "head": [{"cells": [{"content": "h", "tag": "th"}]}]}),
        NewBlock("core/social-links", {}, [NewBlock("core/social-link", {"url": "/", "service": "wordpress"})]),
    ]
    for block in page:
        made = make_block(block, release.dialect)
        assert made == release.editor.create(block.name, block.attributes, show(block.inner))
    check(release, [make_block(block, release.dialect) for block in page])


def test_raw_blocks(release: Release) -> None:
    """HTML as it was given, a shortcode, and text without a block around it."""
    blocks = [
        NewBlock("core/html", {"content": '<div class="x">\n<b>raw</b> &copy;</div>'}),
        NewBlock("core/shortcode", {"text": '[gallery ids="1,2"]'}),
        NewBlock("more", {"customText": "Read on", "noTeaser": True}),
        NewBlock("core/nextpage"),
    ]
    check(release, [make_block(block, release.dialect) for block in blocks])
    assert make_blocks([NewBlock("core/freeform", {"content": "<p>a</p>"})], release.dialect) == "<p>a</p>"


def show(blocks: Sequence[NewBlock]) -> list[dict[str, Any]]:
    """Blocks in the words of the editor."""
    return [{"name": one.name, "attributes": one.attributes, "inner": show(one.inner)} for one in blocks]


def check(release: Release, made: Sequence[str]) -> None:
    """All at once; which one is wrong is looked for only then."""
    whole = "\n\n".join(made)
    found = release.editor.check(whole)
    if found["serialized"] == whole and all(map(valid, found["blocks"])):
        return
    for markup in made:
        found = release.editor.check(markup)
        assert found["serialized"] == markup
        assert all(map(valid, found["blocks"])), found


def valid(block: dict[str, Any]) -> bool:
    """A block and all in it."""
    return block["valid"] and all(map(valid, block["inner"]))


@pytest.mark.parametrize(
    ("block", "path", "expected"),
    [
        (NewBlock("heading", {"textAlign": "center"}), "attributes.textAlign", "style.typography.textAlign"),
        (NewBlock("paragraph", {"align": "center"}), "attributes.align", "style.typography.textAlign"),
        (NewBlock("button", {"width": 50}), "attributes.width", "style.dimensions.width"),
        (NewBlock("latest-posts", {"columns": 3}), "attributes.columns", "6.8"),
        (NewBlock("heading", {"level": 7}), "attributes.level", "1 or 2"),
        (NewBlock("heading", {"level": "2"}), "attributes.level", "2"),
        (NewBlock("group", {"tagName": "script"}), "attributes.tagName", "div"),
        (NewBlock("group", {"dropCap": True}), "attributes.dropCap", "an attribute of the block"),
        (NewBlock("paragraph", {"content": 1}), "attributes.content", "rich-text"),
        (NewBlock("paragraph", {"dropCap": 1}), "attributes.dropCap", "boolean"),
        (NewBlock("paragraph", {"direction": "up"}), "attributes.direction", "'ltr' or 'rtl'"),
        (NewBlock("cover", {"focalPoint": {"x": 1}}), "attributes.focalPoint", "x and y"),
        (
            NewBlock("verse", {"style": {"typography": {"fontFamily": "Arial"}}}),
            "attributes.style.typography",
            "preset",
        ),
        (NewBlock("table", {"body": [{"cells": [{"tag": "p"}]}]}), "attributes.body.0.cells.0.tag", "td or th"),
        (NewBlock("table", {"body": [{"cells": [{"text": "x"}]}]}), "attributes.body.0.cells.0.text", "content"),
        (NewBlock("table", {"body": ["x"]}), "attributes.body.0", "object"),
        (NewBlock("video", {"tracks": ["x"]}), "attributes.tracks", "array of object"),
    ],
)
def test_attributes_that_a_release_does_not_take_are_refused(block: NewBlock, path: str, expected: str) -> None:
    """With where, and what it takes instead."""
    with pytest.raises(Problem) as refusal:
        make_block(block, Dialect.V7_1)
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert refusal.value.details[0]["path"].startswith(path)
    assert expected in refusal.value.details[0]["expected"]


@pytest.mark.parametrize("name", ["core/nothing", "my/block", "core/accordion", "core/missing"])
def test_blocks_that_cannot_be_made_are_refused(name: str) -> None:
    """A block of a plugin, one of a later release, one whose HTML we do not know."""
    with pytest.raises(Problem, match="cannot be made from attributes"):
        make_block(NewBlock(name), Dialect.V6_8)


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ("core/paragraph", "a<p>b</p>"),
        ("core/paragraph", "<div>b</div>"),
        ("core/heading", "<h3>b</h3>"),
        ("core/button", '<a href="/">b</a>'),
        ("core/list-item", "a<li>b"),
    ],
)
def test_text_that_would_not_stay_where_it_is_put_is_refused(block: str, text: str) -> None:
    """A browser would take it out again, and the editor would find the block broken."""
    with pytest.raises(Problem, match="cannot stand within"):
        make_block(NewBlock(block, {"text" if block == "core/button" else "content": text}), Dialect.V7_1)


@pytest.mark.parametrize("name", ["core/heading", "core/html", "core/shortcode", "core/list-item"])
@pytest.mark.parametrize("delimiter", ["<!-- /wp:group -->", "<!-- wp:latest-posts /-->"])
def test_a_text_that_holds_a_delimiter_is_refused(name: str, delimiter: str) -> None:
    """It would end the block around it, or begin another that no policy has seen."""
    block = NewBlock(name, {"text" if name == "core/shortcode" else "content": f"A {delimiter} B"})
    around = NewBlock("core/group" if name != "core/list-item" else "core/list", {}, [block])
    with pytest.raises(Problem, match="holds a delimiter of blocks"):
        make_block(around, Dialect.V7_1)


def test_text_is_written_as_a_browser_writes_it() -> None:
    """Bare ampersands, quotes and entities."""
    made = make_block(NewBlock("core/paragraph", {"content": "1 < 2 & 3<BR/>&copy;&nbsp;<B>x"}), Dialect.V7_1)
    assert made.split("\n")[1] == "<p>1 &lt; 2 &amp; 3<br>©&nbsp;<b>x</b></p>"


def test_blocks_in_blocks_are_bounded() -> None:
    """Fifty deep is more than anybody nests."""
    block = NewBlock("paragraph")
    for _ in range(49):
        block = NewBlock("group", {}, [block])
    assert make_block(block, Dialect.V7_1).count("<!-- wp:group") == 49
    with pytest.raises(Problem, match="nested more than 50 times"):
        make_block(NewBlock("group", {}, [block]), Dialect.V7_1)
