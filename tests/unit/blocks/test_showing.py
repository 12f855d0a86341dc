"""Blocks are shown within a bound in bytes, and the rest is told."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import read_release
from sitehand.blocks.showing import MAX_DEPTH, Presenter, ShownBlock, View, follow
from tests.unit.blocks.forest import documents

RELEASE = read_release("7.1")


def show(source: str, view: View = "tree", room: int = 100_000, depth: int = MAX_DEPTH) -> tuple[list[ShownBlock], str]:
    """The blocks, and the path of the first that had no room."""
    outline = read_outline(source)
    shower = Presenter(Fingerprints(outline).all(), RELEASE.blocks, view, room)
    found = shower.show(outline.roots, depth)
    return found, shower.next.path if shower.next else ""


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<!-- wp:paragraph -->\n<p>{text}</p>\n<!-- /wp:paragraph -->"


def group(inner: str) -> str:
    """A group."""
    return f'<!-- wp:group {{"tagName":"main"}} -->\n<main class="wp-block-group">{inner}</main>\n<!-- /wp:group -->'


def test_a_tree_has_attributes_and_text() -> None:
    """Of a known block; of another one the HTML, and text between blocks is a block too."""
    (first, text, unknown), _ = show(
        f'{group(paragraph("A <b>b</b>"))}free &amp; easy<!-- wp:x/y {{"a":1}} -->h<!-- /wp:x/y -->'
    )
    assert (first["attributes"], first["inner"][0]["text"]) == ({"tagName": "main"}, "A <b>b</b>")
    assert (text["name"], text["text"]) == ("core/freeform", "free &amp; easy")
    assert (unknown["attributes"], unknown["html"]) == ({"a": 1}, "h")


def test_an_outline_has_the_beginning_of_each_text() -> None:
    """Plain, and the markup is the block's own."""
    (first,), _ = show(paragraph("A <b>b</b> &amp; c"), "outline")
    assert first["text"] == "A b & c"
    (first,), _ = show(group(paragraph("A")), "markup")
    assert (first["markup"], "inner" in first) == (group(paragraph("A")), False)


def test_what_is_not_shown_is_counted() -> None:
    """Of a block that is cut off at the depth, and of one that had no room for all."""
    (first,), _ = show(group(paragraph("A") + paragraph("B")), depth=1)
    assert (first["more"], "inner" in first) == (2, False)
    long = paragraph("x" * 300)
    (first,), following = show(group(long * 3) + long, room=700)
    assert (len(first["inner"]), first["more"], following) == (1, 2, "0.1")


def test_what_is_larger_than_the_answer_is_shown_without_its_text() -> None:
    """So that whoever goes on comes to an end."""
    (first, second), following = show(paragraph("x" * 9000) + paragraph("y"), room=500)
    assert (first["omitted"], second["text"], following) == (["attributes", "text"], "y", "")
    assert len(first["text"]) < 100


@pytest.mark.parametrize("attributes", ['{"a":"\\ud83d"}', '{"a":' + "[" * 200 + "]" * 200 + "}"])
def test_what_no_answer_can_have_is_left_out(attributes: str) -> None:
    """Half a surrogate pair, and values in values without end: the block is shown without its attributes."""
    (first,), _ = show(f"<!-- wp:paragraph {attributes} --><p>A</p><!-- /wp:paragraph -->")
    assert (first["omitted"], first["text"]) == (["attributes", "text"], "A")


def test_html_that_nests_without_end_is_shown_as_it_is() -> None:
    """No recursion reaches the caller."""
    (first,), _ = show(paragraph("<b>" * 50_000), room=1_000_000)
    assert first["name"] == "core/paragraph"
    (deep,), _ = show("<!-- wp:group -->" * 3000 + "<!-- /wp:group -->" * 3000)
    assert orjson.dumps(deep)


@settings(max_examples=60)
@given(source=documents(), room=st.integers(500, 1500), view=st.sampled_from(["tree", "outline", "markup"]))
def test_whoever_goes_on_sees_every_block_once(source: str, room: int, view: View) -> None:
    """From `next` on, until there is none; each answer is as large as it may be, or one block."""
    outline = read_outline(source)
    fingerprints = Fingerprints(outline).all()
    entries, seen, rounds = list(outline.roots), [], 0
    while entries:
        shower = Presenter(fingerprints, RELEASE.blocks, view, room)
        found = shower.show(entries, MAX_DEPTH)
        new = list(walk(found))
        assert len(new) == 1 or len(orjson.dumps(found)) <= room + 60 * len(new)
        seen += [block["path"] for block in new]
        entries = list(follow(outline, shower.next)) if shower.next else []
        rounds += 1
        assert rounds < 1000
    expected = outline.roots if view == "markup" else outline
    assert sorted(set(seen)) == sorted(entry.path for entry in expected if len(entry.path.split(".")) <= MAX_DEPTH)


def walk(blocks: list[ShownBlock]) -> list[ShownBlock]:
    """The blocks and those in them."""
    return [each for block in blocks for each in (block, *walk(block.get("inner", [])))]


@pytest.mark.parametrize("version", ["6.1", "6.9", "7.2", "", "trunk"])
def test_a_release_without_a_table_shows_delimiters_and_html(version: str) -> None:
    """Nothing is taken for known."""
    outline = read_outline(paragraph("A"))
    shower = Presenter(Fingerprints(outline).all(), read_release(version).blocks, "tree", 9000)
    (first,) = shower.show(outline.roots, 1)
    assert first["html"] == "\n<p>A</p>\n"
