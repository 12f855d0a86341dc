"""An update changes the attributes and the HTML of a block alike, and nothing else; what it cannot do it refuses."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

from sitehand.blocks.bindings import read_bindings
from sitehand.blocks.catalogue import BlockType, Kind, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import MAX_EDITS, edit_blocks
from sitehand.blocks.edits import Duplicate, Edit, SetHtml, Transform, Update
from sitehand.blocks.making import NewBlock, make_block
from sitehand.blocks.outline import Entry, Outline, read_outline
from sitehand.blocks.reading import read_block
from sitehand.blocks.saves import SAVES
from sitehand.blocks.updates import find_text
from sitehand.blocks.validity import find_difference
from sitehand.errors import Code, Problem
from tests.unit.blocks.samples import cases
from tests.wordpress.editor import Editor
from tests.wordpress.releases import unpack_release

NEW_TEXT = "New &amp; <em>text</em>"
LOST = 350
"""At most so many of the samples have an attribute that is not stored beside the others."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The patterns, templates and parts of a release's theme, without their PHP, and what its editor makes of each."""

    release: Dialect
    editor: Editor
    documents: Sequence[tuple[str, list[dict[str, Any]]]]


@pytest.fixture(scope="module", params=list(Dialect))
def theme(request: pytest.FixtureRequest, editor_of: Callable[[Dialect], Editor]) -> Theme:
    """Every second file of the theme, which is nearly the same in both releases: the one half here, the other there."""
    editor = editor_of(request.param)
    folder = unpack_release(request.param) / "wp-content" / "themes"
    paths = sorted([*folder.rglob("patterns/*.php"), *folder.rglob("*.html")])
    sources = [
        re.sub(r"<\?php.*?\?>", "", path.read_bytes().decode(), flags=re.DOTALL)
        for path in paths[list(Dialect).index(request.param) :: 2]
    ]
    return Theme(request.param, editor, [(source, editor.check(source)["blocks"]) for source in sources])


def nest(depth: int) -> dict[str, Any]:
    """Objects within objects."""
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def update(source: str, release: Dialect = Dialect.V7_1, /, **attributes: Any) -> str:
    """The text after an update of its first block."""
    return edit_blocks(source, [Update("0", attributes)], release).source


def refuse(source: str, edit: Edit, blocks: Mapping[str, BlockType] | None = None) -> Problem:
    """The refusal of an edit."""
    with pytest.raises(Problem) as refusal:
        edit_blocks(source, [edit], blocks=blocks)
    return refusal.value


@pytest.mark.parametrize("release", list(Dialect))
def test_an_update_gives_what_the_attributes_give(release: Dialect) -> None:
    """Each attribute of each block, from one form to the next: the bytes of the block made anew."""
    done, lost = 0, 0
    for name, block in read_catalogue(release).items():
        if block.kind is not Kind.DYNAMIC and name not in SAVES:
            continue
        samples = list(cases(block, release))
        source = make_block(NewBlock(name, samples[1]), release)
        for sample in samples:
            wanted = make_block(NewBlock(name, sample), release)
            removed = {key: None for key in samples[1] if key not in sample}
            try:
                assert update(source, release, **sample, **removed) == wanted
            except Problem as problem:
                assert "does not store" in problem.message
                lost += 1
            done += 1
    assert done > 2_500 and lost < LOST


def test_attributes_are_read_as_the_editor_reads_them(theme: Theme) -> None:
    """In the theme's patterns and templates, in every block that has the form of this release."""
    blocks, same = read_catalogue(theme.release), 0
    for source, theirs in theme.documents:
        for entry, their in zip(read_outline(source), flatten(theirs), strict=True):
            kind = blocks[entry.block.name]
            ours = read_block(entry, kind)
            if find_difference(entry, kind, theme.release) is None and not is_migrated(ours, their):
                assert fill(kind, ours) == {key: one for key, one in their["attributes"].items() if one != ""}
                same += 1
    assert same > 600


def test_what_differs_is_what_the_editor_finds(theme: Theme) -> None:
    """Every block that it calls broken differs, and one that we call equivalent is valid. Old forms differ too."""
    blocks, equivalent, broken = read_catalogue(theme.release), 0, 0
    for source, theirs in theme.documents:
        for entry, their in zip(read_outline(source), flatten(theirs), strict=True):
            difference = find_difference(entry, blocks[entry.block.name], theme.release)
            assert their["valid"] or difference
            equivalent += difference is None
            broken += not their["valid"]
    assert equivalent > 600 and broken > 0


def test_new_text_in_every_block_of_the_theme(theme: Theme) -> None:
    """Whatever white space and older forms they have: the text is new, and what was valid is valid.

    Texts that come from elsewhere are not written.
    """
    blocks, changed = read_catalogue(theme.release), 0
    for source, before in theme.documents:
        entries = [entry for entry in read_outline(source) if has_text(blocks[entry.block.name])]
        paths = [entry.path for entry in entries if not read_bindings(entry)]
        now = source
        for start in range(0, len(paths), MAX_EDITS):
            edits = [Update(path, text=NEW_TEXT) for path in paths[start : start + MAX_EDITS]]
            now = edit_blocks(now, edits, theme.release).source
        outline = read_outline(now)
        assert [text_of(outline, path, blocks) for path in paths] == [NEW_TEXT] * len(paths)
        after = flatten(theme.editor.check(now)["blocks"])
        assert all(new["valid"] or not old["valid"] for old, new in zip(flatten(before), after, strict=True))
        changed += len(paths)
    assert changed > 120


HEADING = (
    '<!-- wp:heading {"zzz":1} -->\n<h2  id="x"\n class="own wp-block-heading">A <b>b</b>\r\nc</h2>\n'
    "<!-- /wp:heading -->"
)


def test_a_new_text_that_holds_a_delimiter_is_refused() -> None:
    """It would end the block, or begin another."""
    with pytest.raises(Problem, match="holds a delimiter of blocks"):
        update(HEADING, content="D <!-- /wp:heading -->")


def test_a_text_without_delimiters_does_not_become_empty() -> None:
    """There would be no block any more: to delete it is another edit."""
    for blank in ("", " \n"):
        problem = refuse("<p>Text of before blocks.</p>", Update("0", {"content": blank}))
        assert (problem.code, problem.hint) == (Code.INVALID_ARGUMENTS, "Delete the block to remove its text.")


def test_only_what_differs_is_written() -> None:
    """White space, the order of attributes, classes of the author's own, attributes that nobody knows: they stay."""
    assert update(HEADING, level=4) == HEADING.replace("h2", "h4").replace('{"zzz":1}', '{"level":4,"zzz":1}')
    assert update(HEADING, content="D") == HEADING.replace("A <b>b</b>\r\nc", "D")
    colored = update(HEADING, textColor="base")
    assert 'class="own wp-block-heading has-base-color has-text-color"' in colored
    assert update(colored, textColor=None) == HEADING
    assert update(HEADING, level=2) == HEADING


def test_old_forms_keep_their_form() -> None:
    """A heading without its class, as before 6.0; a list's point with white space before the list in it."""
    old = "<!-- wp:heading -->\n<h2>A</h2>\n<!-- /wp:heading -->"
    assert update(old, level=3) == '<!-- wp:heading {"level":3} -->\n<h3>A</h3>\n<!-- /wp:heading -->'
    inner = '<!-- wp:list -->\n<ul class="wp-block-list"></ul>\n<!-- /wp:list -->'
    item = f"<!-- wp:list-item -->\n<li>A\n  {inner}\n</li>\n<!-- /wp:list-item -->"
    assert update(item, content="B") == item.replace("A\n  ", "B")


def test_blocks_within_stay_as_they_are() -> None:
    """Byte for byte, on both sides of what changes."""
    inner = '<!-- wp:my/odd   {"a" : 1} --><i>&copy;</i><!-- /wp:my/odd -->\n\n\n<!-- wp:spacer /-->'
    html = f'<blockquote class="wp-block-quote">\n {inner}\n\n<cite>C</cite></blockquote>'
    quote = f"<!-- wp:quote -->\n{html}\n<!-- /wp:quote -->"
    assert update(quote, citation="D") == quote.replace(">C<", ">D<")
    assert update(quote, citation=None) == quote.replace("\n\n<cite>C</cite>", "")
    colored = update(quote, citation="D", backgroundColor="base")
    assert inner in colored and "<cite>D</cite></blockquote>" in colored
    assert '"backgroundColor":"base"' in colored and 'class="wp-block-quote has-base-background-color' in colored


def test_replacing_keeps_what_the_html_alone_has() -> None:
    """The text is not lost with the colours."""
    source = make_block(NewBlock("heading", {"content": "A", "level": 3, "textColor": "base"}), Dialect.V7_1)
    done = edit_blocks(source, [Update("0", {"level": 4}, replace=True)])
    assert done.source == make_block(NewBlock("heading", {"content": "A", "level": 4}), Dialect.V7_1)


def test_html_that_is_not_the_blocks_is_not_changed_blindly() -> None:
    """A conflict: nothing of it is lost. Text is changed all the same, where only text changes."""
    broken = "<!-- wp:image -->\n<figure><span>own</span></figure>\n<!-- /wp:image -->"
    assert refuse(broken, Update("0", {"url": "/a.jpg"})).code is Code.CONFLICT
    styled = HEADING.replace('id="x"', 'style="color:red"')
    assert refuse(styled, Update("0", {"style": {"color": {"text": "#000"}}})).code is Code.CONFLICT
    assert update(styled, content="D") == styled.replace("A <b>b</b>\r\nc", "D")


def test_attributes_that_would_be_lost_are_refused() -> None:
    """A target without a link has no place in the HTML."""
    image = make_block(NewBlock("image", {"url": "/a.jpg", "alt": "A"}), Dialect.V7_1)
    problem = refuse(image, Update("0", {"linkTarget": "_blank"}))
    assert (problem.code, problem.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "attributes.linkTarget")
    linked = update(image, linkTarget="_blank", href="/")
    assert '<a href="/" target="_blank">' in linked


def test_a_block_gets_html_and_loses_it() -> None:
    """An embed without an address is a comment alone."""
    made = update("<!-- wp:embed /-->", url="https://example.org/")
    assert made == make_block(NewBlock("embed", {"url": "https://example.org/"}), Dialect.V7_1)
    assert update(made, url=None) == "<!-- wp:embed /-->"


def test_without_a_table_only_what_no_html_shows_is_changed() -> None:
    """On a release without one, and in blocks of plugins."""
    source = make_block(NewBlock("heading", {"content": "A"}), Dialect.V7_1)
    problem = refuse(source, Update("0", {"level": 3}), blocks={})
    assert problem.code is Code.CONFLICT and "not known for this release" in problem.message
    assert refuse(source, Update("0", text="B"), blocks={}).code is Code.CONFLICT
    assert refuse(source.replace("heading", "my/heading"), Update("0", {"level": 3})).code is Code.CONFLICT
    locked = edit_blocks(source, [Update("0", {"lock": {"move": True}})], blocks={}).source
    assert locked == source.replace("heading -->", 'heading {"lock":{"move":true}} -->', 1)
    assert edit_blocks("<!-- wp:my/x /-->", [Update("0", {"a": 1})]).source == '<!-- wp:my/x {"a":1} /-->'


def test_where_only_the_content_may_change_nothing_else_does() -> None:
    """Text and pictures may, colours and levels may not."""
    inner = make_block(NewBlock("heading", {"content": "A"}), Dialect.V7_1)
    html = f'<div class="wp-block-group">{inner}</div>'
    page = f'<!-- wp:group {{"templateLock":"contentOnly"}} -->\n{html}\n<!-- /wp:group -->'
    assert edit_blocks(page, [Update("0.0", text="B")]).source == page.replace(">A<", ">B<")
    problem = refuse(page, Update("0.0", {"content": "B", "textColor": "base"}))
    assert problem.code is Code.CONFLICT and "textColor" in problem.message
    assert refuse(page, SetHtml("0.0", "<h2>x</h2>")).extra["locked_by"] == "0"


def test_html_is_replaced_when_the_editor_takes_it() -> None:
    """Of a block that we know it has to follow from its attributes; of others it is theirs."""
    source = make_block(NewBlock("image", {"url": "/a.jpg", "alt": ""}), Dialect.V7_1)
    html = '<figure class="wp-block-image"><img src="/b.jpg" alt="B"/></figure>'
    assert edit_blocks(source, [SetHtml("0", html)]).source == f"<!-- wp:image -->\n{html}\n<!-- /wp:image -->"
    problem = refuse(source, SetHtml("0", '<img src="/b.jpg"/>'))
    assert problem.code is Code.CONFLICT and "wp-block-image" in problem.extra["expected"]
    assert edit_blocks("<!-- wp:my/x /-->", [SetHtml("0", "<b>x</b>")]).source == (
        "<!-- wp:my/x -->\n<b>x</b>\n<!-- /wp:my/x -->"
    )
    assert refuse(source, SetHtml("0", "<!-- wp:x /-->")).code is Code.INVALID_ARGUMENTS
    with pytest.raises(Problem, match="no text of its own"):
        edit_blocks(source, [Update("0", text="x")])


@pytest.mark.parametrize("edit", [Update("0", {"className": "x"}), Duplicate("0"), Transform("0", "core/heading")])
def test_a_number_that_no_float_holds_is_refused_by_name(edit: Edit) -> None:
    """It was stored by somebody else; a smaller one can be put in its place."""
    attributes = '{"metadata":{"noteId":4},"style":{"x":[1e400]}}'
    source = f"<!-- wp:paragraph {attributes} -->\n<p>A</p>\n<!-- /wp:paragraph -->"
    problem = refuse(source, edit)
    assert (problem.code, [one["path"] for one in problem.details]) == (
        Code.INVALID_ARGUMENTS,
        ["attributes.style"],
    )
    assert edit_blocks(source, [Update("0", {"style": {"x": 1}})]).source == source.replace("[1e400]", "1")


def flatten(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Blocks and those in them, in order."""
    for block in blocks:
        yield block
        yield from flatten(block["inner"])


def fill(kind: BlockType, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes with the defaults, without those that the release drops, and without empty texts."""
    known = {name: value for name, value in attributes.items() if name in kind.attributes and value is not None}
    defaults = {name: one.default for name, one in kind.attributes.items() if one.has_default}
    return {name: value for name, value in {**defaults, **known}.items() if value != ""}


def is_migrated(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether the editor has moved the alignment of the theme, which is written for 6.8, or bound a date."""
    moved = "textAlign" in ours or ("align" in ours and "align" not in theirs["attributes"])
    return moved or (theirs["name"] == "core/post-date" and "metadata" not in ours)


def has_text(kind: BlockType) -> bool:
    """Whether a block has text of its own, of people's making."""
    return any(one.source == "rich-text" and name == text_name(kind) for name, one in kind.attributes.items())


def text_name(kind: BlockType) -> str:
    """The attribute that is its text, if it has one."""
    try:
        return find_text(kind)
    except Problem:
        return ""


def text_of(outline: Outline, path: str, blocks: Mapping[str, BlockType]) -> Any:
    """The text of a block."""
    entry = outline.find(path)
    assert isinstance(entry, Entry)
    kind = blocks[entry.block.name]
    return read_block(entry, kind)[find_text(kind)]


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ({}, "<b>" * 3_000 + "x" + "</b>" * 3_000),
        ({}, "<i>" * 200_000),
        ({"metadata": {"a": nest(600)}}, "A"),
        ({"style": nest(400)}, "A"),
    ],
)
def test_depth_is_refused_or_written(attributes: dict[str, Any], text: str) -> None:
    """In the text or in the attributes: within seconds, and never with a fault of ours."""
    begin = time.process_time()
    source = make_block(NewBlock("paragraph", {"content": "A"}), Dialect.V7_1)
    for edit in (Update("0", attributes, text=text), SetHtml("0", f"<p>{text}</p>")):
        with suppress(Problem):
            done = edit_blocks(source, [edit]).source
            edit_blocks(done, [Update("0", text=f"{text}y")])
    with suppress(Problem):
        make_block(NewBlock("paragraph", {"content": text, **attributes}), Dialect.V7_1)
    assert time.process_time() - begin < 5


def test_a_run_of_white_space_costs_in_proportion() -> None:
    """It is read once, not again from each of its characters."""
    source = make_block(NewBlock("paragraph", {"content": f"a{' ' * 30_000}b"}), Dialect.V7_1)
    begin = time.process_time()
    assert ">x<" in edit_blocks(source, [Update("0", text="x")]).source
    assert time.process_time() - begin < 5


@pytest.mark.parametrize("release", list(Dialect))
@pytest.mark.parametrize(
    ("source", "text", "new"),
    [
        ("<!-- wp:html -->\n<b>x</b>\n<!-- /wp:html -->", "<i>y</i>\n<p>z</p>", "<i>y</i>\n<p>z</p>"),
        ("<!-- wp:shortcode -->\n[a]\n<!-- /wp:shortcode -->", "[b]", "[b]"),
        ("<p>classic</p>\n\n<!-- wp:spacer /-->", "<p>new</p>", "<p>new</p>"),
    ],
)
def test_what_the_author_wrote_is_replaced_as_a_whole(release: Dialect, source: str, text: str, new: str) -> None:
    """HTML, a shortcode, and text between blocks."""
    old = next(one for one in ("<b>x</b>", "[a]", "<p>classic</p>") if one in source)
    assert edit_blocks(source, [Update("0", text=text)], release).source == source.replace(old, new)
