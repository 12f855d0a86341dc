"""What belongs to an object is a field of it: noted, revised and put back with it, whoever writes."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, delete, insert, select, text, update

from sitehand.hosts.builtin.following import ITEM_STATE
from sitehand.hosts.builtin.parts import TERMS
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.states import DEFAULTS, read_state, revision_of, store_item
from sitehand.hosts.builtin.tables import item_terms, items, media, menu_entries, menus, terms
from sitehand.site.changes import ObjectChange
from sitehand.store.capture import last_note, read_changes
from sitehand.store.database import Database
from sitehand.store.objects import read_revision
from sitehand.store.parts import write_fields
from sitehand.store.reading import list_rows
from tests.databases import migrate

AT = "2026-11-21T12:00:00Z"
NEWS, WATER, RED, ODD = 1, 2, 3, 4
TAXONOMIES = {NEWS: "category", WATER: "category", RED: "post_tag", ODD: "mood"}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A site with a post, terms of three taxonomies, and a menu."""
    database = Database(tmp_path, SITE)
    await migrate(database)
    rows = [
        {"id": term, "taxonomy": taxonomy, "slug": taxonomy + str(term), "name": str(term)}
        for term, taxonomy in TAXONOMIES.items()
    ]
    await write(database, insert(terms).values(rows))
    await database.transact(lambda connection: store(connection, id=7, title="A post"))
    await write(database, insert(menus).values(id=1, slug="main", name="Main"))
    yield database
    await database.close()


def store(connection: Connection, **values: Any) -> None:
    """Store a post as the host does."""
    known = read_state(connection, values["id"]) or {"type": "post"}
    store_item(connection, {**known, **values}, by="key:1", at=AT, action="update")


async def write(database: Database, *statements: Any) -> list[ObjectChange]:
    """What a transaction of these statements has changed."""

    def work(connection: Connection) -> list[ObjectChange]:
        for statement in statements:
            connection.execute(statement)
        return read_changes(connection)

    return await database.transact(work)


def use(*term_ids: int) -> Any:
    """The post gets these terms."""
    return insert(item_terms).values([{"item_id": 7, "term_id": term_id} for term_id in term_ids])


def drop(term_id: int) -> Any:
    """The post loses a term."""
    return delete(item_terms).where(item_terms.c.term_id == term_id)


async def read_token(database: Database) -> str:
    """The post's revision."""
    return str(await database.transact(lambda connection: read_revision(connection, "post", "7")))


async def test_terms_are_fields_of_their_post(database: Database) -> None:
    """By taxonomy, whole before and after, beside what else was changed of it."""
    (change,) = await write(database, use(WATER, RED, ODD), use(NEWS))
    assert (change.kind, change.object, change.label, change.status) == ("post", "7", "A post", "draft")
    assert change.before == {"categories": [], "tags": [], "other_terms": []}
    assert change.after == {"categories": [NEWS, WATER], "tags": [RED], "other_terms": [ODD]}
    (change,) = await write(database, drop(NEWS), update(items).values(menu_order=3))
    assert change.before == {"menu_order": 0, "categories": [NEWS, WATER]}
    assert change.after == {"menu_order": 3, "categories": [WATER]}


async def test_the_revision_follows_terms(database: Database) -> None:
    """Whoever writes them; both revisions are told; and the same terms give the same."""
    first = await read_token(database)
    (change,) = await write(database, use(NEWS))
    second = await read_token(database)
    assert (change.revision_before, change.revision_after) == (first, second)
    assert first != second
    await write(database, drop(NEWS))
    assert await read_token(database) == first
    await write(database, use(NEWS))
    assert await read_token(database) == second
    row = (await database.read(list_rows(select(items))))[0]._mapping
    assert second == revision_of({name: row[name] for name in DEFAULTS}, [NEWS])


@pytest.mark.parametrize("way", ["stored", "put back"])
async def test_many_terms_revise_their_post_once(database: Database, way: str) -> None:
    """A revision stands for the whole text, so it is worked out once, however many terms are written."""
    tags = list(range(100, 150))
    many = [{"id": term_id, "taxonomy": "post_tag", "slug": str(term_id), "name": "x"} for term_id in tags]
    await write(database, insert(terms).values(many))

    def work(connection: Connection) -> tuple[int, str | None]:
        if way == "stored":
            store(connection, id=7, terms=tags)
        else:
            write_fields(connection, TERMS, 7, {"tags": tags})
        revised = connection.scalar(text("SELECT count(*) FROM temp.captured WHERE kind = 'post'"))
        return int(revised or 0), read_revision(connection, "post", "7")

    found = await database.transact(work)
    (state,) = await database.read(list_rows(select(*(items.c[name] for name in DEFAULTS)).where(items.c.id == 7)))
    assert found == (1, revision_of(state._asdict(), tags))


async def test_terms_that_come_and_go_are_no_change(database: Database) -> None:
    """Within a transaction."""
    assert await write(database, use(NEWS, RED), drop(NEWS), drop(RED)) == []


async def test_storing_a_post_keeps_or_sets_its_terms(database: Database) -> None:
    """Those that are given replace those that it has; the token is what the trigger would have made."""
    await database.transact(lambda connection: store(connection, id=7, terms=[NEWS, RED]))
    await database.transact(lambda connection: store(connection, id=7, title="B"))
    found = await database.read(list_rows(select(item_terms.c.term_id).order_by(item_terms.c.term_id)))
    assert [row.term_id for row in found] == [NEWS, RED]
    stored = await read_token(database)
    await write(database, drop(NEWS))
    await write(database, use(NEWS))
    assert await read_token(database) == stored


async def test_a_term_that_is_deleted_is_told_of_its_posts(database: Database) -> None:
    """With the field that its taxonomy had, although that is gone."""
    await write(database, use(NEWS, RED))
    before = await read_token(database)
    changes = {each.kind: each for each in await write(database, delete(terms).where(terms.c.id == NEWS))}
    assert changes.keys() == {"term", "post"}
    assert (changes["post"].before, changes["post"].after) == ({"categories": [NEWS]}, {"categories": []})
    assert before == changes["post"].revision_before != changes["post"].revision_after


async def test_a_post_that_comes_or_goes_has_its_terms_with_it(database: Database) -> None:
    """OwnTransaction; what it has none of is left out."""
    await write(database, use(NEWS))
    (gone,) = await write(database, delete(items))
    assert gone.before is not None
    assert (gone.action, gone.before["categories"], gone.before["title"]) == ("delete", [NEWS], "A post")
    assert "tags" not in gone.before

    def make(connection: Connection) -> list[ObjectChange]:
        store(connection, id=8, title="B", terms=[RED])
        return read_changes(connection)

    (made,) = await database.transact(make)
    assert made.after is not None
    assert (made.action, made.after["tags"]) == ("create", [RED])
    assert made.revision_after == await database.transact(lambda each: read_revision(each, "post", "8"))


async def test_of_a_part_of_a_batch_only_its_own_terms_are_told(database: Database) -> None:
    """What came before is what there was."""

    def work(connection: Connection) -> list[ObjectChange]:
        connection.execute(use(NEWS))
        place = last_note(connection)
        connection.execute(use(WATER))
        return read_changes(connection, place)

    (change,) = await database.transact(work)
    assert (change.before, change.after) == ({"categories": [NEWS]}, {"categories": [NEWS, WATER]})


async def test_a_picture_that_is_deleted_is_no_posts_picture(database: Database) -> None:
    """Whoever deletes it: the post has none, and another revision."""
    await write(database, insert(media).values(id=5, source_url="a.png", title="A", date=AT))
    await database.transact(lambda connection: store(connection, id=7, featured_media=5, sticky=True, terms=[NEWS]))
    before = await read_token(database)
    changes = {each.kind: each for each in await write(database, delete(media))}
    assert changes["post"].before == {"featured_media": 5}
    assert changes["post"].after == {"featured_media": 0}
    assert before == changes["post"].revision_before != changes["post"].revision_after
    row = (await database.read(list_rows(select(items))))[0]._mapping
    assert row["revision"] == revision_of({name: row[name] for name in DEFAULTS}, [NEWS]) == await read_token(database)


def test_the_trigger_names_what_the_host_names() -> None:
    """The same columns in the same order."""
    assert tuple(DEFAULTS) == ITEM_STATE


def entry(number: int, position: int, **values: Any) -> dict[str, Any]:
    """A row of the menu."""
    row = {"id": number, "menu_id": 1, "parent": 0, "position": position, "title": f"E{number}", "url": ""}
    return {**row, "item_id": 0, "import_source": None, **values}


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """The entry as its menu has it."""
    return {name: value for name, value in row.items() if name != "menu_id"}


async def test_entries_are_a_field_of_their_menu(database: Database) -> None:
    """In their order, with a revision over all of it."""
    first, second = entry(1, 2), entry(2, 1)
    (change,) = await write(database, insert(menu_entries).values([first, second]))
    assert (change.kind, change.object, change.label) == ("menu", "1", "Main")
    assert (change.before, change.after) == ({"entries": []}, {"entries": [shown(second), shown(first)]})
    token = await database.transact(lambda connection: read_revision(connection, "menu", "1"))
    assert change.revision_after == token != change.revision_before
    assert orjson.loads(orjson.dumps(change.after)) == change.after, "as an answer has it"
    (moved,) = await write(database, update(menu_entries).where(menu_entries.c.id == 1).values(position=0, title="X"))
    assert moved.before == {"entries": [shown(second), shown(first)]}
    assert moved.after == {"entries": [shown({**first, "position": 0, "title": "X"}), shown(second)]}
    assert moved.revision_before == token
    (named,) = await write(database, update(menus).values(name="Top"))
    assert (named.before, named.after) == ({"name": "Main"}, {"name": "Top"})
    assert named.revision_before == moved.revision_after != named.revision_after


async def test_an_entry_that_moves_to_another_menu_changes_both(database: Database) -> None:
    """Each has its entries before and after."""
    await write(
        database, insert(menus).values(id=2, slug="other", name="Other"), insert(menu_entries).values(entry(1, 1))
    )
    changes = {each.object: each for each in await write(database, update(menu_entries).values(menu_id=2))}
    assert (changes["1"].before, changes["1"].after) == ({"entries": [shown(entry(1, 1))]}, {"entries": []})
    assert (changes["2"].before, changes["2"].after) == ({"entries": []}, {"entries": [shown(entry(1, 1))]})


async def test_very_many_are_read_in_portions(database: Database) -> None:
    """As an import has them."""
    rows = [{"id": number, "type": "post", "author": 1, "slug": f"p{number}"} for number in range(10, 1310)]

    def work(connection: Connection) -> list[ObjectChange]:
        for row in rows:
            connection.execute(
                text(
                    "INSERT INTO items (id, type, status, slug, date, modified, author, title, title_rendered, excerpt,"
                    " excerpt_rendered, content, content_rendered, path, revision)"
                    " VALUES (:id, :type, 'draft', :slug, '', '', :author, '', '', '', '', '', '', '', '')"
                ),
                row,
            )
        connection.execute(insert(item_terms), [{"item_id": row["id"], "term_id": NEWS} for row in rows])
        return read_changes(connection)

    changes = await database.transact(work)
    assert len(changes) == len(rows)
    assert all(each.after is not None and each.after["categories"] == [NEWS] for each in changes)
