"""Blocks that name notes."""

import pytest

from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Update
from sitehand.blocks.note_marks import (
    copy_block,
    copy_text,
    hide_marks,
    move_text,
    read_notes,
    rename_marks,
    write_mark,
)
from sitehand.blocks.outline import read_outline

PARAGRAPH = "<!-- wp:paragraph {attributes}-->\n<p>One</p>\n<!-- /wp:paragraph -->"


def write(attributes: str) -> str:
    """A paragraph with attributes."""
    return PARAGRAPH.replace("{attributes}", f"{attributes} " if attributes else "")


@pytest.mark.parametrize(
    ("attributes", "notes"),
    [
        ("", []),
        ('{"metadata":{"noteId":5}}', [5]),
        ('{"metadata":{"noteId":[5,7,5]}}', [5, 7]),
        ('{"metadata":{"noteId":["5",true,0,-1,7.5,null,8]}}', [8]),
        ('{"metadata":"noteId"}', []),
        ('{"noteId":5}', []),
        ('{"metadata":{"noteId":{"a":1}}}', []),
        ('{"metadata":{"noteId":5}', []),
    ],
)
def test_a_block_names_notes_by_one_id_or_a_list(attributes: str, notes: list[int]) -> None:
    """As WordPress 6.9 and later releases write them; what is no id is none."""
    assert read_notes(read_outline(write(attributes)).roots[0]) == notes


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", '{"metadata":{"noteId":9}}'),
        ('{"metadata":{"name":"Intro"}}', '{"metadata":{"name":"Intro","noteId":9}}'),
        ('{"metadata":{"noteId":9}}', '{"metadata":{"noteId":9}}'),
        ('{"metadata":{"noteId":5}}', '{"metadata":{"noteId":[5,9]}}'),
    ],
)
def test_one_note_more_is_named_beside_the_others(attributes: str, expected: str) -> None:
    """As a number while it is the only one; the name of the block and its text stay."""
    entry = read_outline(write(attributes)).roots[0]
    edited = edit_blocks(write(attributes), [Update("0", write_mark(entry, 9))])
    assert edited.source == write(expected)


def test_marks_follow_notes_that_got_other_ids() -> None:
    """Nothing else that looks like such an id changes."""
    text = write('{"metadata":{"noteId":[5,4503599627370496]},"x":4503599627370496}') + write(
        '{"metadata":{"noteId":5}}'
    )
    renamed = rename_marks(text, {4503599627370496: 8, 5: 6})
    assert renamed == write('{"metadata":{"noteId":[6,8]},"x":4503599627370496}') + write('{"metadata":{"noteId":6}}')
    assert rename_marks(text, {}) == text
    assert "4503599627370496" not in hide_marks(write('{"metadata":{"noteId":4503599627370496}}'))


def test_a_number_of_any_length_stays() -> None:
    """Python would not read it as one."""
    text = write(f'{{"metadata":{{"noteId":[{"1" * 5_000},7]}}}}')
    assert rename_marks(text, {7: 8}) == text.replace(",7]", ",8]")


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('{"metadata":{"noteId":5}}', ""),
        ('{"metadata":{"noteId":[5,7],"name":"Intro"}}', '{"metadata":{"name":"Intro"}}'),
        ('{"align":"wide","metadata":{"noteId":"5"}}', '{"align":"wide"}'),
        ('{"noteId":5,  "metadata":"noteId"}', '{"noteId":5,  "metadata":"noteId"}'),
    ],
)
def test_a_copy_names_no_notes(attributes: str, expected: str) -> None:
    """Neither a block, nor one in it, nor a text: notes are about the original. All else stays byte for byte."""
    text = f"<p>noteId</p>\n<!-- wp:group -->\n<div>{write(attributes)}</div>\n<!-- /wp:group -->"
    copied = text.replace(write(attributes), write(expected))
    assert copy_text(text) == copied
    assert copy_block(read_outline(text).roots[1]) == copied[copied.index("<!--") :]


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ('{"metadata":{"noteId":3}}', '{"metadata":{"noteId":30}}'),
        ('{"metadata":{"noteId":[3,4,5]}}', '{"metadata":{"noteId":[30,40]}}'),
        ('{"metadata":{"noteId":[4,5],"name":"A"}}', '{"metadata":{"noteId":40,"name":"A"}}'),
        ('{"metadata":{"noteId":5},"align":"left"}', '{"align":"left"}'),
    ],
)
def test_a_text_that_moves_names_the_notes_that_were_made(there: str, here: str) -> None:
    """By their ids here, and no others."""
    assert move_text(write(there), {3: 30, 4: 40}) == write(here)
