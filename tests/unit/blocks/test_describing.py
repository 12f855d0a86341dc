"""Block types are described with examples that the editors take."""

from collections.abc import Callable

import pytest

from sitehand.blocks.describing import describe_type, list_types
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.examples import PARTS
from sitehand.blocks.release import read_release
from sitehand.errors import Code, Problem
from tests.wordpress.editor import Editor

WITHOUT = {"core/legacy-widget", "core/missing", "core/post-comments", "core/post-date", "core/widget-group"}
"""Blocks that no editor of pages makes, and one that the editor of 7.1 never stores as it was."""


@pytest.mark.parametrize("version", list(Dialect))
def test_every_example_is_as_the_editor_stores_it(version: Dialect, editor_of: Callable[[Dialect], Editor]) -> None:
    """Valid, and the same when it is stored again; of every block that can be made."""
    release, editor, shown = read_release(version), editor_of(version), 0
    for line in list_types(release):
        example = describe_type(release.describe(line["name"]), release).get("example")
        if example is None or line["name"] in WITHOUT:
            continue
        markup = release.make([release.read_new(example)])
        checked = editor.check(markup)
        if checked["blocks"][0]["name"] == "core/missing":
            continue
        assert [block["valid"] for block in checked["blocks"]] == [True], markup
        assert checked["serialized"] == markup
        shown += 1
    assert shown > (100 if version is Dialect.V7_1 else 80)


def test_every_part_is_of_a_block() -> None:
    """No example is of a block that there is not."""
    assert PARTS.keys() <= read_release("7.1").blocks.keys()


def test_a_block_is_described() -> None:
    """Where its attributes are stored, what they may be, and where it may stand."""
    release = read_release("7.1")
    heading = describe_type(release.describe("heading"), release)
    assert (heading["name"], heading["text"], heading["attributes"]["level"]["default"]) == (
        "core/heading",
        "content",
        2,
    )
    column = describe_type(release.describe("core/column"), release)
    assert (column["parents"], column["attributes"]["width"]["stored"]) == (["core/columns"], "both")
    with pytest.raises(Problem) as refusal:
        release.describe("core/none")
    assert refusal.value.code is Code.NOT_FOUND


def test_a_release_without_a_table_makes_nothing() -> None:
    """It says why."""
    release = read_release("6.1.9")
    assert list_types(release) == []
    with pytest.raises(Problem) as refusal:
        release.make([release.read_new({"name": "core/paragraph"})])
    assert (refusal.value.code, "6.1.9" in refusal.value.message) == (Code.CONFLICT, True)
