"""What of an export is imported, in which order, and what is said about the rest."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sitehand.hosts.builtin.importing.ordering import order_by_parent
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.selection import Selection, select_import
from tests.exports import read_export
from tests.unit.hosts.builtin.importing.exports import category, comment, item, menu, menu_item, write_export

NOW = "2026-01-01T00:00:00Z"


def selection(folder: Path, *parts: str) -> tuple[Selection, ImportReport]:
    """The selection of an export with these parts."""
    report = ImportReport()
    return select_import(read_export(write_export(folder, *parts)), NOW, report), report


def remarks(report: ImportReport) -> dict[tuple[str, str], int]:
    """How often each thing was left out or done otherwise."""
    return {(remark.what, remark.reason): remark.count for remark in (*report.left_out, *report.adjusted)}


def test_parents_come_before_their_children(tmp_path: Path) -> None:
    """Wherever the parent stands in the file."""
    made, report = selection(tmp_path, item(1, post_parent=2), item(2, post_parent=3), item(3))
    assert [entry.source_id for entry in made.items] == [3, 2, 1]
    assert report.adjusted == []


def test_types_that_are_called_like_parts_of_this_site_stay_behind(tmp_path: Path) -> None:
    """A plugin's type `pattern` is no pattern: its items have pages, which visitors would lose without a word."""
    parts = (item(1, "wp_block"), item(2, "pattern"), item(3, "wp_navigation"), item(4, "navigation"))
    made, report = selection(tmp_path, *parts)
    assert [(entry.source_id, entry.type) for entry in made.items] == [(1, "pattern"), (3, "navigation")]
    for name in ("pattern", "navigation"):
        assert remarks(report)[(f"items of type {name}", "the site has something else of this name")] == 1


def test_a_circle_of_parents_is_cut_once(tmp_path: Path) -> None:
    """One page of the circle moves to the top level, the rest stays below it."""
    made, report = selection(tmp_path, item(1, post_parent=2), item(2, post_parent=3), item(3, post_parent=1))
    parents = {entry.source_id: entry.parent for entry in made.items}
    assert parents == {1: 2, 2: 3, 3: 0}
    assert remarks(report)[("pages", "the parent closes a circle; now at the top level")] == 1


@given(st.dictionaries(st.integers(1, 30), st.integers(0, 30), max_size=30))
def test_ordering_loses_nothing_and_needs_no_luck(parents: dict[int, int]) -> None:
    """Every node comes once, after its parent, unless its parent is missing or closes a circle."""
    ordered, circular = order_by_parent(list(parents), lambda node: node, lambda node: parents[node])
    assert sorted(ordered) == sorted(parents)
    place = {node: index for index, node in enumerate(ordered)}
    for node, parent in parents.items():
        if parent in parents and node not in circular:
            assert place[parent] < place[node]
    for node in circular:
        line = {node}
        step = parents[node]
        while step not in line:
            line.add(step)
            step = parents[step]
        assert step == node


def test_a_long_line_of_pages_needs_no_recursion() -> None:
    """Fifty thousand levels are ordered like five."""
    ordered, _ = order_by_parent(range(50_000), lambda node: node, lambda node: node + 1)
    assert ordered[0] == 49_999


def test_statuses_follow_the_clock(tmp_path: Path) -> None:
    """What was scheduled and is due is published; what is dated ahead waits."""
    made, report = selection(
        tmp_path,
        item(1, "post", status="future", post_date_gmt="2025-01-01 00:00:00"),
        item(2, "post", status="future", post_date_gmt="2027-01-01 00:00:00"),
        item(3, "post", status="publish", post_date_gmt="2027-01-01 00:00:00"),
        item(4, "post", status="auto-draft"),
        item(5, "post", status="inherit"),
    )
    assert [(entry.source_id, entry.status) for entry in made.items] == [(1, "publish"), (2, "future"), (3, "future")]
    assert remarks(report)[("posts", 'the site has no status "auto-draft"')] == 1
    assert remarks(report)[("posts", 'the site has no status "inherit"')] == 1
    assert len(report.adjusted) == 2


def test_formats_are_declared_nowhere(tmp_path: Path) -> None:
    """The selection has those that posts use, without a remark; one that an item of no import uses is not there."""
    uses = [("post_format", "post-format-quote", "Quote")]
    made, report = selection(
        tmp_path, item(1, "post", uses=uses), item(2, "post", uses=uses), item(3, "product", uses=uses)
    )
    assert [(term.taxonomy, term.slug, term.name) for term in made.terms] == uses
    assert not [remark for remark in report.adjusted if remark.what == "terms"]


def test_everything_else_has_a_line(tmp_path: Path) -> None:
    """Other types, repeated items, custom fields, comments and bad attachments are named with a reason."""
    _, report = selection(
        tmp_path,
        item(1, "post", meta={"price": "3", "_oembed_1": "x", "_oembed_2": "y"}),
        item(1, "post"),
        item(2, "product"),
        item(3, "attachment", attachment_url="javascript:alert(1)", status="inherit"),
        item(4, "attachment", attachment_url="https://x.example/a.jpg", status="private"),
        item(5, "attachment", attachment_url="https://x.example/a.jpg", status="inherit", content="long"),
        item(
            6,
            "post",
            post_parent=1,
            extra=f"<wp:comment/>{comment(1, status='trash', type_='note')}{comment(2, status='9')}",
        ),
        menu_item(7, "custom", "https://x.example", status="draft"),
        "<wp:term><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>jazz</wp:term_slug></wp:term>",
        "<strange/>",
    )
    found = remarks(report)
    assert found[("custom fields", "this site has no such field")] == 3
    fields = next(remark for remark in report.left_out if remark.what == "custom fields")
    assert sorted(fields.names) == ["_oembed_*", "price"]
    assert found[("comments", "they are damaged")] == 1
    assert found[("notes", "they are in the trash there")] == 1
    assert found[("comments", 'the site has no status "9"')] == 1
    assert found[("items of type product", "the site has no such type")] == 1
    assert found[("repeated items", "the file has another item with the same id before it")] == 1
    assert found[("attachments", "there is no web address of the file")] == 1
    assert found[("attachments", 'media here are public, and its status is "private"')] == 1
    assert found[("posts", "posts have no parent here")] == 1
    assert found[("menu items", "they are in no menu, or were never saved")] == 1
    assert found[("terms of genre", "no imported item uses them")] == 1
    assert found[("elements <strange>", "the importer does not know them")] == 1
    assert any("custom fields (3): this site has no such field: " in line for line in report.lines())


def test_terms_come_with_their_parents_or_without(tmp_path: Path) -> None:
    """Nested categories keep their order, lost parents are said, and used terms that nobody declared are made."""
    made, report = selection(
        tmp_path,
        category("leaf", "branch"),
        category("branch", "root"),
        category("root"),
        category("stray", "gone"),
        category("root", name="Again"),
        item(1, "post", uses=[("post_tag", "new", "New!"), ("genre", "jazz", "Jazz"), ("tag", "old", "Old")]),
    )
    assert [(term.taxonomy, term.slug, term.parent) for term in made.terms] == [
        ("category", "root", ""),
        ("category", "branch", "root"),
        ("category", "leaf", "branch"),
        ("category", "stray", ""),
        ("genre", "jazz", ""),
        ("post_tag", "new", ""),
        ("post_tag", "old", ""),
    ]
    assert remarks(report)[("terms", "used but not declared in the export; made from their use")] == 3
    assert remarks(report)[("terms of category", "the file declares the slug twice")] == 1


def test_menus_keep_their_own_entries_apart(tmp_path: Path) -> None:
    """Two menus may use the same ids, a menu may be empty, and a parent in another menu does not count."""
    made, report = selection(
        tmp_path,
        menu("main"),
        menu("empty"),
        menu_item(1, "custom", "/a", menu="main"),
        menu_item(2, "custom", "/b", menu="main", parent=1),
        menu_item(1, "custom", "/a", menu="side", parent=2),
        menu_item(1, "custom", "/again", menu="main"),
    )
    assert [term.slug for term in made.menus] == ["main", "empty", "side"]
    places = {slug: [(entry.source_id, entry.parent) for entry in of] for slug, of in made.menu_entries.items()}
    assert places == {"main": [(1, 0), (2, 1)], "side": [(1, 0)]}
    assert remarks(report)[("menu items", "the menu does not have the parent; now at the top level")] == 1
    assert remarks(report)[("menu items", "the menu has another item with the same id before it")] == 1
    assert made.steps == 6
