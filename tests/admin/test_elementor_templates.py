"""Elementor's templates below the screen Design: files come in, and each goes out as one."""

import json
from typing import Any

from tests.admin.office import Office, Visitor, find_hidden

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
    """The others of the form come in."""
    answer = await send(owner, "[{", json.dumps(FILE))
    assert answer.status_code == 400 and "0.json: " in answer.text and "JSON" in answer.text
    assert (await owner.get(f"{PATH}/1")).status_code == 200
    assert "Choose a file first." in (await send(owner)).text


async def test_what_a_file_lacks_or_is_wrong_with_it_is_told(office: Office, owner: Visitor) -> None:
    """Classes that the site has not, the place of an error, and bytes that are no text, of which nothing is guessed."""
    classes = {"$$type": "classes", "value": ["g-1111111"]}
    box = {"id": "aaaaaa1", "elType": "e-flexbox", "settings": {"classes": classes}, "elements": []}
    told = await send(owner, json.dumps({**FILE, "content": [box]}))
    assert told.status_code == 200 and "no class or variable named g-1111111" in told.text
    wrong = json.dumps({**FILE, "content": [{**box, "settings": "x"}]})
    refused = await send(owner, wrong, json.dumps(FILE, ensure_ascii=False).encode("latin-1"))
    assert refused.status_code == 400
    assert "aaaaaa1.settings: an object" in refused.text and "not UTF-8 at byte" in refused.text
    assert (await owner.get(f"{PATH}/2")).status_code == 404
