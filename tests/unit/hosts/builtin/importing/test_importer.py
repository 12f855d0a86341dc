"""What an import writes, what a second one changes, and what it leaves alone."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text, update

from sitehand.errors import Problem
from sitehand.hosts.builtin.changes import MAX_TEXT_BYTES
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.passwords import password_matches
from sitehand.hosts.builtin.schedule import publish_due
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import item_elementor, items, terms
from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.site.types import TypeFields
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from tests.databases import migrate
from tests.exports import import_export
from tests.jobs import FreeRun
from tests.statements import execute, fetch
from tests.unit.hosts.builtin.importing.conftest import NOW, Importer
from tests.unit.hosts.builtin.importing.exports import category, item, menu, menu_item, write_export
from tests.unit.hosts.builtin.importing.test_wxr import AWKWARD, SMALL, TITLES

TABLES = ("authors", "items", "item_terms", "media", "menu_entries", "menus", "revisions", "terms")


async def fetch_item(database: Database, source_id: int) -> dict[str, Any]:
    """The row of an imported item."""
    (row,) = await fetch(database, "SELECT * FROM items WHERE import_source = :s", s=f"small.example#{source_id}")
    return row


async def dump(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Everything that an import may write."""
    return {name: await fetch(database, f"SELECT * FROM {name} ORDER BY 1, 2") for name in TABLES}


def figures(report: ImportReport) -> dict[str, tuple[int, int, int]]:
    """Created, updated and unchanged, by type."""
    return {name: (counts.created, counts.updated, counts.unchanged) for name, counts in report.counts.items()}


def names(report: ImportReport, word: str) -> list[str]:
    """What the remarks whose reason has the word name."""
    return [name for remark in (*report.left_out, *report.adjusted) if word in remark.reason for name in remark.names]


async def test_the_small_export_comes_over_whole(database: Database, run_import: Importer) -> None:
    """Text, dates, status, author, terms, featured image and attachment are those of the file."""
    report = await run_import(path=SMALL)
    assert figures(report) == {
        "authors": (2, 0, 0),
        "categories": (2, 0, 0),
        "tags": (1, 0, 0),
        "post formats": (1, 0, 0),
        "pages": (1, 0, 0),
        "posts": (1, 0, 0),
        "media": (1, 0, 0),
        "menus": (1, 0, 0),
        "comments": (1, 0, 0),
    }
    page, post = await fetch_item(database, 10), await fetch_item(database, 20)
    assert page["title"] == 'Fish & <em>chips</em> \\ "50%" 🐟'
    assert page["content"] == "<p>ends with ]]> and &amp; stays &amp;</p>\n\\u003cb\\u003e"
    assert (page["slug"], page["path"], page["menu_order"]) == ("fish", "/fish/", 3)
    assert (page["date"], page["modified"]) == ("2020-05-01T10:00:00Z", "2021-05-01T10:00:00Z")
    assert (post["status"], post["slug"], post["sticky"]) == ("draft", "", 1)
    (picture,) = await fetch(database, "SELECT * FROM media")
    assert post["featured_media"] == picture["id"]
    assert picture["parent"] == post["id"]
    assert (picture["source_url"], picture["alt_text"], picture["caption"]) == (
        "https://small.example/apple.jpg",
        "Apple",
        "A red one",
    )
    linked = await fetch(
        database,
        "SELECT t.slug, p.slug AS parent FROM item_terms JOIN terms t ON t.id = term_id "
        "JOIN terms p ON p.id = t.parent WHERE item_id = :id",
        id=post["id"],
    )
    assert linked == [{"slug": "apples", "parent": "fruit"}]
    authors = await fetch(database, "SELECT name FROM authors WHERE id IN (:a, :b)", a=page["author"], b=post["author"])
    assert {author["name"] for author in authors} == {"Ann Lee", "bob"}


async def test_items_of_a_registered_type_come_over(database: Database, run_import: Importer) -> None:
    """With their terms and their tree, and nothing new when they come again; those of another type are left out."""
    types = BuiltinTypes(database, frozenset())
    await types.register("recipe", TypeFields(name="Recipes", hierarchical=True))
    await types.register("note", TypeFields(name="Notes", public=False))
    parts = (
        item(1, "recipe", title="Stew", post_parent=2, uses=[("genre", "rye", "Rye")], meta={"price": "3"}),
        item(2, "recipe", title="Soup", post_name="feed"),
        item(3, "note", title="Quiet", post_parent=2),
        item(4, "book", title="Prose"),
    )
    report = await run_import(*parts)
    assert (figures(report)["recipes"], figures(report)["notes"]) == ((2, 0, 0), (1, 0, 0))
    assert names(report, "no such type") == ['book 4 "Prose"']
    stew, soup, note = [await fetch_item(database, number) for number in (1, 2, 3)]
    assert (stew["type"], stew["parent"], stew["path"]) == ("recipe", soup["id"], "/recipe/feed-2/item-1/")
    assert (note["type"], note["parent"], note["path"]) == ("note", 0, "")
    (use,) = await fetch(database, "SELECT taxonomy, name FROM item_terms JOIN terms ON terms.id = term_id")
    assert use == {"taxonomy": "genre", "name": "Rye"}
    assert figures(await run_import(*parts))["recipes"] == (0, 0, 2)


async def test_a_second_run_changes_nothing(database: Database, run_import: Importer) -> None:
    """Every row stays as it is, revisions too, and the report says unchanged, even much later."""
    await run_import(path=SMALL)
    before = await dump(database)
    report = await run_import(path=SMALL, now=datetime(2027, 1, 1, tzinfo=UTC))
    assert all(created == updated == 0 for created, updated, _ in figures(report).values())
    assert await dump(database) == before


async def test_an_export_that_names_no_site_is_found_again(database: Database, tmp_path: Path) -> None:
    """By its bytes: unchanged it changes nothing; another with the same ids brings items of its own."""
    reports = []
    for title in ("One", "One", "Two"):
        path = write_export(tmp_path, item(7, title=title))
        path.write_text(path.read_text("utf-8").replace("https://small.example", ""), "utf-8")
        reports.append(await import_export(database, path, report_progress=lambda *_: None, now=NOW))
    assert [(each.counts["pages"].created, each.counts["pages"].unchanged) for each in reports] == [
        (1, 0),
        (0, 1),
        (1, 0),
    ]
    assert any(line.startswith("  the exported site (1): the file names none") for line in reports[0].lines())


async def test_a_changed_export_updates_only_what_it_changed(database: Database, run_import: Importer) -> None:
    """One page with new text, one as before, one new."""
    await run_import(item(1, title="one"), item(2, title="two"))
    report = await run_import(item(1, title="one"), item(2, title="TWO", post_name="second"), item(3))
    assert figures(report)["pages"] == (1, 1, 1)
    row = await fetch_item(database, 2)
    assert (row["title"], row["slug"], row["path"]) == ("TWO", "second", "/second/")
    history = await fetch(database, "SELECT by, action FROM revisions WHERE item_id = :id ORDER BY id", id=row["id"])
    assert [entry["by"] for entry in history] == ["import", "import"]


async def test_what_a_person_changed_stays(database: Database, run_import: Importer) -> None:
    """An item that was changed here after the import is left out of the next one, with the reason."""
    await run_import(item(1, title="one"), item(2, title="two"))
    row = await fetch_item(database, 1)
    revision = text(
        "INSERT INTO revisions (item_id, revision, at, by, action, state) "
        "SELECT item_id, 'x', at, 'key:1', 'update', state FROM revisions WHERE item_id = :id"
    )
    retitle = update(items).where(items.c.id == row["id"]).values(title="mine")
    await execute(database, retitle, revision.bindparams(id=row["id"]))
    report = await run_import(item(1, title="theirs"), item(2, title="new"))
    assert figures(report)["pages"] == (0, 1, 0)
    assert names(report, "changed here") == ['page 1 "theirs"']
    assert (await fetch_item(database, 1))["title"] == "mine"
    assert (await fetch_item(database, 2))["title"] == "new"


async def test_what_the_schedule_published_is_still_the_imports(database: Database, run_import: Importer) -> None:
    """Publication in time is no change by a person: the same export finds nothing to do, a changed one updates."""
    later = datetime(2026, 6, 1, tzinfo=UTC)
    fields: dict[str, Any] = {"status": "future", "post_date_gmt": "2026-05-01 00:00:00"}
    await run_import(item(1, "post", title="one", **fields))
    assert await publish_due(FreeRun(database), iso(later)) == 1
    same = await run_import(item(1, "post", title="one", **fields), now=later)
    changed = await run_import(item(1, "post", title="ONE", **fields), now=later)
    assert (figures(same)["posts"], figures(changed)["posts"]) == ((0, 0, 1), (0, 1, 0))
    row = await fetch_item(database, 1)
    assert (row["title"], row["status"]) == ("ONE", "publish")


async def test_the_trash_keeps_no_slug_from_others(database: Database, run_import: Importer) -> None:
    """A trashed item gives its slug up and remembers what it was."""
    trashed = item(1, status="trash", post_name="about", meta={"_wp_trash_meta_status": "publish"})
    report = await run_import(trashed, item(2, post_name="about"), item(3, status="trash", post_name="", title="about"))
    rows = [await fetch_item(database, number) for number in (1, 2, 3)]
    assert [row["slug"] for row in rows] == ["about__trashed", "about", ""]
    assert rows[0]["status_before_trash"] == "publish"
    assert names(report, "taken") == []


async def test_quoted_slugs_are_stored_plain(database: Database, run_import: Importer) -> None:
    """WordPress quotes other scripts; one that it cut inside a letter loses that letter, and the report says so."""
    whole, cut = "%ce%b5%cf%80%ce%af-2", "%ce%b5%ce"
    report = await run_import(item(1, post_name=whole), item(2, post_name=cut))
    assert [(await fetch_item(database, number))["slug"] for number in (1, 2)] == ["επί-2", "ε"]
    assert names(report, "slug") == ['page 2 "" (ε)']


async def test_hierarchy_is_kept_whatever_the_order(database: Database, run_import: Importer) -> None:
    """The parent may come later in the file, or in an earlier file; paths follow."""
    await run_import(item(9, post_name="old"))
    await run_import(
        item(1, post_parent=2, post_name="leaf"),
        item(2, post_parent=9, post_name="branch"),
        item(3, post_parent=77, post_name="stray"),
    )
    leaf, branch, stray = [await fetch_item(database, number) for number in (1, 2, 3)]
    assert leaf["parent"] == branch["id"]
    assert leaf["path"] == "/old/branch/leaf/"
    assert (stray["parent"], stray["path"]) == (0, "/stray/")


async def test_paths_of_children_follow_a_moved_parent(database: Database, run_import: Importer) -> None:
    """When the export renames a page, the pages below it move along although they did not change."""
    await run_import(item(1, post_name="a"), item(2, post_parent=1, post_name="b"))
    await run_import(item(1, post_name="z"), item(2, post_parent=1, post_name="b"))
    assert (await fetch_item(database, 2))["path"] == "/z/b/"


async def test_turning_a_tree_upside_down_makes_no_circle(database: Database, run_import: Importer) -> None:
    """The second export has the child as the parent."""
    await run_import(item(1), item(2, post_parent=1))
    await run_import(item(1, post_parent=2), item(2))
    first, second = await fetch_item(database, 1), await fetch_item(database, 2)
    assert (first["parent"], second["parent"]) == (second["id"], 0)
    assert first["path"] == "/item-2/item-1/"


async def test_a_circle_through_what_is_here_is_cut(database: Database, run_import: Importer) -> None:
    """A partial export may ask for a parent that stands below the page here."""
    await run_import(item(1), item(2, post_parent=1))
    report = await run_import(item(1, post_parent=2))
    assert (await fetch_item(database, 1))["parent"] == 0
    assert names(report, "circle") == ['page 1 ""']


async def test_missing_parents_are_said(run_import: Importer) -> None:
    """A page whose parent is nowhere moves to the top level, and the report names it."""
    report = await run_import(item(3, title="Stray", post_parent=77))
    assert names(report, "not here") == ['page 3 "Stray"']


async def test_a_taken_slug_is_changed_and_said(database: Database, run_import: Importer) -> None:
    """Two siblings never share a slug; the second run finds the changed one and leaves it."""
    parts = item(1, post_name="same"), item(2, post_name="same"), item(3, post_name="same", post_parent=1)
    report = await run_import(*parts)
    slugs = [(await fetch_item(database, number))["slug"] for number in (1, 2, 3)]
    assert slugs[0] == slugs[2] == "same"
    assert slugs[1] not in ("", "same")
    assert names(report, "taken") == [f'page 2 "" ({slugs[1]})']
    again = await run_import(*parts)
    assert figures(again)["pages"] == (0, 0, 3)


async def test_drafts_may_have_no_slug(database: Database, run_import: Importer) -> None:
    """Several at once."""
    drafts = [item(number, "post", status="draft", post_name="") for number in (1, 2)]
    report = await run_import(*drafts)
    assert figures(report)["posts"] == (2, 0, 0)
    assert [(await fetch_item(database, number))["slug"] for number in (1, 2)] == ["", ""]
    assert figures(await run_import(*drafts))["posts"] == (0, 0, 2)


@pytest.mark.parametrize("status", ["publish", "draft", "pending", "private", "trash"])
async def test_every_status_is_kept(database: Database, run_import: Importer, status: str) -> None:
    """Also on the second run."""
    await run_import(item(1, "post", status=status))
    assert (await fetch_item(database, 1))["status"] == status
    assert figures(await run_import(item(1, "post", status=status)))["posts"] == (0, 0, 1)


async def test_passwords_and_order_are_kept(database: Database, run_import: Importer) -> None:
    """Also on the second run; another password is another. Negative places in the menu order are legal."""
    exported = item(1, "post", post_password="s3cret ", menu_order=-4)
    await run_import(exported)
    row = await fetch_item(database, 1)
    assert (password_matches(row["password"], "s3cret "), row["menu_order"]) == (True, -4)
    assert figures(await run_import(exported))["posts"] == (0, 0, 1)
    assert (await fetch_item(database, 1))["password"] == row["password"]
    assert figures(await run_import(item(1, "post", post_password="other", menu_order=-4)))["posts"] == (0, 1, 0)
    assert password_matches((await fetch_item(database, 1))["password"], "other")


async def test_an_item_without_any_date_keeps_the_one_it_got(database: Database, run_import: Importer) -> None:
    """The date of the first import; later ones do not move it."""
    part = item(1, "post", post_date_gmt="0000-00-00 00:00:00")
    await run_import(part)
    report = await run_import(part, now=datetime(2028, 1, 1, tzinfo=UTC))
    assert (await fetch_item(database, 1))["date"] == "2026-01-01T00:00:00Z"
    assert figures(report)["posts"] == (0, 0, 1)


async def test_a_text_may_be_longer_than_a_call_may_write(database: Database, run_import: Importer) -> None:
    """It was there before the bound."""
    long = "<p>Words of a very long page.</p>\n" * (MAX_TEXT_BYTES // 30)
    assert figures(await run_import(item(1, content=long)))["pages"] == (1, 0, 0)
    assert (await fetch_item(database, 1))["content"] == long
    assert len(long) > MAX_TEXT_BYTES


async def test_authors_are_found_again(database: Database, run_import: Importer) -> None:
    """A login with signs that WordPress ignores, one that nobody declared, and none."""
    who = [("ann", 1), (">ann", 2), ("stranger", 3), ("", 4)]
    parts = [
        item(number).replace("<dc:creator>ann<", f"<dc:creator>{name.replace('>', '&gt;')}<") for name, number in who
    ]
    report = await run_import(*parts)
    rows = await fetch(database, "SELECT a.name FROM items JOIN authors a ON a.id = author ORDER BY import_source")
    assert [row["name"] for row in rows] == ["Ann Lee", "Ann Lee", "stranger", "Site owner"]
    assert names(report, "not declared") == ["stranger"]


async def test_menus_come_over(database: Database, run_import: Importer) -> None:
    """Nested entries, each kind of target, and titles that fall back; what leads nowhere is said."""
    parts = [
        category("fruit", source_id=5),
        menu("main"),
        item(1, title="Home"),
        menu_item(10, "custom", "https://x.example/?a=1&b=2", title="Out"),
        menu_item(11, "page", 1, parent=10),
        menu_item(12, "category", 5, parent=11),
        menu_item(13, "page", 99, title="Lost"),
        menu_item(14, "custom", "#", parent=13, title="Up"),
        menu_item(15, "custom", "javascript:alert(1)", title="Bad"),
    ]
    report = await run_import(*parts)
    rows = await fetch(database, "SELECT * FROM menu_entries ORDER BY position")
    assert [(row["title"], row["url"]) for row in rows] == [
        ("Out", "https://x.example/?a=1&b=2"),
        ("", ""),
        ("fruit", "/category/fruit/"),
        ("Up", "#"),
    ]
    assert rows[1]["item_id"] == (await fetch_item(database, 1))["id"]
    assert [row["parent"] for row in rows] == [0, rows[0]["id"], rows[1]["id"], 0]
    assert names(report, "target") == ['nav_menu_item 13 "Lost"', 'nav_menu_item 15 "Bad"']
    assert figures(await run_import(*parts))["menu entries"] == (0, 0, 4)


async def test_terms_that_are_here_stay(database: Database, run_import: Importer) -> None:
    """A category that somebody made here keeps its name, and the report says so."""
    await execute(database, terms.insert().values(taxonomy="category", slug="a", name="Mine"))
    report = await run_import(category("a", name="Theirs"))
    assert figures(report)["categories"] == (0, 0, 1)
    assert names(report, "stays") == ["category a"]
    assert (await fetch(database, "SELECT name FROM terms"))[0]["name"] == "Mine"


async def test_progress_ends_at_its_total(database: Database, tmp_path: Path) -> None:
    """One call for each step, never backwards."""
    calls: list[tuple[int, int, str]] = []
    path = write_export(tmp_path, category("a"), item(1), item(2), menu("main"), menu_item(3, "page", 99))
    await import_export(database, path, report_progress=lambda *call: calls.append(call), now=NOW)
    assert [done for done, _, _ in calls] == list(range(1, calls[-1][1] + 1))
    assert all(doing and "[" not in doing for _, _, doing in calls)


async def test_a_failure_in_the_first_portion_leaves_nothing(
    database: Database, run_import: Importer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small export is one portion, and so one transaction: the disk or a bug may fail at its last row."""
    before = await dump(database)

    def fail(*_: object) -> None:
        raise RuntimeError("the last step")

    monkeypatch.setattr("sitehand.hosts.builtin.importing.importer.write_menu", fail)
    with pytest.raises(RuntimeError):
        await run_import(path=SMALL)
    assert await dump(database) == before


@given(
    rows=st.lists(st.tuples(TITLES, AWKWARD, st.sampled_from(["page", "post"]), st.integers(0, 6)), max_size=6),
    cut=st.integers(1, 10_000),
)
@settings(deadline=None, max_examples=25)
async def test_exports_come_over_exactly_or_not_at_all(rows: list[tuple[str, str, str, int]], cut: int) -> None:
    """Any export of pages and posts is readable after its import, and a cut one writes nothing at all."""
    parts = [
        item(number, type_, title=title, content=content, post_parent=parent)
        for number, (title, content, type_, parent) in enumerate(rows, start=1)
    ]
    with TemporaryDirectory() as folder:
        path = write_export(Path(folder), *parts)
        database = Database(Path(folder), SITE)
        await migrate(database)
        empty = await dump(database)
        whole = path.read_bytes()
        path.write_bytes(whole[: max(0, len(whole.rstrip()) - cut)])
        with pytest.raises(Problem):
            await import_export(database, path, report_progress=lambda *_: None, now=NOW)
        assert await dump(database) == empty
        path.write_bytes(whole)
        await import_export(database, path, report_progress=lambda *_: None, now=NOW)
        query = select(items.c.title, items.c.content, items.c.type).order_by(items.c.import_source)
        stored = [tuple(row) for row in await database.read(list_rows(query))]
        await database.close()
    assert stored == [(title, content, type_) for title, content, type_, _ in rows]


async def test_the_report_counts_what_the_file_has_and_what_came_in(run_import: Importer) -> None:
    """A damaged item counts as one of the file, and has a line that says where it stands."""
    report = await run_import(item(1), "<item/>\n", item(3, "product"))
    assert (report.in_file, report.came_in) == (3, 1)
    assert names(report, "damaged") == ["line 12: An item has no wp:post_id or no wp:post_type"]
    again = await run_import(item(1), "<item/>\n", item(3, "product"))
    assert (again.in_file, again.came_in) == (3, 1)
    nothing = await run_import(item(3, "product"), "<item/>\n")
    assert (nothing.in_file, nothing.came_in) == (2, 0)


async def test_the_report_says_where_files_stay(run_import: Importer) -> None:
    """How many files of attachments are on which host, however odd the address."""
    urls = ["https://old.example/a.jpg", "https://old.example/b.jpg", "http://cdn.example/c.jpg", "http://[x/d.jpg"]
    report = await run_import(
        *(item(number, "attachment", status="inherit", attachment_url=url) for number, url in enumerate(urls, start=1))
    )
    assert names(report, "old server") == ["old.example (2)", "cdn.example (1)", "no host (1)"]


async def test_the_report_names_menus_that_nothing_shows(run_import: Importer) -> None:
    """The site shows its first menu; of the others the report tells, in each import."""
    parts = [menu("main"), menu("footer"), item(1), menu_item(2, "page", 1), menu_item(3, "page", 1, menu="footer")]
    for _ in range(2):
        assert names(await run_import(*parts), "first menu") == ["Footer"]


async def test_the_report_names_addresses_that_change(run_import: Importer) -> None:
    """Old and new path of what is published; not of drafts, of the front page and of what stays where it was."""

    def linked(source_id: int, link: str, type_: str = "page", **fields: Any) -> str:
        return item(source_id, type_, **fields).replace("<title>", f"<link>{link}</link><title>", 1)

    report = await run_import(
        linked(1, "https://small.example/item-1/"),
        linked(2, "https://small.example/item-2"),
        linked(3, "https://small.example/"),
        linked(4, "https://small.example/?page_id=4", status="draft"),
        linked(5, "https://small.example/blog/item-5/"),
        linked(6, "https://small.example/2020/01/02/item-6/", "post"),
        linked(7, "https://small.example/?p=7", "post"),
        linked(8, "https://small.example/%E6%97%A5/", post_name="%e6%97%a5"),
        linked(9, "https://[small.example/"),
    )
    assert names(report, "old ones") == [
        "/blog/item-5/ is now /item-5/",
        "/2020/01/02/item-6/ is now /2020/01/item-6/",
        "/?p=7 is now /2020/01/item-7/",
    ]


async def test_the_report_names_shortcodes_and_embeds(run_import: Importer) -> None:
    """Each name and each host with its number, over all pages and posts."""
    report = await run_import(
        item(1, content='[gallery ids="1,2"]\nhttps://youtu.be/x\n[contact-form id="3"]'),
        item(2, "post", content='[gallery]\n<iframe width="1" src="https://maps.example/a"></iframe>'),
    )
    assert names(report, "replaces them") == ["gallery (2)", "contact-form (1)"]
    assert names(report, "embedded here") == ["youtu.be (1)", "maps.example (1)"]


async def test_the_report_names_pages_made_with_elementor(run_import: Importer) -> None:
    """By their number; a page where Elementor was opened and closed again is none."""
    report = await run_import(
        item(1, title="Home", meta={"_elementor_edit_mode": "builder"}),
        item(2, title="Team", meta={"_elementor_data": '[{"id":"a"}]'}),
        item(3, meta={"_elementor_data": "[]", "_elementor_edit_mode": ""}),
    )
    assert names(report, "Elementor") == ['page 1 "Home"', 'page 2 "Team"']


async def test_elementor_documents_come_with_their_items(run_import: Importer, database: Database) -> None:
    """Byte for byte, with the settings of the page; again with the next export, and damaged settings are reported."""
    data = '[{"id":"aaaaaa1","elType":"container","settings":{"a":1.0,"t":"\\u00e9\\/"},"elements":[]}]'
    meta = {"_elementor_edit_mode": "builder", "_elementor_data": data, "_elementor_version": "3.3.0"}
    settings = 'a:1:{s:10:"hide_title";s:3:"yes";}'
    good, bad = {**meta, "_elementor_page_settings": settings}, {**meta, "_elementor_page_settings": "a:1:{"}
    report = await run_import(item(1, title="Home", meta=good), item(2, title="Team", meta=bad), item(3, title="Plain"))
    rows = [dict(row._mapping) for row in await database.read(list_rows(select(item_elementor).order_by("item_id")))]
    assert [(row["elementor_data"], row["elementor_page_settings"]) for row in rows] == [
        (data, '{"hide_title": "yes"}'),
        (data, ""),
    ]
    assert (rows[0]["elementor_edit_mode"], rows[0]["elementor_version"]) == ("builder", "3.3.0")
    assert names(report, "damaged") == ['page 2 "Team"']
    assert not names(report, "custom fields")
    again = await run_import(item(1, title="Home", meta=good), item(2, title="Team", meta=bad), item(3, title="Plain"))
    assert "pages: 0 created, 0 updated, 3 unchanged" in list(again.lines())
    changed = await run_import(item(1, title="Home", meta={**good, "_elementor_data": "[]"}), item(2, title="Team"))
    assert "pages: 0 created, 2 updated, 0 unchanged" in list(changed.lines())


def test_the_report_gives_a_terminal_nothing_to_obey() -> None:
    """Control characters in names of the file become spaces."""
    report = ImportReport()
    report.adjust("pages", "moved", "\x1b]0;x\x07 is now \u202ea")
    assert list(report.lines())[1] == "  pages (1): moved:  ]0;x  is now  a"


def test_the_report_reads_as_text() -> None:
    """Counts first, then what was left out and what was done otherwise, each with its reason and names."""
    report = ImportReport()
    report.count("pages", "created")
    report.leave_out("terms", "the site has none", count=3)
    report.leave_out("terms", "the site has none", count=0)
    for number in range(10):
        report.adjust("pages", "slug taken", f"page {number}")
    assert list(report.lines()) == [
        "pages: 1 created, 0 updated, 0 unchanged",
        "Left out:",
        "  terms (3): the site has none",
        "Done otherwise than the export says:",
        "  pages (10): slug taken: page 0; page 1; page 2; page 3; page 4; page 5; page 6; page 7; and 2 more",
    ]
    assert asdict(report)["counts"]["pages"] == {"created": 1, "updated": 0, "unchanged": 0}


async def test_no_page_comes_below_one_of_a_locale_that_its_translation_has(
    database: Database, run_import: Importer
) -> None:
    """It stays where it is, with a remark; without such a translation it comes into the locale of its parent."""
    await run_import(*map(item, (1, 2, 3, 4)))
    left = await fetch_item(database, 2)
    await execute(database, text("UPDATE items SET locale = 'de' WHERE import_source LIKE '%#1'"))
    linked = "UPDATE items SET locale = 'de', translation_of = :id WHERE import_source LIKE '%#3'"
    await execute(database, text(linked).bindparams(id=left["id"]))
    report = await run_import(item(1), item(2, post_parent=1), item(3), item(4, post_parent=1))
    assert names(report, "no place in its locale") == ['page 2 ""']
    assert await fetch_item(database, 2) == left
    assert (await fetch_item(database, 4))["locale"] == "de"
