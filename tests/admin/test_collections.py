"""Collections on the Media screen, over plain HTTP and by clicks: files are found by them, put in and taken out."""

import re

from playwright.async_api import Browser, expect

from tests.admin.office import ROOT, Office, Visitor
from tests.admin.shots import make_client
from tests.admin.test_media import upload
from tests.admin.windows import each_script, open_window, walk_to
from tests.browser import find_barriers, measure_overflow
from tests.pictures import draw

TERMS = "/taxonomies/media_collection/terms"


async def test_files_are_put_into_a_collection_and_taken_out(office: Office, owner: Visitor) -> None:
    """The ticked ones; the list shows those of one, their pages tell it, and what was not chosen is said."""
    await upload(owner, ("rye.png", draw(size=(40, 30))), ("oats.txt", b"Oats"))
    assert 'name="collection"' not in (await owner.get("/media")).text
    editor = await make_client(office, "Website assistant", "editor")
    harvest = (await editor.post(TERMS, json={"name": "Harvest"})).json()["id"]
    below = (await editor.post(TERMS, json={"name": "Rye & oats", "parent": harvest})).json()["id"]
    one, other = (each["id"] for each in (await editor.get("/media?orderby=id&order=asc")).json())
    form = {f"item.{one}": "yes", f"item.{other}": "yes", "into": str(below), "search": "r"}
    answer = await owner.send("/media", "/media/collections", {**form, "action": "add"})
    assert answer.headers["location"] == f"{ROOT}/media?search=r&done=saved"
    shown = (await owner.get(f"/media?collection={below}")).text
    assert shown.count('class="thumbnail"') == 2
    assert re.search(rf'<option value="{below}" selected>– Rye &amp; oats</option>', shown)
    assert (await owner.get(f"/media?collection={harvest}")).text.count('class="thumbnail"') == 0
    assert (await owner.get("/media?collection=99")).text.count('class="thumbnail"') == 2
    assert "<dt>Collections</dt><dd>– Rye &amp; oats</dd>" in (await owner.get(f"/media/{one}")).text
    again = await owner.send("/media", "/media/collections", {**form, "action": "add"})
    assert again.headers["location"].endswith("done=same")
    await owner.send("/media", "/media/collections", {f"item.{other}": "yes", "into": str(below), "action": "remove"})
    assert (await editor.get(f"/media/{other}")).json()["collections"] == []
    for wrong in ({**form}, {"into": str(below), "action": "add"}, {**form, "into": "99", "action": "add"}):
        refused = await owner.send("/media", "/media/collections", wrong)
        assert (refused.status_code, "Tick at least one file" in refused.text) == (400, True)
    assert (await editor.get(f"/media?collections={below}")).json()[0]["id"] == one


@each_script
async def test_a_file_is_ticked_and_found_again(
    office: Office, owner: Visitor, chromium: Browser, address: str, axe_source: str, script: bool
) -> None:
    """By clicks: ticked, added to a collection, found by it, and removed from it; no barrier."""
    await upload(owner, ("rye.png", draw(size=(40, 30))), ("oats.txt", b"Oats"))
    editor = await make_client(office, "Website assistant", "editor")
    await editor.post(TERMS, json={"name": "Harvest"})
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Media")
    await window.get_by_label("Choose rye").check()
    await window.get_by_label("Collection of the ticked files").select_option("Harvest")
    await window.get_by_role("button", name="Add", exact=True).click()
    await expect(window.get_by_role("status")).to_have_text("Saved.")
    await window.get_by_label("Collection", exact=True).select_option("Harvest")
    await window.get_by_role("button", name="Show").click()
    await expect(window.locator(".thumbnail")).to_have_count(1)
    if script:
        assert await find_barriers(window, axe_source) == []
        await window.set_viewport_size({"width": 360, "height": 800})
        assert await measure_overflow(window) == 0
    await window.get_by_label("Choose rye").check()
    await window.get_by_role("button", name="Remove").click()
    await expect(window.get_by_text("Nothing matches.")).to_be_visible()
