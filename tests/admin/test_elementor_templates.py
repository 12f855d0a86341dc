"""Elementor's templates below the screen Design: files come in, and each goes out as one."""

import json
from typing import Any

from sitehand.operation.prepared_edits import MAX_KEPT
from tests.admin.office import Office, Visitor, find_hidden
from tests.admin.shots import make_client
from tests.admin.test_media import list_entries

PATH = "/design/templates"
FILE = {"version": "0.4", "title": "Café <b>", "type": "section", "content": [], "page_settings": []}


async def send(owner: Visitor, *texts: str | bytes) -> Any:
    """Template files as the form sends them."""
    csrf = find_hidden((await owner.get(PATH)).text, "csrf")
    every = [text.encode() if isinstance(text, str) else text for text in texts]
    sent = [("file", (f"{number}.json", text, "application/json")) for number, text in enumerate(every)]
    return await owner.http.post(owner.root + PATH, data={"csrf": csrf}, files=sent)


async def test_a_file_comes_in_and_goes_out(office: Office, owner: Visitor) -> None:
    """As Elementor writes it, under the name of the template."""
    assert (await send(owner, "\ufeff" + json.dumps(FILE))).status_code == 303
    shown = (await owner.get(PATH)).text
    assert "Café &lt;b&gt;" in shown
    sent = await owner.get(f"{PATH}/1")
    assert sent.json() == FILE
    assert "attachment" in sent.headers["content-disposition"] and "Caf%C3%A9" in sent.headers["content-disposition"]
    assert (await owner.get(f"{PATH}/2")).status_code == 404


async def test_a_file_that_is_refused_is_named(office: Office, owner: Visitor) -> None:
    """None of the form comes in, and nothing is in the journal; without it they come in with one entry."""
    admin = await make_client(office, "Website assistant", "admin")
    answer = await send(owner, json.dumps(FILE), "[{", json.dumps(FILE))
    assert answer.status_code == 400 and "1.json: " in answer.text and "JSON" in answer.text
    assert "None of the files was added." in answer.text
    assert ((await owner.get(f"{PATH}/1")).status_code, await list_entries(admin)) == (404, [])
    assert "Choose a file first." in (await send(owner)).text
    assert (await send(owner, json.dumps(FILE), json.dumps(FILE))).status_code == 303
    (entry,) = await list_entries(admin)
    assert (entry["operation"], len(entry["objects"])) == ("batch", 2)


async def test_long_files_come_in_together(office: Office, owner: Visitor) -> None:
    """They are read before others wait for them; those of which nobody can read so much at once are too many."""
    title = {"id": "bbbbbb1", "elType": "widget", "widgetType": "heading", "settings": {"title": "x" * 300_000}}
    box = {"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": [{**title, "elements": []}]}
    long = json.dumps({**FILE, "content": [box]})
    assert (await send(owner, long, long)).status_code == 303
    assert [(await owner.get(f"{PATH}/{number}")).status_code for number in (1, 2, 3)] == [200, 200, 404]
    refused = await send(owner, "x" * MAX_KEPT, "[]")
    assert refused.status_code == 400 and "Import fewer at a time." in refused.text


async def test_what_a_file_lacks_or_is_wrong_with_it_is_told(office: Office, owner: Visitor) -> None:
    """Classes that the site has not, the place of an error, and bytes that are no text, of which nothing is guessed."""
    classes = {"$$type": "classes", "value": ["g-1111111"]}
    box = {"id": "aaaaaa1", "elType": "e-flexbox", "settings": {"classes": classes}, "elements": []}
    told = await send(owner, json.dumps({**FILE, "content": [box]}))
    assert told.status_code == 200 and "no class or variable named g-1111111" in told.text
    wrong = json.dumps({**FILE, "content": [{**box, "settings": "x"}]})
    refused = await send(owner, json.dumps(FILE), wrong)
    assert refused.status_code == 400 and "aaaaaa1.settings: an object" in refused.text
    refused = await send(owner, json.dumps(FILE), json.dumps(FILE, ensure_ascii=False).encode("latin-1"))
    assert refused.status_code == 400 and "1.json: " in refused.text and "not UTF-8 at byte" in refused.text
    assert (await owner.get(f"{PATH}/2")).status_code == 404
