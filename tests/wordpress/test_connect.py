"""Connect a WordPress, serve it and work on it, as its owner does: with the commands, over HTTP."""

import asyncio
import html
import os
import re
import signal
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.app import assemble
from sitehand.hosts.wordpress import authorizing
from sitehand.settings import Settings
from sitehand.store.claims import list_claims
from sitehand.store.folder import has_site
from tests.databases import migrate
from tests.processes import Served, make_key, run_process, run_sitehand, serve_process
from tests.wordpress.connecting import run_php
from tests.wordpress.proxy import Proxy
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress

PASSWORD = "a sentence for the screens"


@pytest.fixture
def data(wordpress: WordPress, tmp_path: Path) -> Path:
    """A data folder that was connected on the command line."""
    folder = tmp_path / "data"
    done = connect(wordpress, folder)
    assert done.returncode == 0, done.stderr
    assert f"WordPress {wordpress.version}" in done.stderr
    assert "admin (administrator)" in done.stderr
    assert wordpress.password not in done.stdout + done.stderr
    assert not has_site(folder / "sitehand.db"), "its data folder has the ledger alone"
    return folder


def connect(site: WordPress, folder: Path, password: str = "", *options: str) -> Any:
    """`sitehand connect wordpress`, with the password on standard input."""
    arguments = ("--user", site.user, "--data", str(folder), *options)
    return run_sitehand("connect", "wordpress", site.url, *arguments, stdin=password or site.password)


@pytest.fixture
def served(data: Path) -> Iterator[tuple[Served, str]]:
    """The service over it, and an admin's key."""
    key = make_key(data)
    with serve_process(data) as served:
        yield served, key


def call_tool(served: Served, key: str, name: str, arguments: dict[str, Any]) -> Any:
    """The text of a tool's answer."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    status, answer = served.call("POST", "/mcp", key, message)
    assert (status, answer["result"].get("isError", False)) == (200, False), answer
    return answer["result"]["content"][0]["text"]


def test_the_whole_way(wordpress: WordPress, data: Path, served: tuple[Served, str]) -> None:
    """A REST write, a tool call, an undo, what the screens and the briefing say; SIGTERM ends it."""
    service, key = served
    assert any(f"{wordpress.url}/ (WordPress)" in line for line in service.lines())
    status, info = service.call("GET", "/site-info", key)
    assert (info["url"], info["host"]["name"], info["host"]["version"]) == (
        wordpress.url,
        "wordpress",
        wordpress.version,
    )
    status, made = service.call("POST", "/pages", key, {"title": "Written", "content": "<p>one</p>"})
    assert status == 201, made
    stored = f"SELECT post_title FROM wp_posts WHERE ID = {made['id']}"
    assert wordpress.run_sql(stored) == "Written\n"
    call_tool(service, key, "update_page", {"id": made["id"], "title": "Renamed"})
    assert wordpress.run_sql(stored) == "Renamed\n"
    _, entries = service.call("GET", "/changes?per_page=1", key)
    status, undone = service.call("POST", "/changes/undo", key, {"id": entries[0]["id"]})
    assert (status, undone["undone"]) == (200, [entries[0]["id"]]), undone
    assert wordpress.run_sql(stored) == "Written\n"
    assert wordpress.version in call_tool(service, key, "onboard", {})
    assert f"{wordpress.url}" in show_screen(service, data)
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(30) == 0
    assert list((data / "holders").iterdir()) == []


def show_screen(served: Served, data: Path) -> str:
    """The screen Site, as the owner sees it."""
    done = run_sitehand("admin", "set-password", "--data", data, stdin=PASSWORD)
    assert done.returncode == 0, done.stderr
    root = f"{served.url}/sitehand/admin"
    with httpx2.Client(trust_env=False, follow_redirects=True) as browser:
        page = browser.get(f"{root}/login").text
        token = page.partition('name="csrf" value="')[2].partition('"')[0]
        browser.post(f"{root}/login", data={"password": PASSWORD, "csrf": token})
        return browser.get(f"{root}/site").text


def test_a_running_service_goes_on_with_another_connection(wordpress: WordPress, tmp_path: Path) -> None:
    """As after the screen; it is not disconnected while it runs."""
    data = tmp_path / "new"
    key = make_key(data)
    with serve_process(data) as served:
        done = connect(wordpress, data)
        assert done.returncode == 0, done.stderr
        deadline = time.monotonic() + 30
        while httpx2.get(served.url, trust_env=False).status_code == httpx2.codes.OK:  # the built-in site's own page
            assert time.monotonic() < deadline, "It looks once a second."
        assert served.call("GET", "/site-info", key)[1]["url"].rstrip("/") == wordpress.url
        done = run_sitehand("disconnect", "--data", data)
        assert (done.returncode, "Something runs on" in done.stderr) == (1, True)


def test_doctor_says_whether_all_is_well(data: Path, wordpress: WordPress) -> None:
    """Of the site as it is now: a password that was revoked meanwhile is found."""
    make_key(data)
    done = run_sitehand("doctor", "--data", data)
    assert done.returncode == 0, done.stderr
    assert f"WordPress version: {wordpress.version}" in done.stderr
    made = connect(replace(wordpress, password=issue_password(wordpress)), data)
    assert made.returncode == 0, made.stderr
    revoke_passwords(wordpress, "Revoked soon")
    done = run_sitehand("doctor", "--data", data)
    assert done.returncode == 1
    assert "WordPress user: WordPress did not see a valid password." in done.stderr
    assert "Authorization header" in done.stderr


def test_what_is_wrong_is_told_and_nothing_is_kept(wordpress: WordPress, tmp_path: Path) -> None:
    """A wrong password; then the folder is not even made."""
    done = connect(wordpress, tmp_path / "new", "wrong")
    assert (done.returncode, "did not see a valid password" in done.stderr) == (1, True)
    assert not (tmp_path / "new").exists()


def test_a_site_of_ones_own_is_not_hidden_by_accident(wordpress: WordPress, tmp_path: Path) -> None:
    """It is served again when the WordPress is disconnected."""
    data = tmp_path / "own"
    key = make_key(data)
    with serve_process(data) as served:
        assert served.call("POST", "/pages", key, {"title": "Own"})[0] == 201
    refused = connect(wordpress, data)
    assert (refused.returncode, "has a site of its own" in refused.stderr) == (1, True)
    assert connect(wordpress, data, "", "--replace").returncode == 0
    assert run_sitehand("disconnect", "--data", data).returncode == 0
    with serve_process(data) as served:
        assert [page["title"]["rendered"] for page in served.call("GET", "/pages", key)[1]] == ["Own"]


async def test_the_browser_gives_the_password_back(
    wordpress: WordPress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On WordPress's own screen, for a user who is no administrator; the service then works as that user."""
    if wordpress.release != NEWEST:
        pytest.skip("since 7.1 WordPress gives a password back to an address of this machine")
    run_php(wordpress, "username_exists('anna') || wp_create_user('anna', 'her own password');")
    run_php(wordpress, "get_user_by('login', 'anna')->set_role('editor');")
    opened: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(authorizing, "MINUTES", 1)
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(webbrowser, "open", lambda address: loop.call_soon_threadsafe(opened.put_nowait, address))
    data = tmp_path / "data"
    command = asyncio.to_thread(run_sitehand, "connect", "wordpress", wordpress.url, "--data", data)
    connecting = asyncio.create_task(command)
    assert "can close this window" in await allow(wordpress, await opened.get())
    done = await connecting
    assert (done.returncode, "as anna (editor)" in done.stderr) == (0, True), done.stderr


async def allow(site: WordPress, address: str) -> str:
    """What the browser shows after the person signed in and pressed the button."""
    async with httpx2.AsyncClient(trust_env=False, follow_redirects=True, timeout=30) as browser:
        await browser.get(f"{site.url}/wp-login.php")
        await browser.post(f"{site.url}/wp-login.php", data={"log": "anna", "pwd": "her own password"})
        page = (await browser.get(address)).text
        hidden = dict(re.findall(r'<input type="hidden"[^>]* name="(\w+)" value="([^"]*)"', page))
        form = {name: html.unescape(value) for name, value in hidden.items()}
        form |= {"app_name": "Sitehand", "approve": "Yes"}
        return (await browser.post(address.partition("?")[0], data=form)).text


async def test_a_kill_between_two_requests_is_told_at_the_next_start(
    data: Path, proxy: Proxy, wordpress: WordPress
) -> None:
    """By doctor and in the log; what came of it is told when it can be seen."""
    await lead_through(proxy, data)
    key = await asyncio.to_thread(make_key, data)
    fault = proxy.fail("cut_before", "POST", number=2)
    fault.kind = "hold"
    # The second page refers to the first, so that it cannot go in the same request.
    bodies = ({"title": "Killed 1"}, {"title": "Killed 2", "parent": {"$ref": "#0.id"}})
    parts = [{"method": "POST", "path": "/pages", "body": body} for body in bodies]
    with ExitStack() as stack:
        served = await asyncio.to_thread(stack.enter_context, serve_process(data))
        batch = {"mode": "atomic", "requests": parts}
        call = asyncio.create_task(asyncio.to_thread(served.call, "POST", "/batch", key, batch))
        await fault.reached.wait()
        os.kill(served.process.pid, signal.SIGKILL)
        with pytest.raises(OSError):
            await call
    fault.go_on.set()
    done = await asyncio.to_thread(run_process, "doctor", "--data", data)
    assert (done.returncode, "A call was cut off" in done.stderr) == (1, True), done.stderr
    assert await list_states(data) == ["sending"]
    with ExitStack() as stack:
        served = await asyncio.to_thread(stack.enter_context, serve_process(data))
        assert (await asyncio.to_thread(served.call, "GET", "/site-info", key))[0] == 200
        assert any("1 calls to WordPress were cut off" in line for line in served.lines())


async def lead_through(proxy: Proxy, data: Path) -> None:
    """Let the service reach its WordPress through the proxy."""
    parts = assemble(Settings(data=data, log="off"))
    await migrate(parts.database)
    found = parts.connections.current()
    assert found is not None
    await parts.connections.save(replace(found, facts=replace(found.facts, root=f"{proxy.url}/?rest_route=/")))
    await parts.close()


async def list_states(data: Path) -> list[str]:
    """The states of all claims."""
    parts = assemble(Settings(data=data, log="off"))
    try:
        claims = await parts.database.read(lambda connection: list_claims(connection, "sending", "unknown"))
        return [claim.state for claim in claims]
    finally:
        await parts.close()


def issue_password(site: WordPress) -> str:
    """Another application password of the same user."""
    code = "list($made) = WP_Application_Passwords::create_new_application_password(1, ['name' => 'Revoked soon']);"
    return run_php(site, f"{code} echo $made;")


def revoke_passwords(site: WordPress, name: str) -> None:
    """End those of that name."""
    each = "WP_Application_Passwords::get_user_application_passwords(1)"
    end = "WP_Application_Passwords::delete_application_password(1, $one['uuid'])"
    run_php(site, f"foreach ({each} as $one) if ($one['name'] === '{name}') {end};")
