"""What stands in the way of connecting a WordPress by the screen is told, and nothing is stored."""

import html
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from sitehand.site.content import PageFields
from tests.admin.office import ROOT, Office, Visitor, find_hidden, open_office
from tests.admin.shots import make_client
from tests.wordpress.connecting import run_php
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress
from tests.wordpress.test_connect import issue_password
from tests.wordpress.test_https import LOCAL, PRODUCTION

MINUTE = timedelta(minutes=1)
BACK = "/site/wordpress/allowed"
STRIPPED = "<?php unset($_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'], $_SERVER['HTTP_AUTHORIZATION']);"
BLOCKED = "<?php if (isset($_GET['rest_route'])) exit('<html><body>Please sign in.</body></html>');"


@pytest.fixture(autouse=True)
def newest(wordpress: WordPress) -> None:
    """A release that gives a password back to an http address of this machine."""
    if wordpress.release != NEWEST:
        pytest.skip("since 7.1 WordPress gives a password back to an address of this machine")


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """A running service with an empty site."""
    async with open_office(tmp_path, check_visible="false") as office:
        yield office


@pytest.fixture
async def desk(office: Office) -> Visitor:
    """The owner, logged in."""
    visitor = office.visitor()
    await visitor.log_in()
    return visitor


@contextmanager
def plugin(site: WordPress, code: str) -> Iterator[None]:
    """A must-use plugin while the block runs."""
    file = site.root / "wp-content" / "mu-plugins" / "in-the-way.php"
    file.parent.mkdir(exist_ok=True)
    file.write_text(code)
    try:
        yield
    finally:
        file.unlink()


async def look(visitor: Visitor, site: WordPress) -> str:
    """The page that says what was found."""
    return (await visitor.send("/site", "/site/wordpress", {"address": site.url})).text


def read_state(page: str) -> str:
    """The state in the address that WordPress is given."""
    link = re.search(r'href="([^"]+)">Allow in WordPress', page)
    assert link
    back = parse_qs(urlsplit(html.unescape(link[1])).query)["success_url"][0]
    assert urlsplit(back).path == ROOT + BACK
    return parse_qs(urlsplit(back).query)["state"][0]


def list_passwords(site: WordPress) -> str:
    """The ids of the application passwords of the first user."""
    each = "WP_Application_Passwords::get_user_application_passwords(1)"
    return run_php(site, f"foreach ({each} as $one) echo $one['uuid'], ' ';")


async def enter(visitor: Visitor, page: str, user: str, password: str) -> str:
    """The page after the form with a copied password."""
    form = {name: find_hidden(page, name) for name in ("csrf", "state")} | {"user": user, "password": password}
    return (await visitor.http.post(f"{ROOT}/site/wordpress/password", data=form)).text


async def test_only_the_session_that_asked_is_answered_and_once(
    office: Office, desk: Visitor, wordpress: WordPress
) -> None:
    """Not another state, not another browser of the owner's, nobody who is not logged in, and nothing a second time."""
    state = read_state(await look(desk, wordpress))
    given = {"user_login": wordpress.user, "password": issue_password(wordpress)}
    other, stranger = office.visitor(), office.visitor()
    await other.log_in()
    for visitor, told in ((desk, state[:-3] + "abc"), (desk, ""), (other, state)):
        refused = await visitor.get(f"{BACK}?{urlencode({'state': told, **given})}")
        assert (refused.status_code, given["password"] in refused.text) == (403, False)
    answer = await stranger.get(f"{BACK}?{urlencode({'state': state, **given})}")
    assert answer.headers["location"] == f"{ROOT}/login?next={BACK}", "without what the address had"
    assert office.parts.connections.current() is None
    answer = await desk.get(f"{BACK}?{urlencode({'state': state, **given})}")
    assert answer.headers["location"] == f"{ROOT}/site?done=connected"
    for same in (state, state + "="):  # which has the same signature
        again = await desk.get(f"{BACK}?{urlencode({'state': same, **given})}")
        assert again.status_code == 403


async def test_a_refused_connection_leaves_the_passwords_as_they_were(
    office: Office, desk: Visitor, wordpress: WordPress
) -> None:
    """The one that WordPress gave still works, and nobody has another: the folder got a site of its own meanwhile."""
    state = read_state(await look(desk, wordpress))
    given = {"user_login": wordpress.user, "password": issue_password(wordpress)}
    before = list_passwords(wordpress)
    await office.parts.host.pages.create(PageFields(title="Ours"), "key:1")
    answer = await desk.get(f"{BACK}?{urlencode({'state': state, **given})}")
    assert answer.headers["location"].startswith(f"{ROOT}/site?fault=")
    assert office.parts.connections.current() is None
    assert list_passwords(wordpress) == before


async def test_who_takes_too_long_or_declines_begins_again(office: Office, desk: Visitor, wordpress: WordPress) -> None:
    """And is told so."""
    state = read_state(await look(desk, wordpress))
    answer = await desk.get(f"{BACK}?{urlencode({'state': state, 'success': 'false'})}")
    assert answer.headers["location"] == f"{ROOT}/site?done=declined"
    state = read_state(await look(desk, wordpress))
    office.clock.ahead += 16 * MINUTE
    answer = await desk.get(f"{BACK}?{urlencode({'state': state, 'user_login': 'admin', 'password': 'x'})}")
    assert (answer.status_code, "15 minutes" in answer.text) == (403, True)


async def test_a_header_that_is_stripped_is_told(office: Office, desk: Visitor, wordpress: WordPress) -> None:
    """With the line for the web server, after the redirect too; then a password that was copied connects."""
    page = await look(desk, wordpress)
    password = issue_password(wordpress)
    with plugin(wordpress, STRIPPED):
        assert "CGIPassAuth On" in await enter(desk, page, wordpress.user, password)
        given = {"state": read_state(page), "user_login": wordpress.user, "password": password}
        answer = await desk.get(f"{BACK}?{urlencode(given)}")
        assert password not in answer.headers["location"]
        assert "CGIPassAuth On" in (await desk.http.get(answer.headers["location"])).text
    assert office.parts.connections.current() is None
    assert "Fill in this field." in await enter(desk, page, wordpress.user, " ")
    await enter(desk, page, wordpress.user, password)
    found = office.parts.connections.current()
    assert found is not None
    assert found.password == password


async def test_a_rest_api_that_is_blocked_is_told(desk: Visitor, wordpress: WordPress) -> None:
    """Beside the address, which is kept in the form."""
    with plugin(wordpress, BLOCKED):
        page = await look(desk, wordpress)
    assert "No REST API of WordPress was found" in page
    assert f'value="{wordpress.url}"' in page


async def test_a_site_without_https_is_told(desk: Visitor, wordpress: WordPress) -> None:
    """WordPress offers no application passwords there, but on a machine that says it is local."""
    config = wordpress.root / "wp-config.php"
    plain = config.read_text()
    config.write_text(plain.replace(LOCAL, PRODUCTION))
    try:
        page = await look(desk, wordpress)
    finally:
        config.write_text(plain)
    assert "WordPress offers no application passwords." in page
    assert "Serve the site over https" in page
    assert "Application password</label>" not in page


async def test_where_wordpress_gives_nothing_back_the_password_is_copied(tmp_path: Path, wordpress: WordPress) -> None:
    """To an http address of another machine, and to one at which the browser is not logged in."""
    for url, seen in (("http://sites.example", "http://sites.example"), ("http://127.0.0.1:8000", "http://localhost")):
        async with open_office(tmp_path / urlsplit(seen).netloc, url=url) as office:
            owner = office.visitor(url=seen)
            await owner.log_in()
            page = await look(owner, wordpress)
            assert "Copy it and enter it below." in page
            assert "success_url" not in page


async def test_a_site_that_has_moved_wants_a_tick(office: Office, desk: Visitor, wordpress: WordPress) -> None:
    """The journal is about the objects of the former address."""
    page, password = await look(desk, wordpress), issue_password(wordpress)
    await enter(desk, page, wordpress.user, password)
    found = office.parts.connections.current()
    assert found is not None
    former = replace(found, facts=replace(found.facts, home="https://former.example"))
    await office.parts.connections.save(former)
    page = await look(desk, wordpress)
    assert "Sitehand is connected to https://former.example." in page
    assert "Application password</label>" not in page
    form = {"address": wordpress.url, "moved": "yes"}
    page = (await desk.send("/site", "/site/wordpress", form)).text
    await enter(desk, page, wordpress.user, password)
    moved = office.parts.connections.current()
    assert moved is not None
    assert moved.facts.home == wordpress.url


async def test_a_site_with_content_is_not_hidden(office: Office, desk: Visitor) -> None:
    """The screen offers no way, and says what to do."""
    editor = await make_client(office, "Writes", "editor")
    assert (await editor.post("/pages", json={"title": "Own"})).status_code == 201
    page = (await desk.get("/site")).text
    assert "This site has 1 item of its own." in page
    assert "Address of the WordPress" not in page
