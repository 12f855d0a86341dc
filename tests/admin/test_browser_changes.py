"""What assistants changed, want to change and may change, by clicks in a real browser: with the script and without."""

from playwright.async_api import Browser, expect

from tests.admin.office import Office
from tests.admin.shots import make_client
from tests.admin.windows import each_script, open_window, send, walk_to


@each_script
async def test_a_change_is_found_and_undone(office: Office, chromium: Browser, address: str, script: bool) -> None:
    """By clicks: filter the list, read the difference, undo it, see that it was undone, and undo the undo."""
    editor = await make_client(office, "Website assistant", "editor")
    page_id = (await editor.post("/pages", json={"title": "Opening hours", "content": "<p>Nine to six.</p>"})).json()[
        "id"
    ]
    await editor.patch(f"/pages/{page_id}", json={"content": "<p>Nine to four.</p>"})
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Activity")
    await expect(window.get_by_role("figure")).to_have_count(2)
    await window.get_by_label("By", exact=True).select_option("Website assistant (key)")
    await window.get_by_label("About").select_option("page")
    await window.get_by_role("button", name="Show").click()
    await expect(window.locator("ol.changes li")).to_have_count(2)
    await window.get_by_role("link", name="Website assistant (editor key) changed the page “Opening hours”").click()
    await expect(window.locator("del").first).to_contain_text("Nine to six.")
    await expect(window.locator("ins").first).to_contain_text("Nine to four.")

    await window.get_by_role("link", name="Undo this change").click()
    assert "four" in (await editor.get(f"/pages/{page_id}")).json()["content"]["rendered"]
    await window.get_by_role("button", name="Undo change").click()
    await expect(window.get_by_role("status")).to_have_text("Change undone.")
    assert "six" in (await editor.get(f"/pages/{page_id}")).json()["content"]["rendered"]
    await walk_to(window, "Activity")
    await expect(window.locator("li.undone")).to_have_count(1)

    await window.get_by_role("link", name="Owner undid change").click()
    await window.get_by_role("link", name="Undo this change").click()
    await send(window, "Undo change")
    assert "four" in (await editor.get(f"/pages/{page_id}")).json()["content"]["rendered"]


@each_script
async def test_a_rule_is_made_and_what_waits_is_decided(
    office: Office, chromium: Browser, address: str, script: bool
) -> None:
    """By clicks: a rule for authors, one proposal looked at and approved, another rejected with a note."""
    author = await make_client(office, "Newsletter script", "author")
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Approvals")
    await expect(window.get_by_text("No pending changes.")).to_be_visible()
    await window.get_by_label("By role").select_option("author")
    await window.get_by_label("Action").select_option("publish content")
    await window.get_by_role("button", name="Add rule").click()
    await expect(window.get_by_role("status")).to_have_text("Approval rules saved.")
    for title in ("Come in", "Stay out"):
        asked = await author.post("/posts", json={"title": title, "content": f"<p>{title}!</p>", "status": "publish"})
        assert asked.status_code == 202

    await walk_to(window, "Approvals")
    await window.get_by_role("link", name="“Come in”").click()
    await expect(window.get_by_text("Does not exist yet.")).to_be_visible()
    await expect(window.frame_locator("iframe").get_by_text("Come in!")).to_be_visible()
    await window.get_by_role("button", name="Approve").click()
    await expect(window.get_by_role("status")).to_have_text("Approved. The change is made.")
    await window.get_by_role("link", name="“Stay out”").click()
    await window.get_by_label("Message to the requester").fill("Rather not.")
    await window.get_by_role("button", name="Reject").click()
    await expect(window.get_by_role("status")).to_have_text("Rejected. Nothing was changed.")
    assert [post["title"]["rendered"] for post in (await author.get("/posts")).json()] == ["Come in"]
    assert (await author.get("/pending/2")).json()["note"] == "Rather not."
    await send(window, "Remove the rule")
    assert (await author.post("/posts", json={"title": "Now", "status": "publish"})).status_code == 201


@each_script
async def test_tools_and_writes_are_switched(office: Office, chromium: Browser, address: str, script: bool) -> None:
    """By clicks: an operation off and on again; all writes paused, which every screen says, and let go on."""
    editor = await make_client(office, "Website assistant", "editor")
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Tools")
    await window.get_by_label("Create page", exact=True).uncheck()
    await window.get_by_role("button", name="Save content").click()
    await expect(window.get_by_role("status")).to_have_text("Tools saved.")
    assert (await editor.post("/pages", json={"title": "No"})).json()["code"] == "operation_off"
    assert (await editor.post("/posts", json={"title": "Yes"})).status_code == 201
    await window.get_by_label("Create page", exact=True).check()
    await send(window, "Save content")
    assert (await editor.post("/pages", json={"title": "Yes"})).status_code == 201

    await window.get_by_role("button", name="Pause all writes").click()
    await expect(window.get_by_role("heading", name="All writes are paused")).to_be_visible()
    assert (await editor.post("/posts", json={"title": "No"})).json()["code"] == "writes_paused"
    assert (await editor.get("/posts")).status_code == 200
    await walk_to(window, "Keys")
    await expect(window.get_by_text("All writes are paused.")).to_be_visible()
    await walk_to(window, "Tools")
    await send(window, "Resume writes")
    assert (await editor.post("/posts", json={"title": "Yes again"})).status_code == 201
