"""Tables are edited by rows, columns and cells, as the editors would store them."""

from collections.abc import Callable
from typing import Any

import pytest

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import EditTable
from sitehand.blocks.outline import read_outline
from sitehand.blocks.reading import read_block
from sitehand.blocks.release import read_release
from sitehand.blocks.table_edits import TableEdit
from sitehand.errors import Code, Problem
from tests.wordpress.editor import Editor

CELL = {"content": "<b>1</b>", "tag": "td", "align": "right"}
ATTRIBUTES: dict[str, Any] = {
    "head": [{"cells": [{"content": "Day", "tag": "th"}, {"content": "Hours", "tag": "th"}]}],
    "body": [{"cells": [CELL, {"content": "b", "tag": "td"}]}, {"cells": [{**CELL, "content": "c"}, CELL]}],
}


def make(release: str, attributes: dict[str, Any] = ATTRIBUTES) -> str:
    """A table."""
    known = read_release(release)
    return known.make([known.read_new({"name": "table", "attributes": attributes})])


def edit(source: str, *edits: TableEdit, release: str = "7.1") -> str:
    """The text after edits of its first block."""
    known = read_release(release)
    return edit_blocks(source, [EditTable("0", each) for each in edits], known.dialect, blocks=known.blocks).source


def cells(source: str, section: str = "body", name: str = "content") -> list[list[Any]]:
    """What the cells of a section have."""
    entry = read_outline(source).roots[0]
    rows = read_block(entry, read_release("7.1").blocks["core/table"]).get(section, [])
    return [[cell.get(name) for cell in row["cells"]] for row in rows]


def test_rows_come_and_go() -> None:
    """At the end, or at a place; cells that are not given are empty, and aligned as those beside them."""
    done = edit(make("7.1"), TableEdit("insert_row", cells=["new"]), TableEdit("insert_row", row=0))
    assert cells(done) == [["", ""], ["<b>1</b>", "b"], ["c", "<b>1</b>"], ["new", ""]]
    assert cells(done, name="align")[-1] == ["right", "right"]
    assert cells(edit(done, TableEdit("remove_row", row=1), TableEdit("remove_row"))) == [["", ""], ["c", "<b>1</b>"]]


def test_columns_come_and_go_in_every_section() -> None:
    """The cells are given from the head down."""
    done = edit(make("7.1"), TableEdit("insert_column", column=1, cells=["H", "1"]))
    assert cells(done, "head") == [["Day", "H", "Hours"]]
    assert cells(done) == [["<b>1</b>", "1", "b"], ["c", "", "<b>1</b>"]]
    assert edit(done, TableEdit("remove_column", column=1)) == make("7.1")


def test_cells_change_and_all_else_stays() -> None:
    """Equal ones change nothing."""
    assert cells(edit(make("7.1"), TableEdit("set_cells", row=1, column=1, cells=["z"]))) == [
        ["<b>1</b>", "b"],
        ["c", "z"],
    ]
    assert edit(make("7.1"), TableEdit("set_cells", row=0, cells=["<b>1</b>"])) == make("7.1")


@pytest.mark.parametrize(
    "wrong",
    [
        TableEdit("remove_row", row=2),
        TableEdit("remove_row", section="foot"),
        TableEdit("insert_row", row=3),
        TableEdit("insert_row", cells=["1", "2", "3"]),
        TableEdit("insert_column", cells=["1", "2", "3", "4"]),
        TableEdit("insert_column", column=3),
        TableEdit("remove_column", column=2),
        TableEdit("set_cells", row=0),
        TableEdit("set_cells", row=0, column=1, cells=["1", "2"]),
    ],
)
def test_what_is_not_there_is_refused(wrong: TableEdit) -> None:
    """With what there is."""
    with pytest.raises(Problem) as refusal:
        edit(make("7.1"), wrong)
    assert (refusal.value.code, len(refusal.value.details)) == (Code.INVALID_ARGUMENTS, 1)


def test_a_table_with_spans_keeps_its_rows() -> None:
    """Nothing says which cell stands below which; cells may change."""
    source = make("7.1", {"body": [{"cells": [{"content": "a", "tag": "td", "colspan": "2"}]}]})
    with pytest.raises(Problem) as refusal:
        edit(source, TableEdit("insert_row"))
    assert refusal.value.code is Code.CONFLICT
    assert cells(edit(source, TableEdit("set_cells", row=0, cells=["b"]))) == [["b"]]


@pytest.mark.parametrize("release", list(Dialect))
def test_the_editor_finds_the_table_as_it_would_store_it(
    release: Dialect, editor_of: Callable[[Dialect], Editor]
) -> None:
    """After every kind of edit."""
    edits = [
        TableEdit("insert_row", section="foot", cells=["f"]),
        TableEdit("insert_column", cells=["<em>h</em>"]),
        TableEdit("set_cells", row=0, cells=["&lt;"]),
        TableEdit("remove_row", section="head"),
    ]
    for number in range(len(edits)):
        source = edit(make(release), *edits[: number + 1], release=release)
        checked = editor_of(release).check(source)
        assert [block["valid"] for block in checked["blocks"]] == [True], source
        assert checked["serialized"] == source
