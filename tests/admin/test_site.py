"""The screen Site: which site is served, as which user, with which rights."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from sitehand.admin.screens.wordpress import propose_role
from sitehand.app import assemble
from sitehand.guard.gate import OWNER
from sitehand.settings import Settings
from sitehand.site.connection import RIGHTS, Connection, Facts
from sitehand.store.broker import KEY_FILE
from tests.admin.office import Office, open_office
from tests.admin.shots import make_client
from tests.databases import migrate
from tests.service import open_service

FACTS = Facts(
    root="https://bakery.example/wp-json/",
    home="https://bakery.example",
    name="<b>Bakery</b>",
    user="sitehand",
    roles=["editor"],
    version="7.1.4",
    rights=[name for name in RIGHTS if name != "unfiltered_html"],
)
CONNECTION = Connection(FACTS, "2026-11-21T09:00:00Z", "abcd efgh", "0123")


INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


async def test_the_built_in_site_is_named(office: Office) -> None:
    """With the way to a WordPress."""
    owner = office.visitor()
    await owner.log_in()
    html = (await owner.get("/site")).text
    assert "Built-in site" in html
    assert "Find the WordPress" in html


async def test_a_wordpress_is_shown_with_its_user_and_rights(office: Office) -> None:
    """Without asking it, and without its password."""
    await office.parts.connections.save(CONNECTION)
    owner = office.visitor()
    await owner.log_in()
    html = (await owner.get("/site")).text
    for shown in (
        "&lt;b&gt;Bakery&lt;/b&gt;",
        FACTS.home,
        "7.1.4",
        "sitehand (editor)",
        "<dd>2026-11-21 09:00 UTC</dd>",
        "connected<",
    ):
        assert shown in html
    assert html.count("<dd>yes</dd>") == len(RIGHTS) - 1
    assert "<dt>unfiltered html</dt><dd>no</dd>" in html
    assert CONNECTION.password not in html
    await office.parts.connections.save(replace(CONNECTION, facts=replace(FACTS, version="", roles=[])))
    html = (await owner.get("/site")).text
    assert "unknown" in html
    assert "no role" in html


@pytest.mark.parametrize(
    ("roles", "least"),
    [
        (set(), "Editor"),
        ({"author", "editor"}, "Editor"),
        ({"author", "designer"}, "Administrator"),
        ({"admin"}, "Administrator"),
    ],
)
def test_the_least_role_that_serves_the_keys_is_proposed(roles: set[str], least: str) -> None:
    """The design needs an administrator of WordPress, content does not."""
    assert propose_role(roles) == least


async def test_a_password_without_its_key_is_told(office: Office) -> None:
    """With what to do."""
    await office.parts.connections.save(CONNECTION)
    (office.parts.settings.data / KEY_FILE).unlink()
    owner = office.visitor()
    await owner.log_in()
    html = (await owner.get("/site")).text
    assert "cannot be decrypted" in html
    assert "connected<" not in html


async def test_a_service_without_the_key_of_its_password_starts_and_can_be_connected_again(tmp_path: Path) -> None:
    """Nothing is sent to the WordPress; each call and the test say what to do."""
    await store(tmp_path / "site", CONNECTION)
    (tmp_path / "site" / KEY_FILE).unlink()
    async with open_office(tmp_path) as office:
        owner, editor = office.visitor(), await make_client(office, "Writes", "editor")
        await owner.log_in()
        page = (await owner.get("/site")).text
        assert "locked<" in page
        assert "Address of the WordPress" in page
        assert "connect again on the screen Site" in (await owner.send("/site", "/site/test", {})).text
        refused = await editor.get("/pages")
        assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
        gate = office.services.gate
        await gate.perform(OWNER, gate.catalog.get_for_owner("connect_wordpress"), {**asdict(FACTS), "password": "new"})
        found = office.parts.connections.current()
        assert found is not None
        assert found.password == "new"


async def test_a_wordpress_that_is_down_takes_no_screen_of_ours_away(tmp_path: Path) -> None:
    """The service starts and says what is wrong; only what is WordPress's own is missing."""
    down = replace(FACTS, root="http://127.0.0.1:1/wp-json/")
    await store(tmp_path / "site", replace(CONNECTION, facts=down))
    async with open_office(tmp_path) as office:
        owner = office.visitor()
        await owner.log_in()
        overview = await owner.get("/")
        assert (overview.status_code, "WordPress cannot be reached" in overview.text) == (200, True)
        assert f'href="{FACTS.home}/"' in overview.text
        for path in ("/activity", "/approvals", "/keys", "/connect", "/broker", "/tools", "/limits", "/site"):
            assert (await owner.get(path)).status_code == 200, path
        assert (await owner.get("/settings")).status_code == 503
        tools = (await owner.get("/tools")).text
        assert "list_pages" in tools
        assert "list_elementor_pages" not in tools


async def test_assistants_are_told_where_visitors_see_the_site(tmp_path: Path) -> None:
    """The WordPress's address; what this site cannot do is in no list, and refused with the reason."""
    await store(tmp_path / "site", CONNECTION)
    async with open_service(tmp_path) as service:
        begun = await service.rpc("initialize", INITIALIZE)
        assert FACTS.home in begun["result"]["instructions"]
        listed = {tool["name"] for tool in (await service.rpc("tools/list"))["result"]["tools"]}
        assert "list_pages" in listed
        assert not {name for name in listed if "elementor" in name}
        refused = (await service.tool("list_elementor_pages"))["structuredContent"]
        assert refused["code"] == "not_supported"
        assert "Elementor is not active in this WordPress." in refused["message"]


async def store(folder: Path, connection: Connection) -> None:
    """Connect a folder that nothing runs on."""
    parts = assemble(Settings(data=folder, log="off"))
    await migrate(parts.database)
    await parts.connections.save(connection)
    await parts.close()
