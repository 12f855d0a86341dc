"""How tables are tracked: once each, and so that the kind of each row is known."""

from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, Table

from sitehand.site.kinds import PAGE, POST
from sitehand.store.tracked import Tracked, list_tracked, track


@pytest.fixture
def notes() -> Table:
    """A table of its own, which nobody tracks."""
    return Table("notes", MetaData(), Column("id", Integer, primary_key=True))


def test_a_table_is_tracked_once(notes: Table) -> None:
    """The second time would take the place of the first, and rows of the first kind would be of none."""
    track(Tracked(notes, (PAGE,)))
    with pytest.raises(ValueError, match="notes is tracked already"):
        track(Tracked(notes, (POST,)))
    assert [each.names for each in list_tracked(notes.metadata)] == [("page",)]


@pytest.mark.parametrize("kinds", [(), (PAGE, POST)])
def test_the_kind_of_each_row_is_known(notes: Table, kinds: tuple[Any, ...]) -> None:
    """By SQL, unless all rows are of one kind."""
    with pytest.raises(ValueError, match="which kind each row of notes is"):
        Tracked(notes, kinds)
    assert Tracked(notes, kinds, "{row}.kind").name_row("NEW") == "NEW.kind"
