"""The Media screen, over plain HTTP and by clicks: files are sent, described and deleted."""

import base64
from pathlib import Path
from typing import Any

import httpx2
from playwright.async_api import Browser, expect

from sitehand.site.settings import SiteSettingsFields
from tests.admin.office import ROOT, Office, Visitor, find_hidden
from tests.admin.shots import make_client
from tests.admin.windows import each_script, open_window, walk_to
from tests.browser import find_barriers, measure_overflow
from tests.pictures import draw


async def upload(owner: Visitor, *files: tuple[str, bytes], token: str | None = None) -> httpx2.Response:
    """Send files by the form."""
    csrf = find_hidden((await owner.get("/media")).text, "csrf") if token is None else token
    sent = [("file", (name, body, "application/octet-stream")) for name, body in files]
    return await owner.http.post(f"{ROOT}/media", data={"csrf": csrf}, files=sent)


async def list_entries(admin: httpx2.AsyncClient) -> list[Any]:
    """What the screens have left in the journal."""
    return [each for each in (await admin.get("/changes")).json() if each["door"] == "admin"]


async def test_files_are_added_by_the_form(office: Office, owner: Visitor) -> None:
    """Several with one entry in the journal, which takes all back; a forged form adds nothing."""
    picture = draw(size=(900, 600))
    answer = await upload(owner, ("Rye loaf.png", picture), ("notes.txt", b"Knead."))
    assert answer.headers["location"] == f"{ROOT}/media?done=uploaded"
    html = (await owner.get("/media")).text
    assert html.count('class="thumbnail"') == 2
    assert "Rye loaf" in html
    assert "900 × 600" in html
    assert (await owner.get("/media?media_type=image")).text.count('class="thumbnail"') == 1
    assert "Nothing matches." in (await owner.get("/media?search=nowhere&media_type=planet")).text
    assert (await upload(owner)).status_code == 400
    assert (await upload(owner, ("x.txt", b"x"), token="forged")).status_code == 403
    admin = await make_client(office, "Website assistant", "admin")
    (entry,) = await list_entries(admin)
    assert (entry["operation"], len(entry["objects"])) == ("batch", 2)
    await owner.send(f"/activity/{entry['id']}/undo", f"/activity/{entry['id']}/undo")
    assert (await admin.get("/media")).json() == []


async def test_one_bad_file_keeps_out_all_of_the_form(office: Office, owner: Visitor) -> None:
    """It is named with the reason, alone too."""
    page, note, more = ("page.html", b"<script>alert(1)</script>"), ("note.txt", b"Knead."), ("more.txt", b"Wait.")
    admin = await make_client(office, "Website assistant", "admin")
    for files in ([note, page, more], [page]):
        refused = await upload(owner, *files)
        assert refused.status_code == 400
        assert "<li>page.html: Files of this type are not accepted." in refused.text
        assert refused.text.count("None of the files was added.") == (len(files) > 1)
        assert ((await admin.get("/media")).json(), await list_entries(admin)) == ([], [])


async def test_a_large_file_passes_here_and_nowhere_else(office: Office, owner: Visitor) -> None:
    """A form that adds a file may be larger than any other body; one of another address may not."""
    large = b"x" * (office.parts.settings.max_body_bytes + 1)
    assert (await upload(owner, ("large.txt", large))).status_code == 303
    csrf = find_hidden((await owner.get("/media")).text, "csrf")
    sent = [("file", ("large.txt", large, "text/plain"))]
    refused = await owner.http.post(f"{ROOT}/media/1", data={"csrf": csrf}, files=sent)
    assert refused.status_code == 413


async def test_where_a_file_is_used_is_said_before_it_goes(office: Office, owner: Visitor) -> None:
    """Its page lists the pages that show it; then it is deleted for good."""
    await upload(owner, ("rye.png", draw(size=(40, 30))))
    editor = await make_client(office, "Website assistant", "editor")
    (file,) = (await editor.get("/media")).json()
    await editor.post("/pages", json={"title": "Bread & butter", "featured_media": file["id"]})
    shown = (await owner.get(f"/media/{file['id']}")).text
    assert "Bread &amp; butter" in shown
    assert "featured media" in shown
    too_long = await owner.send(f"/media/{file['id']}", f"/media/{file['id']}", {"alt_text": "x" * 2001})
    assert (too_long.status_code, 'id="alt_text-fault">Enter at most' in too_long.text) == (400, True)
    answer = await owner.send(f"/media/{file['id']}", f"/media/{file['id']}/delete")
    assert answer.headers["location"] == f"{ROOT}/media?done=deleted"
    assert (await owner.get(f"/media/{file['id']}")).status_code == 404
    assert (await editor.get("/media")).json() == []


async def test_the_logo_leads_to_the_screen_settings(office: Office, owner: Visitor) -> None:
    """A use by a setting has no status: it is a link to Settings, without an empty label beside it."""
    await upload(owner, ("rye.png", draw(size=(40, 30))))
    editor = await make_client(office, "Website assistant", "editor")
    (file,) = (await editor.get("/media")).json()
    await office.parts.host.settings.update(SiteSettingsFields(logo=file["id"]))
    shown = (await owner.get(f"/media/{file['id']}")).text
    assert f'<li><a href="{ROOT}/settings">Settings</a> <span class="small">logo</span></li>' in shown
    assert f"File {file['id']} is used in 1 place." in (await editor.delete(f"/media/{file['id']}")).json()["message"]


async def test_a_change_in_between_is_kept(office: Office, owner: Visitor) -> None:
    """From the grid and from the page of a file: the form comes back, and what others have written stays."""
    await upload(owner, ("rye.png", draw(size=(40, 30))))
    editor = await make_client(office, "Website assistant", "editor")
    (file,) = (await editor.get("/media")).json()
    path = f"/media/{file['id']}"
    for page, more in (("/media", {"grid": "yes"}), (path, {})):
        seen = find_hidden((await owner.get(page)).text, "revision")
        await editor.patch(path, json={"alt_text": f"Theirs, since {page}"})
        late = await owner.send(page, path, {"alt_text": "Mine", "revision": seen, **more})
        assert (late.status_code, 'value="Mine"' in late.text) == (409, True)
        assert find_hidden(late.text, "revision") == seen
        assert "The file was changed after you opened it. Copy what you typed" in late.text
        assert (await editor.get(path)).json()["alt_text"] == f"Theirs, since {page}"
    now = find_hidden((await owner.get(path)).text, "revision")
    assert (await owner.send(path, path, {"alt_text": "Mine", "revision": now})).status_code == 303
    assert (await editor.get(path)).json()["alt_text"] == "Mine"
    assert "not used by any page, post or setting" in (await editor.delete(path)).json()["message"]


@each_script
async def test_a_picture_is_sent_and_described(
    office: Office, chromium: Browser, address: str, axe_source: str, tmp_path: Path, script: bool
) -> None:
    """By clicks: chosen, or dragged in where scripts run; its alternative text written in the grid; no barrier."""
    picture = tmp_path / "Rye loaf on a board.png"
    picture.write_bytes(draw(size=(640, 480)))
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Media")
    await expect(window.get_by_text("No files yet.")).to_be_visible()
    if script:
        await window.evaluate(DROP, base64.b64encode(picture.read_bytes()).decode())
    else:
        await window.get_by_label("Images, documents, sound or video").set_input_files(picture)
        await window.get_by_role("button", name="Upload").click()
    await expect(window.get_by_role("status")).to_have_text("Uploaded.")
    await expect(window.get_by_role("link", name="Rye loaf on a board")).to_be_visible()
    assert await window.evaluate(WIDTH) == 150
    assert await find_barriers(window, axe_source, script=script) == []
    await window.get_by_role("textbox", name="Alternative text of Rye loaf").fill("A loaf, sliced")
    await window.get_by_role("button", name="Save the alternative text").click()
    await expect(window.get_by_role("status")).to_have_text("Saved.")
    await window.get_by_role("link", name="Rye loaf on a board").click()
    await expect(window.get_by_label("Alternative text")).to_have_value("A loaf, sliced")
    assert await find_barriers(window, axe_source, script=script) == []
    await window.set_viewport_size({"width": 360, "height": 800})
    assert await measure_overflow(window) == 0
    await window.get_by_role("button", name="Delete permanently").click()
    await expect(window.get_by_role("status")).to_have_text("Deleted.")


WIDTH = """() => {
  const picture = document.querySelector(".thumbnail img");
  return picture.decode().then(() => picture.naturalWidth);
}"""
"""How wide the first thumbnail is."""
DROP = """(encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], "Rye loaf on a board.png", {type: "image/png"}));
  const drop = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
  document.getElementById("upload").dispatchEvent(drop);
}"""
"""Drops a file on the form."""
