"""Elementor on a real WordPress with the companion: a plugin of ours keeps, and has registered, what Elementor does."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.controls import load_classic
from sitehand.elementor.catalogue.registry import read_registry
from sitehand.errors import Code, Problem
from sitehand.hosts.elementor_widgets import add_widgets
from sitehand.hosts.wordpress import companion, elementor_registry
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.elementor_cache import ROUTE
from sitehand.hosts.wordpress.elementor_conditions import ROUTE as CONDITIONS
from sitehand.hosts.wordpress.elementor_registry import ROUTE as REGISTRY
from sitehand.hosts.wordpress.elementor_registry import WordPressElementorRegistry
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.visitors import Visitors
from sitehand.site.content import PageFields, PostFields
from sitehand.store.database import Database
from tests.elementor_registry import make_registry
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_companion import autosave, make_user, open_editor, put
from tests.wordpress.test_elementor import read_meta, write
from tests.wordpress.test_service import Service, open_rest

BY = "key:1"
FAILING = "<?php add_action('elementor/document/after_save', function () { throw new Error('A plugin that fails.'); });"


@pytest.fixture(autouse=True)
def runtime(wordpress: WordPress, plugin: Path) -> Iterator[Path]:
    """Beside the companion, a running Elementor; the file in which it has its widgets."""
    here, folder = Path(__file__).parent, plugin.parent
    files = [Path(shutil.copy(here / name, folder / name)) for name in ("elementor.php", "elementor_runtime.php")]
    files.append(folder / "registry.json")
    files[-1].write_text(json.dumps(make_registry()))
    yield files[-1]
    for file in files:
        file.unlink()


@pytest.fixture
async def visited(wordpress: WordPress, proxy: Proxy, ledger: Database) -> AsyncIterator[WordPressHost]:
    """The site, whose public pages are looked at."""
    async with connect(wordpress, proxy, ledger, wordpress.user, wordpress.password) as host:
        yield host


class connect:
    """A host for a user of the site, as it is found when it is connected."""

    def __init__(self, wordpress: WordPress, proxy: Proxy, ledger: Database, user: str, password: str) -> None:
        self._client = Client(f"{proxy.url}/?rest_route=/", user, password)
        self._visitors, self._ledger = Visitors(wordpress.url), ledger

    async def __aenter__(self) -> WordPressHost:
        facts = await read_facts(self._client)
        return build_host(self._client, self._ledger, "secret", facts=facts, visitors=self._visitors)

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()
        await self._visitors.close()


def build(words: str) -> str:
    """A document with a heading."""
    settings = json.dumps({"title": words}, separators=(",", ":"))
    heading = f'{{"id":"aaaaaa2","elType":"widget","widgetType":"heading","settings":{settings},"elements":[]}}'
    return f'[{{"id":"aaaaaa1","elType":"container","settings":[],"elements":[{heading}]}}]'


def read_shown(link: str) -> tuple[str, ...]:
    """The words that a page shows: as text, in its styles, and in those of atomic elements."""
    page = httpx2.get(link, trust_env=False).text
    found = re.search(r"<h2>([^<]*)</h2><style>/\* css ([^*]*) \*/</style><style>/\* atomic ([^*]*) \*/", page)
    assert found, page
    return found.groups()


async def test_a_page_that_was_written_is_shown_anew_and_no_other(visited: WordPressHost, proxy: Proxy) -> None:
    """Its HTML, its styles and those of atomic elements, by one request about the page; the site keeps all else."""
    assert visited.elementor
    links = []
    for title in ("One", "Two"):
        page = await visited.pages.create(PageFields(title=title, status="publish"), BY)
        await visited.elementor.edit(page["id"], write(build("First words")), BY)
        links.append((page["id"], page["link"]))
        assert read_shown(page["link"]) == ("First words",) * 3
    proxy.sent.clear()
    item = await visited.elementor.edit(links[0][0], write(build("Second words")), BY)
    assert [sent.path for sent in proxy.writes] == [f"/wp/v2/pages/{links[0][0]}", ROUTE]
    assert (item["visible"], "notices" in item) == ("yes", False)
    assert read_shown(links[0][1]) == ("Second words",) * 3
    assert read_shown(links[1][1]) == ("First words",) * 3


async def test_an_author_needs_the_companion(
    wordpress: WordPress, proxy: Proxy, ledger: Database, plugin: Path
) -> None:
    """Elementor lets administrators alone clear its cache; without the companion the answer says what visitors get."""
    user, password = await make_user(wordpress, "author")
    async with connect(wordpress, proxy, ledger, user, password) as author:
        assert author.elementor
        post = await author.posts.create(PostFields(title="Mine", status="publish"), BY)
        await author.elementor.edit(post["id"], write(build("First words")), BY)
        read_shown(post["link"])
        item = await author.elementor.edit(post["id"], write(build("Second words")), BY)
        assert (item["visible"], read_shown(post["link"])) == ("yes", ("Second words",) * 3)
        put(plugin, None)
        item = await author.elementor.edit(post["id"], write(build("Third words")), BY)
        assert (item["visible"], [each["code"] for each in item["notices"]]) == ("cached", ["elementor_cached"])
        assert read_shown(post["link"]) == ("Second words",) * 3


async def test_where_elementor_fails_all_caches_go(visited: WordPressHost, proxy: Proxy, plugin: Path) -> None:
    """A plugin that listens to a save may fail: the page counts as not dropped, and nobody gets an old one."""
    assert visited.elementor
    page = await visited.pages.create(PageFields(title="Fails", status="publish"), BY)
    await visited.elementor.edit(page["id"], write(build("First words")), BY)
    read_shown(page["link"])
    failing = plugin.with_name("failing.php")
    put(failing, FAILING)
    proxy.sent.clear()
    item = await visited.elementor.edit(page["id"], write(build("Second words")), BY)
    failing.unlink()
    assert [sent.method for sent in proxy.writes] == ["POST", "POST", "DELETE"]
    assert (item["visible"], read_shown(page["link"])) == ("yes", ("Second words",) * 3)


async def take_back(host: WordPressHost, page: int, look: Callable[[], object]) -> str:
    """A write of a page that fails after `look` was called; what the caller is told."""

    def refuse(_: object, __: object) -> None:
        look()
        raise Problem(Code.STORAGE_FULL, "The disk is full.")

    assert host.elementor
    with pytest.raises(Problem) as refused:
        async with host.transactions.open() as transaction:
            await host.elementor.edit(page, write(build("Second words")), BY)
            await transaction.commit(refuse)
    return refused.value.message


async def test_what_was_taken_back_is_shown_to_nobody(visited: WordPressHost, proxy: Proxy) -> None:
    """A call that fails after a visitor saw its page has it shown anew once more; where that fails too, it is told."""
    assert visited.elementor
    page = await visited.pages.create(PageFields(title="Taken back", status="publish"), BY)
    await visited.elementor.edit(page["id"], write(build("First words")), BY)
    proxy.sent.clear()
    seen: list[tuple[str, ...]] = []
    told = await take_back(visited, page["id"], lambda: seen.append(read_shown(page["link"])))
    assert (seen, told) == ([("Second words",) * 3], "The disk is full. What was done before it was undone.")
    assert [sent.path for sent in proxy.writes] == [f"/wp/v2/pages/{page['id']}", ROUTE] * 2
    assert read_shown(page["link"]) == ("First words",) * 3
    visited.transactions.locks.told = False
    proxy.fail("fail_before", "DELETE", number=2)
    told = await take_back(visited, page["id"], lambda: None)
    assert "undone. Visitors may see the page as it was until Elementor's cache is cleared" in told


async def test_caches_and_registry_are_for_who_may_edit(visited: WordPressHost, wordpress: WordPress) -> None:
    """Visitors and subscribers are refused; of an item that an author may not edit nothing is told or dropped."""
    page = await visited.pages.create(PageFields(title="Not yours", status="publish"), BY)
    for role, status in (("", 401), ("subscriber", 403), ("author", 200)):
        auth = await make_user(wordpress, role) if role else None
        async with httpx2.AsyncClient(auth=auth, trust_env=False, base_url=wordpress.url) as http:
            told = await http.get("/", params={"rest_route": REGISTRY})
            asked = await http.get("/", params={"rest_route": CONDITIONS, "include": page["id"]})
            done = await http.post("/", params={"rest_route": ROUTE}, json={"include": [page["id"]]})
        assert (told.status_code, asked.status_code, done.status_code) == (status,) * 3
    assert (asked.json(), done.json()) == ([], {"dropped": []})


async def test_the_registry_of_the_site_is_its_catalogue(visited: WordPressHost, proxy: Proxy) -> None:
    """Control by control the same as was dumped, with those of other plugins; a widget that fails is left out.

    It is asked for once in a while. What a plugin of the service describes stands beside it.
    """
    registry = visited.elementor_registry
    assert registry
    proxy.sent.clear()
    made = (await registry.read(read_registry)).made
    assert made
    card = made.classic.types.pop("acme-card")
    assert made.classic.types == load_classic().types
    assert (made.classic.version, made.classic.pro_widgets) == ("4.3.1", load_classic().pro_widgets)
    assert list(made.atomic.types) == ["e-div-block", "e-flexbox", "e-heading", "e-svg"]
    assert card.content == ("title", "layout", "query", "tags", "cards")
    assert [card.controls[name].type for name in ("layout", "query")] == ["select", "foreign"]
    assert (card.controls["layout"].options, card.controls["layout"].default) == (("wide", "2"), "wide")
    assert (card.controls["width"].css, card.controls["width"].units) == (("width", "--card-width"), ("px", "%"))
    assert (await registry.read(read_registry)).made is made
    hours = {"name": "acme-hours", "controls": {"day": {"type": "text"}}}
    more = add_widgets(visited, [("the plugin of a test", hours)]).elementor_registry
    both = (await more.read(read_registry)).made if more else None
    assert both and set(both.classic.types) - set(made.classic.types) == {"acme-hours"}
    assert [sent.path for sent in proxy.sent] == [REGISTRY]


async def test_a_registry_that_cannot_be_read_is_told(visited: WordPressHost, runtime: Path, plugin: Path) -> None:
    """Broken, of an older companion, or without one: the catalogue of Sitehand holds, and a note says why."""
    locks, client = visited.transactions.locks, visited.transactions.client
    registry = WordPressElementorRegistry(client, locks, max_age=0, retry_after=0)
    put(runtime, "{")
    assert (await read(registry)).startswith("The elements of this site could not be read")
    put(runtime, json.dumps(make_registry()))
    put(plugin, companion.read_plugin().replace("array_keys( $atomic )", "5"))
    assert "answers something else" in await read(registry)
    put(plugin, companion.read_plugin().replace("'registry', 'kit'", "'kit'"))
    assert "no such route" in await read(registry)
    locks.told = False
    assert await read(registry) == ""


async def read(registry: WordPressElementorRegistry) -> str:
    """The note of a registry of which nothing could be made."""
    found: tuple[Catalogue | None, str] = await registry.read(read_registry)
    assert found[0] is None
    return found[1]


async def test_a_registry_that_cannot_be_read_again_stays(visited: WordPressHost, proxy: Proxy) -> None:
    """Its age and the reason are told until it can be read; who asks meanwhile gets it without waiting."""
    locks, client = visited.transactions.locks, visited.transactions.client
    registry = WordPressElementorRegistry(client, locks, max_age=0, retry_after=0)
    first = await registry.read(read_registry)
    proxy.fail("fail_before", "GET", REGISTRY)
    failed = await registry.read(read_registry)
    assert failed.made is first.made is not None
    assert failed.note.startswith("The elements of this site could not be read again. They are as they were 0 minutes")
    held = proxy.fail("hold", "GET", REGISTRY)
    renewal = asyncio.create_task(registry.read(read_registry))
    await held.reached.wait()
    assert await registry.read(read_registry) == failed
    held.go_on.set()
    again = await renewal
    assert (again.note, again.made is first.made) == ("", False)


async def test_a_failed_renewal_is_tried_again_after_a_minute(
    visited: WordPressHost, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not by each call; a registry that was read is kept for ten minutes."""
    registry = visited.elementor_registry
    assert registry
    clock = Clock(1_000.0)
    monkeypatch.setattr(elementor_registry, "time", clock)
    proxy.sent.clear()
    failed = proxy.fail("fail_before", "GET", REGISTRY, number=2)
    for at, asked, note in ((0, 1, ""), (599, 1, ""), (600, 2, "10 minutes"), (659, 2, "10 minutes"), (660, 3, "")):
        clock.now = 1_000.0 + at
        found = await registry.read(read_registry)
        assert (len(proxy.sent), note in found.note, bool(found.note)) == (asked, True, bool(note)), at
    assert failed.reached.is_set()


@dataclass(slots=True)
class Clock:
    """Stands for the module `time`."""

    now: float

    def monotonic(self) -> float:
        """Seconds."""
        return self.now


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over the site."""
    async with open_rest(wordpress, proxy, tmp_path, "elementor", "elementor_templates") as opened:
        opened.host.transactions.locks.told = True
        yield opened


async def test_what_is_written_is_held_to_the_site(service: Service, runtime: Path) -> None:
    """Widgets of its plugins are listed, described and added; a wrong setting and what it has not are refused."""
    _, names = await service.call("GET", "/elementor/widgets")
    assert ("acme-card" in names["widgets"], names["version"], "note" in names) == (True, "4.3.1", False)
    _, card = await service.call("GET", "/elementor/widgets/acme-card")
    told = {each["name"]: each["type"] for each in card["settings"]}
    assert (told["query"], "note" in card, card["others"][0]) == ("foreign", False, "width")
    _, page = await service.call("POST", "/pages", {"title": "Cards"})
    path = f"/items/{page['id']}/elementor"
    await service.call("PUT", path, {"content": build("Words")})
    settings = {
        "title": "A card",
        "layout": "2",
        "query": {"any": ["thing"]},
        "tags": ["12"],
        "cards": [{"words": "x"}],
    }
    element = {"elType": "widget", "widgetType": "acme-card", "settings": settings}
    status, added = await service.call("POST", f"{path}/elements", {"element": element, "at": {"first_in": "aaaaaa1"}})
    assert status == 200, added
    for wrong, path_of in (({"layout": "tall"}, "layout"), ({"titel": "A"}, "titel"), ({"tags": "12"}, "tags")):
        body = {"element": {**element, "settings": wrong}, "at": {"first_in": "aaaaaa1"}}
        status, refused = await service.call("POST", f"{path}/elements", body)
        assert (status, path_of in refused["data"]["details"][0]["path"]) == (400, True), refused
    body = {"element": {"elType": "e-grid", "elements": []}, "at": "end"}
    status, refused = await service.call("POST", f"{path}/elements", body)
    assert (status, refused["code"]) == (400, "invalid_arguments"), refused


async def test_what_is_stored_is_judged_by_the_site(
    service: Service, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole documents and template files have what its plugins have stored; odd settings of these are notes.

    Where the registry could not be read, the findings say so.
    """
    clock = Clock(1_000.0)
    monkeypatch.setattr(elementor_registry, "time", clock)
    card = {"id": "aaaaaa3", "elType": "widget", "widgetType": "acme-card", "settings": {"title": ["A"], "titel": "A"}}
    content = json.loads(build("Words"))
    content[0]["elements"].append({**card, "elements": []})
    _, page = await service.call("POST", "/pages", {"title": "Stored"})
    path = f"/items/{page['id']}/elementor"
    proxy.fail("fail_before", "GET", REGISTRY)
    status, stored = await service.call("PUT", path, {"content": content})
    assert status == 200, stored
    _, told = await service.call("GET", f"{path}/findings")
    codes = [(each["path"], each["severity"], each["code"]) for each in told["items"]]
    assert codes == [("aaaaaa3", "note", "unknown_element")]
    assert told["note"].startswith("The elements of this site could not be read")
    clock.now += elementor_registry.RETRY_AFTER
    status, template = await service.call(
        "POST", "/elementor/templates", {"title": "Cards", "file": {"content": content}}
    )
    assert status == 201, template
    _, told = await service.call("GET", f"{path}/findings")
    codes = [(each["path"], each["severity"], each["code"]) for each in told["items"]]
    assert codes == [
        ("aaaaaa3.settings.title", "note", "wrong_kind"),
        ("aaaaaa3.settings.titel", "note", "unknown_setting"),
    ]
    assert "note" not in told
    content[0]["elements"][0]["settings"]["title"] = ["A"]
    status, refused = await service.call("PUT", path, {"content": content})
    assert (status, refused["data"]["details"][0]["path"]) == (400, "aaaaaa2.settings.title")


async def test_a_theme_part_is_used_where_its_conditions_say(service: Service, wordpress: WordPress) -> None:
    """As Elementor Pro stores them, whatever else is in its field; a part that has some is not deleted."""
    made = []
    for kind, stored in (
        ("header", ["include/general", "exclude/singular/page/12"]),
        ("popup", []),
        ("footer", "include/general"),
        ("section", ["include/general"]),
    ):
        body = {"title": kind, "type": kind, "file": {"content": []}}
        status, template = await service.call("POST", "/elementor/templates", body)
        assert status == 201, template
        made.append(template["id"])
        value = "".join(f'i:{place};s:{len(each)}:"{each}";' for place, each in enumerate(stored))
        value = f"a:{len(stored)}:{{{value}}}" if isinstance(stored, list) else stored
        row = f"({made[-1]}, '_elementor_conditions', '{value}')"
        wordpress.run_sql(f"INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES {row}")
    _, listed = await service.call("GET", "/elementor/templates?uses=true&per_page=4")
    told = {each["id"]: (each.get("conditions"), each["all_seen"]) for each in listed}
    header, *others, section = made
    shown = {header: (["include/general", "exclude/singular/page/12"], True), section: (["include/general"], True)}
    assert told == shown | dict.fromkeys(others, (None, True))
    status, refused = await service.call("DELETE", f"/elementor/templates/{header}")
    assert (status, refused["code"]) == (409, "conflict")
    assert refused["data"]["details"][0]["got"] == "display condition include/general"
    assert (await service.call("DELETE", f"/elementor/templates/{others[0]}"))[0] == 200


async def test_a_page_that_is_open_in_its_editor_keeps_its_document(
    visited: WordPressHost, wordpress: WordPress, proxy: Proxy
) -> None:
    """The editor's next save would put all of it back; its title may change, and the document once it is closed."""
    assert visited.elementor
    page = await visited.pages.create(PageFields(title="Open"), BY)
    await visited.elementor.edit(page["id"], write(build("First words")), BY)
    open_editor(wordpress, page)
    proxy.sent.clear()
    with pytest.raises(Problem) as refused:
        await visited.elementor.edit(page["id"], write(build("Second words")), BY)
    assert (refused.value.code, refused.value.extra["editor"]["user"]["name"]) == (Code.BEING_EDITED, "admin")
    assert proxy.writes == []
    changed = await visited.pages.update(page["id"], PageFields(title="Still open"), BY)
    assert [each["code"] for each in changed["notices"]] == ["open_in_editor"]
    open_editor(wordpress, page, seconds_ago=200)
    await visited.elementor.edit(page["id"], write(build("Second words")), BY)
    assert read_meta(wordpress, page["id"], "_elementor_data") == build("Second words")


async def test_an_edit_lands_in_the_page_and_overtakes_an_autosave(
    visited: WordPressHost, wordpress: WordPress
) -> None:
    """Elementor opens the newer of the two: that is the page, whose moment moves, though its texts stay."""
    assert visited.elementor
    page = await visited.pages.create(PageFields(title="Kept", status="publish"), BY)
    await visited.elementor.edit(page["id"], write(build("First words")), BY)
    await autosave(wordpress, page)
    item = await visited.elementor.edit(page["id"], write(build("Second words")), BY)
    assert read_meta(wordpress, page["id"], "_elementor_data") == build("Second words")
    newer = f"SELECT COUNT(*) FROM wp_posts autosave, wp_posts page WHERE page.ID = {page['id']} AND "
    newer += "autosave.post_parent = page.ID AND autosave.post_name LIKE '%autosave%' AND "
    assert wordpress.run_sql(f"{newer} 1").strip() == "1"
    assert wordpress.run_sql(f"{newer} autosave.post_modified_gmt > page.post_modified_gmt").strip() == "0"
    assert item["status"] == "publish"


async def test_ids_of_an_older_read_are_not_put_back(service: Service, wordpress: WordPress) -> None:
    """Elementor gave the elements new ids meanwhile: neither the old document nor an edit of an old id is stored."""
    _, page = await service.call("POST", "/pages", {"title": "Older"})
    path, old = f"/items/{page['id']}/elementor", build("First words")
    _, first = await service.call("PUT", path, {"content": old})
    new = old.replace("aaaaaa", "bbbbbb")
    where = f"WHERE post_id = {page['id']} AND meta_key = '_elementor_data'"
    wordpress.run_sql(f"UPDATE wp_postmeta SET meta_value = '{new}' {where}")
    stale = {"content": old, "expected_revision": first["revision"]}
    status, refused = await service.call("PUT", path, stale)
    assert (status, refused["code"]) == (409, "revision_conflict")
    status, refused = await service.call("PATCH", f"{path}/elements/aaaaaa2", {"settings": {"title": "Other"}})
    assert (status, refused["code"]) == (404, "not_found")
    assert read_meta(wordpress, page["id"], "_elementor_data") == new
