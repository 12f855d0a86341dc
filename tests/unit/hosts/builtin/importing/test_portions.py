"""An import in portions: who writes in between, what ends it in the middle, and how it goes on."""

import asyncio
import contextvars
import itertools
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.import_undo import BuiltinImportUndo
from sitehand.hosts.builtin.importing import portions
from sitehand.hosts.builtin.importing.portions import MOST_CHARACTERS, MOST_STEPS, Portions
from sitehand.operations import changes
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.jobs import JobQuery
from sitehand.site.types import TypeFields
from sitehand.store.jobs import JobTable
from tests.databases import migrate
from tests.statements import fetch
from tests.unit.hosts.builtin.importing.exports import category, comment, item, write_export
from tests.unit.hosts.builtin.importing.halfway import Halfway, stop_after

ITEMS = 250
JOBS = JobQuery()


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A service over an empty site."""
    made = assemble(Settings(data=tmp_path / "site", log="off"))
    await migrate(made.database)
    yield made
    await made.close()


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """Posts with a category, each with a comment."""
    posts = [
        item(n, "post", title=f"Post {n}", uses=[("category", "rye", "Rye")], extra=comment(n))
        for n in range(1, ITEMS + 1)
    ]
    return write_export(tmp_path, category("rye"), *posts)


async def bring_in(parts: Parts, export: Path, **arguments: Any) -> Any:
    """Import the file as the owner does."""
    with export.open("rb") as stream:
        return await perform(parts, "import_export", {"file": export.name, "stream": stream, **arguments})


async def read_entries(parts: Parts) -> list[dict[str, Any]]:
    """The journal, oldest first."""
    return await fetch(parts.database, "SELECT id, operation, request_id FROM changes ORDER BY id")


async def count_posts(parts: Parts) -> int:
    """How many posts are here."""
    return int((await fetch(parts.database, "SELECT count(*) AS number FROM items WHERE type = 'post'"))[0]["number"])


@pytest.fixture
def halfway(monkeypatch: pytest.MonkeyPatch) -> Halfway:
    """An import in portions of at most ten steps, and the moment after the first of them."""
    monkeypatch.setattr(portions, "MOST_STEPS", 10)
    return stop_after(monkeypatch, Portions, "_write_portion", lambda _: True)


async def import_and_cancel(parts: Parts, export: Path) -> None:
    """Import a file, and cancel that while its second portion is written."""
    run, begun = Portions._run, itertools.count(1)
    importing = asyncio.create_task(bring_in(parts, export))
    loop = asyncio.get_running_loop()

    def cancel_in_the_second(self: Portions, *arguments: Any) -> bool:
        if next(begun) == 2:
            loop.call_soon_threadsafe(importing.cancel)
        return run(self, *arguments)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(portions, "MOST_STEPS", 10)
        patched.setattr(Portions, "_run", cancel_in_the_second)
        with pytest.raises(asyncio.CancelledError):
            await importing


async def test_others_write_between_two_portions(parts: Parts, export: Path) -> None:
    """Whoever asks to write while an import runs gets in before its end."""
    importing = asyncio.create_task(bring_in(parts, export))
    while not importing.done():
        await parts.host.pages.create(PageFields(title="Mine"), "owner")
    assert (await importing)["changed"] is True
    entries = [each["operation"] for each in await read_entries(parts)]
    first, last = entries.index("import_export"), len(entries) - entries[::-1].index("import_export")
    assert set(entries[first:last]) == {"import_export", ""}


async def test_an_import_is_undone_as_one(parts: Parts, export: Path) -> None:
    """Each portion has an entry of the same request, and one undo of the request takes all of it back."""
    await bring_in(parts, export)
    entries = await read_entries(parts)
    assert len(entries) >= (2 * ITEMS + 2) / MOST_STEPS
    assert {each["operation"] for each in entries} == {"import_export"}
    (request_id,) = {each["request_id"] for each in entries}
    undone = await perform(parts, "undo_change", {"request_id": request_id})
    assert undone["undone"] == [each["id"] for each in reversed(entries)]
    assert await count_posts(parts) == 0
    for table in ("terms", "comments"):
        assert await fetch(parts.database, f"SELECT * FROM {table}") == []


async def test_long_items_make_short_portions(parts: Parts, tmp_path: Path) -> None:
    """Two items that are too long together are written in two transactions, and one that is too long alone in one."""
    half, whole = "rye " * (MOST_CHARACTERS // 8 + 1), "rye " * (MOST_CHARACTERS // 4 + 1)
    export = write_export(tmp_path, *(item(n, content=each) for n, each in enumerate([half, half, whole, ""], 1)))
    await bring_in(parts, export)
    changed = await fetch(parts.database, "SELECT object FROM changed_objects WHERE kind = 'page' ORDER BY id")
    by_entry = (
        "SELECT count(*) AS number FROM changed_objects WHERE kind = 'page' GROUP BY change_id ORDER BY change_id"
    )
    assert [each["number"] for each in await fetch(parts.database, by_entry)] == [1, 1, 1, 1]
    assert len(changed) == 4


async def test_what_an_import_needs_may_be_removed_meanwhile(parts: Parts, export: Path, halfway: Halfway) -> None:
    """It stops and says how much is in; the next one brings the removed term back and does the rest."""

    async def remove() -> None:
        await parts.database.transact(lambda connection: connection.execute(text("DELETE FROM terms")))

    with pytest.raises(Problem, match=r"removed meanwhile\. The import stopped after \d+ of 501 steps") as stopped:
        await halfway.run(bring_in(parts, export), remove)
    assert stopped.value.code is Code.CONFLICT
    assert 0 < await count_posts(parts) < ITEMS
    (job,) = (await JobTable(parts.database, parts.clock).list(JOBS, None)).items
    assert (job["kind"], job["state"], job["error"]) == ("import", "failed", stopped.value.message)
    again = await bring_in(parts, export)
    assert again["report"][0].startswith("An import from the same site was cut off")
    assert "steps of export.xml. If this is the same source, the rest is in now" in again["report"][0]
    assert await count_posts(parts) == ITEMS
    (uses,) = await fetch(parts.database, "SELECT count(*) AS number FROM item_terms")
    assert uses["number"] == ITEMS


async def test_types_may_change_meanwhile(parts: Parts, export: Path, halfway: Halfway) -> None:
    """An import was planned for the types that there were, and stops when there are others."""

    async def register() -> None:
        assert parts.host.types
        await parts.host.types.register("book", TypeFields(name="Books"))

    with pytest.raises(Problem, match=r"types of content have changed meanwhile\. The import stopped after"):
        await halfway.run(bring_in(parts, export), register)


@pytest.mark.parametrize("values", ["state = 'cancelled', holder = ''", "holder = 'another import'"])
async def test_an_import_that_lost_its_job_writes_nothing_more(
    parts: Parts, export: Path, halfway: Halfway, values: str
) -> None:
    """Whoever cancels it, or imports the same site, ends it at its next portion, and its job stays as it is."""
    update = text(f"UPDATE jobs SET {values} WHERE kind = 'import'")

    async def lose() -> None:
        await parts.database.transact(lambda connection: connection.execute(update))

    with pytest.raises(Problem, match=r"was cancelled, or another import of the same site began\. The import stopped"):
        await halfway.run(bring_in(parts, export), lose)
    assert 0 < await count_posts(parts) < ITEMS
    ((_, found),) = [tuple(each.values()) for each in await fetch(parts.database, "SELECT id, error FROM jobs")]
    assert found == ""


async def test_a_cancelled_import_keeps_whole_portions(parts: Parts, export: Path) -> None:
    """Who waits for it goes away: what is in stays, the job says that it was cut off, and the next does the rest."""
    await import_and_cancel(parts, export)
    posts = await count_posts(parts)
    assert 0 < posts < ITEMS
    (job,) = await fetch(parts.database, "SELECT state, error, done FROM jobs WHERE kind = 'import'")
    assert (job["state"], job["error"].startswith("The import was cut off")) == ("failed", True)
    assert job["done"] == posts + 1  # and the category
    await bring_in(parts, export)
    assert await count_posts(parts) == ITEMS


async def test_an_import_that_is_undone_while_it_runs_stops(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes nothing after that, though it needs nothing that was taken back."""

    async def undo() -> None:
        last = (await read_entries(parts))[-1]
        await perform(parts, "undo_change", {"request_id": last["request_id"]})

    await bring_in(parts, write_export(tmp_path, item(900)))  # with the author of all
    monkeypatch.setattr(portions, "MOST_STEPS", 10)
    halfway = stop_after(monkeypatch, Portions, "_write_portion", lambda _: True)
    export = write_export(tmp_path, *(item(n, "post") for n in range(1, ITEMS)))
    with pytest.raises(Problem, match=r"This import was undone while it ran\. The import stopped after"):
        await halfway.run(bring_in(parts, export), undo)
    assert await count_posts(parts) == 0


async def test_what_comes_in_while_an_undo_begins_is_taken_back_by_the_next(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first has looked before: it takes back what it found, and the import stops."""
    await bring_in(parts, write_export(tmp_path, item(900)))  # with the author of all
    monkeypatch.setattr(portions, "MOST_STEPS", 10)
    third, fourth = (
        stop_after(monkeypatch, Portions, "_write_portion", partial(_is_next, itertools.count(1), number))
        for number in (3, 4)
    )
    run = BuiltinImportUndo.run

    async def run_after_the_fourth(self: BuiltinImportUndo, *arguments: Any) -> Any:
        third.go_on()
        await fourth.reach()
        return await run(self, *arguments)

    monkeypatch.setattr(BuiltinImportUndo, "run", run_after_the_fourth)
    export = write_export(tmp_path, *(item(n, "post") for n in range(1, ITEMS)))
    importing = asyncio.create_task(bring_in(parts, export))
    await third.reach()
    choice = {"request_id": (await read_entries(parts))[-1]["request_id"]}
    assert len((await perform(parts, "undo_change", choice))["undone"]) == 3
    fourth.go_on()
    with pytest.raises(Problem, match=r"This import was undone while it ran\. The import stopped after"):
        await importing
    assert await count_posts(parts)
    await perform(parts, "undo_change", choice)
    assert await count_posts(parts) == 0


def _is_next(numbers: Iterator[int], number: int, _: Any) -> bool:
    return next(numbers) == number


async def test_an_import_cut_off_twice_still_tells_of_the_first(
    parts: Parts, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second wrote nothing, and what the first one has written is in."""
    await import_and_cancel(parts, export)
    begun = asyncio.Event()

    async def begin_and_wait(*_: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(Portions, "write", begin_and_wait)
        again = asyncio.create_task(bring_in(parts, export))
        await asyncio.wait_for(begun.wait(), 30)
    again.cancel()
    with pytest.raises(asyncio.CancelledError):
        await again
    last = await bring_in(parts, export)
    assert last["report"][0].startswith("An import from the same site was cut off")
    assert "cut off" not in (await bring_in(parts, export))["report"][0]


async def test_long_comments_make_short_portions(parts: Parts, tmp_path: Path) -> None:
    """A portion ends with the comment that makes it too long."""
    long = "rye " * (MOST_CHARACTERS // 12)
    export = write_export(tmp_path, item(1, "post", extra="".join(comment(n, content=long) for n in range(1, 10))))
    await bring_in(parts, export)
    by_entry = "SELECT count(*) AS number FROM changed_objects WHERE kind = 'comment' GROUP BY change_id"
    assert max(each["number"] for each in await fetch(parts.database, by_entry)) <= 4


async def test_a_large_import_is_undone_in_steps(parts: Parts, export: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One undo takes so many of its portions, the newest first, and says how many are left; the next one goes on."""
    await bring_in(parts, export)
    entries = await read_entries(parts)
    choice = {"request_id": entries[0]["request_id"]}
    monkeypatch.setattr(changes, "MAX_UNDONE", len(entries) - 1)
    first = await perform(parts, "undo_change", choice)
    assert first["undone"] == [each["id"] for each in reversed(entries[1:])]
    assert [each["code"] for each in first["notices"]] == ["more_to_undo"]
    second = await perform(parts, "undo_change", choice)
    assert (second["undone"], second.get("notices", [])) == ([entries[0]["id"]], [])
    assert await count_posts(parts) == 0
    with pytest.raises(Problem, match="already undone"):
        await perform(parts, "undo_change", choice)


async def test_a_portion_may_be_undone_before_the_rest(parts: Parts, export: Path) -> None:
    """An undo of the whole import then takes back what is left of it."""
    await bring_in(parts, export)
    last = (await read_entries(parts))[-1]
    await perform(parts, "undo_change", {"id": last["id"]})
    undone = await perform(parts, "undo_change", {"request_id": last["request_id"]})
    assert last["id"] not in undone["undone"]
    assert await count_posts(parts) == 0


async def test_a_preview_waits_for_nobody(parts: Parts, export: Path) -> None:
    """It runs to its end while somebody else holds the lock, tells every object, and leaves nothing."""
    outside = contextvars.copy_context()
    async with parts.database.units.open() as unit:
        await unit.run(lambda _: None)
        trying = asyncio.create_task(bring_in(parts, export, dry_run=True), context=outside)
        plan = (await trying).body
    assert (plan["dry_run"], plan["changed"]) == (True, True)
    assert sum(each["kind"] == "post" for each in plan["changes"]) == ITEMS
    assert await count_posts(parts) == 0
    assert await fetch(parts.database, "SELECT * FROM jobs WHERE kind LIKE 'import%'") == []
