"""Values in delimiters that do not fit their attributes: as in the editor they are none, and they stay as they are."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from sitehand.blocks.added_attributes import OF_SUPPORTS
from sitehand.blocks.agreement import check_agreement
from sitehand.blocks.catalogue import BlockType, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import ReplaceText, SetHtml, Update
from sitehand.blocks.outline import Entry, read_outline
from sitehand.blocks.problems import find_problems
from sitehand.blocks.reading import read_block, read_comment
from sitehand.blocks.release import read_release
from sitehand.blocks.saves import SAVES
from sitehand.blocks.showing import describe_block
from sitehand.blocks.validity import find_difference
from sitehand.errors import Problem
from sitehand.operations.gutenberg.writing import AllBlocks, set_all
from tests.unit.blocks.misfits import WRONG, write, write_needy, wrong_values
from tests.wordpress.editor import Editor

COLUMN = (
    '<!-- wp:column {"width":33.33} -->\n<div class="wp-block-column" style="flex-basis:33.33%">'
    "<!-- wp:spacer /--></div>\n<!-- /wp:column -->"
)


def read(source: str) -> Entry:
    """The one block of a text."""
    return read_outline(source).roots[0]


@pytest.mark.parametrize("release", Dialect)
def test_any_value_of_any_attribute_can_be_judged(release: Dialect) -> None:
    """Whatever stands in a delimiter, validation answers."""
    known = read_release(release)
    for name in SAVES.keys() & known.blocks.keys():
        for attribute in known.blocks[name].attributes.values():
            if attribute.name not in OF_SUPPORTS or attribute.name == "style":
                for value in wrong_values(attribute):
                    list(find_problems(read_outline(write_needy(name, {attribute.name: value})), known, {}))


@pytest.mark.parametrize("release", Dialect)
def test_any_values_together_can_be_judged_and_shown(release: Dialect) -> None:
    """A block in which every value is wrong is judged, shown, and accepted or refused as new markup."""
    known = read_release(release)
    for block in known.blocks.values():
        for value in WRONG:
            outline = read_outline(write_needy(block.name, dict.fromkeys(block.attributes, value)))
            list(find_problems(outline, known, {}))
            describe_block(outline.roots[0], block)
            with suppress(Problem):
                check_agreement(None, outline, known)


def attempt(source: str, edit: Any, release: Dialect) -> str:
    """What an edit makes of a text; the text where it is refused."""
    try:
        return edit_blocks(source, [edit], release).source
    except Problem:
        return source


@pytest.mark.parametrize("release", Dialect)
def test_an_update_keeps_what_it_does_not_name(release: Dialect) -> None:
    """An update of a block with such values is made or refused, and all other values in the delimiter stay."""
    made = 0
    for block in read_catalogue(release).values():
        for value in WRONG[:5]:
            source = write(block.name, dict.fromkeys(block.attributes, value))
            before = read_comment(read(source))
            after = read_comment(read(attempt(source, Update("0", {"className": "new"}), release)))
            assert {**after, "className": 0} == {**before, "className": 0}
            made += after["className"] == "new" if "className" in after else 0
            attempt(source, SetHtml("0", "<p>y</p>"), release)
            attempt(source, ReplaceText("x", "y"), release)
    assert made > len(WRONG)


def reads(block: BlockType, name: str, value: Any) -> bool:
    """Whether a value in the delimiter is one of the attribute."""
    return name in read_block(read(write(block.name, {name: value})), block)


def test_types_and_choices_are_those_of_the_editor() -> None:
    """Any number is an integer, true is no number, and what is read from the HTML is not read from the delimiter."""
    blocks = read_catalogue(Dialect.V7_1)
    assert reads(blocks["core/image"], "id", 1.5)
    assert not reads(blocks["core/image"], "id", True)
    assert not reads(blocks["core/column"], "width", [33.33])
    assert not reads(blocks["core/spacer"], "height", True)
    assert not reads(blocks["core/heading"], "content", "x")
    assert not reads(blocks["core/paragraph"], "direction", "up")
    assert reads(blocks["core/paragraph"], "direction", "rtl")
    assert reads(blocks["core/paragraph"], "acmeNote", 1)


BROKEN: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("core/column", {"width": [33.33]}),
    ("core/cover", {"focalPoint": {"x": "a"}, "dimRatio": "x"}),
    ("core/cover", {"hasParallax": False, "dimRatio": float("inf")}),
    ("core/group", {"style": [1], "tagName": 7}),
    ("core/text-columns", {"columns": 2.5}),
    ("core/video", {"tracks": [1]}),
)
"""Blocks with values that do not fit, whose HTML is another than the editor's."""


@pytest.mark.parametrize(("name", "attributes"), BROKEN)
def test_the_editor_expects_the_same_html(
    name: str, attributes: Mapping[str, Any], editor: Editor, release: Dialect
) -> None:
    """The HTML that a release's own editor would write for such values is the one that we expect."""
    block = read_catalogue(release)[name]
    entry = read(write_needy(name, attributes))
    difference = find_difference(entry, block, release)
    assert difference is not None
    assert difference.expected == editor.check(entry.tree.source)["blocks"][0]["expected"]


@pytest.mark.parametrize(
    "source",
    [
        COLUMN.replace("<!-- wp:spacer /-->", ""),
        '<!-- wp:spacer {"width":50,"height":20.5} -->\n<div style="height:20.5px;width:50px" aria-hidden="true" '
        'class="wp-block-spacer"></div>\n<!-- /wp:spacer -->',
    ],
)
def test_numbers_of_old_releases_have_the_units_of_the_editor(source: str, editor: Editor, release: Dialect) -> None:
    """The editor opens such a block as a sound one, with the same attributes."""
    entry = read(source)
    (opened,) = editor.check(source)["blocks"]
    assert opened["valid"]
    assert read_block(entry, read_catalogue(release)[opened["name"]]) == opened["attributes"]


def test_a_width_of_an_old_column_survives() -> None:
    """The column whose width WordPress 5 wrote as a number can be updated, and keeps the width until it is named."""
    assert read_block(read(COLUMN), read_catalogue(Dialect.V7_1)["core/column"]) == {"width": "33.33%"}
    updated = edit_blocks(COLUMN, [Update("0", {"verticalAlignment": "top"})], Dialect.V7_1).source
    assert read_comment(read(updated)) == {"verticalAlignment": "top", "width": 33.33}
    assert 'class="wp-block-column is-vertically-aligned-top" style="flex-basis:33.33%"' in updated
    replaced = edit_blocks(updated, [Update("0", {"width": "50%"})], Dialect.V7_1).source
    assert read_comment(read(replaced))["width"] == "50%"
    assert 'style="flex-basis:50%"' in replaced
    removed = edit_blocks(updated, [Update("0", {"width": None})], Dialect.V7_1).source
    assert "33.33" not in removed
    assert "33.33" not in edit_blocks(updated, [Update("0", {"lock": {}}, replace=True)], Dialect.V7_1).source


def test_a_height_of_an_old_spacer_can_be_changed() -> None:
    """WordPress before 5.9 wrote it as a number of pixels."""
    html = '<div style="height:50px" aria-hidden="true" class="wp-block-spacer"></div>'
    spacer = f'<!-- wp:spacer {{"height":50}} -->\n{html}\n<!-- /wp:spacer -->'
    assert not list(find_problems(read_outline(spacer), read_release("7.1"), {}))
    higher = edit_blocks(spacer, [Update("0", {"height": "60px"})], Dialect.V7_1).source
    assert higher == spacer.replace("50px", "60px").replace(":50}", ':"60px"}')


def test_markup_with_such_a_value_can_be_set() -> None:
    """The whole text can be set to markup with a value of another type, which stays there."""
    markup = f'<!-- wp:columns -->\n<div class="wp-block-columns">{COLUMN}</div>\n<!-- /wp:columns -->'
    made = set_all("", AllBlocks(id=1, markup=markup), read_release("7.1"))
    assert '{"width":33.33}' in str(made)


def test_columns_of_text_are_few_however_many_are_asked_for() -> None:
    """A count beyond reason makes no HTML beyond reason."""
    outline = read_outline(write("core/text-columns", {"columns": 10**9}))
    (found,) = find_problems(outline, read_release("7.1"), {})
    assert found.difference is not None
    assert len(found.difference.expected) < 10_000
