"""Which files anything names is looked up: it is what reading every text would find, whoever has written what."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert, text

from sitehand.hosts.builtin.file_names import EVERY, MAX_LISTED, find_names, find_names_in_fields, name_media
from sitehand.hosts.builtin.media_uses import FIND, NUMBERED, find_uses
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import media
from sitehand.store.database import Database
from sitehand.store.migration import upgrade
from tests.databases import migrate
from tests.old_database import open_old_database

AUTHOR = "INSERT INTO authors (id, name, slug) VALUES (9, 'A', 'a')"
ITEM = """INSERT INTO items (id, type, title, title_rendered, slug, path, content, content_rendered, excerpt,
        excerpt_rendered, status, author, date, modified, revision, featured_media)
    VALUES (:id, 'page', 'Page', '', :id, :id, '', '', '', '', 'draft', 9, '', '', '', 0)"""
DOCUMENT = """INSERT INTO item_elementor (item_id, elementor_data, elementor_edit_mode, elementor_template_type,
        elementor_version, elementor_page_settings, digest) VALUES (:id, '', 'builder', 'wp-page', '', '', 'x')"""
FIELDS = "INSERT INTO item_fields (item_id, data, digest) VALUES (:id, '{}', 'x')"
SEO = "INSERT INTO item_seo (item_id, data, noindex, canonical, digest) VALUES (:id, '{}', 0, '', 'x')"
TEMPLATE = "INSERT INTO elementor_templates (id, title, type, content) VALUES (:id, 'T', 'page', '')"
COMPONENT = "INSERT INTO elementor_components (id, title, content) VALUES (:id, 'C', '')"
TERM = "INSERT INTO terms (id, taxonomy, slug, name) VALUES (:id, 'category', :id, 'Term')"
MENU = "INSERT INTO menus (id, slug, name) VALUES (:id, :id, 'Menu')"
ENTRY = "INSERT INTO menu_entries (id, menu_id, position, title) VALUES (:id, :id, 1, 'Entry')"
REDIRECT = "INSERT INTO redirects (id, source, code, created) VALUES (:id, :id, 301, '')"
SETTING = "INSERT INTO settings (name, value) VALUES (:name, :value)"
ROWS = (ITEM, DOCUMENT, FIELDS, SEO, TEMPLATE, COMPONENT, TERM, MENU, ENTRY, REDIRECT)
NUMBERS = (1, 2, 3)
TEXTS = {
    **{"items.content": "id", "items.excerpt": "id", "item_seo.data": "item_id", "item_fields.data": "item_id"},
    **{"item_elementor.elementor_data": "item_id", "item_elementor.elementor_page_settings": "item_id"},
    **{"elementor_templates.content": "id", "elementor_templates.page_settings": "id"},
    **{"elementor_components.content": "id", "terms.description": "id", "menu_entries.url": "id"},
    **{"redirects.target": "id", "design.settings": "id", "design.styles": "id", "shared_styles.items": "id"},
}
"""Columns that may name files, each with what numbers its rows."""
GIVEN: dict[str, dict[str, Any]] = {FIND: {"id": 1}, NUMBERED.text: {"name": "1/"}}
JSON = {"item_fields.data", "item_seo.data"}
NAMES = ("rye.png", "oats.min.png", "map-20x20.png", "caf\u00e9.pdf", "field-scaled.jpg", "rye.jpg", "rye-2.png")
FOLDERS = ("/media/2026/07/", "/media/2026/08/", "https://old.example/up/", "https://old.example/")
MANY = " ".join(f"/media/{number}.png" for number in range(MAX_LISTED + 1))


def make_rows(connection: Connection, numbers: tuple[int, ...] = NUMBERS) -> None:
    """Everything that may name a file, so many of each, without a name."""
    connection.execute(text(AUTHOR))
    for statement in ROWS:
        connection.execute(text(statement), [{"id": number} for number in numbers])
    values = {"logo": "0", "seo": "{}"}
    connection.execute(text(SETTING), [{"name": name, "value": value} for name, value in values.items()])


def add_file(connection: Connection, number: int, address: str) -> None:
    """A file at an address."""
    connection.execute(insert(media).values({"id": number, "source_url": address, "date": "2026-07-01T00:00:00Z"}))


def set_text(connection: Connection, place: str, number: int, value: str) -> None:
    """Write a text in its place."""
    table, _, column = place.partition(".")
    key = TEXTS[place]
    connection.execute(text(f"UPDATE {table} SET {column} = :value WHERE {key} = :id"), {"value": value, "id": number})


def list_unused(connection: Connection) -> list[int]:
    """As lists have them."""
    return [*connection.execute(text("SELECT id FROM media WHERE unused ORDER BY id")).scalars()]


def read_unused(connection: Connection) -> list[int]:
    """What is in no text, by reading them all for each file, and has no id anywhere."""
    queries = [f"SELECT {column} FROM {table}" for table, _, column in (place.partition(".") for place in TEXTS)]
    texts = [value for query in queries for value in connection.execute(text(query)).scalars()]
    settings: dict[str, str] = {row.name: row.value for row in connection.execute(text("SELECT * FROM settings"))}
    ids = {int(settings["logo"]), *connection.execute(text("SELECT featured_media FROM items")).scalars()}
    ids |= {int(each) for each in re.findall(r'"number": (\d+)', " ".join(texts))}
    plain = (
        "\n".join([*texts, settings["seo"]])
        .replace("\\/", "/")
        .replace("\\u00e9", "\u00e9")
        .replace("%C3%A9", "\u00e9")
    )
    files = connection.execute(text("SELECT id, source_url FROM media ORDER BY id")).all()
    return [number for number, url in files if number not in ids and not search_name(number, url, plain)]


def search_name(number: int, url: str, plain: str) -> bool:
    """Whether texts have a file by its class or its address, in any size."""
    stem, _, ending = url.removeprefix("https://old.example").rpartition(".")
    stem = re.sub(r"(-\d+x\d+|-scaled)+$", "", stem)
    pattern = rf"{re.escape(stem)}(-\d+x\d+|-scaled)*\.{ending}(?![\w-])|\bwp-image-{number}(?!\d)"
    return re.search(pattern, plain) is not None


def write_random(random: Random) -> str:
    """A text with some names, or what looks like names."""
    return " ".join(_name(random) for _ in range(random.randrange(4)))


def _name(random: Random) -> str:
    name, folder = random.choice(NAMES), random.choice(FOLDERS)
    stem, dot, ending = name.rpartition(".")
    size = random.choice(("", "", "-300x200", "-1024x768", "-scaled", "-300x", "x200"))
    address = (
        random.choice(("", "https://hill.example", "/blog", "//cdn.example")) + folder + stem + size + dot + ending
    )
    address = random.choice((address, address.replace("\u00e9", "%C3%A9"), address.replace("/", "\\/")))
    around = ("<img src='{}'>", '"{}"', "url({})", "See {}.", "{}?x=1", "{}-", "{}.webp", "{}, 2x")
    return random.choice((random.choice(around).format(address), f"wp-image-{random.randrange(1, 30)}"))


def edit(connection: Connection, random: Random) -> None:
    """Change something: a text, a featured image, the logo, a file, or what holds a text."""
    number, place = random.choice(NUMBERS), random.choice([*TEXTS])
    value = write_random(random)
    if place in JSON:
        value = json.dumps({"text": value, "number": random.randrange(40)} if place == "item_fields.data" else value)
    match random.randrange(8):
        case 0:
            connection.execute(text("UPDATE items SET featured_media = :at"), {"at": random.randrange(40)})
        case 1:
            connection.execute(
                text("UPDATE settings SET value = :at WHERE name = 'logo'"), {"at": random.randrange(40)}
            )
        case 2:
            connection.execute(text("UPDATE settings SET value = :at WHERE name = 'seo'"), {"at": value})
        case 3:
            at = random.randrange(1, 30)
            connection.execute(text("DELETE FROM media WHERE id = :id"), {"id": at})
            add_file(connection, at, random.choice(FOLDERS) + random.choice(NAMES))
        case 4:
            values = {"id": random.randrange(1, 30), "at": random.choice(FOLDERS) + random.choice(NAMES)}
            connection.execute(text("UPDATE media SET source_url = :at WHERE id = :id"), values)
        case 5:
            connection.execute(text("DELETE FROM items WHERE id = :id"), {"id": number})
            for statement in (ITEM, DOCUMENT, FIELDS, SEO):
                connection.execute(text(statement), {"id": number})
        case _:
            set_text(connection, place, number, value)


async def test_unused_files_are_those_that_reading_finds(database: Database) -> None:
    """After each of many edits, of texts of every kind and of the files themselves, in every way of writing a name."""
    random = Random(7)

    def work(connection: Connection) -> Iterator[tuple[list[int], list[int]]]:
        make_rows(connection)
        for number in range(1, 30):
            add_file(connection, number, random.choice(FOLDERS) + random.choice(NAMES))
        for _ in range(120):
            edit(connection, random)
            yield list_unused(connection), read_unused(connection)

    states = await database.transact(lambda connection: [*work(connection)])
    assert [found for found, _ in states] == [read for _, read in states]
    assert len({len(found) for found, _ in states}) > 3


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("<img src='/media/2026/07/rye-300x200.png'>", ["rye.png/media/2026/07/"]),
        ('<!-- wp:gallery {"ids":[3,"4"],"linkTo":"none"} -->', ["3/"]),
        (
            '<!-- wp:media-text {"mediaId":5,"mediaType":"image"} --> <!-- wp:cover {"url":"x","id":6} /-->',
            ["5/", "6/"],
        ),
        ('<!-- wp:navigation-link {"id":7} /-->', []),
        ('[gallery columns="2" ids="8, 9"] [playlist ids=\\"10\\"]', ["10/", "8/", "9/"]),
        ('{"$$type":"image-attachment-id","value":11}', ["11/"]),
        ('{"value":12,"$$type":"video-attachment-id"}', ["12/"]),
        ('<!-- wp:core/image {"id":13} /-->', ["13/"]),
        ('settings=\\"%7B%22url%22%3A%22https%3A%2F%2Fh%5C%2Fa.png%22%7D\\"', ["a.png//h/"]),
        (r'"{\"url\":\"\\\/media\\\/a.png\"}"', ["a.png/media/"]),
        ('"\\/media\\/\\ud83d\\ude00.png"', ["\U0001f600.png/media/"]),
        ('{"url":"https:\\/\\/h.example\\/media\\/caf\\u00e9.png"}', ["caf\u00e9.png//h.example/media/"]),
        ("/media/caf%C3%A9.png", ["caf\u00e9.png/media/"]),
        ("https://h.example and https://h.example/about/ and </p> and/or", []),
        ("/media/a.tar.gz.", ["a.tar.gz/media/", "a.tar/media/"]),
        ("/media/a%00.png /media/\\u0000b.png /media/\\ud83d.png", []),
    ],
)
def test_names_are_found_however_they_are_written(written: str, found: list[str]) -> None:
    """By address, by id, in HTML, in blocks, in shortcodes and in JSON."""
    assert find_names(written) == found


@pytest.mark.parametrize(
    "odd",
    [
        '<!-- wp:image {"id":' + " " * 40_000 + "x} -->",
        "\\" * 200_000,
        " ".join("/" + "-1x1" * 162 + ".a" * 162 + f"~{number}" for number in range(200)),
        " ".join("/" + "-1x1" * 162 + ".a" * 162 + "x" * 100 + str(number) for number in range(200)),
    ],
    ids=["spaces", "backslashes", "sizes", "long"],
)
def test_an_odd_text_is_read_in_time_that_grows_with_it(odd: str) -> None:
    """Others wait meanwhile: no expression begins again at each of its characters."""
    began = time.process_time()
    find_names(odd)
    assert time.process_time() - began < 1


def test_few_addresses_do_not_fill_the_table() -> None:
    """Each part of an address may be a file, with a folder as long as what is before it."""
    assert find_names(" ".join(f"/{number}" + "/a.b" * 245 for number in range(40))) == [EVERY]


def test_whole_numbers_in_fields_may_be_ids() -> None:
    """Those in lists and rows too, but no text that looks like one."""
    assert find_names_in_fields('{"a": 1, "b": ["2", 3, -4, 5.5], "c": [{"d": 60}]}') == ["1/", "3/", "60/"]


@pytest.mark.parametrize(
    "address",
    ["/media/a b.png", "/media/a", "x.png", "http://[", "/media/a(1).png", "/a." + "x" * 600, "/a" + ".x" * 9],
)
async def test_a_file_that_texts_do_not_tell_is_never_unused(database: Database, address: str) -> None:
    """Nobody knows whether it is named, and its uses are said to be incomplete."""

    def work(connection: Connection) -> tuple[list[int], bool]:
        add_file(connection, 1, address)
        return list_unused(connection), find_uses(connection, {"id": 1, "source_url": address})["complete"]

    assert name_media(address) is None
    assert await database.transact(work) == ([], False)


async def test_a_text_that_names_very_much_names_every_file(database: Database) -> None:
    """Until it names less; meanwhile uses are said to be incomplete."""
    assert find_names(MANY) == [EVERY]

    def work(connection: Connection) -> list[Any]:
        make_rows(connection)
        add_file(connection, 1, "/media/a.png")
        set_text(connection, "items.content", 1, MANY)
        add_file(connection, 2, "/media/b.png")
        there = list_unused(connection), find_uses(connection, {"id": 1, "source_url": "/media/a.png"})["complete"]
        set_text(connection, "items.content", 1, "/media/b.png")
        return [there, list_unused(connection)]

    assert await database.transact(work) == [([], False), [1]]


async def test_everything_that_names_a_file_is_among_its_uses(database: Database) -> None:
    """Fields and settings too, but no number in a field, which may mean anything."""

    def work(connection: Connection) -> list[tuple[str, list[str]]]:
        make_rows(connection, (1,))
        add_file(connection, 7, "/media/rye.png")
        for place in TEXTS:
            set_text(connection, place, 1, '{"a": "/media/rye.png"}')
        connection.execute(text("UPDATE settings SET value = '7' WHERE name = 'logo'"))
        connection.execute(text("UPDATE settings SET value = '\"/media/rye.png\"' WHERE name = 'seo'"))
        connection.execute(text(ITEM), {"id": 2})
        connection.execute(text(FIELDS.replace("{}", '{"a": 7}')), {"id": 2})
        uses = find_uses(connection, {"id": 7, "source_url": "/media/rye.png"})
        assert uses["complete"]
        return [(use["type"], list(use["used_as"])) for use in uses["uses"]]

    used = dict(await database.transact(work))
    assert used.pop("page") == ["content", "fields"]
    assert used.pop("setting") == ["logo"]
    assert sorted(used) == [
        *("design", "elementor_classes", "elementor_component", "elementor_template"),
        *("menu_entry", "redirect", "seo_settings", "term"),
    ]


async def test_a_field_for_files_uses_the_one_whose_id_it_has(database: Database) -> None:
    """One with several too, and one in the rows of a repeater; a value that no longer fits its field is none."""
    fields = [
        {"name": "photo", "type": "media"},
        {"name": "photos", "type": "media", "multiple": True},
        {"name": "steps", "type": "repeater", "fields": [{"name": "photo", "type": "media"}, {"name": "minutes"}]},
    ]
    written: list[dict[str, Any]] = [
        *({"photo": 7}, {"photos": [6, 7]}, {"steps": [{"photo": 6}, {"minutes": 7, "photo": 7}]}),
        *({"stock": 7}, {"steps": [{"minutes": 7}]}, {"photo": "7"}, {"steps": [7]}, {"steps": "7"}),
    ]

    def work(connection: Connection) -> list[int]:
        make_rows(connection, tuple(range(1, len(written) + 1)))
        group = "INSERT INTO field_groups (title, types, fields) VALUES ('Group', '[]', :fields)"
        connection.execute(text(group), {"fields": json.dumps(fields)})
        add_file(connection, 7, "/media/rye.png")
        for number, values in enumerate(written, 1):
            set_text(connection, "item_fields.data", number, json.dumps(values))
        uses = find_uses(connection, {"id": 7, "source_url": "/media/rye.png"})
        assert uses["complete"] and all(use["used_as"] == ["fields"] for use in uses["uses"])
        return [use["id"] for use in uses["uses"]]

    assert await database.transact(work) == [1, 2, 3]


async def test_uses_and_unused_files_are_found_by_an_index(database: Database) -> None:
    """No text is read, and neither are all files."""
    page = "SELECT * FROM media WHERE unused ORDER BY date DESC, id DESC LIMIT 10"

    def plan(connection: Connection) -> list[str]:
        rows = [
            row.detail
            for query in (FIND, NUMBERED.text, page, "SELECT count(*) FROM (SELECT id FROM media WHERE unused)")
            for row in connection.execute(text(f"EXPLAIN QUERY PLAN {query}"), GIVEN.get(query, {}))
        ]
        return [each for each in rows if each.startswith(("SCAN", "SEARCH", "USE TEMP B-TREE FOR ORDER"))]

    steps = await database.read(plan)
    scanned = {each for each in steps if not each.startswith("SEARCH")}
    unused = {each for each in scanned if "ix_media_unused" in each}
    assert len(unused) >= 1
    assert {each.split()[1] for each in scanned - unused} <= {"named", "holder", "CONSTANT"}, steps


async def test_an_older_site_has_the_names_that_writes_would_have_left(tmp_path: Path) -> None:
    """The migration finds them in every place, in portions."""
    random = Random(5)
    written = {place: write_random(random) + " wp-image-3 /media/2026/07/rye.png" for place in TEXTS}
    written |= {place: json.dumps({"a": written[place], "b": 12}) for place in JSON}

    def write(connection: Connection) -> None:
        make_rows(connection, tuple(range(1, 60)))
        for number in range(1, 20):
            add_file(connection, number, FOLDERS[number % 4] + NAMES[number % 7])
        for place, value in written.items():
            set_text(connection, place, 1, value)
        connection.execute(text("UPDATE items SET featured_media = 8 WHERE id = 55"))
        connection.execute(text("UPDATE settings SET value = '9' WHERE name = 'logo'"))
        connection.execute(text("UPDATE settings SET value = '\"/media/2026/08/rye.png\"' WHERE name = 'seo'"))

    queries = [f"SELECT * FROM {table} ORDER BY 1, 2, 3" for table in ("file_names", "media_names")]
    queries.append("SELECT id, unused FROM media ORDER BY id")
    with open_old_database(tmp_path / "sitehand.db", "0054") as connection:
        write(connection)
    upgrade(tmp_path / "sitehand.db", SITE)
    old, new = Database(tmp_path, SITE), Database(tmp_path / "new", SITE)
    await migrate(new)
    await new.transact(write)
    found, wanted = ([[tuple(row) for row in each.look_up(query)] for query in queries] for each in (old, new))
    await old.close()
    await new.close()
    assert found == wanted
    assert {kind for kind, _, _ in found[0]} >= {"featured", "logo", "seo_settings", "shared_styles", "fields"}
