"""What names files, by temporary triggers of the connections that write: `file_names` and `media_names` follow.

Which files are unused follows from these by triggers in the file of the database, so whoever writes names keeps it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sitehand.hosts.builtin.file_names import ROOT, find_names, find_names_in_fields, name_id, name_media


@lru_cache(2)  # a trigger asks twice
def list_in_texts(*texts: str) -> str:
    """What these name, as JSON."""
    return json.dumps(find_names(*texts))


def list_in_fields(data: str) -> str:
    """What custom fields name, as a JSON list."""
    return json.dumps(find_names_in_fields(data))


def list_ids(number: str | int) -> str:
    """The name that the id of a file stands for, as a JSON list; empty for 0, which is no id."""
    return json.dumps([name_id(int(number))] if int(number) else [])


def list_media_names(media_id: int, source_url: str) -> str:
    """What a file is named by, as JSON: its id, and what its address is told by."""
    named = name_media(source_url)
    return json.dumps([(str(media_id), ROOT), *([named] if named else [])])


FUNCTIONS: Mapping[str, Callable[..., str]] = {
    "list_in_texts": list_in_texts,
    "list_in_fields": list_in_fields,
    "list_ids": list_ids,
    "list_media_names": list_media_names,
}


class Source(NamedTuple):
    """Columns of a table that name files. `number` is what `file_names` has of the row, `only` which rows count, `some`
    which new ones name any, where that is told sooner than by looking.
    """

    kind: str
    table: str
    number: str
    columns: tuple[str, ...]
    find: str = "list_in_texts"
    only: str = "1"
    some: str = ""


SOURCES = (
    Source("content", "items", "{row}.id", ("content", "excerpt")),
    Source("featured", "items", "{row}.id", ("featured_media",), "list_ids", some="{row}.featured_media <> 0"),
    Source("document", "item_elementor", "{row}.item_id", ("elementor_data", "elementor_page_settings")),
    Source("fields", "item_fields", "{row}.item_id", ("data",), "list_in_fields"),
    Source("seo", "item_seo", "{row}.item_id", ("data",)),
    Source("template", "elementor_templates", "{row}.id", ("content", "page_settings")),
    Source("component", "elementor_components", "{row}.id", ("content",)),
    Source("term", "terms", "{row}.id", ("description",)),
    Source("menu_entry", "menu_entries", "{row}.id", ("url",)),
    Source("redirect", "redirects", "{row}.id", ("target",)),
    Source("design", "design", "{row}.id", ("settings", "styles")),
    Source("shared_styles", "shared_styles", "{row}.id", ("items",)),
    Source("seo_settings", "settings", "0", ("value",), only="{row}.name = 'seo'"),
    Source("logo", "settings", "0", ("value",), "list_ids", "{row}.name = 'logo'"),
)
NAMED = """INSERT INTO file_names (kind, document_id, name)
    SELECT '{kind}', {number}, value FROM json_each({found});"""
RENAMED = """DELETE FROM file_names WHERE kind = '{kind}' AND document_id = {number}
        AND name NOT IN (SELECT value FROM json_each({found}));
    INSERT INTO file_names (kind, document_id, name) SELECT '{kind}', {number}, value
        FROM (SELECT value FROM json_each({found}) EXCEPT
            SELECT name FROM file_names WHERE kind = '{kind}' AND document_id = {number});"""
GONE = "DELETE FROM file_names WHERE kind = '{kind}' AND document_id = {number};"
MEDIA = """DELETE FROM media_names WHERE media_id = NEW.id;
    INSERT INTO media_names (media_id, name, folder)
        SELECT NEW.id, json_extract(value, '$[0]'), json_extract(value, '$[1]')
        FROM json_each(list_media_names(NEW.id, NEW.source_url));"""
NAMING_MEDIA = (
    f"CREATE TEMP TRIGGER IF NOT EXISTS name_media AFTER INSERT ON main.media BEGIN {MEDIA} END",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS rename_media AFTER UPDATE OF source_url ON main.media
        WHEN OLD.source_url IS NOT NEW.source_url BEGIN {MEDIA} END""",
    """CREATE TEMP TRIGGER IF NOT EXISTS forget_media AFTER DELETE ON main.media
        BEGIN DELETE FROM media_names WHERE media_id = OLD.id; END""",
)


def follow_files(connection: Any) -> None:
    """Let names of files follow on a connection of `sqlite3`."""
    for name, function in FUNCTIONS.items():
        connection.create_function(name, -1, function, deterministic=True)
    for statement in (*NAMING_MEDIA, *(each for source in SOURCES for each in _write_triggers(source))):
        connection.execute(statement)


def _write_triggers(source: Source) -> Iterator[str]:
    """Names that stay are not written anew, so that an edit of a long page costs little."""
    listed = ", ".join(source.columns)
    found = f"{source.find}({', '.join(f'NEW.{name}' for name in source.columns)})"
    some = source.some or f"{found} <> '[]'"
    changed = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in source.columns)
    for event, row, when, done in (
        ("INSERT", "NEW", f"{source.only} AND {some}", NAMED),
        (f"UPDATE OF {listed}", "NEW", f"{source.only} AND ({changed})", RENAMED),
        ("DELETE", "OLD", source.only, GONE),
    ):
        name = f"files_of_{source.kind}_{event.split()[0].lower()}"
        body = done.format(kind=source.kind, number=source.number, found=found)
        trigger = f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} ON main.{source.table}"
        yield f"{trigger} WHEN {when} BEGIN {body} END".format(row=row)
