"""What a proxy in between does to a read and to a write: nothing is lost, done twice or half done without a report."""

from pathlib import Path
from typing import get_args

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Bounds, Client
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.measuring import check_cache
from sitehand.hosts.wordpress.sending import Unsettled
from sitehand.site.content import Page, PageFields, PageQuery
from sitehand.store.database import Database
from sitehand.store.journal import find_break
from tests.wordpress.nginx import run_nginx
from tests.wordpress.proxy import Fault, Kind, Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import read_newest, settle_at_once
from tests.wordpress.test_transactions import make, open_claims

BY, HOST = "key:1", "proxy_set_header Host $http_host;"
KEPT = (
    "proxy_cache kept; proxy_cache_key $request_uri; proxy_cache_valid 200 1h; "
    "proxy_ignore_headers Cache-Control Expires Set-Cookie;"
)
BROKEN: tuple[Kind, ...] = ("cut_before", "cut_after", "half_after")
DONE: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind.endswith("_after") and kind != "hold_after")
UNSEEN: tuple[Kind, ...] = ("cut_before", "page_before", "gateway_before")
"""Not done, and nobody says so: WordPress may still be at it."""
REFUSED: dict[Kind, Code] = {"unauthorized_before": Code.HOST_UNAVAILABLE, "large_before": Code.BODY_TOO_LARGE}
"""Not done, and said so."""


@pytest.fixture(autouse=True)
def _one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """At what nobody answered."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))


async def count_titled(host: WordPressHost, title: str) -> int:
    """How many pages have it."""
    return (await host.pages.find(PageQuery(search=title, status=["any", "trash"]))).total


@pytest.mark.parametrize("kind", BROKEN)
async def test_a_read_that_is_cut_off_is_sent_again(host: WordPressHost, proxy: Proxy, kind: Kind) -> None:
    """Once; when that is cut off too, the caller is told."""
    there = await make(host, "There")
    proxy.sent.clear()
    proxy.fail(kind, "GET")
    assert await host.pages.get(there["id"], "view") == there
    assert len(proxy.sent) == 2
    proxy.fail(kind, "GET")
    proxy.fail(kind, "GET")
    with pytest.raises(Problem, match="cannot be reached") as refusal:
        await host.pages.get(there["id"], "view")
    assert (refusal.value.code, len(proxy.sent)) == (Code.HOST_UNAVAILABLE, 4)


@pytest.mark.parametrize("kind", [*(kind for kind in DONE if kind not in BROKEN), *REFUSED, "gateway_before"])
async def test_a_read_that_somebody_else_answers_is_told(host: WordPressHost, proxy: Proxy, kind: Kind) -> None:
    """With a code and a hint, and at once; the next one is as ever."""
    there = await make(host, "There")
    proxy.sent.clear()
    proxy.fail(kind, "GET")
    with pytest.raises(Problem) as refusal:
        await host.pages.get(there["id"], "view")
    assert (refusal.value.code, bool(refusal.value.hint)) == (REFUSED.get(kind, Code.HOST_UNAVAILABLE), True)
    assert len(proxy.sent) == 1
    assert await host.pages.get(there["id"], "view") == there


async def test_a_read_that_stalls_ends_in_time(wordpress: WordPress, proxy: Proxy, ledger: Database) -> None:
    """At its bound it is sent again; the place of the stalled one is free then."""
    client = Client(
        f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password, bounds=Bounds(seconds=2, connections=1)
    )
    host = build_host(client, ledger, "secret")
    stalled = proxy.fail("hold", "GET", "/wp/v2/pages")
    assert (await host.pages.find(PageQuery(search="none"))).total == 0
    assert stalled.reached.is_set()
    stalled.go_on.set()
    await client.close()


@pytest.mark.parametrize("kind", DONE)
async def test_a_write_whose_answer_is_lost_is_done_once(
    host: WordPressHost, proxy: Proxy, ledger: Database, kind: Kind
) -> None:
    """What came of it is read back, and journaled as ever."""
    title = f"Once {kind.replace('_', ' ')}"
    proxy.fail(kind, "POST", "/wp/v2/pages")
    page = await host.pages.create(PageFields(title=title, content="<p>One</p>"), BY)
    proxy.fail(kind, "POST", f"/wp/v2/pages/{page['id']}")
    await host.pages.update(page["id"], PageFields(title=f"{title} more"), BY)
    assert (await count_titled(host, f"{title} more"), len(proxy.writes)) == (1, 2)
    assert (await open_claims(ledger), await ledger.read(find_break)) == ([], None)
    assert (await read_newest(ledger))[2] == [f"page:{page['id']}"]


@pytest.mark.parametrize("kind", UNSEEN)
async def test_a_write_of_which_nobody_knows_is_settled(
    host: WordPressHost, proxy: Proxy, ledger: Database, kind: Kind
) -> None:
    """Until then its object is kept for it; nothing is sent again."""
    there = await make(host, "There")
    proxy.sent.clear()
    proxy.fail(kind, "POST", f"/wp/v2/pages/{there['id']}")
    with pytest.raises(Unsettled):
        await host.pages.update(there["id"], PageFields(title="Lost"), BY)
    assert (await open_claims(ledger), len(proxy.writes)) == (["unknown"], 1)
    assert await settle_at_once(host) == [f"A call was cut off: update page:{there['id']}: not done."]
    assert await host.pages.get(there["id"], "view") == there
    assert await open_claims(ledger) == []


@pytest.mark.parametrize(("kind", "code"), REFUSED.items())
async def test_a_write_that_is_not_passed_on_can_be_sent_again_at_once(
    host: WordPressHost, proxy: Proxy, ledger: Database, kind: Kind, code: Code
) -> None:
    """A text that is too large for a web server, a password that is refused: nothing waits for it."""
    there = await make(host, "There")
    proxy.fail(kind, "POST", f"/wp/v2/pages/{there['id']}")
    with pytest.raises(Problem) as refusal:
        await host.pages.update(there["id"], PageFields(title="Refused"), BY)
    assert (refusal.value.code, isinstance(refusal.value, Unsettled)) == (code, False)
    assert await open_claims(ledger) == []
    assert (await host.pages.update(there["id"], PageFields(title="Again"), BY))["title"]["rendered"] == "Again"


async def test_a_write_that_stalls_past_its_bound_is_found_done(
    wordpress: WordPress, proxy: Proxy, ledger: Database, host: WordPressHost
) -> None:
    """WordPress gets it only when nobody waits any more; the page is kept for it meanwhile."""
    there = await make(host, "There")
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password, bounds=Bounds(seconds=2))
    hasty = build_host(client, ledger, "secret")
    stalled = proxy.fail("hold", "POST", f"/wp/v2/pages/{there['id']}")
    with pytest.raises(Unsettled):
        await hasty.pages.update(there["id"], PageFields(title="Late"), BY)
    with pytest.raises(Problem) as busy:
        await hasty.pages.update(there["id"], PageFields(title="Other"), BY)
    assert busy.value.code is Code.IN_PROGRESS
    stalled.go_on.set()
    await stalled.answered.wait()
    assert await hasty.settle() == [f"A call was cut off: update page:{there['id']}: done."]
    assert (await read_newest(ledger))[1:] == ("interrupted", [f"page:{there['id']}"])
    await client.close()


async def test_nginx_refuses_a_large_text_and_the_page_is_free(
    wordpress: WordPress, ledger: Database, tmp_path: Path
) -> None:
    """As it does by default above 1 MiB, with a page of HTML."""
    with run_nginx(tmp_path, wordpress.url, server="client_max_body_size 16k;", location=HOST) as place:
        client = Client(f"http://{place}/?rest_route=/", wordpress.user, wordpress.password)
        host = build_host(client, ledger, "secret")
        there = await make(host, "There")
        with pytest.raises(Problem, match="too large for WordPress") as refusal:
            await host.pages.update(there["id"], PageFields(content="x" * 20_000), BY)
        assert (refusal.value.code, await open_claims(ledger)) == (Code.BODY_TOO_LARGE, [])
        await host.pages.delete(there["id"], BY)
        await client.close()


@pytest.mark.parametrize(("location", "good"), [("", True), (KEPT, False)])
async def test_doctor_finds_a_cache_that_keeps_private_answers(
    wordpress: WordPress, tmp_path: Path, location: str, good: bool
) -> None:
    """nginx alone is none; one that passes over what WordPress says of caching answers strangers too."""
    with run_nginx(tmp_path, wordpress.url, location=HOST + location) as place:
        login = httpx2.BasicAuth(wordpress.user, wordpress.password)
        async with httpx2.AsyncClient(auth=login, trust_env=False) as http:
            check = await check_cache(http, f"http://{place}/?rest_route=/")
    assert (check.subject, check.good, "strangers" in check.text) == ("cache", good, not good)


async def write_both(host: WordPressHost, there: Page, *, together: bool) -> None:
    """Make a page and change another; in two requests where the second refers to the first."""
    async with host.transactions.open() as transaction:
        made = await host.pages.create(PageFields(title="Made beside"), BY)
        above = {} if together else {"parent": made["id"]}
        await host.pages.update(there["id"], PageFields.model_validate({"title": "Changed beside", **above}), BY)
        await transaction.commit(host.transactions.ledger.journal.enter)


@pytest.mark.parametrize("kind", REFUSED)
async def test_a_refusal_in_the_middle_of_a_batch_undoes_what_came_before(
    host: WordPressHost, proxy: Proxy, ledger: Database, kind: Kind
) -> None:
    """The refusal says so; the site is as before."""
    there = await make(host, "There")
    proxy.fail(kind, "POST", f"/wp/v2/pages/{there['id']}")
    with pytest.raises(Problem, match=r"What was done before it was undone\.") as refusal:
        await write_both(host, there, together=False)
    assert refusal.value.code is REFUSED[kind]
    assert (await count_titled(host, "Made beside"), await open_claims(ledger)) == (0, [])
    assert (await host.pages.get(there["id"], "view"))["title"] == there["title"]


@pytest.mark.parametrize("kind", REFUSED)
async def test_a_batch_that_is_refused_goes_in_smaller_requests(host: WordPressHost, proxy: Proxy, kind: Kind) -> None:
    """Each write alone may pass."""
    there = await make(host, "There")
    proxy.fail(kind, "POST", "/batch/v1")
    await write_both(host, there, together=True)
    assert (await count_titled(host, "Made beside"), len(proxy.writes)) == (1, 4)
    (made,) = (await host.pages.find(PageQuery(search="Made beside"))).items
    await host.pages.delete(made["id"], BY)


async def test_a_password_that_ends_in_the_middle_of_a_batch_is_reported(
    host: WordPressHost, proxy: Proxy, ledger: Database
) -> None:
    """What was done cannot be undone then; it is named, and in the journal when the password is back."""
    there = await make(host, "There")
    ended: list[Fault] = [proxy.fail("unauthorized_before", "POST", f"/wp/v2/pages/{there['id']}")]
    ended += [proxy.fail("unauthorized_before", "DELETE", "/wp/v2/pages")]
    with pytest.raises(Problem, match=r"could not be undone \(page:\d+\)"):
        await write_both(host, there, together=False)
    assert all(fault.reached.is_set() for fault in ended)
    assert await open_claims(ledger) == ["unknown"]
    (made,) = (await host.pages.find(PageQuery(search="Made beside"))).items
    report = f"create page:{made['id']}: done; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [f"A call failed, and its undo was not finished: {report}"]
    assert (await read_newest(ledger))[1:] == ("interrupted", [f"page:{made['id']}"])
    await host.pages.delete(made["id"], BY)
