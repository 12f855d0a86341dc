"""What an answer says that visitors see, with a caching proxy before a real WordPress."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import httpx2
import pytest

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.purging import ROUTE, Purging
from sitehand.hosts.wordpress.visitors import SECONDS, Visitors
from sitehand.site.content import PageFields
from sitehand.site.transactions import Terms
from sitehand.store.claims import Claim, Taken
from sitehand.store.database import Database
from tests.wordpress.nginx import run_nginx
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_companion import make_user

BY = "key:1"
CACHE = """proxy_set_header Host $proxy_host; proxy_cache kept; proxy_cache_valid 200 1h;
proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;"""
PURGE = """<?php add_action('sitehand_purge', function ($urls, $ids) {
    foreach (glob('{folder}/cache/*') as $file) unlink($file);
    file_put_contents('{folder}/told', implode(' ', [...$ids, ...$urls]));
}, 10, 2);"""
LINKS = "<?php add_filter('page_link', fn($link) => str_replace('{there}', '{here}', $link));"


@pytest.fixture
def cache(wordpress: WordPress, tmp_path: Path) -> Iterator[str]:
    """The address of nginx, which keeps every page for an hour; links of the site lead there."""
    plugin = wordpress.root / "wp-content" / "mu-plugins" / "links.php"
    plugin.parent.mkdir(exist_ok=True)
    with run_nginx(tmp_path, wordpress.url, location=CACHE) as place:
        plugin.write_text(LINKS.replace("{there}", wordpress.url).replace("{here}", f"http://{place}"))
        yield f"http://{place}"
    plugin.unlink()


@pytest.fixture
async def visited(wordpress: WordPress, proxy: Proxy, cache: str, ledger: Database) -> AsyncIterator[WordPressHost]:
    """A host that looks at public pages, which are behind the cache."""
    client, visitors = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password), Visitors(cache)
    yield build_host(client, ledger, "secret", visitors=visitors)
    await client.close()
    await visitors.close()


async def test_a_write_says_whether_visitors_see_it(visited: WordPressHost, wordpress: WordPress) -> None:
    """Yes, until a cache has an older page; no when the site itself does not show it. Of a draft nothing is said."""
    draft = await visited.pages.create(PageFields(title="Seen", content="<p>First words</p>"), BY)
    assert "visible" not in draft
    page = await visited.pages.update(draft["id"], PageFields(status="publish"), BY)
    assert page.get("visible") == "yes"
    cached = await visited.pages.update(draft["id"], PageFields(content="<p>Second words</p>"), BY)
    assert (cached.get("visible"), "First words" in httpx2.get(cached["link"], trust_env=False).text) == (
        "cached",
        True,
    )
    plugin = wordpress.root / "wp-content" / "mu-plugins" / "hidden.php"
    plugin.write_text("<?php add_action('template_redirect', fn() => wp_die('Coming soon', '', 503));")
    hidden = await visited.pages.update(draft["id"], PageFields(content="<p>Third words</p>"), BY)
    plugin.unlink()
    assert hidden.get("visible") == "no"
    protected = await visited.pages.update(draft["id"], PageFields(content="<p>x</p>", password="secret"), BY)
    assert "visible" not in protected


async def test_the_owners_cache_is_purged(
    visited: WordPressHost, plugin: Path, wordpress: WordPress, tmp_path: Path
) -> None:
    """The companion runs core's hook and the owner's, which gets the addresses: visitors see the page at once."""
    visited.transactions.locks.told = True
    page = await visited.pages.create(PageFields(title="Old", content="<p>First words</p>", status="publish"), BY)
    httpx2.get(page["link"], trust_env=False)
    kept = await visited.pages.update(page["id"], PageFields(content="<p>Second words</p>"), BY)
    owners = wordpress.root / "wp-content" / "mu-plugins" / "purge.php"
    owners.write_text(PURGE.replace("{folder}", str(tmp_path)))
    fresh = await visited.pages.update(page["id"], PageFields(content="<p>Third words</p>"), BY)
    owners.unlink()
    assert (kept.get("visible"), fresh.get("visible")) == ("cached", "yes")
    assert (tmp_path / "told").read_text() == f"{page['id']} {page['link']} {wordpress.url}/"


async def test_a_purge_that_hangs_lets_the_next_write_in(
    visited: WordPressHost, plugin: Path, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given up before the patience of another write to the page ends; visitors still get the page as it was."""
    visited.transactions.locks.told = True
    page = await visited.pages.create(PageFields(title="Old", content="<p>First words</p>", status="publish"), BY)
    httpx2.get(page["link"], trust_env=False)
    purge = proxy.fail("hold", "POST", ROUTE)
    first = asyncio.create_task(visited.pages.update(page["id"], PageFields(content="<p>Second words</p>"), BY))
    await purge.reached.wait()
    waits, claim = asyncio.Event(), Ledger.claim

    async def note(ledger: Ledger, wanted: Claim, terms: Terms) -> Taken:
        waits.set()
        return await claim(ledger, wanted, terms)

    monkeypatch.setattr(Ledger, "claim", note)
    second = asyncio.create_task(visited.pages.update(page["id"], PageFields(title="New"), BY))
    await waits.wait()
    pass_time(monkeypatch)
    answers = await asyncio.gather(first, second)
    purge.go_on.set()
    await purge.answered.wait()
    now = await visited.pages.get(page["id"], "edit")
    assert answers[0].get("visible") == "cached"
    assert (now["title"]["raw"], now["content"]["raw"]) == ("New", "<p>Second words</p>")


async def test_nothing_is_looked_at_when_the_time_is_over(
    visited: WordPressHost, plugin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bound is on both looks and the purge between them: what a late purge came to, nobody waits to see."""
    page = await visited.pages.create(PageFields(title="Old", content="<p>First words</p>", status="publish"), BY)
    httpx2.get(page["link"], trust_env=False)

    async def purge_late(_: Purging, ids: Sequence[int]) -> bool:
        pass_time(monkeypatch)
        return True

    monkeypatch.setattr(Purging, "purge", purge_late)
    late = await visited.pages.update(page["id"], PageFields(content="<p>Second words</p>"), BY)
    assert "visible" not in late


def pass_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time for looks and purges be over, for all that waits in this loop."""
    loop = asyncio.get_running_loop()
    now = loop.time
    monkeypatch.setattr(loop, "time", lambda: now() + SECONDS)


async def test_a_purge_is_for_who_may_edit(plugin: Path, wordpress: WordPress, host: WordPressHost) -> None:
    """Of its items alone; reading the route is refused."""
    page = await host.pages.create(PageFields(title="Purged", status="publish"), BY)
    url = f"{wordpress.url}/?rest_route=/sitehand/v1/purge"
    answers = {}
    for role in ("", "subscriber", "author", "editor"):
        auth = await make_user(wordpress, role) if role else None
        async with httpx2.AsyncClient(auth=auth, trust_env=False) as http:
            answers[role] = await http.post(url, json={"include": [page["id"]]})
            assert (await http.get(url)).status_code == 404
    assert [each.status_code for each in answers.values()] == [401, 403, 200, 200]
    assert [answers[role].json() for role in ("author", "editor")] == [{"purged": []}, {"purged": [page["id"]]}]


async def test_a_page_that_stalls_holds_up_nobody(wordpress: WordPress, proxy: Proxy, ledger: Database) -> None:
    """Nothing is said of it; pages of other sites are never fetched."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    for home, asked in ((proxy.url, True), ("https://example.org", False)):
        visitors = Visitors(home, seconds=1)
        host = build_host(client, ledger, "secret", visitors=visitors)
        plugin = wordpress.root / "wp-content" / "mu-plugins" / "links.php"
        plugin.parent.mkdir(exist_ok=True)
        plugin.write_text(LINKS.replace("{there}", wordpress.url).replace("{here}", proxy.url))
        fault = proxy.fail("hold", "GET")
        page = await host.pages.create(PageFields(title="Slow", content="<p>x</p>", status="publish"), BY)
        fault.go_on.set()
        proxy.faults.clear()
        plugin.unlink()
        assert ("visible" in page, fault.reached.is_set()) == (False, asked)
        await visitors.close()
    await client.close()
