"""Lists and items told from memory, as long as the companion's version of the site proves them fresh."""

import fcntl
from asyncio import create_subprocess_exec, create_task
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2
import pytest

from sitehand.errors import Problem
from sitehand.hosts.wordpress import site_version
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.memory import MAX_SECONDS, Memory
from sitehand.hosts.wordpress.site_version import SiteVersion
from sitehand.site.content import PageFields, PageQuery
from sitehand.store.database import Database
from tests.wordpress.connecting import run_php
from tests.wordpress.nginx import run_nginx
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_companion import make_user

BY = "key:1"
PAGES = "/wp/v2/pages"
CACHE = "proxy_set_header Host $proxy_host; proxy_cache kept; proxy_cache_key $uri; proxy_cache_valid 200 1h;"
ADDRESSES = "<?php add_filter('upload_dir', fn($all) => str_replace('{there}', '{here}', $all));"
OTHER_POST = "wp_insert_post(['post_title' => 'Beside memory', 'post_status' => 'publish', 'post_type' => 'page']);"
CHANGES = {
    "an editor": "wp_update_post(['ID' => {id}, 'post_title' => 'By hand']);",
    "another post": OTHER_POST,
    "twice at once": OTHER_POST * 2,
    "past WordPress's functions": "$wpdb->update($wpdb->posts, ['menu_order' => 7], ['ID' => {id}]);",
    "within a transaction": f"$wpdb->query('START TRANSACTION'); {OTHER_POST} $wpdb->query('COMMIT');",
    "a comment": "wp_insert_comment(['comment_post_ID' => {id}, 'comment_content' => 'Words']);",
    "a term": "wp_insert_term('Term ' . uniqid(), 'category');",
    "an option": "update_option('sitehand_test', uniqid());",
    "a user": "wp_update_user(['ID' => 1, 'user_url' => 'https://example.org/' . uniqid()]);",
    "the bin": "wp_trash_post({id});",
}
PASSING = (
    "foreach ([1, 2] as $each) set_transient('sitehand_test', $each, 60); delete_transient('sitehand_test');"
    "update_post_meta({id}, '_edit_lock', time() . ':1'); wp_schedule_single_event(time() + 999, uniqid());"
)


class Hand:
    """A clock that is set by hand, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hand:
    """By which memory grows old."""
    return Hand()


@pytest.fixture
async def version(plugin: Path, wordpress: WordPress) -> AsyncIterator[SiteVersion]:
    """The version of the site, which has the companion."""
    version = SiteVersion(wordpress.url)
    yield version
    await version.close()


@pytest.fixture
async def remembering(
    wordpress: WordPress, proxy: Proxy, ledger: Database, version: SiteVersion, clock: Hand
) -> AsyncIterator[WordPressHost]:
    """A host with memory, proven."""
    memory = Memory(version, clock=clock)
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password, memory=memory)
    assert await version.prove(client.read) == ""
    yield build_host(client, ledger, "secret")
    await client.close()


async def count(host: WordPressHost, proxy: Proxy) -> int:
    """How many requests of the REST API a list takes."""
    proxy.sent.clear()
    await host.pages.find(PageQuery())
    return len(proxy.sent)


async def make_page(host: WordPressHost) -> int:
    """A page, which is in memory then, as the list is."""
    page = (await host.pages.create(PageFields(title="Remembered", status="publish"), BY))["id"]
    await host.pages.find(PageQuery())
    await host.pages.get(page, "edit")
    return page


async def test_a_list_is_read_again_when_the_site_has_changed(
    remembering: WordPressHost, wordpress: WordPress, proxy: Proxy
) -> None:
    """Whoever changes it, and in whatever way WordPress knows; what nobody is shown changes nothing."""
    page = await make_page(remembering)
    for what, code in CHANGES.items():
        assert (what, await count(remembering, proxy)) == (what, 0)
        run_php(wordpress, f"global $wpdb; {code.replace('{id}', str(page))}")
        assert (what, await count(remembering, proxy)) == (what, 1)
    run_php(wordpress, PASSING.replace("{id}", str(page)))
    run_php(wordpress, PASSING.replace("{id}", str(page)))
    assert await count(remembering, proxy) == 1  # the first lock of the editor is a row that was not there
    run_php(wordpress, PASSING.replace("{id}", str(page)))
    assert await count(remembering, proxy) == 0


async def test_what_is_written_is_read_back_at_once(remembering: WordPressHost) -> None:
    """By us, in lists and single reads; an item that memory has is written on what is stored, not on memory."""
    page = await make_page(remembering)
    for title in ("One", "Two"):
        await remembering.pages.update(page, PageFields(title=title), BY)
        listed = (await remembering.pages.find(PageQuery(include=[page]))).items
        assert [each["title"]["rendered"] for each in listed] == [title]
        assert (await remembering.pages.get(page, "view"))["title"]["rendered"] == title


async def test_what_passes_wordpress_by_is_seen_after_a_while(
    remembering: WordPressHost, wordpress: WordPress, clock: Hand
) -> None:
    """A change by a tool of the database moves no version; memory is never older than a minute."""
    page = await make_page(remembering)
    wordpress.run_sql(f"UPDATE wp_posts SET post_title = 'Unseen' WHERE ID = {page}")
    assert (await remembering.pages.get(page, "edit"))["title"].get("raw") == "Remembered"
    clock.now = MAX_SECONDS + 1
    assert (await remembering.pages.get(page, "edit"))["title"].get("raw") == "Unseen"


async def test_a_change_during_a_reading_is_not_lost(
    remembering: WordPressHost, wordpress: WordPress, proxy: Proxy
) -> None:
    """WordPress has answered, and changes before the answer arrives: the next call reads it again."""
    page = await make_page(remembering)
    run_php(wordpress, OTHER_POST)
    fault = proxy.fail("hold_after", "GET", f"{PAGES}/{page}")
    reading = create_task(remembering.pages.get(page, "edit"))
    await fault.answered.wait()
    run_php(wordpress, f"wp_update_post(['ID' => {page}, 'post_title' => 'Meanwhile']);")
    fault.go_on.set()
    assert (await reading)["title"].get("raw") == "Remembered"
    assert (await remembering.pages.get(page, "edit"))["title"].get("raw") == "Meanwhile"


async def test_there_is_no_version_while_something_changes(
    remembering: WordPressHost, version: SiteVersion, wordpress: WordPress, proxy: Proxy
) -> None:
    """Also when another change ends meanwhile. A process that is killed leaves none, until the companion is asked."""
    await make_page(remembering)
    program = f"require '{wordpress.root}/wp-load.php'; {OTHER_POST} echo 'x'; fgets(STDIN);"
    changing = await create_subprocess_exec("php", "-r", program, stdin=PIPE, stdout=PIPE)
    assert changing.stdout is not None
    assert await changing.stdout.readexactly(1) == b"x"
    run_php(wordpress, OTHER_POST)
    assert await version.look() == ""
    assert [await count(remembering, proxy) for _ in range(2)] == [1, 1]
    changing.kill()
    await changing.wait()
    assert (await version.look(), version.needs_proof()) == ("", True)
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    assert await version.prove(client.read) == ""
    await client.close()
    assert [await count(remembering, proxy) for _ in range(2)] == [1, 0]


async def test_a_file_that_is_gone_is_no_version(
    remembering: WordPressHost, version: SiteVersion, wordpress: WordPress, proxy: Proxy
) -> None:
    """Everything is read then; the next change writes it anew, and it counts once it is proven again."""
    await make_page(remembering)
    (file,) = (wordpress.root / "wp-content" / "uploads").glob("sitehand-*.txt")
    file.unlink()
    assert [await count(remembering, proxy) for _ in range(2)] == [1, 1]
    assert version.needs_proof()
    run_php(wordpress, OTHER_POST)
    assert len(file.read_text()) == 32


async def test_nobody_keeps_the_file_from_a_request(
    remembering: WordPressHost, wordpress: WordPress, tmp_path: Path
) -> None:
    """Who may read it can lock it, and who may write beside it can put a link there: it is replaced, and none waits."""
    (file,) = (wordpress.root / "wp-content" / "uploads").glob("sitehand-*.txt")
    with file.open() as read:
        fcntl.flock(read, fcntl.LOCK_EX)
        before = read.read()
        run_php(wordpress, OTHER_POST)
        assert len(file.read_text()) == 32
        assert file.read_text() != before
    other = tmp_path / "other"
    other.write_text("theirs")
    file.unlink()
    file.symlink_to(other)
    run_php(wordpress, OTHER_POST)
    assert (len(file.read_text()), file.is_symlink(), other.read_text()) == (32, False, "theirs")


async def test_a_password_that_was_revoked_reads_nothing(
    remembering: WordPressHost, wordpress: WordPress, ledger: Database, version: SiteVersion
) -> None:
    """Rights and passwords are a part of the site: what memory has is not told when they end."""
    user, password = await make_user(wordpress, "editor")
    client = Client(f"{wordpress.url}/?rest_route=/", user, password, memory=Memory(version))
    host = build_host(client, ledger, "secret")
    await host.pages.find(PageQuery())
    ended = "WP_Application_Passwords::delete_all_application_passwords(get_user_by('login', '{user}')->ID);"
    run_php(wordpress, ended.replace("{user}", user))
    with pytest.raises(Problem):
        await host.pages.find(PageQuery())
    await client.close()


async def test_the_address_is_told_to_who_may_edit(plugin: Path, wordpress: WordPress) -> None:
    """Visitors and subscribers are refused; the name is nothing that anybody could guess."""
    asked = {"rest_route": site_version.ROUTE}
    answers = {}
    for role in ("", "subscriber", "author"):
        auth = await make_user(wordpress, role) if role else None
        async with httpx2.AsyncClient(auth=auth, trust_env=False) as http:
            answers[role] = await http.get(wordpress.url, params=asked)
    assert [each.status_code for each in answers.values()] == [401, 403, 200]
    name = answers["author"].json()["address"].rpartition("/")[2]
    assert len(name) == len("sitehand-.txt") + 32


@pytest.fixture
def cached(plugin: Path, wordpress: WordPress, tmp_path: Path) -> Iterator[str]:
    """The address of nginx, which keeps every file for an hour, whatever a request asks for; uploads are there."""
    addresses = wordpress.root / "wp-content" / "mu-plugins" / "addresses.php"
    with run_nginx(tmp_path, wordpress.url, location=CACHE) as place:
        addresses.write_text(ADDRESSES.replace("{there}", wordpress.url).replace("{here}", f"http://{place}"))
        yield f"http://{place}"
    addresses.unlink()


async def test_a_cache_in_between_is_found_out(cached: str, wordpress: WordPress) -> None:
    """The file is not trusted then, nor one at another site."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    found = {}
    for home in (cached, wordpress.url):
        version = SiteVersion(home)
        found[home] = await version.prove(client.read), await version.look()
        await version.close()
    await client.close()
    assert list(found.values()) == [(site_version.UNREADABLE, ""), (site_version.ELSEWHERE, "")]
