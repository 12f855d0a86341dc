"""The stored state as tests compare it: whole, or without what only tells how it came to be."""

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from sitehand.blocks.images import read_images
from sitehand.elementor.pictures import list_pictures
from sitehand.elementor.uses import list_content_names, list_names
from sitehand.hosts.builtin import comment_list, media_list, redirect_list
from sitehand.hosts.builtin.file_names import EVERY, name_media
from sitehand.hosts.builtin.following import ITEM_STATE, PARTS_OF_ITEM, name_row
from sitehand.hosts.builtin.link_targets import render_links
from sitehand.hosts.builtin.parts import ELEMENTOR_FIELDS
from sitehand.hosts.builtin.pictures import render_images
from sitehand.hosts.builtin.sqlite.file_names import FUNCTIONS, SOURCES, list_media_names
from sitehand.store.journal import unfold_object
from sitehand.store.revision import name_state
from sitehand.store.sqlite.files import list_tables
from tests.processes import READABLE, is_by_itself

Dump = dict[str, list[dict[str, Any]]]
COUNTERS = {"usage"}
"""Tables that move with every call."""
HISTORY = {
    "key_makers",
    "creators",
    "changes",
    "changed_objects",
    "undone_changes",
    "revisions",
    "texts",
    "sqlite_sequence",
    "replays",
}
"""Tables that keep what happened, and are no state to come back to."""

SEARCHED = {
    "media": media_list.SEARCHED,
    "comments": comment_list.SEARCHED,
    "terms": ("name", "slug"),
    "redirects": redirect_list.SEARCHED,
    "authors": ("name", "slug"),
}
MEASURED = """SELECT id, length(CAST(content AS BLOB)) + length(CAST(excerpt AS BLOB)),
    length(CAST(content_rendered AS BLOB)) + length(CAST(excerpt_rendered AS BLOB)) FROM items ORDER BY 1"""


def dump_stored(data: Path) -> Dump:
    """Every row of every table, but for the counters of use and when keys were last used."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        return dump_tables(connection)


def dump_tables(connection: sqlite3.Connection) -> Dump:
    """Every row, as `dump_stored` has it: in a third of the time where the connection stays open."""
    names = [row[0] for row in connection.execute(READABLE)]
    return {name: _dump_table(connection, name) for name in sorted(names) if name not in COUNTERS}


def dump_state(data: Path) -> Dump:
    """The state of the site: no history, and of the search index and the counts only that they agree with it."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        if "items" in list_tables(connection):
            _check_derived(connection)
        stored = dump_tables(connection)
    return {
        name: rows
        for name, rows in stored.items()
        if name not in HISTORY | {"item_counts", "text_changes"} and "_fts" not in name
    }


def check_derived(data: Path) -> None:
    """Raises when what follows from the rows is not so: search index, counts, sizes, values, links, digests, tokens."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        _check_derived(connection)


def _check_derived(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO items_fts (items_fts, rank) VALUES ('integrity-check', 1)")
    check_parts(connection)
    counted = connection.execute("SELECT type, status, count(*) FROM items GROUP BY 1, 2 ORDER BY 1, 2").fetchall()
    kept = "SELECT type, status, count FROM item_counts WHERE count <> 0 ORDER BY 1, 2"
    assert connection.execute(kept).fetchall() == counted
    kept = "SELECT item_id, raw, rendered FROM item_sizes ORDER BY 1"
    assert connection.execute(kept).fetchall() == connection.execute(MEASURED).fetchall()
    kept = "SELECT item_id, name, place, number, text FROM item_field_values ORDER BY 1, 2, 3"
    stored = connection.execute("SELECT item_id, data FROM item_fields ORDER BY 1").fetchall()
    assert connection.execute(kept).fetchall() == [row for each in stored for row in list_values(*each)]
    check_digests(connection)
    check_links(connection)
    check_images(connection)
    check_names(connection)
    check_files(connection)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    state_of = f"{PARTS_OF_ITEM}, {', '.join(ITEM_STATE)}"
    tokens = connection.execute(f"SELECT id, revision, {state_of} FROM items").fetchall()
    for item_id, revision, *state in tokens:
        assert revision == name_row(*state), item_id
    connection.rollback()


def check_parts(connection: sqlite3.Connection) -> None:
    """Each index of parts of texts is what a new one over the same rows would be."""
    for table, columns in SEARCHED.items():
        names = ", ".join(columns)
        lowered = ", ".join(f"lower({name}) || '  '" for name in columns)
        options = "content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'"
        connection.execute(f"CREATE VIRTUAL TABLE temp.{table}_new USING fts5({names}, {options})")
        connection.execute(f"INSERT INTO temp.{table}_new (rowid, {names}) SELECT id, {lowered} FROM {table}")
        for place, name in (("temp", f"{table}_new"), ("main", f"{table}_fts")):
            connection.execute(f"CREATE VIRTUAL TABLE temp.{name}_words USING fts5vocab({place}, {name}, instance)")
        held, expected = (
            connection.execute(f"SELECT * FROM temp.{name}_words ORDER BY 1, 2, 3, 4").fetchall()
            for name in (f"{table}_fts", f"{table}_new")
        )
        assert held == expected, table


def check_digests(connection: sqlite3.Connection) -> None:
    """Raises AssertionError when a digest is not that of an item's document, custom fields or SEO fields."""
    for table, columns in (("item_elementor", ELEMENTOR_FIELDS), ("item_fields", ("data",)), ("item_seo", ("data",))):
        for digest, *values in connection.execute(f"SELECT digest, {', '.join(columns)} FROM {table}").fetchall():
            assert digest == name_state(values), table


def check_links(connection: sqlite3.Connection) -> None:
    """Raises AssertionError when the links of an item are not those of its content."""
    kept = "SELECT item_id, url, text, host, path, item, stem FROM item_links ORDER BY item_id, place"
    texts = connection.execute("SELECT id, content FROM items ORDER BY id").fetchall()
    links = [(item_id, *link.values()) for item_id, content in texts for link in json.loads(render_links(content).html)]
    assert connection.execute(kept).fetchall() == links


def check_images(connection: sqlite3.Connection) -> None:
    """Raises AssertionError when stored images are not those of a content or of a document that is shown."""
    for content, images in connection.execute("SELECT content, images FROM items").fetchall():
        assert images == render_images(content).html
    shown = connection.execute(
        "SELECT item_id, elementor_data, elementor_page_settings FROM item_elementor"
        " WHERE elementor_edit_mode = 'builder' AND elementor_data NOT IN ('', '[]') ORDER BY item_id"
    ).fetchall()
    kept = connection.execute("SELECT item_id, images FROM document_images ORDER BY item_id").fetchall()
    assert [(each, json.loads(images)) for each, images in kept] == [
        (item_id, list_pictures(data, settings, read_images)) for item_id, data, settings in shown
    ]


def check_names(connection: sqlite3.Connection) -> None:
    """Raises AssertionError when the names of a document, or of content, are not those that it has."""
    named = [
        (kind, number, name)
        for kind, query, find in (
            ("content", "SELECT id, content FROM items", list_content_names),
            ("elementor_component", "SELECT id, content FROM elementor_components", list_names),
            ("elementor_template", "SELECT id, content FROM elementor_templates", list_names),
            ("item", "SELECT item_id, elementor_data FROM item_elementor", list_names),
        )
        for number, data in connection.execute(query).fetchall()
        for name in find(data)
    ]
    kept = "SELECT kind, document_id, name FROM document_names ORDER BY 1, 2, 3"
    assert connection.execute(kept).fetchall() == sorted(named)


def check_files(connection: sqlite3.Connection) -> None:
    """Raises AssertionError when names of files are not those of the texts, or a named file is unused."""
    named = [
        (source.kind, number, name)
        for source in SOURCES
        for number, *texts in connection.execute(
            f"""SELECT {source.number.format(row=source.table)}, {", ".join(source.columns)} FROM {source.table}
            WHERE {source.only.format(row=source.table)}"""
        )
        for name in json.loads(FUNCTIONS[source.find](*texts))
    ]
    kept = "SELECT kind, document_id, name FROM file_names ORDER BY 1, 2, 3"
    assert connection.execute(kept).fetchall() == sorted(named)
    files = connection.execute("SELECT id, source_url, unused FROM media ORDER BY id").fetchall()
    called = {(each, *own) for each, url, _ in files for own in json.loads(list_media_names(each, url))}
    assert set(connection.execute("SELECT media_id, name, folder FROM media_names")) == called
    used = {
        each
        for each, name, folder in called
        if any(text == EVERY or (text.startswith(f"{name}/") and text.endswith(folder)) for _, _, text in named)
    }
    unused = {each for each, url, _ in files if name_media(url)} - used
    assert {each for each, _, is_unused in files if is_unused} == unused


def list_values(item_id: int, data: str) -> list[tuple[int, str, int, float | None, str | None]]:
    """Each value of an item's custom fields, as conditions find it: a number or a text; of a row neither."""
    listed = {name: value if isinstance(value, list) else [value] for name, value in json.loads(data).items()}
    places = [(name, place, one) for name in sorted(listed) for place, one in enumerate(listed[name])]
    return [
        (
            item_id,
            name,
            place,
            float(one) if isinstance(one, int | float) else None,
            one if isinstance(one, str) else None,
        )
        for name, place, one in places
    ]


def count_entries(data: Path) -> int:
    """How many entries the journal has."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM changes").fetchone()[0])


def dump_journal(data: Path) -> list[dict[str, Any]]:
    """The entries of the journal, oldest first, each with its objects."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        connection.row_factory = sqlite3.Row
        entries = [dict(row) for row in connection.execute("SELECT * FROM changes ORDER BY id")]
        stored = connection.execute("SELECT * FROM changed_objects ORDER BY id").fetchall()
        bodies = {
            row["sha256"]: zlib.decompress(row["body"]).decode() for row in connection.execute("SELECT * FROM texts")
        }
        objects = [{**dict(row), **unfold_object(row, bodies)} for row in stored]
    for entry in entries:
        entry["arguments"] = json.loads(entry["arguments"])
        entry["objects"] = [each for each in objects if each["change_id"] == entry["id"]]
    return entries


def read_files(data: Path) -> bytes:
    """All bytes of the data folder, the write-ahead log included."""
    return b"".join(path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file())


def _dump_table(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """Its rows in an order that follows from them. Most tables are empty, and every test of a write asks for all."""
    found = connection.execute(f'SELECT * FROM "{name}"')
    columns = [column[0] for column in found.description]
    rows = [dict(zip(columns, values, strict=True)) for values in sorted(found.fetchall(), key=repr)]
    for row in rows:
        row.pop("last_used", None)
    return [row for row in rows if not is_by_itself(name, row)]
