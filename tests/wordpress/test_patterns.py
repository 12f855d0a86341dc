"""Patterns of a real WordPress, through the gate: its own, those that are registered, and what it shows of them."""

from typing import Any

import pytest

from sitehand.blocks.overrides import apply_overrides
from sitehand.blocks.release import read_release
from tests.samples.gutenberg import HEADING, paragraph
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, service

__all__ = ["service"]
OPEN = '<!-- wp:heading {"metadata":{"name":"Title","bindings":{"__default":{"source":"core/pattern-overrides"}}}} -->'
CARD = f'{OPEN}\n<h2 class="wp-block-heading">Own title</h2>\n<!-- /wp:heading -->\n\n{paragraph("Own words")}'
GIVEN = {"Title": {"content": "Mine <em>now</em>"}}


@pytest.fixture(autouse=True)
def known(wordpress: WordPress) -> None:
    """Pass over releases without overrides (6.6 has the first)."""
    if not read_release(wordpress.version).blocks:
        pytest.skip(f"the blocks of {wordpress.release} are not known")


async def ask(service: Service, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    """The body of an answer with that status."""
    found, answer = await service.call(method, path, body)
    assert found == status, answer
    return answer


async def test_a_pattern_is_created_shown_edited_and_taken_back(service: Service, wordpress: WordPress) -> None:
    """As an item with an id; a page that refers to it shows what WordPress, and we, make of its overrides."""
    pattern = (await ask(service, "POST", "/patterns", {"title": "Card", "markup": CARD}, 201))["id"]
    page = (await ask(service, "POST", "/pages", {"title": "Page", "content": HEADING, "status": "publish"}, 201))["id"]
    inserted = {"pattern": pattern, "at": "end", "overrides": GIVEN}
    done = await ask(service, "POST", f"/items/{page}/patterns", inserted)
    assert done["blocks"][0]["name"] == "core/block"
    shown = (await ask(service, "GET", f"/pages/{page}"))["content"]["rendered"]
    assert "Mine <em>now</em></h2>" in shown and "Own title" not in shown
    assert "Mine <em>now</em></h2>" in apply_overrides(CARD, GIVEN, read_release(wordpress.version))
    await ask(service, "PATCH", f"/items/{pattern}/blocks/1", {"text": "New words"})
    assert "New words" in (await ask(service, "GET", f"/pages/{page}"))["content"]["rendered"]
    refused = await ask(service, "DELETE", f"/patterns/{pattern}", status=409)
    assert [use["id"] for use in refused["data"]["uses"]] == [page]
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert (await ask(service, "DELETE", f"/patterns/{pattern}"))["status"] == "trash"
    assert (await ask(service, "POST", f"/trash/{pattern}/restore", {"status": "publish"}))["status"] == "publish"


async def test_references_of_the_same_batch_count(service: Service) -> None:
    """One that a part removes keeps no pattern; one that a part adds does."""
    pattern = (await ask(service, "POST", "/patterns", {"title": "Used", "markup": paragraph("Words")}, 201))["id"]
    page = (await ask(service, "POST", "/pages", {"title": "Page", "content": HEADING}, 201))["id"]
    add: Any = {"method": "POST", "path": f"/items/{page}/patterns", "body": {"pattern": pattern, "at": "end"}}
    remove: Any = {"method": "DELETE", "path": f"/patterns/{pattern}"}
    refused = await ask(service, "POST", "/batch", {"mode": "atomic", "requests": [add, remove]}, 409)
    assert f"page {page}" in str(refused)
    await ask(service, add["method"], add["path"], add["body"])
    empty: Any = {"method": "PATCH", "path": f"/pages/{page}", "body": {"content": HEADING}}
    await ask(service, "POST", "/batch", {"mode": "atomic", "requests": [empty, remove]}, 207)
    assert (await ask(service, "GET", f"/patterns/{pattern}"))["status"] == "trash"


async def test_a_registered_pattern_is_listed_and_inserted_as_a_copy(service: Service) -> None:
    """By its name; its blocks are those of the theme or of WordPress."""
    listed = await ask(service, "GET", "/patterns?source=registered&detail=full&per_page=50")
    chosen = next(one for one in listed if "markup" in one and "<!-- wp:" in one["markup"])
    page = (await ask(service, "POST", "/pages", {"title": "Page", "content": ""}, 201))["id"]
    await ask(service, "POST", f"/items/{page}/patterns", {"pattern": chosen["pattern"]})
    blocks = await ask(service, "GET", f"/items/{page}/blocks?view=outline")
    assert blocks["total"] > 0


async def test_one_that_is_not_synced_is_inserted_as_a_copy(service: Service, wordpress: WordPress) -> None:
    """As its author chose in the editor; so is its clone, and the pattern that an undo of its deletion brings back."""
    pattern = (await ask(service, "POST", "/patterns", {"title": "Plain", "markup": paragraph("Words")}, 201))["id"]
    wordpress.run_sql(
        "INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES "
        f"({pattern}, 'wp_pattern_sync_status', 'unsynced')"
    )
    assert (await ask(service, "GET", f"/patterns/{pattern}"))["synced"] is False
    page = (await ask(service, "POST", "/pages", {"title": "Page", "content": ""}, 201))["id"]
    done = await ask(service, "POST", f"/items/{page}/patterns", {"pattern": pattern})
    assert [block["name"] for block in done["blocks"]] == ["core/paragraph"]
    clone = (await ask(service, "POST", f"/items/{pattern}/clone", status=201))["id"]
    removed = await ask(service, "DELETE", f"/patterns/{pattern}?force=true")
    undone = await ask(service, "POST", "/changes/undo", {"id": removed["change_id"]})
    again = int(undone["objects"][0]["id"])
    for one in (clone, again):
        assert (await ask(service, "GET", f"/patterns/{one}"))["synced"] is False


async def test_an_undo_stops_at_a_newer_address(service: Service) -> None:
    """Whatever address was asked for: the journal knows which one WordPress gave."""
    page = (await ask(service, "POST", "/pages", {"title": "Moved", "slug": "first"}, 201))["id"]
    moved = await ask(service, "PATCH", f"/pages/{page}", {"slug": "second"})
    newer = await ask(service, "PATCH", f"/pages/{page}", {"slug": "third"})
    assert (await ask(service, "POST", "/changes/undo", {"id": moved["change_id"]}, 409))["code"] == "conflict"
    for change, slug in ((newer, "second"), (moved, "first")):
        await ask(service, "POST", "/changes/undo", {"id": change["change_id"]})
        assert (await ask(service, "GET", f"/pages/{page}"))["slug"] == slug
