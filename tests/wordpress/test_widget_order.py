"""What else happens to widgets meanwhile: other calls, a cut between two requests, an undo, areas with odd ids."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.samples.gutenberg import paragraph
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import settle_at_once
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, service
from tests.wordpress.test_widget_areas import FIRST, OTHER, areas, list_areas, read_area, undo
from tests.wordpress.test_widgets import ask_wordpress, read_stored, widget

__all__ = ["areas", "service", "widget"]
ROUNDS = 4
PLUGIN = "wp-content/mu-plugins/odd_areas.php"
ODD = """<?php add_action('widgets_init', function () {
    foreach ([7, 'my.area', 'Fußzeile'] as $id) {
        register_sidebar(['id' => $id, 'name' => "Odd $id"]);
    }
});"""


@pytest.fixture
def odd_areas(wordpress: WordPress, areas: dict[str, list[str]]) -> Iterator[dict[str, list[str]]]:
    """The two areas, beside others whose ids WordPress has no route for."""
    file = wordpress.root / PLUGIN
    file.write_text(ODD)
    yield areas
    file.unlink()


async def test_calls_at_the_same_time_lose_no_widget(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """Of other areas and of other widgets: WordPress stores all of them together."""
    expected: dict[str, list[str]] = {name: list(refs) for name, refs in areas.items()}
    for number in range(ROUNDS):
        texts = {area: paragraph(f"{area} {number}") for area in areas}
        adding = (ask(service, "POST", f"/widget-areas/{area}/widgets", {"markup": texts[area]}) for area in areas)
        for area, done in zip(areas, await asyncio.gather(*adding), strict=True):
            expected[area].append(done["ref"])
            assert read_stored(wordpress, done["ref"]) == texts[area]
        assert {area: read_area(wordpress, area) for area in areas} == expected
        edited = [refs[-1] for refs in expected.values()]
        body = {"html": f"<p>Edited {number}</p>"}
        await asyncio.gather(*(ask(service, "PATCH", f"/templates/{ref}/blocks/0", body) for ref in edited))
        assert [read_stored(wordpress, ref) for ref in edited] == [paragraph(f"Edited {number}")] * 2


async def test_a_cut_between_the_requests_leaves_an_inactive_widget(
    service: Service, wordpress: WordPress, proxy: Proxy, areas: dict[str, list[str]]
) -> None:
    """The report names it and its area, and an undo takes it back."""
    proxy.fail("cut_before", "POST", f"/wp/v2/sidebars/{FIRST}")
    await ask(service, "POST", f"/widget-areas/{FIRST}/widgets", {"markup": paragraph("Cut")}, 503)
    (report,) = await settle_at_once(service.host)
    newest = (await ask(service, "GET", "/changes?per_page=1"))[0]
    (made,) = newest["objects"]
    outcomes = f"create widget:{made['id']}: done; update widget_area:{FIRST}: not done"
    assert report == f"A call was cut off: {outcomes}."
    assert read_stored(wordpress, f"widget:{made['id']}") == paragraph("Cut")
    await ask(service, "POST", "/changes/undo", {"id": newest["id"]})
    await ask(service, "GET", f"/templates/widget:{made['id']}/blocks", status=404)
    assert await list_areas(service) == areas


async def test_an_undo_that_fails_puts_a_widget_back_into_its_area(
    service: Service, wordpress: WordPress, proxy: Proxy, areas: dict[str, list[str]]
) -> None:
    """It was deleted, so that its area lists it under a new number."""
    page = (await ask(service, "POST", "/pages", {"title": "Before"}, 201))["id"]
    parts = [
        {"method": "PATCH", "path": f"/pages/{page}", "body": {"title": "After"}},
        {"method": "POST", "path": f"/widget-areas/{FIRST}/widgets", "body": {"markup": paragraph("Back")}},
    ]
    done = await ask(service, "POST", "/batch", {"requests": parts, "mode": "atomic"}, 207)
    proxy.fail("large_before", "POST", f"/wp/v2/pages/{page}")
    refused = await undo(service, done, 413)
    (old, new) = read_area(wordpress, FIRST)
    assert (old, read_stored(wordpress, new)) == (areas[FIRST][0], paragraph("Back"))
    assert f"It has the new id {new.removeprefix('widget:')} now." in refused["message"]


async def test_an_undo_takes_a_widget_from_where_it_is_by_now(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """Both areas are in the journal then, and the undo of that puts both back."""
    (old,) = areas[FIRST]
    gone = await ask(service, "DELETE", f"/widget-areas/{FIRST}/widgets/{old}")
    await ask(service, "PUT", f"/widget-areas/{OTHER}/widgets/{old}", {"at": "start"})
    undone = await undo(service, gone)
    assert await list_areas(service) == areas
    assert {each["id"] for each in undone["objects"]} == {FIRST, OTHER}
    await undo(service, undone)
    assert await list_areas(service) == {FIRST: [], OTHER: [old, *areas[OTHER]]}


async def test_a_widget_that_is_gone_is_not_put_back(
    service: Service, wordpress: WordPress, areas: dict[str, list[str]]
) -> None:
    """Somebody deleted it in WordPress after its removal: the undo says so, and nothing is sent."""
    added = await ask(service, "POST", f"/widget-areas/{FIRST}/widgets", {"markup": paragraph("Gone")})
    removed = await ask(service, "DELETE", f"/widget-areas/{FIRST}/widgets/{added['ref']}")
    name = added["ref"].removeprefix("widget:")
    ask_wordpress(wordpress, "DELETE", f"/widgets/{name}&force=true")
    refused = await undo(service, removed, 409)
    assert (refused["code"], refused["message"]) == ("conflict", f"WordPress does not have the widget {name} any more.")
    assert read_area(wordpress, FIRST) == areas[FIRST]


async def test_areas_without_a_route_are_left_out(service: Service, odd_areas: dict[str, list[str]]) -> None:
    """The others are listed and written as ever; a widget beside itself stays where it is."""
    (old,) = odd_areas[FIRST]
    assert await list_areas(service) == odd_areas
    same = await ask(service, "PUT", f"/widget-areas/{FIRST}/widgets/{old}", {"at": {"before": old}})
    assert (same["changed"], same["widgets"]) == (False, [old])
    await ask(service, "PUT", f"/widget-areas/{OTHER}/widgets/{old}", {"at": "end"})
    assert await list_areas(service) == {FIRST: [], OTHER: [*odd_areas[OTHER], old]}
