"""The Content screen, over plain HTTP and by clicks: pages and posts are found, edited and changed together."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx2
import pytest
from playwright.async_api import Browser, expect

from tests.admin.office import Office, Visitor
from tests.admin.shots import make_client
from tests.admin.windows import each_script, open_window, walk_to
from tests.browser import find_barriers, measure_overflow


@pytest.fixture
async def editor(office: Office) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with an editor's key."""
    async with await make_client(office, "Website assistant", "editor") as editor:
        yield editor


async def make_pages(editor: httpx2.AsyncClient, titles: Sequence[str], **fields: Any) -> list[int]:
    """New pages; their ids."""
    answers = [await editor.post("/pages", json={"title": title, **fields}) for title in titles]
    return [answer.json()["id"] for answer in answers]


async def test_the_list_is_filtered_and_paged(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """By type, status and words; what the filters cannot be is left out, and every page leads to the next."""
    await make_pages(editor, [f"Draft {number}" for number in range(26)])
    await make_pages(editor, ["Open & closed"], status="publish")
    await editor.post("/posts", json={"title": "A post"})
    first = (await owner.get("/content")).text
    assert "Open &amp; closed" in first
    assert first.count('aria-label="Choose ') == 25
    assert "A post" not in first
    assert 'href="?page=2" rel="next"' in first
    second = (await owner.get("/content?page=2")).text
    assert second.count('aria-label="Choose ') == 2
    assert 'href="?page=1" rel="prev"' in second
    assert (await owner.get("/content?status=publish")).text.count('aria-label="Choose ') == 1
    assert "A post" in (await owner.get("/content?type=post")).text
    assert "Nothing matches." in (await owner.get("/content?search=nowhere")).text
    assert (await owner.get("/content?type=user&status=x&page=²")).status_code == 200
    assert (await owner.get("/content?cursor=forged")).status_code == 400


async def test_ticked_items_change_together(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Published, taken back, to the trash and out of it; the filters stay, and what is refused says why."""
    ids = await make_pages(editor, ["One", "Two", "Three"])
    form = {f"item.{ids[0]}": "yes", f"item.{ids[1]}": "yes", "status": "draft"}

    async def act(action: str, **more: str) -> httpx2.Response:
        return await owner.send("/content", "/content", {**form, "action": action, **more})

    async def read() -> list[str]:
        return [(await editor.get(f"/pages/{item_id}")).json()["status"] for item_id in ids]

    answer = await act("publish")
    assert answer.headers["location"].endswith("/content?status=draft&done=publish")
    assert await read() == ["publish", "publish", "draft"]
    await act("unpublish")
    assert await read() == ["draft", "draft", "draft"]
    await act("trash")
    assert await read() == ["trash", "trash", "draft"]
    again = await act("trash")
    assert again.status_code == 409
    assert f"Page {ids[0]}:" in again.text
    await act("restore", status="trash")
    assert await read() == ["draft", "draft", "draft"]
    assert (await act("destroy")).status_code == 400
    assert (await owner.send("/content", "/content", {"action": "trash"})).status_code == 400
    assert (await act("trash", **{"item.1/../2": "yes"})).status_code == 400
    assert (await act("trash", **{f"item.{number}": "yes" for number in range(5000, 5030)})).status_code == 400
    assert await read() == ["draft", "draft", "draft"]


async def test_a_refused_item_does_not_hide_what_was_done(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Of several ticked items the screen says for how many it is done, and names the others."""
    ids = await make_pages(editor, ["One", "Two"])
    form = {f"item.{item_id}": "yes" for item_id in (*ids, 999)}
    answer = await owner.send("/content", "/content", {**form, "action": "publish"})
    assert (answer.status_code, "Page 999:" in answer.text) == (409, True)
    assert "Done for 2 of 3 items. Not done:" in answer.text
    assert [(await editor.get(f"/pages/{item_id}")).json()["status"] for item_id in ids] == ["publish", "publish"]


async def test_only_what_was_edited_is_stored(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Line ends are no edit, and a text comes back byte for byte; a change in between is kept, and so is the form."""
    text = "\n<p>One</p>\r\n<p>Two &amp; three</p>\n"
    (page,) = await make_pages(editor, ["Hours"], content=text)
    path = f"/content/pages/{page}"
    shown = (await owner.get(path)).text
    assert f">\n{text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</textarea>" in shown
    form = {"title": "Hours", "slug": "", "excerpt": "", "content": text.replace("\r\n", "\n").replace("\n", "\r\n")}
    revision = (await editor.get(f"/pages/{page}")).json()["revision"]
    assert (await owner.send(path, path, {**form, "revision": revision})).headers["location"].endswith("done=same")
    saved = await owner.send(path, path, {**form, "title": "Opening hours", "revision": revision})
    assert saved.headers["location"].endswith("done=saved")
    stored = (await editor.get(f"/pages/{page}?context=edit")).json()
    assert (stored["title"]["raw"], stored["content"]["raw"]) == ("Opening hours", text)
    late = await owner.send(path, path, {**form, "content": "<p>Mine</p>", "revision": revision})
    assert late.status_code == 409
    assert "&lt;p&gt;Mine&lt;/p&gt;" in late.text
    assert f'Copy what you typed, <a href="{owner.root}{path}">open the page again</a>' in late.text
    assert f'name="revision" value="{revision}"' in late.text
    wrong = await owner.send(path, path, {**form, "slug": "s" * 201, "revision": stored["revision"]})
    assert (wrong.status_code, 'id="slug-fault">Enter at most' in wrong.text) == (400, True)
    for missing in ("999999", "9" * 40, "0"):
        assert (await owner.get(f"/content/pages/{missing}")).status_code == 404
    assert (await owner.get(f"/content/posts/{page}")).status_code == 404


async def test_what_has_a_later_date_is_scheduled(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Who publishes it is told so."""
    (page,) = await make_pages(editor, ["Harvest"], date="2099-01-01T00:00:00Z")
    path = f"/content/pages/{page}"
    ticked = await owner.send("/content", "/content", {f"item.{page}": "yes", "action": "publish"})
    assert ticked.headers["location"].endswith("?done=schedule_some")
    answer = await owner.send(path, f"{path}/publish")
    assert answer.headers["location"].endswith("?done=schedule")
    assert "Scheduled." in (await owner.get(f"{path}?done=schedule")).text


async def test_a_preview_link_is_made_for_as_long_as_asked(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """The answer shows it, and it opens."""
    (page,) = await make_pages(editor, ["Harvest"], content="<p>Grapes.</p>")
    path = f"/content/pages/{page}"
    answer = await owner.send(path, f"{path}/preview-link", {"expires_in": "604800"})
    link = answer.text.partition('class="value">')[2].partition("<")[0]
    assert "Grapes." in (await stranger.get(link)).text


async def test_items_of_custom_types_have_their_list_and_screen(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient
) -> None:
    """They are listed by type, edited, published together, compared, thrown away and brought back, as pages are."""
    async with await make_client(office, "Admin assistant", "admin") as admin:
        recipe = {"name": "Recipes", "singular_name": "Recipe", "supports": ["editor"]}
        assert (await admin.put("/types/recipe", json=recipe)).status_code == 200
    made = await editor.post("/types/recipe/items", json={"title": "Rye bread", "content": "<p>Flour.</p>"})
    item_id = made.json()["id"]
    path = f"/content/items/{item_id}"
    listed = (await owner.get("/content?type=recipe")).text
    assert f'{path}">Rye bread' in listed
    assert '<option value="recipe" selected>Recipes</option>' in listed
    assert "Rye bread" not in (await owner.get("/content?type=post")).text
    shown = (await owner.get(path)).text
    assert ("All Recipes" in shown, f"Recipe {item_id}" in shown) == (True, True)
    assert ('id="text-content"' in shown, 'id="text-excerpt"' in shown) == (True, False)
    revision = made.json()["revision"]
    saved = await owner.send(path, path, {"content": "<p>Flour and water.</p>", "revision": revision})
    assert saved.headers["location"].endswith(f"{path}?done=saved")
    form = {f"item.{item_id}": "yes", "type": "recipe"}
    published = await owner.send("/content", "/content", {**form, "action": "publish"})
    assert published.headers["location"].endswith("/content?type=recipe&done=publish")
    revision = (await owner.get(path)).text.partition(f"{path}/revisions/")[2].partition('"')[0]
    assert "water" in (await owner.get(f"{path}/revisions/{revision}")).text
    assert (await owner.send(path, f"{path}/trash")).headers["location"].endswith("?done=trash")
    assert (await owner.send(path, f"{path}/restore")).headers["location"].endswith("?done=restore")
    refused = await owner.send("/content", "/content", {**form, "action": "restore", "status": "trash"})
    assert (refused.status_code, f"Recipe {item_id}:" in refused.text) == (409, True)
    assert (await owner.get(f"/seo/items/{item_id}")).headers["location"].endswith(path)
    assert (await owner.get(f"/content/pages/{item_id}")).status_code == 404


async def test_what_has_no_screen_says_so(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """A pattern is an item, and is not among those that the owner edits here."""
    pattern = await editor.post(
        "/patterns", json={"title": "Banner", "markup": "<!-- wp:paragraph -->\n<p>Open.</p>\n<!-- /wp:paragraph -->"}
    )
    assert (await owner.get(f"/seo/items/{pattern.json()['id']}")).status_code == 404


@each_script
async def test_an_item_is_edited_published_and_put_back(
    office: Office, editor: httpx2.AsyncClient, chromium: Browser, address: str, axe_source: str, script: bool
) -> None:
    """By clicks: found, looked at, edited, published, compared with its past and restored; no serious barrier."""
    (page,) = await make_pages(editor, ["Opening hours"], content="<p>Nine to six.</p>")
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Content")
    await window.get_by_label("Search", exact=True).fill("opening")
    await window.get_by_role("button", name="Show").click()
    await window.get_by_role("link", name="Opening hours").click()
    await expect(window.frame_locator("iframe").get_by_text("Nine to six.")).to_be_visible()
    await window.get_by_label("Text", exact=True).fill("<p>Nine to four.</p>")
    await window.get_by_role("button", name="Save").click()
    await expect(window.get_by_role("status")).to_have_text("Saved.")
    await window.get_by_role("button", name="Publish").click()
    await expect(window.get_by_role("status")).to_have_text("Published.")
    assert (await editor.get(f"/pages/{page}")).json()["status"] == "publish"
    assert await find_barriers(window, axe_source, script=script) == []
    await window.locator("ol.changes a").last.click()
    await expect(window.frame_locator("iframe").first.get_by_text("Nine to six.")).to_be_visible()
    await expect(window.locator("ins").first).to_contain_text("Nine to four.")
    assert await find_barriers(window, axe_source, script=script) == []
    await window.set_viewport_size({"width": 360, "height": 800})
    assert await measure_overflow(window) == 0
    await window.get_by_role("button", name="Restore this revision").click()
    await expect(window.get_by_role("status")).to_have_text("Restored as it was.")
    assert "six" in (await editor.get(f"/pages/{page}")).json()["content"]["rendered"]
    await walk_to(window, "Content")
    await window.get_by_label("Choose Opening hours").check()
    await window.get_by_role("button", name="Move to trash").click()
    await expect(window.get_by_role("status")).to_have_text("Moved to the trash.")
    assert await measure_overflow(window) == 0
    assert await find_barriers(window, axe_source, script=script) == []
