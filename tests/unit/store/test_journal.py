"""The journal's entries: one for each transaction that changed something, chained, and every break is found."""

import asyncio
import hashlib
import json
import re
import sqlite3
import time
import zlib
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, delete, insert, select, text, update
from sqlalchemy.exc import OperationalError

from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import terms
from sitehand.site.changes import ObjectChange
from sitehand.store.capture import read_changes
from sitehand.store.database import Database, journal_changes
from sitehand.store.journal import (
    CHAINED,
    ENTRIES_AT_ONCE,
    FOLDED,
    GENESIS,
    OBJECT_COLUMNS,
    OBJECTS,
    OBJECTS_AT_ONCE,
    ROWS,
    chain,
    count_entries,
    find_break,
    read_changed,
    read_object,
    walk_entries,
    walk_objects,
    write_entry,
)
from sitehand.store.reading import list_rows
from sitehand.store.schema import SCHEMA
from sitehand.store.tables import changed_objects, changes, metadata, texts, undone_changes
from sitehand.store.texts import LONG

BY = Attribution(
    *("key:1", "Script", "editor", "create_post", Origin("rest", "script/1")),
    arguments={"title": "Ä \u2028"},
    request_id="a-request",
    outcome="approved",
    approved_by="Ann",
    approved_by_id="key:2",
    at="2026-11-21T12:00:00Z",
)
FORMS = [ROWS, OBJECTS, FOLDED]
VALUES = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(exclude_categories=["Cs"]))
)
SIDES = st.none() | st.dictionaries(st.sampled_from(["id", "title", "slug"]), VALUES, min_size=1)
SOME_OBJECT = st.builds(
    ObjectChange,
    kind=st.sampled_from(["page", "term"]),
    object=st.integers(1, 99).map(str),
    label=st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    before=SIDES,
    after=SIDES,
)


async def add_term(database: Database, slug: str, number: int = 1, **more: str) -> None:
    """A transaction that changes as many objects."""
    rows = [{"taxonomy": "tag", "slug": f"{slug}-{place}", "name": slug, **more} for place in range(number)]
    await database.transact(lambda connection: connection.execute(insert(terms), rows))


async def add_terms(database: Database, number: int) -> None:
    """As many entries, of two objects each."""
    for place in range(number):
        await add_term(database, f"term-{place}", 2)


async def numbers(database: Database) -> list[int]:
    """The ids of all entries."""
    return [row.id for row in await database.read(list_rows(select(changes.c.id).order_by(changes.c.id)))]


async def broken(database: Database) -> str | None:
    """The first place where the chain does not hold."""
    return await database.transact(find_break)


def damage(database: Database, *statements: str) -> None:
    """Change the file as somebody does who has it in hands, past everything of ours."""
    with closing(sqlite3.connect(database.path)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement


UNREADABLE = [
    *("changes SET label = x'00ff'", "changes SET arguments = CAST(x'ff' AS TEXT)"),
    *("changed_objects SET after = zeroblob(3)", "changed_objects SET label = CAST(x'ff' AS TEXT)"),
    *("changed_objects SET texts = '[1]'", "changed_objects SET texts = 'none'"),
    f"changed_objects SET texts = '{'[' * 9000}{']' * 9000}'",
]


@pytest.mark.parametrize("damaged", UNREADABLE)
async def test_what_cannot_be_read_was_altered(database: Database, damaged: str) -> None:
    """Bytes that are no text, and texts that are no JSON, are found like any other value."""
    await add_terms(database, 4)
    damage(database, f"UPDATE {damaged} WHERE {'change_id' if 'objects' in damaged else 'id'} = 3")
    assert re.match(r"Change [1-3], or one soon after it, was altered", await broken(database) or "")


async def test_a_fault_of_the_storage_is_not_told_as_an_alteration(database: Database) -> None:
    """The table is not there, and the journal says nothing of itself."""
    await add_terms(database, 1)
    damage(database, "ALTER TABLE changed_objects RENAME TO elsewhere")
    with pytest.raises(OperationalError, match="no such table"):
        await broken(database)


async def test_an_empty_journal_is_sound(database: Database) -> None:
    """And so it is after one entry, which names no entry as the one before."""
    assert (await numbers(database), await broken(database)) == ([], None)
    await add_term(database, "first")
    assert (await numbers(database), await broken(database)) == ([1], None)
    assert [row.previous for row in await database.read(list_rows(select(changes)))] == [GENESIS]


async def test_an_entry_says_who_did_what(database: Database) -> None:
    """Every field of whoever it is ascribed to, and every object as it was and is."""
    with in_call(by=replace(BY, began=time.perf_counter() - 5)):
        await add_term(database, "news", 2)
    (row,) = await database.read(list_rows(select(changes)))
    told = {name: value for name, value in row._asdict().items() if name not in ("previous", "hash", "milliseconds")}
    assert told == {
        **{"id": 1, "at": "2026-11-21T12:00:00Z", "request_id": "a-request", "caller": "key:1", "label": "Script"},
        **{"role": "editor", "door": "rest", "client": "script/1", "operation": "create_post", "outcome": "approved"},
        **{"approved_by": "Ann", "approved_by_id": "key:2", "undoes": "[]", "arguments": '{"title": "Ä \u2028"}'},
        **{"form": 3, "site": ""},
    }
    assert 5000 <= row.milliseconds < 65_000
    objects = await database.transact(lambda connection: read_changed(connection, 1))
    assert [(each.kind, each.object, each.before) for each in objects] == [("term", "1", None), ("term", "2", None)]
    assert objects[0].after is not None
    assert objects[0].after["slug"] == "news-0"


async def test_a_transaction_without_a_change_has_no_entry(database: Database) -> None:
    """Neither one that reads, nor one whose writes change nothing."""
    await add_term(database, "news")
    await database.transact(lambda connection: connection.execute(select(terms)).all())
    await database.transact(lambda connection: connection.execute(update(terms).values(name="news")))
    await database.transact(lambda connection: connection.execute(delete(terms).where(terms.c.id == 99)))
    assert await numbers(database) == [1]


@pytest.mark.parametrize("fails_after", ["the change", "the entry"])
async def test_what_is_rolled_back_leaves_nothing(database: Database, fails_after: str) -> None:
    """No row, no entry, no number that is missing later; whether it fails before or after its entry was written."""

    def work(connection: Connection) -> None:
        connection.execute(insert(terms).values(taxonomy="tag", slug="x", name="x"))
        if fails_after == "the entry":
            journal_changes(connection, BY)
        raise ZeroDivisionError

    await add_term(database, "before")
    with pytest.raises(ZeroDivisionError):
        await database.transact(work)
    async with database.units.open() as unit:
        await unit.run(lambda connection: connection.execute(insert(terms).values(taxonomy="tag", slug="y", name="y")))
        await unit.run(lambda connection: journal_changes(connection, BY))
    await add_term(database, "after")
    assert await numbers(database) == [1, 2]
    assert {row.change_id for row in await database.read(list_rows(select(changed_objects)))} == {1, 2}
    assert await database.read(list_rows(select(terms).where(terms.c.slug.in_(["x", "y"])))) == []
    assert await broken(database) is None


async def test_what_a_transaction_takes_back_is_beside_it(database: Database) -> None:
    """For whoever asks which change undid another."""
    await add_terms(database, 2)
    with in_call(by=Attribution("key:1", "Me", "admin", "undo_change", Origin("rest"), outcome="undo", undoes=(2, 1))):
        await add_term(database, "third")
    found = await database.read(list_rows(select(undone_changes).order_by(undone_changes.c.undone)))
    assert [tuple(row) for row in found] == [(1, 3), (2, 3)]
    assert await broken(database) is None


async def test_writers_at_once_leave_one_chain_without_gaps(database: Database) -> None:
    """Of several processes, in all the ways to write, some of which fail half-way."""
    others = [Database(database.path.parent, SITE) for _ in range(2)]

    async def write(to: Database, name: str) -> None:
        for place in range(10):
            await add_term(to, f"{name}-{place}")
            with pytest.raises(ZeroDivisionError):
                await to.transact(fail)

    async def write_in_steps(to: Database, name: str) -> None:
        for place in range(10):
            async with to.units.open() as unit:
                await add_term(to, f"{name}-{place}")
                await unit.finish(lambda connection: (journal_changes(connection, BY), True))

    def fail(connection: Connection) -> None:
        connection.execute(insert(terms).values(taxonomy="tag", slug="failed", name="failed"))
        journal_changes(connection, BY)
        raise ZeroDivisionError

    everybody = [database, *others]
    await asyncio.gather(
        *(write(to, f"short-{place}") for place, to in enumerate(everybody)),
        *(write_in_steps(to, f"steps-{place}") for place, to in enumerate(everybody)),
    )
    for other in others:
        await other.close()
    assert await numbers(database) == list(range(1, 61))
    rows = await database.read(list_rows(select(changes.c.previous, changes.c.hash).order_by(changes.c.id)))
    assert [row.previous for row in rows] == [GENESIS, *(row.hash for row in rows[:-1])]
    assert len({row.hash for row in rows}) == 60
    assert await broken(database) is None


async def test_a_number_is_never_given_twice(database: Database) -> None:
    """Also after the last entry is gone, so that it is missed."""
    await add_terms(database, 3)
    damage(database, "DELETE FROM changes WHERE id = 3")
    await add_term(database, "later")
    assert await numbers(database) == [1, 2, 4]
    assert await broken(database) == "Change 3 is missing; change 4 follows."


@pytest.mark.parametrize("column", [column.name for column in changes.c if column.name not in ("id", "hash")])
async def test_whatever_is_changed_in_an_entry_is_found(database: Database, column: str) -> None:
    """Every column of it counts, in an entry in the middle."""
    await add_terms(database, 4)
    damage(database, f"UPDATE changes SET \"{column}\" = 'forged' WHERE id = 2")
    found = "Change 2 does not follow the one before it." if column == "previous" else None
    assert await broken(database) == (found or "Change 2 was altered.")


@pytest.mark.parametrize("column", ["kind", "object", "label", "before", "after"])
async def test_whatever_is_changed_in_an_object_is_found(database: Database, column: str) -> None:
    """Also from a value to none, and from none to a value."""
    await add_terms(database, 4)
    value = "NULL" if column == "after" else "'{}'"
    last = "(SELECT max(id) FROM changed_objects WHERE change_id = 3)"
    damage(database, f'UPDATE changed_objects SET "{column}" = {value} WHERE id = {last}')
    assert await broken(database) == "Change 3 was altered."


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        (["DELETE FROM changed_objects WHERE id = 1"], "Change 1 was altered."),
        (["UPDATE changed_objects SET change_id = 3 WHERE id = 3"], "Change 2 was altered."),
        (
            [
                "INSERT INTO changed_objects SELECT 99, 4, kind, object, label, before, after, NULL"
                " FROM changed_objects LIMIT 1"
            ],
            "Change 4 was altered.",
        ),
        (
            [
                "UPDATE changed_objects SET id = 99 WHERE id = 3",
                "UPDATE changed_objects SET id = 3 WHERE id = 4",
                "UPDATE changed_objects SET id = 4 WHERE id = 99",
            ],
            "Change 2 was altered.",
        ),
        (["DELETE FROM changes WHERE id = 1"], "Change 1 is missing; change 2 follows."),
        (["DELETE FROM changes WHERE id = 3"], "Change 3 is missing; change 4 follows."),
        (["DELETE FROM changes WHERE id IN (2, 3)"], "Change 2 is missing; change 4 follows."),
        (["DELETE FROM changes WHERE id = 5"], "Change 5 and what followed it are missing."),
        (["DELETE FROM changes WHERE id > 2"], "Change 3 and what followed it are missing."),
        (["DELETE FROM changes"], "Change 1 and what followed it are missing."),
        (["UPDATE changes SET hash = 'forged' WHERE id = 3"], "Change 3 was altered."),
        (
            ["DELETE FROM changes WHERE id = 3", "UPDATE changes SET id = id - 1 WHERE id > 3"],
            "Change 3 does not follow the one before it.",
        ),
        (
            ["UPDATE changes SET label = 'x' WHERE id IN (2, 4)", "DELETE FROM changes WHERE id = 5"],
            "Change 2 was altered.",
        ),
        (
            [
                "UPDATE changes SET id = 99 WHERE id = 2",
                "UPDATE changes SET id = 2 WHERE id = 3",
                "UPDATE changes SET id = 3 WHERE id = 99",
            ],
            "Change 2 does not follow the one before it.",
        ),
    ],
)
async def test_the_first_break_is_named(database: Database, statements: list[str], found: str) -> None:
    """Whatever is taken away, added, moved or exchanged, in front, in the middle or at the end."""
    await add_terms(database, 5)
    assert await broken(database) is None
    damage(database, *statements)
    assert await broken(database) == found


async def test_a_forger_has_to_forge_all_that_follows(database: Database) -> None:
    """An entry that was made to fit itself again does not fit the next one."""
    await add_terms(database, 4)

    def forge(connection: Connection) -> None:
        connection.execute(update(changes).where(changes.c.id == 2).values(label="Somebody else"))
        entry = dict(connection.execute(select(changes).where(changes.c.id == 2)).mappings().one())
        stored = connection.execute(select(changed_objects).where(changed_objects.c.change_id == 2)).mappings()
        hashed = chain(entry["previous"], entry, map(dict, stored))
        connection.execute(update(changes).where(changes.c.id == 2).values(hash=hashed))

    await database.transact(forge)
    assert await broken(database) == "Change 3 does not follow the one before it."


@pytest.mark.parametrize("approver", [None, "owner"])
async def test_who_approved_cannot_be_altered(database: Database, approver: str | None) -> None:
    """Neither by another id nor by none."""
    with in_call(by=BY):
        await add_term(database, "news")
    assert await broken(database) is None
    await database.transact(lambda connection: connection.execute(update(changes).values(approved_by_id=approver)))
    assert await broken(database) == "Change 1 was altered."


@pytest.mark.parametrize("form", FORMS)
async def test_long_texts_of_every_form_are_in_the_hash(database: Database, form: int) -> None:
    """The hash of an older entry is over the texts, that of a newer one over their hashes: no text can be altered."""
    await add_term(database, "news", 2, description="long " * LONG)

    def hash_anew(connection: Connection) -> None:
        entry = {**connection.execute(select(changes)).mappings().one(), "form": form}
        stored = connection.execute(select(changed_objects).order_by(changed_objects.c.id)).mappings().all()
        objects = [dict(row) for row in stored] if form == FOLDED else walk_objects(connection, 1)
        connection.execute(update(changes).values(form=form, hash=chain(GENESIS, entry, objects)))

    await database.transact(hash_anew)
    assert await broken(database) is None
    await database.transact(lambda connection: connection.execute(update(texts).values(body=zlib.compress(b"forged"))))
    assert await broken(database) == "Change 1 was altered."


@pytest.mark.parametrize(
    "names",
    [
        '{"after": {"name": "x"}}',  # a text that somebody stored under a name of their own
        f'{{"after": {{"name": "{hashlib.sha256(b"forged").hexdigest()}"}}}}',
        '{"before": {"name": "x"}}',
        '{"after": {"name": "gone"}}',
        '{"after": {"name": null}}',
        '{"after": "x"}',
        '{"aside": {"name": "x"}}',
        "{}",
    ],
)
async def test_no_object_can_be_given_texts_that_it_did_not_have(database: Database, names: str) -> None:
    """Names of texts in an object that was written without long ones break the chain, whatever they name."""
    await add_term(database, "news")

    def forge(connection: Connection) -> None:
        body = zlib.compress(b"forged")
        for name in ("x", hashlib.sha256(b"forged").hexdigest()):
            connection.execute(insert(texts).values(sha256=name, refs=1, body=body))
        connection.execute(update(changed_objects).values(texts=names))

    assert await broken(database) is None
    await database.transact(forge)
    assert re.match("Change 1(, or one soon after it,)? was altered", await broken(database) or "")


@pytest.mark.parametrize("approver", ["key:2", None])
async def test_the_hash_is_that_of_the_lines(database: Database, approver: str | None) -> None:
    """SHA-256 of the hash before and of lines of JSON, so that anybody can verify an entry without us.

    The approver's id stands at the end of the first line when there is one, and then the form and the site: older
    entries have none.
    """
    with in_call(by=replace(BY, approved_by_id=approver)):
        await add_term(database, "news", 2, description="long " * LONG)
    (entry,) = await database.read(list_rows(select(changes)))
    objects = await database.read(list_rows(select(changed_objects).order_by(changed_objects.c.id)))
    assert json.loads(objects[0].texts) == {"after": {"description": hashlib.sha256(b"long " * LONG).hexdigest()}}
    names = ["id", "at", "milliseconds", "request_id", "caller", "label", "role", "door", "client", "operation"]
    names += [
        "arguments",
        "outcome",
        "approved_by",
        "undoes",
        *(["approved_by_id"] if approver else []),
        "form",
        "site",
    ]
    lines = [[entry._mapping[name] for name in names]]
    lines += [[each.kind, each.object, each.label, each.before, each.after, each.texts] for each in objects]
    written = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
    assert entry.hash == hashlib.sha256("\n".join(["0" * 64, *written]).encode()).hexdigest()


@given(st.text(), st.integers(-(2**63), 2**63 - 1), st.sampled_from(FORMS), st.none() | st.text())
def test_any_text_is_hashed_as_its_json(value: str, number: int, form: int, site: str | None) -> None:
    """The lines are the JSON that Python's own module writes, so that entries of before keep their hashes.

    The first line ends with the form, but that of rows, and the site; the names of long texts are in the newest alone.
    """
    entry: dict[str, Any] = {column.name: value for column in changes.c}
    entry |= {"id": number, "approved_by": None, "form": form, "site": site}
    row = dict.fromkeys(("kind", "object", "label", "before"), value) | {"after": None, "texts": f"{value} named"}
    head = [entry[name] for name in CHAINED] + [value] + ([form] if form != 1 else [])
    head += [site] if site is not None else []
    told = [value, value, value, value, None, *([f"{value} named"] if form == 3 else [])]
    lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in (head, told)]
    assert chain(GENESIS, entry, [row]) == hashlib.sha256("\n".join([GENESIS, *lines]).encode()).hexdigest()


@given(st.lists(SOME_OBJECT, min_size=2, max_size=4), st.data())
def test_no_two_entries_hash_alike(objects: list[ObjectChange], data: st.DataObject) -> None:
    """Whatever text stands in a field, it cannot be moved into another one: lines and fields are told apart."""
    lines = [[each.kind, each.object, each.label, json.dumps(each.before), json.dumps(each.after)] for each in objects]
    rows: list[dict[str, Any]] = [{**dict(zip(OBJECT_COLUMNS, line, strict=True)), "texts": None} for line in lines]
    entry: dict[str, Any] = {column.name: "" for column in changes.c} | {"form": data.draw(st.sampled_from(FORMS))}
    place = data.draw(st.integers(0, len(rows) - 1))
    hashed = [*OBJECT_COLUMNS, *(["texts"] if entry["form"] == FOLDED else [])]
    column = data.draw(st.sampled_from(hashed))
    other = [{**row, column: f"{row[column]}x"} if at == place else row for at, row in enumerate(rows)]
    moved = [{**row, "label": row["label"] + "\n" + row["kind"], "kind": ""} for row in rows]
    shorter = rows[:place] + rows[place + 1 :]
    assert len({chain(GENESIS, entry, some) for some in (rows, other, moved, shorter)}) == 4
    assert chain("1" * 64, entry, rows) != chain(GENESIS, entry, rows)


@given(SOME_OBJECT, st.none() | st.just("a" * 12), st.none() | st.just("b" * 12))
def test_an_object_is_read_as_it_was_written(change: ObjectChange, was: str | None, became: str | None) -> None:
    """Each field byte for byte, and the revision of each side that there is."""
    whole = ObjectChange(
        *(change.kind, change.object, change.label, change.before, change.after),
        revision_before=was if change.before is not None else None,
        revision_after=became if change.after is not None else None,
    )
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            metadata.create_all(connection)
            connection.info[SCHEMA] = SITE
            assert read_changed(connection, write_entry(connection, BY, [whole])) == [whole]
    finally:
        engine.dispose()


async def test_a_long_journal_is_walked_in_order(database: Database) -> None:
    """Entries and objects that are read a few at a time come all, once, oldest first; also those of a condition."""
    number, many = ENTRIES_AT_ONCE * 2 + 1, OBJECTS_AT_ONCE * 2 + 1
    for place in range(number - 1):
        await add_term(database, f"term-{place}")
    await add_term(database, "last", many)

    def walk(connection: Connection) -> tuple[list[int], list[int], int, list[str]]:
        late = changes.c.id > ENTRIES_AT_ONCE // 2
        found = [entry["id"] for entry in walk_entries(connection)]
        some = [entry["id"] for entry in walk_entries(connection, late)]
        return (
            found,
            some,
            count_entries(connection, late),
            [read_object(row).object for row in walk_objects(connection, number)],
        )

    found, some, counted, objects = await database.transact(walk)
    assert found == list(range(1, number + 1))
    assert some == found[ENTRIES_AT_ONCE // 2 :]
    assert counted == len(some)
    assert [int(each) for each in objects] == list(range(number, number + many))
    assert await broken(database) is None
    damage(database, f"UPDATE changed_objects SET label = 'x' WHERE object = '{number + many - 1}'")
    assert await broken(database) == f"Change {number} was altered."


async def test_finding_a_break_changes_nothing(database: Database) -> None:
    """It reads alone, so that the doctor may look while others write."""
    await add_terms(database, 2)

    def look(connection: Connection) -> list[ObjectChange]:
        assert find_break(connection) is None
        return read_changes(connection)

    assert await database.transact(look) == []
    loop = asyncio.get_running_loop()

    def look_while_others_write(connection: Connection) -> int:
        connection.execute(text("SELECT 1 FROM changes")).all()
        asyncio.run_coroutine_threadsafe(add_term(database, "meanwhile"), loop).result()
        assert find_break(connection) is None
        return count_entries(connection)

    assert await database.read(look_while_others_write, long=True) == 2
