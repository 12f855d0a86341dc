"""Blocks that name notes."""

import pytest

from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Duplicate, Edit, ReplaceText, Transform, Update, Wrap
from sitehand.blocks.note_marks import (
    copy_block,
    copy_text,
    hide_marks,
    move_text,
    read_notes,
    rename_marks,
    write_mark,
)
from sitehand.blocks.note_words import move_words
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


MARKED = 'Bread <mark class="wp-note" data-id="5">is <em>good</em> to</mark> eat'


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (MARKED, "Bread is <em>good</em> to eat"),
        ("<mark class='a wp-note' data-id=5>a\r\n🎉<MARK>b</mark>\rc</Mark >d", "a\r\n🎉<MARK>b</mark>\rcd"),
        ('<mark class="wp-note"><mark class="wp-note">a</mark>b</mark>', "ab"),
        ('<mark class="wp-note-foo">a</mark><mark>wp-note</mark>', None),
        ('</mark><img alt="<mark class=wp-note>"><!-- <mark class="wp-note"> --><b>a', None),
        ('a<mark class="wp-note">b', "ab"),
        ('a<mark class="wp-note"', None),
        ('<mark class="wp-note">', ""),
    ],
)
def test_marks_of_notes_are_taken_off_words(html: str, expected: str | None) -> None:
    """Tags alone, and of these marks alone: the words and all else stay, as WordPress 7.1 shows them to visitors."""
    assert move_words(html, {}) == (html if expected is None else expected)


@pytest.mark.parametrize(
    ("there", "here"),
    [
        (MARKED, MARKED.replace("5", "50")),
        ("<mark DATA-ID = 5 class='wp-note'>a</mark>", "<mark DATA-ID = 50 class='wp-note'>a</mark>"),
        ('<mark class="wp-note" data-id="6">a<mark class="wp-note" data-id="5">b</mark></mark>',
         'a<mark class="wp-note" data-id="50">b</mark>'),
        ('<mark class="wp-note" data-id="' + "9" * 5000 + '">a</mark>', "a"),
    ],
)  # fmt: skip
def test_words_that_move_are_marked_for_the_notes_that_were_made(there: str, here: str) -> None:
    """By their ids here, and for no others."""
    assert move_text(f"<p>{there}</p>", {5: 50}) == f"<p>{here}</p>"


def test_a_copy_marks_no_words_for_notes() -> None:
    """Neither in its HTML nor in its attributes."""
    block = write('{"metadata":{"noteId":5}}').replace("One", MARKED)
    search = '<!-- wp:search {"label":"\\u003cmark class=\\u0022wp-note\\u0022\\u003eFind\\u003c/mark\\u003e it"} /-->'
    copied = write("").replace("One", "Bread is <em>good</em> to eat")
    assert copy_block(read_outline(block).roots[0]) == copied
    assert copy_text(f"{block}\n\n{search}") == f'{copied}\n\n<!-- wp:search {{"label":"Find it"}} /-->'
    assert copy_text(f"<p>{MARKED}</p>") == "<p>Bread is <em>good</em> to eat</p>"


@pytest.mark.parametrize(
    "edit",
    [
        Update("0", {"backgroundColor": "accent"}),
        Transform("0", "core/heading"),
        Transform("0", "core/verse"),
        Transform("0", "core/list"),
        Transform("0", "core/quote"),
        Transform("0", "core/group"),
        ReplaceText("good", "very good"),
        Duplicate("0"),
        Wrap(["0"], '<!-- wp:group -->\n<div class="wp-block-group"></div>\n<!-- /wp:group -->'),
    ],
    ids=lambda edit: f"{type(edit).__name__} {getattr(edit, 'name', '')}",
)
def test_an_edit_keeps_what_a_note_is_about(edit: Edit) -> None:
    """The block names the note once, and its words are marked once, whatever it becomes."""
    edited = edit_blocks(write('{"metadata":{"noteId":5}}').replace("One", MARKED), [edit]).source
    assert [note for entry in read_outline(edited) for note in read_notes(entry)] == [5]
    assert edited.count('<mark class="wp-note" data-id="5">is <em>') == edited.count("wp-note") == 1


@pytest.mark.parametrize("value", ["[" * 508 + "]" * 508, '{"a":' * 508 + "1" + "}" * 508])
def test_attributes_that_nest_deeply_are_copied(value: str) -> None:
    """As deeply as WordPress reads them; the block names no notes in the copy."""
    attributes = f'{{"metadata":{{"noteId":5}},"deep":{value}}}'
    assert copy_text(write(attributes)) == write(f'{{"deep":{value}}}')
