"""Areas for widgets of a real WordPress with a classic theme: widgets are added, moved, removed and brought back."""

from typing import Any

import httpx2
import pytest

from tests.samples.gutenberg import paragraph
from tests.wordpress.site import WordPress
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, service
from tests.wordpress.test_widgets import ask_wordpress, read_stored, widget

__all__ = ["service", "widget"]
FIRST, OTHER = "sidebar-1", "sidebar-2"
WORDS = "Open daily 🎈"


@pytest.fixture
def areas(wordpress: WordPress, widget: str) -> dict[str, list[str]]:
    """Two areas: one with a widget with blocks, one with a widget of another kind."""
    ask_wordpress(wordpress, "PUT", f"/sidebars/{FIRST}", {"widgets": [widget.removeprefix("widget:")]})
    search = {"id_base": "search", "sidebar": "wp_inactive_widgets", "instance": {"raw": {"title": "Find"}}}
    made = ask_wordpress(wordpress, "POST", "/widgets", search)["id"]
    ask_wordpress(wordpress, "PUT", f"/sidebars/{OTHER}", {"widgets": [made]})
    return {FIRST: [widget], OTHER: [f"widget:{made}"]}


def read_area(wordpress: WordPress, area: str) -> list[str]:
    """The widgets that WordPress itself has in an area."""
    return [f"widget:{each}" for each in ask_wordpress(wordpress, "GET", f"/sidebars/{area}")["widgets"]]


async def list_areas(service: Service) -> dict[str, list[str]]:
    """The widgets of each area, as they are answered."""
    return {name: each["widgets"] for name, each in (await ask(service, "GET", "/widget-areas")).items()}


async def undo(service: Service, done: Any, status: int = 200) -> Any:
    """The undo of what a call has done."""
    return await ask(service, "POST", "/changes/undo", {"id": done["change_id"]}, status)


async def test_a_widget_is_added_edited_and_taken_back(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """Beside another, in a dry run first; visitors see it in its area, also when WordPress sorts its widgets again."""
    (old,) = areas[FIRST]
    new = {"markup": paragraph(WORDS), "at": {"before": old}}
    plan = await ask(service, "POST", f"/widget-areas/{FIRST}/widgets?dry_run=true", new)
    assert {change["kind"] for change in plan["changes"]} == {"widget", "widget_area"}
    assert read_area(wordpress, FIRST) == [old]
    done = await ask(service, "POST", f"/widget-areas/{FIRST}/widgets", new)
    assert done["widgets"] == read_area(wordpress, FIRST) == [done["ref"], old]
    assert read_stored(wordpress, done["ref"]) == paragraph(WORDS)
    assert httpx2.get(wordpress.url).text.index(WORDS) < httpx2.get(wordpress.url).text.index("First")
    assert await list_areas(service) == {**areas, FIRST: [done["ref"], old]}
    edited = await ask(service, "PATCH", f"/templates/{done['ref']}/blocks/0", {"html": "<p>Closed</p>"})
    await undo(service, done, 409)
    await undo(service, edited)
    undone = await undo(service, done)
    assert await list_areas(service) == areas
    await ask(service, "GET", f"/templates/{done['ref']}/blocks", status=404)
    again = await undo(service, undone)
    added = next(each["id"] for each in again["objects"] if each["kind"] == "widget")
    assert read_area(wordpress, FIRST) == [f"widget:{added}", old]
    assert read_stored(wordpress, f"widget:{added}") == paragraph(WORDS)


async def test_a_widget_is_moved_between_areas_and_within_one(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """Of any kind; each undo puts it back where it was, and what is there already is no change."""
    (old,), (search,) = areas[FIRST], areas[OTHER]
    over = await ask(service, "PUT", f"/widget-areas/{FIRST}/widgets/{search}", {"at": {"after": old}})
    assert (over["widgets"], read_area(wordpress, OTHER)) == ([old, search], [])
    within = await ask(service, "PUT", f"/widget-areas/{FIRST}/widgets/{search}", {"at": "start"})
    assert read_area(wordpress, FIRST) == [search, old]
    same = await ask(service, "PUT", f"/widget-areas/{FIRST}/widgets/{search}", {"at": "start"})
    assert same["changed"] is False
    await undo(service, over, 409)
    await undo(service, within)
    undone = await undo(service, over)
    assert await list_areas(service) == areas
    await undo(service, undone)
    assert await list_areas(service) == {FIRST: [old, search], OTHER: []}


async def test_a_removed_widget_is_kept_and_comes_back(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """By an undo at its place, or by a move; its text stays as it was."""
    (old,) = areas[FIRST]
    text = read_stored(wordpress, old)
    gone = await ask(service, "DELETE", f"/widget-areas/{FIRST}/widgets/{old}")
    assert (gone["ref"], gone["widgets"]) == (old, [])
    assert (read_area(wordpress, FIRST), read_stored(wordpress, old)) == ([], text)
    listed = await ask(service, "GET", "/block-pages?type=widget&per_page=50")
    assert next(each["title"] for each in listed if each["ref"] == old) == "wp_inactive_widgets"
    await ask(service, "DELETE", f"/widget-areas/{FIRST}/widgets/{old}", status=404)
    await undo(service, gone)
    assert read_area(wordpress, FIRST) == [old]
    await ask(service, "DELETE", f"/widget-areas/{FIRST}/widgets/{old}")
    await ask(service, "PUT", f"/widget-areas/{OTHER}/widgets/{old}", {"at": "start"})
    assert read_area(wordpress, OTHER) == [old, *areas[OTHER]]


async def test_several_changes_of_areas_are_one(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """A batch adds a widget, moves it and takes another out; one undo takes all of it back."""
    (old,) = areas[FIRST]
    parts = [
        {"method": "POST", "path": f"/widget-areas/{FIRST}/widgets", "body": {"markup": paragraph(WORDS)}},
        {"method": "DELETE", "path": f"/widget-areas/{FIRST}/widgets/{old}"},
        {"method": "PUT", "path": f"/widget-areas/{OTHER}/widgets/{old}", "body": {"at": "start"}},
        {"method": "PUT", "path": f"/widget-areas/{OTHER}/widgets/{{#0.ref}}", "body": {"at": {"after": old}}},
    ]
    done = await ask(service, "POST", "/batch", {"requests": parts, "mode": "atomic"}, 207)
    placed = await list_areas(service)
    new = placed[OTHER][1]
    assert placed == {FIRST: [], OTHER: [old, new, *areas[OTHER]]}
    assert read_stored(wordpress, new) == paragraph(WORDS)
    await undo(service, done)
    assert await list_areas(service) == areas


async def test_what_is_not_there_is_refused(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """An area, a widget, a neighbour; a stale revision; and keys without the category site."""
    (old,), path = areas[FIRST], f"/widget-areas/{FIRST}/widgets"
    new = {"markup": paragraph(WORDS)}
    await ask(service, "POST", "/widget-areas/none/widgets", new, 404)
    await ask(service, "POST", "/widget-areas/wp_inactive_widgets/widgets", new, 404)
    await ask(service, "POST", path, {**new, "at": {"after": areas[OTHER][0]}}, 404)
    await ask(service, "PUT", f"{path}/widget:block-999", {}, 404)
    revision = (await ask(service, "GET", "/widget-areas"))[FIRST]["revision"]
    await ask(service, "DELETE", f"{path}/{old}")
    stale = await ask(service, "POST", path, {**new, "expected_revision": revision}, 409)
    assert stale["code"] == "revision_conflict"
    status, answer = await service.call("POST", path, new, role="editor")
    assert (status, answer["code"]) == (403, "category_forbidden")
    assert read_area(wordpress, FIRST) == []
