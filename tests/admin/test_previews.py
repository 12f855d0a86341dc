"""Preview links over the whole service: drafts for people without a login."""

import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.guard.limits import GUESSES_PER_MINUTE
from tests.admin.office import URL, Office, open_office
from tests.admin.shots import make_client

PATH = "/sitehand/previews/"


@pytest.fixture
async def editor(office: Office) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with an editor's key."""
    async with await make_client(office, "Website assistant", "editor") as editor:
        yield editor


async def make_draft(editor: httpx2.AsyncClient, **fields: Any) -> Any:
    """A draft as it is answered."""
    body = {"title": "Harvest", "content": "<p>First words.</p>", **fields}
    return (await editor.post("/pages", json=body)).json()


async def link(editor: httpx2.AsyncClient, item: Any, seconds: int = 3600) -> str:
    """The path of a new preview link."""
    answer = await editor.post(f"/items/{item['id']}/preview-link", json={"expires_in": seconds})
    return str(answer.json()["preview_link"]).removeprefix(URL)


async def test_a_link_shows_exactly_one_state(
    editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a login, in the site's templates, for nobody's index or cache; what is changed later does not show."""
    caplog.set_level(logging.INFO, "sitehand.access")
    draft = await make_draft(editor)
    first = await link(editor, draft)
    await editor.patch(f"/pages/{draft['id']}", json={"content": "<p>Second words.</p>", "title": "Vintage"})
    second = await link(editor, draft)
    await editor.patch(f"/pages/{draft['id']}", json={"content": "<p>Third words.</p>", "status": "publish"})
    shown = await stranger.get(first)
    assert shown.status_code == 200
    assert "First words." in shown.text
    assert "<h1>Harvest</h1>" in shown.text
    assert "Second words." not in shown.text
    assert "Second words." in (await stranger.get(second)).text
    assert shown.headers["cache-control"] == "private, no-store"
    assert shown.headers["x-robots-tag"] == "noindex, nofollow"
    assert shown.headers["referrer-policy"] == "no-referrer"
    assert '<meta name="robots" content="noindex, nofollow">' in shown.text
    assert 'rel="canonical"' not in shown.text
    assert first.removeprefix(PATH) not in caplog.text
    assert f"{PATH}preview_***" in caplog.text


async def test_a_link_shows_the_notes_of_its_state(editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient) -> None:
    """Footnotes are a field of the item: neither later ones, nor those that are gone since."""

    def give(words: str) -> dict[str, Any]:
        return {"fields": {"footnotes": f'[{{"id":"a","content":"{words}"}}]'}}

    draft = await make_draft(editor, content="<!-- wp:footnotes /-->")
    empty = await link(editor, draft)
    await editor.patch(f"/pages/{draft['id']}", json=give("An early note"))
    first = await link(editor, draft)
    await editor.patch(f"/pages/{draft['id']}", json=give("A late note"))
    assert "A late note" not in (await stranger.get(empty)).text
    shown = (await stranger.get(first)).text
    assert "An early note" in shown
    assert "A late note" not in shown


async def test_blocks_are_drawn_as_on_the_public_page(editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient) -> None:
    """Those that show other objects too, of the text that the link names."""
    await editor.post("/posts", json={"title": "Spring fair", "status": "publish"})
    draft = await make_draft(editor, content="<!-- wp:latest-posts /-->")
    path = await link(editor, draft)
    await editor.patch(f"/pages/{draft['id']}", json={"content": "<!-- wp:separator /-->"})
    shown = (await stranger.get(path)).text
    assert "wp-block-latest-posts" in shown
    assert "Spring fair" in shown


async def test_a_link_ends_when_it_says(
    office: Office, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """To the second; afterwards it says so, and is no wrong guess."""
    path = await link(editor, await make_draft(editor), 900)
    office.clock.ahead = timedelta(seconds=890)
    assert (await stranger.get(path)).status_code == 200
    office.clock.ahead = timedelta(seconds=901)
    for _ in range(GUESSES_PER_MINUTE + 1):
        ended = await stranger.get(path)
    assert ended.status_code == 410
    assert "expired" in ended.text
    assert "First words." not in ended.text


async def test_a_link_can_be_neither_guessed_nor_changed(
    editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """A thousand guesses show nothing and count against the address; the real link goes on working."""
    path = await link(editor, await make_draft(editor))
    other = await link(editor, await make_draft(editor, content="<p>Secret.</p>"))
    said, _, signature = path.rpartition(".")
    crossed = f"{other.rpartition('.')[0]}.{signature}"
    changed = [
        said + "." + signature[:place] + letter + signature[place + 1 :] for place in range(40) for letter in "AbC_9"
    ]
    guesses = [crossed, f"{said}.", PATH + "x", PATH + "preview_", f"{path}=", f"{path}/", *changed]
    codes = [(await stranger.get(guess)).status_code for guess in guesses if guess != path]
    assert codes[:GUESSES_PER_MINUTE] == [404] * GUESSES_PER_MINUTE
    assert set(codes[GUESSES_PER_MINUTE:]) == {429}
    assert {(await stranger.get(f"{PATH}preview_{number}.x")).status_code for number in range(800)} == {429}
    assert (await stranger.get(path)).status_code == 200


async def test_what_is_removed_is_not_shown(
    office: Office, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """Not in the trash, nor after it is deleted for good; a new password of the owner ends every link."""
    draft, kept = await make_draft(editor), await make_draft(editor)
    path, other = await link(editor, draft), await link(editor, kept)
    await editor.delete(f"/pages/{draft['id']}")
    assert (await stranger.get(path)).status_code == 410
    refused = await editor.post(f"/items/{draft['id']}/preview-link")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    await editor.post(f"/trash/{draft['id']}/restore", json={})
    assert (await stranger.get(path)).status_code == 200
    await editor.delete(f"/pages/{draft['id']}?force=true")
    gone = await stranger.get(path)
    assert gone.status_code == 410
    assert "First words." not in gone.text
    assert (await stranger.get(other)).status_code == 200
    await office.parts.owner.set_password("another short sentence")
    assert (await stranger.get(other)).status_code == 404


async def test_a_link_goes_around_no_password(editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient) -> None:
    """A protected item asks for its password there too, also when it got one after the link was made."""
    draft = await make_draft(editor)
    path = await link(editor, draft)
    await editor.patch(f"/pages/{draft['id']}", json={"password": "quince"})
    asked = await stranger.get(path)
    assert "First words." not in asked.text
    assert f'action="{path}"' in asked.text
    wrong = await stranger.post(path, data={"password": "pear"})
    assert (wrong.status_code, "First words." in wrong.text) == (403, False)
    right = await stranger.post(path, data={"password": "quince"})
    assert (right.status_code, "First words." in right.text) == (200, True)
    assert right.headers["cache-control"] == "private, no-store"
    for _ in range(GUESSES_PER_MINUTE):
        late = await stranger.post(path, data={"password": "pear"})
    assert late.status_code == 429
    assert 1 <= int(late.headers["retry-after"]) <= 60


async def test_only_pages_and_posts_have_links(editor: httpx2.AsyncClient) -> None:
    """A pattern has no page of its own."""
    pattern = (await editor.post("/patterns", json={"title": "Card", "markup": "<!-- wp:separator /-->"})).json()
    refused = await editor.post(f"/items/{pattern['id']}/preview-link")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


async def test_a_drafts_answer_has_a_link(
    office: Office, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """For a day at least, however long the answer was kept; what has a public address has none."""
    draft = await make_draft(editor)
    read = (await editor.get(f"/pages/{draft['id']}")).json()
    assert read["preview_link"] == draft["preview_link"]
    assert "First words." in (await stranger.get(read["preview_link"])).text
    office.clock.ahead = timedelta(hours=30)
    later = (await editor.get(f"/pages/{draft['id']}")).json()
    assert (await stranger.get(read["preview_link"])).status_code == 410
    assert (await stranger.get(later["preview_link"])).status_code == 200
    published = (await editor.patch(f"/pages/{draft['id']}", json={"status": "publish"})).json()
    assert "preview_link" not in published
    tried = (await editor.post("/pages?dry_run=true", json={"title": "Tried"})).json()
    assert "preview_link" not in str(tried)


async def test_without_public_pages_there_are_no_links(tmp_path: Path) -> None:
    """The operation says why, and answers have none."""
    async with open_office(tmp_path, public_site="false") as office:
        editor = await make_client(office, "Website assistant", "editor")
        draft = await make_draft(editor)
        assert "preview_link" not in draft
        refused = await editor.post(f"/items/{draft['id']}/preview-link")
        assert (refused.status_code, refused.json()["code"]) == (501, "not_supported")
        assert "public pages" in refused.json()["message"]
