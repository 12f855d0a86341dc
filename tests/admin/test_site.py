"""The screen Site: which site is served, as which user, with which rights."""

from dataclasses import replace

from sitehand.site.connection import RIGHTS, Connection, Facts
from sitehand.store.broker import KEY_FILE
from tests.admin.office import Office

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


async def test_the_built_in_site_is_named(office: Office) -> None:
    """With the way to a WordPress."""
    owner = office.visitor()
    await owner.log_in()
    html = (await owner.get("/site")).text
    assert "Built-in site" in html
    assert "sitehand connect wordpress" in html


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
        CONNECTION.since,
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


async def test_a_password_without_its_key_is_told(office: Office) -> None:
    """With what to do."""
    await office.parts.connections.save(CONNECTION)
    (office.parts.settings.data / KEY_FILE).unlink()
    owner = office.visitor()
    await owner.log_in()
    html = (await owner.get("/site")).text
    assert "cannot be decrypted" in html
    assert "connected<" not in html
