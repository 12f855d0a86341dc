"""Moving in from a real WordPress: what comes over, what a second run changes, and what interruptions leave."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.files.fetching import Fetcher
from sitehand.files.intake import Intake
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.exporting.exporter import WordPressExporter
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.site.content import PageFields
from sitehand.site.host import Host
from sitehand.site.importing import Imported
from sitehand.site.values import utc_now
from sitehand.store.database import Database
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from sitehand.store.media_files import MediaFiles
from sitehand.store.staged_files import StagedFiles
from tests.databases import migrate
from tests.e2e.test_killed_imports import STOPPING, read_content
from tests.exports import OWNER
from tests.jobs import FreePermits
from tests.processes import SITEHAND, clean_environment, make_site, run_sitehand
from tests.statements import fetch
from tests.wordpress.connecting import run_php
from tests.wordpress.proxy import Proxy
from tests.wordpress.reset import empty_site, set_permalinks
from tests.wordpress.site import WordPress
from tests.wordpress.test_media import upload

HERE = Path(__file__).parent
PLUGINS = ("types.php", "seo.php", "elementor.php", "collections.php")
URL = "https://new.example"
MANY = "/%year%/%monthnum%/%day%/%postname%/"
"""Addresses that are others than those of the built-in site."""
RESET = """
foreach (['blogdescription', 'page_on_front', 'page_for_posts', 'timezone_string', 'permalink_structure', 'site_logo',
    'site_icon'] as $name)
    update_option($name, '');
update_option('show_on_front', 'posts');
require_once ABSPATH . 'wp-admin/includes/user.php';
wp_delete_user(username_exists('paula'));
"""


@pytest.fixture
def source(wordpress: WordPress) -> Iterator[WordPress]:
    """A site with one of everything."""
    files = [wordpress.root / "wp-content/mu-plugins" / name for name in PLUGINS]
    files[0].parent.mkdir(exist_ok=True)
    for file in files:
        file.write_text((HERE / file.name).read_text())
    empty_site(wordpress)
    set_permalinks(wordpress, MANY)
    run_php(wordpress, f"require '{HERE / 'moving.php'}';")
    yield wordpress
    run_php(wordpress, RESET)
    empty_site(wordpress)
    for file in files:
        file.unlink()


@dataclass
class Move:
    """A site of our own that moves in from another, through a proxy."""

    host: Host
    database: Database
    exporter: WordPressExporter
    steps: list[str]

    async def run(self, *, fetches: bool = False) -> Imported:
        """Import the site as the owner."""

        async def note(_done: int, _total: int, doing: str) -> None:
            self.steps.append(doing)

        assert self.host.importer
        with in_call(by=OWNER):
            return await self.host.importer.run(self.exporter, utc_now(), note, fetches=fetches)

    async def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database has."""
        return [tuple(row.values()) for row in await fetch(self.database, query)]


async def allow_all(host: str, port: int) -> list[str]:
    """Every name leads to this machine."""
    return ["127.0.0.1"]


@pytest.fixture
async def move(source: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Move]:
    """An empty site of our own, which may fetch files from this machine."""
    client = Client(f"{proxy.url}/?rest_route=/", source.user, source.password)
    facts = await read_facts(client)
    await client.close()
    proxy.sent.clear()
    folder = tmp_path / "site"
    folder.mkdir()
    database = Database(folder, SITE)
    await migrate(database)
    fetcher = Fetcher(1_000_000, resolve=allow_all, allows=lambda address: True)
    media_intake = MediaIntake(MediaFiles(folder), Intake(StagedFiles(folder), fetcher))
    host = build_host(database, URL, utc_now, media_intake=media_intake)
    yield Move(host, database, WordPressExporter(facts, source.password), [])
    await host.close()
    await database.close()


def kept(lines: list[str], word: str) -> str:
    """The line of the report with a word."""
    return next((line for line in lines if word in line), "")


async def test_all_that_has_a_counterpart_comes_over(move: Move, source: WordPress) -> None:
    """Texts as they are stored, what they refer to, and what belongs to them."""
    done = await move.run()
    assert done["in_file"] == done["came_in"]
    stored = source.run_sql(
        "SELECT post_type, post_title, post_status FROM wp_posts"
        " WHERE post_type IN ('page', 'post', 'recipe') AND post_status <> 'auto-draft' ORDER BY ID"
    )
    here = await move.rows(
        "SELECT type, title, status FROM items WHERE import_source <> '' AND type NOT IN ('pattern', 'navigation')"
    )
    assert sorted("\t".join(row) for row in here) == sorted(stored.splitlines())
    paths = dict(await move.rows("SELECT title, path FROM items WHERE status = 'publish'"))
    assert (paths["Team"], paths["日"], paths["Soup"]) == ("/about/team/", "/2024/05/日/", "/recipe/soup/")
    ((about, order),) = await move.rows("SELECT content, menu_order FROM items WHERE title = 'About us'")
    raw = source.run_sql("SELECT post_content FROM wp_posts WHERE post_name = 'about'").rstrip("\n")
    assert (about, order) == (raw.replace(f"{source.url}/about/team/", "/about/team/"), 3)
    assert await move.rows("SELECT content FROM items WHERE title = 'Draft'") == [("/about/team/",)]
    assert await move.rows("SELECT elementor_data FROM item_elementor") == [
        ('[{"id":"a1","elType":"container","settings":{},"elements":[]}]',)
    ]
    assert await move.rows("SELECT elementor_page_settings FROM item_elementor") == [('{"hide_title": "yes"}',)]
    header = '[{"id":"b1","elType":"container","settings":{},"elements":[]}]'
    ((template, *top),) = await move.rows("SELECT id, title, type, content FROM elementor_templates")
    assert top == ["Top", "header", header]
    named = "SELECT content FROM items WHERE title = 'Secret'"
    assert await move.rows(named) == [(f'[elementor-template id="{template}"]',)]
    ((pattern,),) = await move.rows("SELECT id FROM items WHERE type = 'pattern' AND content = 'Shown everywhere'")
    shows = "SELECT content FROM items WHERE title = 'Shows it'"
    assert await move.rows(shows) == [(f'<!-- wp:block {{"ref":{pattern}}} /-->',)]
    assert await move.rows("SELECT data FROM item_seo") == [('{"robots": ["noindex"], "title": "The team, whole"}',)]


async def test_what_belongs_to_posts_comes_over(move: Move) -> None:
    """Terms with their parents, comments with their replies, authors, menus, types and settings."""
    await move.run()
    assert await move.rows(
        "SELECT terms.taxonomy, terms.name, above.slug FROM terms LEFT JOIN terms above ON above.id = terms.parent"
        " WHERE terms.slug IN ('grain', 'rye', 'winter', 'fresh') ORDER BY terms.slug"
    ) == [
        ("post_tag", "fresh", None),
        ("category", "Grain & seed", None),
        ("category", "Rye", "grain"),
        ("genre", "Winter", None),
    ]
    uses = "SELECT title, terms.slug FROM item_terms JOIN items ON items.id = item_id JOIN terms ON terms.id = term_id"
    used = {("日", "rye"), ("日", "fresh"), ("日", "post-format-aside"), ("Soup", "winter")}
    assert used <= set(await move.rows(uses))
    assert await move.rows(
        "SELECT own.type, own.status, own.author_name, own.content, above.author_name AS above FROM comments own"
        " LEFT JOIN comments above ON above.id = own.parent ORDER BY own.author_name"
    ) == [
        ("comment", "hold", "Ann", "Me too", "Otto"),
        ("comment", "spam", "Bot", "Buy", None),
        ("pingback", "approved", "Else", "Linked", None),
        ("comment", "approved", "Otto", "Hi <b>there</b>", None),
    ]
    written = "SELECT authors.name, authors.slug, sticky, excerpt, date FROM items JOIN authors ON authors.id = author"
    assert await move.rows(f"{written} WHERE title = '日'") == [
        ("Paula Hill", "paula", 1, "Short", "2024-05-06T07:08:09Z")
    ]
    entries = (
        "SELECT menus.name, own.title, own.url, items.title AS page, above.id IS NOT NULL AS low FROM menu_entries own"
        " JOIN menus ON menus.id = own.menu_id LEFT JOIN items ON items.id = own.item_id"
        " LEFT JOIN menu_entries above ON above.id = own.parent ORDER BY own.position"
    )
    assert await move.rows(entries) == [
        ("Main & first", "About us", "", "About us", 0),
        ("Main & first", "Rye", "/category/rye/", None, 1),
        ("Main & first", "Else", "https://else.example/", None, 0),
    ]
    settings = await move.host.settings.get()
    assert (settings["name"], settings["description"]) == ("Real site", "Bread & more")
    assert (settings["language"], settings["timezone"]) == ("en-US", "Europe/Berlin")
    titles = "SELECT title FROM items WHERE id = {} AND path = '{}'"
    assert settings["show_on_front"] == "page"
    assert await move.rows(titles.format(settings["page_on_front"], "/")) == [("Layout",)]
    assert await move.rows(titles.format(settings["page_for_posts"], "/about/")) == [("About us",)]
    groups = await move.rows("SELECT types, fields FROM field_groups")
    assert groups == [('["recipe"]', '[{"name": "servings", "type": "integer"}]')]
    values = "SELECT title, data FROM item_fields JOIN items ON items.id = item_id"
    assert await move.rows(values) == [("Soup", '{"servings": 4}')]


async def test_the_report_names_what_has_no_counterpart(move: Move) -> None:
    """Each with its reason; nothing that came over is among it."""
    lines = (await move.run())["report"]
    for word in (
        "SEO fields (1): SEOPress fills in a placeholder",
        "SEO fields (1): Yoast SEO fills in a placeholder",
        "items of type shop",
        "shortcodes (2)",
        "addresses (1): the old ones lead to the new ones: /2024/05/06/日/ is now /2024/05/日/",
    ):
        assert kept(lines, word), (word, lines)
    assert not any("servings" in line for line in lines), lines
    assert kept(lines, "the icon of the site (1)")
    assert not kept(lines, "_elementor"), lines
    assert not kept(lines, "elements <"), lines


async def test_navigations_come_over_with_what_shows_them(move: Move, source: WordPress) -> None:
    """Their links lead to what is here, and blocks that refer to one refer to it here."""
    run_php(
        source,
        "$add = fn ($fields) => wp_insert_post(wp_slash($fields + ['post_status' => 'publish']));"
        '$link = \'<!-- wp:navigation-link {"label":"Team","url":"\' . home_url() . \'/about/team/"} /-->\';'
        "$links = $add(['post_type' => 'wp_navigation', 'post_title' => 'Links', 'post_content' => $link]);"
        '$shows = \'<!-- wp:navigation {"overlayMenu":"never","ref":\' . $links . \'} /-->\';'
        "$add(['post_type' => 'page', 'post_title' => 'Shows links', 'post_content' => $shows]);",
    )
    await move.run()
    mine = "SELECT id, content FROM items WHERE type = 'navigation' AND title = 'Links'"
    ((number, content),) = await move.rows(mine)
    assert content == '<!-- wp:navigation-link {"label":"Team","url":"/about/team/"} /-->'
    shows = "SELECT content FROM items WHERE title = 'Shows links'"
    assert await move.rows(shows) == [(f'<!-- wp:navigation {{"overlayMenu":"never","ref":{number}}} /-->',)]


async def test_what_plugins_keep_behind_routes_of_their_own_does_not_hold_up_the_rest(
    move: Move, source: WordPress
) -> None:
    """Terms without a route, a type that is not told and one that is called like ours: each is named."""
    plugin = source.root / "wp-content/mu-plugins/odd.php"
    plugin.write_text((HERE / "odd.php").read_text())
    try:
        run_php(source, "wp_insert_post(['post_type' => 'pattern', 'post_title' => 'P', 'post_status' => 'publish']);")
        lines = (await move.run())["report"]
    finally:
        plugin.unlink()
    assert kept(lines, "terms of bookcase (1): a plugin keeps them")
    assert kept(lines, "terms of people (1): a plugin keeps them")
    assert kept(lines, "items of type closed (1): visitors see no pages of this type; how many there are is not known")
    assert kept(lines, "items of type pattern (1): the site has something else of this name")
    assert await move.rows("SELECT count(*) FROM items WHERE type = 'pattern' AND title = 'P'") == [(0,)]


async def test_objects_without_fields_that_wordpress_gives_them_are_refused(move: Move, source: WordPress) -> None:
    """A plugin has changed the answers; nothing was imported, and the error says what is missing."""
    plugin = source.root / "wp-content/mu-plugins/odd.php"
    plugin.write_text(
        "<?php add_filter('rest_prepare_page', fn ($answer) => new WP_REST_Response(['id' => $answer->data['id']]));"
    )
    try:
        with pytest.raises(Problem, match=r"has not the fields .*'(type|status)'.* Nothing was imported") as refused:
            await move.run()
    finally:
        plugin.unlink()
    assert refused.value.code is Code.HOST_UNAVAILABLE


async def test_comments_of_trashed_items_come_over_and_others_are_named(move: Move, source: WordPress) -> None:
    """Types of plugins, and comments on what stays behind; notes come over as notes, with what replies did where the
    release tells it.
    """
    run_php(
        source,
        "$add = fn ($type) => wp_insert_post(['post_title' => 'N', 'post_status' => 'publish', 'post_type' => $type]);"
        "$say = fn ($on, $text, $type) => wp_insert_comment(['comment_post_ID' => $on, 'comment_content' => $text,"
        " 'comment_approved' => 1, 'comment_type' => $type]);"
        "$page = $add('page'); $say($page, 'On trashed', 'comment'); wp_trash_post($page);"
        "$page = $add('page'); $note = wp_insert_comment(['comment_post_ID' => $page,"
        " 'comment_content' => 'A note', 'comment_type' => 'note', 'comment_approved' => 0]);"
        "wp_insert_comment(['comment_post_ID' => $page, 'comment_type' => 'note', 'comment_parent' => $note,"
        " 'comment_approved' => 0, 'comment_meta' => ['_wp_note_status' => 'resolved']]);"
        "$say($page, 'Five stars', 'review');",
    )
    lines = (await move.run())["report"]
    assert await move.rows(
        "SELECT items.status AS of_item, comments.status FROM comments JOIN items ON items.id = post"
        " WHERE comments.content = 'On trashed'"
    ) == [("trash", "hold")]
    assert kept(lines, "notes: 2 created")
    assert await move.rows(
        "SELECT own.status, own.content, above.content AS above FROM notes own"
        " LEFT JOIN notes above ON above.id = own.parent ORDER BY own.id"
    ) == [("open", "A note", None), ("resolved" if source.has_notes else "", "", "A note")]
    assert kept(lines, 'comments (1): the site has no type "review"')
    assert await move.rows("SELECT count(*) FROM comments WHERE content IN ('A note', 'Five stars')") == [(0,)]


async def test_a_second_run_brings_only_what_is_new_there(move: Move, source: WordPress) -> None:
    """What somebody has changed here stays, and is named; nothing is there twice."""
    await move.run()
    before = await move.rows("SELECT * FROM items ORDER BY id")
    assert not (await move.run())["changed"]
    assert await move.rows("SELECT * FROM items ORDER BY id") == before
    ((mine,),) = await move.rows("SELECT id FROM items WHERE title = 'Team'")
    await move.host.pages.update(mine, PageFields(title="Our team"), "key:1")
    source.run_sql("UPDATE wp_posts SET post_title = CONCAT(post_title, ' 2') WHERE post_name IN ('about', 'team')")
    lines = (await move.run())["report"]
    assert kept(lines, "pages: 0 created, 1 updated")
    assert "Team 2" in kept(lines, "changed here since the last import")
    titles = [title for (title,) in await move.rows("SELECT title FROM items WHERE type = 'page'")]
    assert (titles.count("About us 2"), titles.count("Our team"), len(titles)) == (1, 1, len({*titles}))


async def test_files_come_with_their_pages(move: Move, source: WordPress) -> None:
    """The job fetches them, and texts lead to them; they are in the collections that they were in."""
    number = await upload(source, "harvested.png", alt_text="Rye")
    run_php(source, f"update_option('site_logo', {number}); wp_set_object_terms({number}, 'Harvest', 'media_folder');")
    url = source.run_sql(f"SELECT guid FROM wp_posts WHERE ID = {number}").strip()
    source.run_sql(f"UPDATE wp_posts SET post_content = '<img src=\"{url}\">' WHERE post_name = 'secret'")
    done = await move.run(fetches=True)
    assert done["job"]
    logo = "SELECT title FROM media JOIN settings ON settings.name = 'logo' AND value = CAST(media.id AS TEXT)"
    assert await move.rows(logo) == [("harvested",)]
    assert await move.rows("SELECT taxonomy, name FROM terms JOIN media_terms ON term_id = terms.id") == [
        ("media_collection", "Harvest")
    ]
    runner = JobRunner(JobTable(move.database, utc_now), move.host.works, FreePermits())
    for work in move.host.works:
        await runner.serve(work)
    ((alt, path, digest),) = await move.rows("SELECT alt_text, source_url, sha256 FROM media")
    assert (alt, path.endswith("/harvested.png"), bool(digest)) == ("Rye", True, True)
    assert await move.rows("SELECT content FROM items WHERE title = 'Secret'") == [(f'<img src="{URL}{path}">',)]


async def test_an_answer_that_is_cut_off_is_asked_for_in_smaller_parts(move: Move, proxy: Proxy) -> None:
    """As often as it takes; all comes over once."""
    for _ in range(4):
        proxy.fail("cut_after", "GET", "/wp/v2/pages")
    await move.run()
    asked = [each.query["per_page"] for each in proxy.sent if each.path == "/wp/v2/pages" and "offset" in each.query]
    assert asked[:5] == [["100"], ["100"], ["25"], ["25"], ["6"]]
    pages = await move.rows("SELECT count(*), count(DISTINCT import_source) FROM items WHERE type = 'page'")
    assert pages == [(8 + (await own_pages(move)), 8)]
    assert "Reading items of type page" in move.steps


async def own_pages(move: Move) -> int:
    """Pages that were here before."""
    return int((await move.rows("SELECT count(*) FROM items WHERE type = 'page' AND import_source IS NULL"))[0][0])


async def test_a_site_that_goes_away_leaves_nothing_half_done(move: Move, proxy: Proxy) -> None:
    """Nothing is written before all is read; the next run brings it."""
    before = await move.rows("SELECT count(*) FROM changes")
    for _ in range(20):
        proxy.fail("cut_before", "GET", "/wp/v2/comments")
    with pytest.raises(Problem) as refused:
        await move.run()
    assert refused.value.code is Code.HOST_UNAVAILABLE
    assert await move.rows("SELECT count(*) FROM changes") == before
    proxy.faults.clear()
    assert (await move.run())["changed"]


async def test_a_failure_while_pages_are_read_is_no_smaller_site(move: Move, proxy: Proxy) -> None:
    """What WordPress refuses is no empty list: the import ends."""
    proxy.fail("fail_after", "GET", "/wp/v2/users")
    await move.run()
    assert await move.rows("SELECT name FROM authors WHERE slug = 'paula'") == [("Paula Hill",)]


def connect(site: WordPress, folder: Path) -> None:
    """Connect a data folder with the WordPress."""
    arguments = ("--user", site.user, "--data", folder)
    done = run_sitehand("connect", "wordpress", site.url, *arguments, stdin=site.password)
    assert done.returncode == 0, done.stderr


async def test_a_kill_in_the_middle_is_finished_by_the_next_run(source: WordPress, tmp_path: Path) -> None:
    """As a whole run leaves it, with nothing twice; from a data folder that is connected."""
    data, whole, old = tmp_path / "data", tmp_path / "whole", tmp_path / "old"
    connect(source, old)
    make_site(data)
    make_site(whole)
    options = ("--from-wordpress", str(old), "--no-media")
    run_php(
        source,
        "foreach (range(1, 60) as $n) wp_insert_post(['post_title' => \"Many $n\", 'post_status' => 'publish']);",
    )
    done = run_sitehand("import", *options, "--data", whole)
    assert done.returncode == 0, done.stderr
    command = [SITEHAND[0], "-c", STOPPING, "1", str(signal.SIGKILL.value), "import", *options, "--data", str(data)]
    killed = await asyncio.to_thread(
        subprocess.run, command, check=False, capture_output=True, text=True, env=clean_environment(), timeout=60
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert read_content(data) != read_content(whole)
    done = run_sitehand("import", *options, "--data", data)
    assert "An import from the same site was cut off" in done.stdout, done.stderr
    assert read_content(data) == read_content(whole)
    assert "0 created, 0 updated" in run_sitehand("import", *options, "--data", data).stdout


def test_the_command_moves_in_from_an_address(source: WordPress, tmp_path: Path) -> None:
    """With a password on standard input, which is kept nowhere; the report is on standard output."""
    data = tmp_path / "data"
    make_site(data)
    arguments = ("--from-wordpress", source.url, "--user", source.user, "--no-media", "--data", data)
    done = run_sitehand("import", *arguments, stdin=source.password)
    assert done.returncode == 0, done.stderr
    assert "pages: 8 created, 0 updated, 0 unchanged" in done.stdout
    assert "Revoke it in WordPress" in done.stderr
    stored = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    assert source.password.encode() not in stored


def test_what_cannot_be_moved_is_refused_before_anything(source: WordPress, tmp_path: Path) -> None:
    """Neither or both sources, a folder that is not connected, a user who does not see all."""
    data, other = tmp_path / "data", tmp_path / "other"
    make_site(data)
    make_site(other)
    export = tmp_path / "export.xml"
    export.write_text("")
    name = "editor" + source.release.replace(".", "")
    password = run_php(
        source,
        f"$id = wp_insert_user(['user_login' => '{name}', 'user_pass' => 'x', 'role' => 'editor']);"
        "echo WP_Application_Passwords::create_new_application_password($id, ['name' => 'Tests'])[0];",
    )
    for given, secret, word in (
        ((), "", "either a file or --from-wordpress"),
        ((export, "--from-wordpress", source.url), "", "either a file or --from-wordpress"),
        (("--from-wordpress", other), "", "is not connected with a WordPress"),
        (("--from-wordpress", source.url, "--user", name), password, "is no administrator"),
    ):
        done = run_sitehand("import", *given, "--data", data, stdin=secret)
        assert (done.returncode, word in " ".join(done.stderr.split())) == (1, True), done.stderr
    run_php(source, f"require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user(username_exists('{name}'));")
