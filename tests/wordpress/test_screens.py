"""The owner's Content and Media screens over a WordPress."""

from pathlib import Path

from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from tests.admin.office import ROOT, URL, find_hidden, open_office
from tests.admin.shots import make_client
from tests.choices import set_rules
from tests.hosts import connect_folder
from tests.pictures import draw
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress


async def test_its_items_and_files_are_edited_there(wordpress: WordPress, tmp_path: Path) -> None:
    """Listed, edited, published, restored; pictures come from the WordPress; what it cannot do is left out."""
    empty_site(wordpress)
    await connect_folder(Settings(data=tmp_path / "site", log="off", url=URL, check_visible=False), wordpress)
    async with open_office(tmp_path, check_visible="false") as office:
        owner, editor = office.visitor(), await make_client(office, "Website assistant", "editor")
        await owner.log_in()
        page = (await editor.post("/pages", json={"title": "Hours", "content": "<p>Nine to six.</p>"})).json()["id"]
        path = f"/content/pages/{page}"
        assert f'href="{ROOT}{path}"' in (await owner.get("/content")).text
        shown = (await owner.get(path)).text
        assert "Nine to six." in shown
        assert "preview-link" not in shown
        form = {"title": "Hours", "content": "<p>Nine to four.</p>", "revision": find_hidden(shown, "revision")}
        assert (await owner.send(path, path, form)).headers["location"].endswith("done=saved")
        assert (await owner.send(path, f"{path}/publish")).headers["location"].endswith("done=publish")
        stored = (await editor.get(f"/pages/{page}?context=edit")).json()
        assert (stored["status"], stored["content"]["raw"]) == ("publish", "<p>Nine to four.</p>")
        first = (await editor.get(f"/pages/{page}/revisions?per_page=50")).json()[-1]["id"]
        revision = f"{path}/revisions/{first}"
        assert "Nine to four." in (await owner.get(revision)).text
        assert (await owner.send(revision, f"{revision}/restore")).headers["location"].endswith("done=restored")
        ticked = await owner.send("/content", "/content", {f"item.{page}": "yes", "action": "trash"})
        assert ticked.headers["location"].endswith("done=trash")
        assert (await owner.send(path, f"{path}/restore")).headers["location"].endswith("done=restore")

        csrf = find_hidden((await owner.get("/media")).text, "csrf")
        sent = [("file", (name, draw(size=(400, 300)), "image/png")) for name in ("rye.png", "oats.png")]
        uploaded = await owner.http.post(f"{ROOT}/media", data={"csrf": csrf}, files=sent)
        assert uploaded.headers["location"].endswith("done=uploaded")
        grid = await owner.get("/media")
        assert f'<img src="{wordpress.url}/' in grid.text
        assert f"img-src 'self' data: {wordpress.url};" in grid.headers["content-security-policy"]
        file = (await editor.get("/media")).json()[0]["id"]
        details = (await owner.get(f"/media/{file}")).text
        assert "WordPress does not store one" in details
        assert 'name="focal_x"' not in details
        described = await owner.send(f"/media/{file}", f"/media/{file}", {"alt_text": "A loaf"})
        assert described.headers["location"].endswith("done=saved")
        assert (
            (await owner.send(f"/media/{file}", f"/media/{file}/delete")).headers["location"].endswith("done=deleted")
        )


async def test_a_pending_change_has_no_preview_link(wordpress: WordPress, tmp_path: Path) -> None:
    """The screen renders both sides plainly, and says where WordPress shows drafts."""
    empty_site(wordpress)
    await connect_folder(Settings(data=tmp_path / "site", log="off", url=URL, check_visible=False), wordpress)
    async with open_office(tmp_path, check_visible="false") as office:
        await set_rules(office.parts.database, [Rule(transition="public")])
        owner = office.visitor()
        await owner.log_in()
        async with await make_client(office, "Script", "editor") as editor:
            sent = await editor.post("/pages", json={"title": "Hours", "content": "<p>Nine.</p>", "status": "publish"})
        assert sent.status_code == 202
        shown = (await owner.get("/approvals/1")).text
    assert "&lt;p&gt;Nine.&lt;/p&gt;" in shown
    assert "No preview link: WordPress shows a draft in its own theme" in shown
    assert "/previews/" not in shown
