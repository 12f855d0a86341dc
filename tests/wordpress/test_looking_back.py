"""What a call that was cut off has made is found behind what others have made since; else nobody says it is not so."""

from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.uploads import FILE, Upload
from sitehand.site.content import PageFields, PostFields
from sitehand.store.database import Database
from tests.pictures import draw
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import claims, find_made, kill_at, settle_at_once
from tests.wordpress.writer import TERMS

BY = "key:1"


@pytest.fixture
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three objects are looked at once, and three times."""
    monkeypatch.setattr("sitehand.hosts.wordpress.looking_back.LOOKED_AT", 3)
    monkeypatch.setattr("sitehand.hosts.wordpress.looking_back.LOOKS", 3)


async def make_elsewhere(host: WordPressHost, route: str, body: dict[str, Any]) -> int:
    """What somebody makes in WordPress, past us."""
    return int((await host.transactions.client.write("POST", route, body)).value["id"])


async def test_it_is_found_behind_many_that_people_made(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """Its idempotency key stays used: the same call makes no second one."""
    there = await host.pages.create(PageFields(title="Before the kill"), BY)
    await kill_at(proxy.fail("hold_after", "POST", "/wp/v2/pages"), proxy, ledger, wordpress, there)
    (made,) = await find_made(host)
    others = [await make_elsewhere(host, "/wp/v2/pages", {"title": f"By people {number}"}) for number in range(51)]
    report = f"A call was cut off: create page:{made}: done; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [report]
    with pytest.raises(Problem, match="sent before, and cut off"):
        async with host.transactions.open(TERMS) as transaction:
            await transaction.check()
    for each in (made, *others):
        await host.pages.delete(each, BY)


@pytest.mark.usefixtures("short_looks")
async def test_what_was_not_looked_at_is_unclear(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """More has been made since than is looked at: nobody says that it was not done, and the key stays used."""
    there = await host.pages.create(PageFields(title="Before the kill"), BY)
    await kill_at(proxy.fail("hold_after", "POST", "/wp/v2/pages"), proxy, ledger, wordpress, there)
    others = [await make_elsewhere(host, "/wp/v2/pages", {"title": f"By people {number}"}) for number in range(8)]
    report = f"A call was cut off: create a new one: unclear; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [report]
    assert [claim.state for claim in await claims(ledger)] == ["settled"]
    with pytest.raises(Problem) as refusal:
        async with host.transactions.open(TERMS) as transaction:
            await transaction.check()
    assert refusal.value.code is Code.CONFLICT
    for each in (*await find_made(host), *others):
        await host.pages.delete(each, BY)


@pytest.mark.usefixtures("short_looks")
async def test_a_list_that_moves_meanwhile_tells_no_lack(host: WordPressHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody deletes newer ones between two looks, so that the next part begins behind what was made."""
    pages, client = host.transactions.settling.resources["page"], host.transactions.client
    newest = await pages.read_newest()
    made = await make_elsewhere(host, "/wp/v2/pages", {"title": "Wanted"})
    others = [await make_elsewhere(host, "/wp/v2/pages", {"title": f"By people {number}"}) for number in range(3)]
    read = client.read

    async def read_and_delete(path: str, asked: Any) -> Any:
        answer = await read(path, asked)
        while others:
            await client.write("DELETE", f"/wp/v2/pages/{others.pop()}", None, {"force": True})
        return answer

    monkeypatch.setattr(client, "read", read_and_delete)
    found = await pages.find_made(newest, {"title": "Wanted"})
    assert (list(found.objects), found.complete) == ([], False)
    found = await pages.find_made(newest, {"title": "Wanted"})
    assert ([each["id"] for each in found.objects], found.complete) == ([made], True)
    await host.pages.delete(made, BY)


@pytest.mark.usefixtures("short_looks")
@pytest.mark.parametrize("kind", ["page", "post", "term", "comment", "media"])
async def test_each_kind_is_looked_for_behind_newer_ones(host: WordPressHost, kind: str) -> None:
    """It is found among as many as are looked at; behind more, nobody can tell."""
    resource = host.transactions.settling.resources[kind]
    post = await host.posts.create(PostFields(title="Above", status="publish"), BY)
    places: dict[str, tuple[str, str, dict[str, Any]]] = {
        "page": ("/wp/v2/pages", "title", {}),
        "post": ("/wp/v2/posts", "title", {}),
        "term": ("/wp/v2/tags", "name", {"taxonomy": "post_tag"}),
        "comment": ("/wp/v2/comments", "content", {"post": post["id"]}),
        "media": ("/wp/v2/media", "title", {}),
    }
    route, name, sent = places[kind]
    file = {FILE: Upload("wanted.png", "image/png", draw("PNG", (4, 3)))} if kind == "media" else {}

    async def make(text: str) -> int:
        return await make_elsewhere(host, route, {**sent, **file, name: f"{text} {kind}"})

    await make("Older")
    newest = await resource.read_newest()
    made = await make("Wanted")
    for number in range(5):
        await make(f"Newer {number}")
    found = await resource.find_made(newest, {**sent, name: f"Wanted {kind}"})
    assert ([each["id"] for each in found.objects], found.complete) == ([made], True)
    await make("Newest")
    found = await resource.find_made(newest, {**sent, name: f"Wanted {kind}"})
    assert ([each["id"] for each in found.objects], found.complete) == ([made], False)
    await make("Newer than that")
    found = await resource.find_made(newest, {**sent, name: f"Wanted {kind}"})
    assert (list(found.objects), found.complete) == ([], False)
