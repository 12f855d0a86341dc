"""SEO fields of a real WordPress, under the meta keys that its SEO plugins register for REST."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.life import Life
from sitehand.hosts.wordpress.public_pages import WordPressPublicPages
from sitehand.hosts.wordpress.site_version import SiteVersion
from sitehand.hosts.wordpress.visitors import Visitors
from sitehand.operation.audit import examine, list_repairs, list_settings, survey
from sitehand.site.connection import Connection, Facts
from sitehand.site.content import PageFields, PostFields
from sitehand.site.seo import SeoFields
from sitehand.store.broker import SecretSeal
from sitehand.store.connection import ConnectionTable
from sitehand.store.database import Database
from tests.wordpress.conftest import add_plugin, restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress

BY = "key:1"


@pytest.fixture
def plugin(wordpress: WordPress) -> Iterator[Path]:
    """Two SEO plugins, one for pages and one for posts."""
    with add_plugin(wordpress, "seo.php") as file:
        yield file


@pytest.fixture
async def site(
    wordpress: WordPress, proxy: Proxy, ledger: Database, plugin: Path
) -> AsyncIterator[tuple[WordPressHost, Client, Facts]]:
    """The host as its facts make it, which looks at public pages after a write."""
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts, visitors = await read_facts(client), Visitors(wordpress.url)
    yield build_host(client, ledger, "secret", facts=facts, visitors=visitors), client, facts
    await client.close()
    await visitors.close()


@contextmanager
def without_title(plugin: Path) -> Iterator[None]:
    """The plugin keeps titles and shows others meanwhile, as after a theme's filter."""
    text = plugin.read_text()
    plugin.write_text(text.replace("esc_html(", "strrev("))
    yield
    plugin.write_text(text)


def remove(plugin: Path) -> None:
    """Deactivate it."""
    plugin.unlink()


def test_without_a_plugin_there_are_no_fields_and_no_settings() -> None:
    """And it is said which plugin would do, and who makes titles and robots.txt."""
    facts = Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand")
    found = list_capabilities(facts)
    assert not found.offers("seo")
    assert not found.offers("seo_settings")
    assert "SEOPress" in found.explain("seo")
    assert "Restart Sitehand after you install one." in found.explain("seo")
    assert "robots.txt" in found.explain("seo_settings")


async def test_a_plugin_that_came_since_the_start_is_told_in_the_log(
    site: tuple[WordPressHost, Client, Facts], ledger: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """So that the owner restarts the service, which finds it then."""
    host, client, facts = site
    table = ConnectionTable(ledger, SecretSeal(tmp_path, ""))
    known = replace(facts, seo=[])
    await table.save(Connection(known, "2026-01-01T00:00:00Z", "word", "mark"))
    await Life(client, table, host, list_capabilities(known), SiteVersion(facts.root)).look()
    assert caplog.messages == ["WordPress offers something else now: seo. Restart Sitehand for it."]
    now = table.current()
    assert now
    assert now.facts == facts
    await Life(client, table, host, list_capabilities(facts), SiteVersion(facts.root)).look()
    assert len(caplog.messages) == 1


async def test_fields_are_set_seen_by_visitors_and_undone(
    site: tuple[WordPressHost, Client, Facts], plugin: Path, proxy: Proxy
) -> None:
    """What is as it was is not sent, what the head does not show is told; other plugins' keys are left alone."""
    host, _, facts = site
    assert facts.seo == ["SEOPress", "Yoast SEO"]
    assert list_capabilities(facts).offers("seo")
    assert host.seo
    page = await host.pages.create(PageFields(title="Bread", content="<p>Rye</p>", status="publish"), BY)
    given = SeoFields(title="Bread & more", description="How we bake", robots=["noindex"])
    async with host.transactions.open() as transaction:
        answer = await host.seo.update(page["id"], given, BY)
        assert answer["title"] == "Bread & more"
        done = await transaction.commit(lambda _, objects: objects)
    assert answer["visible"] == "yes"
    told = await host.seo.get(page["id"])
    assert (told["title"], told["description"], told["robots"]) == ("Bread & more", "How we bake", ["noindex"])
    assert told["revision"] == answer["revision"] != page["revision"]
    assert [set(each.after or {}) for each in done] == [{"meta"}]
    proxy.sent.clear()
    assert (await host.seo.update(page["id"], given, BY))["revision"] == answer["revision"]
    assert proxy.writes == []
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    back = await host.seo.get(page["id"])
    assert (back["title"], back["robots"], back["revision"]) == ("", [], page["revision"])
    with without_title(plugin):
        async with host.transactions.open() as transaction:
            hidden = await host.seo.update(page["id"], SeoFields(title="Not shown"), BY)
            done = await transaction.commit(lambda _, objects: objects)
    assert hidden["visible"] == "no"
    httpx2.get(page["link"], params={"page_id": page["id"], "count": 1}, trust_env=False).raise_for_status()
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    counted = await host.seo.get(page["id"])
    assert (counted["title"], counted["revision"] != page["revision"]) == ("", True)


async def test_what_a_plugin_does_not_register_is_refused(
    site: tuple[WordPressHost, Client, Facts], plugin: Path, proxy: Proxy
) -> None:
    """Each field by its name, with what can be set, before anything is sent; without a plugin, all of them."""
    host, _, _ = site
    assert host.seo
    post = await host.posts.create(PostFields(title="Cake"), BY)
    await host.seo.update(post["id"], SeoFields(title="Cake!", focus_words=["cake"], canonical=""), BY)
    assert (await host.seo.get(post["id"]))["focus_words"] == ["cake"]
    proxy.sent.clear()
    for fields, path in (
        (SeoFields(canonical="https://elsewhere.example/cake"), "canonical"),
        (SeoFields(robots=["noindex"]), "robots"),
        (SeoFields(focus_words=["cake", "tart"]), "focus_words"),
    ):
        with pytest.raises(Problem) as refusal:
            await host.seo.update(post["id"], fields, BY)
        assert refusal.value.code is Code.NOT_SUPPORTED
        assert [each["path"] for each in refusal.value.details] == [path]
    with pytest.raises(Problem) as refusal:
        await host.seo.update(post["id"], SeoFields(x_title="Cake", json_ld={"@type": "Recipe"}), BY)
    assert {each["path"] for each in refusal.value.details} == {"x_title", "json_ld"}
    assert "core/html block" in refusal.value.hint and "show_in_rest" in refusal.value.hint
    remove(plugin)
    with pytest.raises(Problem) as refusal:
        await host.seo.get(post["id"])
    assert refusal.value.code is Code.NOT_SUPPORTED
    assert proxy.writes == []


async def test_what_the_same_call_makes_has_fields_too(site: tuple[WordPressHost, Client, Facts]) -> None:
    """As a copy of an item has them: nothing of it is known to WordPress before."""
    host, _, _ = site
    assert host.seo
    async with host.transactions.open() as transaction:
        page = await host.pages.create(PageFields(title="Copy"), BY)
        await host.seo.update(page["id"], SeoFields(title="One"), BY)
        await host.seo.update(page["id"], SeoFields(robots=["noindex"]), BY)
        await transaction.commit(lambda _, objects: objects)
    told = await host.seo.get(page["id"])
    assert (told["title"], told["robots"]) == ("One", ["noindex"])


async def test_a_call_reads_what_is_registered_once(site: tuple[WordPressHost, Client, Facts], proxy: Proxy) -> None:
    """However many new pages it gives SEO fields."""
    host, _, _ = site
    assert host.seo
    proxy.sent.clear()
    async with host.transactions.open():
        for title in ("First", "Second"):
            page = await host.pages.create(PageFields(title=title), BY)
            await host.seo.update(page["id"], SeoFields(title="One"), BY)
    assert [each.path for each in proxy.sent if each.method == "OPTIONS"] == ["/wp/v2/pages"]


async def test_an_audit_offers_what_the_plugin_can_store(
    site: tuple[WordPressHost, Client, Facts], wordpress: WordPress
) -> None:
    """The missing description is a finding with a fix; once it is set, the finding is gone."""
    host, client, _ = site
    assert host.seo
    page = await host.pages.create(PageFields(title="Hours", content="<p>Open</p>", status="publish"), BY)
    pages = WordPressPublicPages(client, host.items, wordpress.url)
    known = await survey(pages, list_settings(host), list_repairs(host))
    found = {each.rule: each.fault.fix for each in (await examine(pages, await pages.find(page["id"]), known)).found}
    assert (fix := found["description_missing"]) and fix.operation == "set_seo"
    await host.seo.update(page["id"], SeoFields(description="When we are open"), BY)
    again = {each.rule for each in (await examine(pages, await pages.find(page["id"]), known)).found}
    await pages.close()
    assert "description_missing" not in again
