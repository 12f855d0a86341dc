"""Templates of Elementor that an export brings: what is kept, what names them, and what stays behind."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import text

from sitehand.hosts.builtin.importing import portions
from sitehand.hosts.builtin.importing.portions import MOST_CHARACTERS
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.store.database import Database
from tests.statements import execute, fetch
from tests.unit.hosts.builtin.importing.conftest import Importer
from tests.unit.hosts.builtin.importing.exports import item, menu, menu_item, write_export
from tests.unit.hosts.builtin.importing.test_importer import figures, names
from tests.unit.hosts.builtin.importing.test_portions import bring_in, parts, read_entries

__all__ = ["parts"]
WHAT = "Elementor templates"
HEADER = '[{"id":"aaaaaa1","elType":"container","settings":{"a":1.0,"t":"\\u00e9\\/"},"elements":[]}]'
SETTINGS = 'a:1:{s:10:"hide_title";s:3:"yes";}'
NEW = "INSERT INTO elementor_templates (title, type, content) VALUES ('Here', 'page', '[]')"
RENAME = "UPDATE elementor_templates SET title = 'Mine' WHERE title = 'Top'"


def template(source_id: int, kind: str, data: str = HEADER, meta: Mapping[str, str] | None = None, **more: Any) -> str:
    """An item of Elementor's library, as WordPress exports it."""
    fixed = {"_elementor_edit_mode": "builder", "_elementor_template_type": kind, "_elementor_data": data}
    uses = [("elementor_library_type", kind, kind)]
    return item(source_id, "elementor_library", uses=uses, meta={**fixed, **(meta or {})}, **more)


def link(popup: int, *, quoted: bool = True) -> str:
    """An address that opens a popup, as Elementor Pro makes it; `quoted` False: as its older releases did."""
    settings = json.dumps({"id": str(popup), "toggle": False}, separators=(",", ":"))
    action = f"elementor-action:action=popup:open&settings={base64.b64encode(settings.encode()).decode()}"
    return f"#{quote(action, safe='') if quoted else action}"


def show(shown: int) -> str:
    """A document with a template widget, a global widget, a shortcode, and a form, a tag and a link to a popup."""
    tag = f'[elementor-tag id="b" name="popup" settings="%7B%22popup%22%3A%22{shown}%22%7D"]'
    named = {"template_id": str(shown), "popup_action_popup_id": str(shown), "__dynamic__": {"link": tag}}
    settings = {**named, "t": f'[elementor-template id="{shown}"]', "link": {"url": link(shown)}}
    widget = {"id": "aaaaaa2", "elType": "widget", "widgetType": "template", "settings": settings, "elements": []}
    whole = {"id": "aaaaaa3", "elType": "widget", "widgetType": "global", "templateID": shown, "elements": []}
    return json.dumps([{"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": [widget, whole]}])


async def read_templates(database: Database) -> list[dict[str, Any]]:
    """The templates of the site."""
    return await fetch(database, "SELECT * FROM elementor_templates ORDER BY id")


async def test_templates_come_over_once(database: Database, run_import: Importer) -> None:
    """With title, type, settings of the page, and the document byte for byte; again, nothing changes."""
    uses, empty = [("elementor_library_type", "section", "Section")], {"_elementor_data": "[]"}
    parts = (
        template(7, "header", title="Top", meta={"_elementor_page_settings": SETTINGS}),
        item(8, "elementor_library", title="Old", uses=uses, meta=empty),
    )
    report = await run_import(*parts)
    assert (figures(report)[WHAT], report.in_file, report.came_in) == ((2, 0, 0), 2, 2)
    assert not names(report, "")
    rows = await read_templates(database)
    shown = [tuple(row[name] for name in ("title", "type", "content", "page_settings")) for row in rows]
    assert shown == [("Top", "header", HEADER, '{"hide_title": "yes"}'), ("Old", "section", "[]", "")]
    again = await run_import(*parts)
    assert (figures(again)[WHAT], again.changed, await read_templates(database)) == ((0, 0, 2), False, rows)
    later = await run_import(template(7, "footer", title="Top"), parts[1])
    assert figures(later)[WHAT] == (0, 1, 1)
    assert [row["type"] for row in await read_templates(database)] == ["footer", "section"]


async def test_a_template_that_a_person_changed_stays(database: Database, run_import: Importer) -> None:
    """As the person left it, and the report names it; one that nobody changed follows the export."""
    await run_import(template(7, "header", title="Top"), template(8, "header", title="Low"))
    await execute(database, text(RENAME))
    report = await run_import(template(7, "footer", title="Top"), template(8, "footer", title="Low"))
    assert names(report, "changed here since") == ['elementor_library 7 "Top"']
    rows = await read_templates(database)
    assert [(row["title"], row["type"]) for row in rows] == [("Mine", "header"), ("Low", "footer")]


async def test_what_names_a_template_names_it_here(database: Database, run_import: Importer) -> None:
    """Documents and shortcodes of pages, and templates that come before the one that they show."""
    await execute(database, text(NEW))
    page = {"_elementor_edit_mode": "builder", "_elementor_data": show(9)}
    parts = (
        template(8, "section", show(9)),
        template(9, "popup", show(8)),
        item(20, content=f'<p>[elementor-template id="9"]<a href="{link(9, quoted=False)}">Open</a></p>', meta=page),
        menu("main"),
        menu_item(30, "custom", link(9)),
    )
    report = await run_import(*parts)
    _, (first, before), (second, after) = [(row["id"], row["content"]) for row in await read_templates(database)]
    assert (before, after) == (show(second), show(first))
    (row,) = await fetch(database, "SELECT content, elementor_data FROM items JOIN item_elementor ON item_id = id")
    opens = f'<a href="{link(second, quoted=False)}">Open</a>'
    assert row == {"content": f'<p>[elementor-template id="{second}"]{opens}</p>', "elementor_data": show(second)}
    assert await fetch(database, "SELECT url FROM menu_entries") == [{"url": link(second)}]
    again = await run_import(*parts)
    assert (figures(again)[WHAT], figures(again)["pages"], again.changed) == ((0, 0, 2), (0, 0, 1), False)
    assert not names(report, "keeps its number")
    alone = await run_import(item(21, title="New", meta={**page, "_elementor_data": show(9).replace("9", "10", 1)}))
    assert names(alone, "no such template came in") == ['10 in page 21 "New"']
    assert names(alone, "do not draw them") == ['page 21 "New"']


async def test_the_report_says_what_of_templates_stays_behind(database: Database, run_import: Importer) -> None:
    """Types that no template has, the kit, the trash, damaged documents, conditions, and a status."""
    general = {"_elementor_conditions": 'a:1:{i:0;s:15:"include/general";}'}
    wrong = '[{"id":"a","elType":"container","settings":"x","elements":[]}]'
    report = await run_import(
        template(1, "kit", title="Kit"),
        template(2, "No type", title="Odd"),
        template(3, "section", title="Gone", status="trash"),
        template(4, "section", '{"not": ', title="Cut"),
        template(5, "section", wrong, title="Bad"),
        template(6, "page", "", title="Empty"),
        template(7, "popup", title="Hi", status="draft", meta=general),
        template(8, "header", title="x" * 201, meta={"_elementor_conditions": "a:1:{"}),
    )
    assert [row["title"] for row in await read_templates(database)] == ["Hi", "x" * 200]
    assert names(report, "the kit of") == ['elementor_library 1 "Kit"']
    assert names(report, "No type") == ['elementor_library 2 "Odd"']
    assert names(report, '"trash"') == ['elementor_library 3 "Gone"']
    cut, bad = names(report, "documents are damaged")
    assert cut.startswith('elementor_library 4 "Cut": ')
    assert bad == """elementor_library 5 "Bad": a.settings: expected an object; write {}, got "x\""""
    assert names(report, "no document") == ['elementor_library 6 "Empty"']
    told, damaged = names(report, "by conditions here")
    assert told == 'elementor_library 7 "Hi": include/general'
    assert damaged.endswith("they are damaged")
    assert names(report, 'theirs was "draft"') == ['elementor_library 7 "Hi"']
    assert len(names(report, "1 to 200 characters")) == 1


async def test_the_undo_of_an_import_takes_its_templates_back(parts: Parts, tmp_path: Path) -> None:
    """Those that name each other too; imported again unchanged, they make no entry in the journal."""
    file = write_export(tmp_path, template(8, "section", show(9)), template(9, "popup", show(8)))
    await bring_in(parts, file)
    entries = await read_entries(parts)
    await bring_in(parts, file)
    assert await read_entries(parts) == entries
    answer = await perform(parts, "undo_change", {"request_id": entries[-1]["request_id"]})
    assert (answer["changed"], await read_templates(parts.database)) == (True, [])
    await bring_in(parts, file)
    assert len(await read_templates(parts.database)) == 2


async def test_settings_that_nest_too_deeply_stay_behind(database: Database, run_import: Importer) -> None:
    """Those of a page and of a template; both come without them, and the report names them."""
    deep = {"_elementor_page_settings": '{"a":' * 5_000 + "1" + "}" * 5_000}
    page = {"_elementor_edit_mode": "builder", "_elementor_data": HEADER, **deep}
    report = await run_import(template(7, "header", title="Top", meta=deep), item(1, title="Home", meta=page))
    assert names(report, "nested deeper") == ['elementor_library 7 "Top"', 'page 1 "Home"']
    assert [(row["content"], row["page_settings"]) for row in await read_templates(database)] == [(HEADER, "")]


async def test_settings_that_nothing_can_hold_stay_behind(database: Database, run_import: Importer) -> None:
    """Half of a character, and numbers without end: all else comes, and the report names the items."""
    half, endless = '{"a":"\\ud800"}', 'a:1:{s:1:"a";d:1e999;}'
    page = {"_elementor_edit_mode": "builder", "_elementor_data": HEADER, "_elementor_page_settings": half}
    report = await run_import(
        template(7, "header", title="Top", meta={"_elementor_page_settings": endless}),
        template(8, "footer", title="Low", meta={"_elementor_page_settings": '{"a":NaN}'}),
        item(1, title="Home", meta=page),
    )
    assert names(report, "half of a character") == ['page 1 "Home"']
    assert names(report, "JSON has not") == ['elementor_library 7 "Top"', 'elementor_library 8 "Low"']
    assert [row["page_settings"] for row in await read_templates(database)] == ["", ""]


async def test_long_templates_make_short_portions(
    database: Database, run_import: Importer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that stay as they are too: they are read while others wait."""
    long = HEADER.replace('"t":"', f'"t":"{"x" * MOST_CHARACTERS}', 1)
    parts = [template(number, "section", long) for number in (1, 2, 3)]
    await run_import(*parts)
    begun: list[str] = []
    monkeypatch.setattr(portions, "_refuse_undone", lambda _, request_id: begun.append(request_id))
    again = await run_import(*parts)
    assert (again.changed, len(await read_templates(database))) == (False, 3)
    assert len(begun) >= 2 * len(parts)
