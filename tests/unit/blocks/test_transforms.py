"""A block becomes another as in the editor: the same blocks with the same texts, valid to the byte."""

import re
from html import unescape
from typing import Any

import pytest

from sitehand.blocks.catalogue import read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Move, Transform
from sitehand.blocks.making import NewBlock, make_block
from sitehand.blocks.outline import read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.blocks.supports import find_text_alignment
from sitehand.blocks.transforms import AROUND, OFFERED, list_targets
from sitehand.errors import Code, Problem
from tests.wordpress.editor import Editor


def block(name: str, *inner: NewBlock, **attributes: Any) -> NewBlock:
    """A new core block."""
    return NewBlock(f"core/{name}", attributes, inner)


SOURCES = {
    "core/paragraph": block("paragraph", content="A <b>b</b><br>c", className="x", backgroundColor="accent"),
    "core/heading": block("heading", content="H <i>i</i>", level=3, className="x", anchor="an", textColor="base"),
    "core/list": block(
        "list",
        block("list-item", block("list", block("list-item", content="deep")), content="one"),
        block("list-item", content="two"),
    ),
    "core/quote": block(
        "quote", block("paragraph", content="q1"), block("paragraph", content="q2"), citation="Me", className="x"
    ),
    "core/pullquote": block("pullquote", value="pq", citation="Me"),
    "core/code": block("code", content="x = [1]\ny &lt; 2", className="x"),
    "core/preformatted": block("preformatted", content="a <b>b</b>\nc", className="x"),
    "core/verse": block("verse", content="v\nw"),
    "core/html": block("html", content="<p>x &amp; y</p>"),
    "core/separator": block("separator"),
    "core/spacer": block("spacer", height="20px"),
    "core/image": block("image", url="https://example.org/a.jpg", alt="A"),
}
PAIRS = [(source, target) for source in SOURCES for target in (*list_targets(source), *AROUND)]
EDITOR_LACKS = {
    Dialect.V6_8: {("core/quote", "core/verse"), ("core/preformatted", "core/verse"), ("core/verse", "core/quote")}
    | {("core/verse", "core/preformatted")},
    Dialect.V7_1: set(),
}
"""Transforms that 7.1 has and 6.8 does not offer yet."""
OTHERWISE = {("core/quote", "core/group")}
"""Where the editor takes the block apart, we put it into the new one, as we do with every other."""
SAYS_MORE = {("core/paragraph", "core/buttons"), ("core/quote", "core/verse")}
"""Where the editor loses words that we keep: those of the button, and who is cited."""


def transform(markup: str, target: str, release: Dialect = Dialect.V7_1, **attributes: Any) -> str:
    """The text with its first block as another one."""
    return edit_blocks(markup, [Transform("0", target, attributes)], release).source


def read_shape(markup: str, release: Dialect) -> list[tuple[str, str]]:
    """The blocks of a text in order, and its words."""
    words = re.sub(r"<!--.*?-->|<(?!br)[^>]*>|\s+", "", markup.replace("<summary>Details</summary>", ""))
    return [*((entry.path, entry.block.name) for entry in read_outline(markup)), ("", unescape(words))]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_it_is_what_the_editor_makes(source: str, target: str, release: Dialect, editor: Editor) -> None:
    """The same blocks in each other and the same words; the editor stores them unchanged."""
    markup = make_block(SOURCES[source], release)
    ours, theirs = transform(markup, target, release), editor.transform(markup, target)
    assert editor.check(ours)["serialized"] == ours
    assert (theirs is None) == ((source, target) in EDITOR_LACKS[release])
    if theirs is not None and (source, target) not in OTHERWISE | SAYS_MORE:
        assert read_shape(ours, release) == read_shape(theirs, release)


def test_every_transform_is_tried() -> None:
    """Each block that is offered one has a row above."""
    assert set(OFFERED) <= set(SOURCES)
    assert all(target in read_catalogue(Dialect.V7_1) for source in OFFERED for target in list_targets(source))


def test_the_look_stays() -> None:
    """Colours, classes and the anchor go over; what is given counts more."""
    markup = make_block(SOURCES["core/heading"], Dialect.V7_1)
    made = transform(markup, "core/paragraph", className="mine")
    assert '<!-- wp:paragraph {"className":"mine","textColor":"base","anchor":"an"} -->' in made


@pytest.mark.parametrize(("source", "target"), [("paragraph", "heading"), ("heading", "paragraph")])
def test_the_alignment_stays_as_in_the_editor(source: str, target: str, release: Dialect, editor: Editor) -> None:
    """6.8 has another attribute for it in paragraphs than in headings."""
    name = find_text_alignment(read_catalogue(release)[f"core/{source}"], release)
    aligned = {name: "center"} if "." not in name else {"style": {"typography": {"textAlign": "center"}}}
    markup = make_block(block(source, content="A", **aligned), release)
    assert transform(markup, f"core/{target}", release) == editor.transform(markup, f"core/{target}")


def test_a_lock_stays() -> None:
    """A block that may not move may not move as another block either."""
    markup = make_block(block("paragraph", content="A", lock={"move": True}), Dialect.V7_1)
    made = f"{transform(markup, 'core/heading')}\n\n{markup}"
    with pytest.raises(Problem) as refused:
        edit_blocks(made, [Move("0", Place(Relation.END))], Dialect.V7_1)
    assert refused.value.code is Code.CONFLICT


def test_a_link_becomes_the_address_of_the_button() -> None:
    """And its text the label."""
    markup = make_block(block("paragraph", content='<a href="https://example.org/">Go <b>on</b></a>'), Dialect.V7_1)
    made = transform(markup, "core/buttons")
    assert '<a class="wp-block-button__link wp-element-button" href="https://example.org/">Go <b>on</b></a>' in made


def test_bytes_of_what_is_put_around_stay() -> None:
    """A group goes around the block as it is, however it was written."""
    odd = '<!--  wp:list-of/mine  {"a" : 1}  --><i>x</i><!-- /wp:list-of/mine -->'
    with pytest.raises(Problem):
        transform(odd, "core/group")
    spaced = '<!-- wp:paragraph {"dropCap" : true} -->\n<p  class="has-drop-cap">A</p><!-- /wp:paragraph -->'
    assert spaced in transform(spaced, "core/group")


@pytest.mark.parametrize(("source", "target"), [("core/image", "core/heading"), ("core/list", "core/code")])
def test_what_has_no_transform_is_refused(source: str, target: str) -> None:
    """With what the block may become."""
    with pytest.raises(Problem) as refused:
        transform(make_block(SOURCES[source], Dialect.V7_1), target)
    assert refused.value.code is Code.CONFLICT
    assert "core/group" in str(refused.value.hint)


def test_a_quote_with_a_picture_keeps_it() -> None:
    """It cannot become a text, in which the picture would be lost."""
    markup = make_block(block("quote", SOURCES["core/image"]), Dialect.V7_1)
    with pytest.raises(Problem) as refused:
        transform(markup, "core/paragraph")
    assert refused.value.code is Code.CONFLICT
