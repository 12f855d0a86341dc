"""Nobody gets past the login, and nobody else's form is obeyed: walked over every route there is."""

import re
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from starlette.routing import Mount, Route

from sitehand.admin.screens import SCREENS, build_admin, build_routes
from sitehand.admin.session import COOKIE, DEVICE, IDLE_SECONDS, LIFETIME_SECONDS
from sitehand.guard.limits import DEVICE_LOGINS_PER_MINUTE, LOGINS_PER_MINUTE
from sitehand.guard.switches import Choice
from sitehand.operation.catalog import collect
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from tests.admin.office import PASSWORD, ROOT, Office, find_hidden, make_visitor, open_office

WALK = sorted(
    {("POST", "/logout"), *((each.method, each.path) for screen in SCREENS for each in screen.views)},
)


def _assert_secure(answer: httpx2.Response) -> None:
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert "unsafe" not in answer.headers["content-security-policy"]


def _fill(path: str) -> str:
    return re.sub(r"{\w+:int}", "1", path)


def test_every_form_names_its_operation() -> None:
    """Of those that there are; of pages, those that show what an operation would do name it too."""
    names = {each.name for each in collect((*OPERATION_MODULES, *OWNER_MODULES))}
    views = [each for screen in SCREENS for each in screen.views]
    assert {each.operation for each in views if each.method == "POST"} <= names
    shown = {each.operation for each in views if each.method == "GET"}
    previews = {"approve_change", "fix_finding", "undo_change"}
    assert shown == {"", "connect_wordpress", "diff_revisions", "get_elementor_template", *previews}


def test_the_walk_covers_every_route(office: Office) -> None:
    """The routes that the walks below take are all that the application has, but for the login and the files."""
    routes = build_routes(office.services)
    found = {
        (method, route.path) for route in routes if isinstance(route, Route) for method in (route.methods or set())
    }
    assert {(method, path) for method, path in found if method != "HEAD" and path != "/login"} == set(WALK)
    assert [route.path for route in routes if isinstance(route, Mount)] == ["/static"]


async def test_no_screen_opens_without_a_session(office: Office) -> None:
    """Every route sends a stranger to the login, also one with a token of the login form; nothing is changed."""
    visitor = office.visitor()
    token = find_hidden((await visitor.get("/login")).text, "csrf")
    for method, path in WALK:
        form = {"csrf": token} if method == "POST" else None
        answer = await visitor.http.request(method, ROOT + _fill(path), data=form)
        assert answer.status_code == 303, path
        assert answer.headers["location"].startswith(f"{ROOT}/login?next=/"), path


@pytest.mark.parametrize("token", [None, "", "false", "é"])
async def test_no_form_is_obeyed_without_its_token(office: Office, token: str | None) -> None:
    """Every form without the session's token answers 403, says what to do, and changes nothing."""
    visitor = office.visitor()
    await visitor.log_in()
    form = {"password": PASSWORD, "label": "forged", "role": "admin", "plan": "pro", "default": "7", "name": "forged"}
    data = form if token is None else {**form, "csrf": token}
    for path in (path for method, path in WALK if method == "POST"):
        answer = await visitor.http.post(ROOT + _fill(path), data=data)
        assert answer.status_code == 403, path
        assert "submit the form again" in answer.text, path
        assert "Nothing was changed" in answer.text, path
    answer = await office.visitor().http.post(f"{ROOT}/login", data=data)
    assert answer.status_code == 403
    assert "your browser blocks cookies" in answer.text
    assert "reload the login page" in answer.text
    assert "Nothing was changed" not in answer.text
    assert (await visitor.get("/keys")).status_code == 200
    assert await office.parts.keys.list(include_revoked=True, now=office.clock()) == []
    assert await office.parts.limits.plan() == "free"
    assert (await office.parts.host.settings.get())["name"] != "forged"
    assert office.parts.choices.rules() == []
    assert office.parts.choices.choice() == Choice()


async def test_another_sessions_token_is_refused(office: Office) -> None:
    """The token of one session is worth nothing in another."""
    first, second = office.visitor(), office.visitor()
    await first.log_in()
    await second.log_in()
    token = find_hidden((await first.get("/keys")).text, "csrf")
    answer = await second.http.post(f"{ROOT}/limits/reset", data={"csrf": token})
    assert answer.status_code == 403


async def test_a_login_leads_on_and_its_session_is_a_new_one(office: Office) -> None:
    """The right password leads to the screen that was asked for; what was known before the login is worth nothing."""
    visitor = office.visitor()
    asked = await visitor.get("/limits")
    form = await visitor.http.get(asked.headers["location"])
    before = visitor.http.cookies.get(COOKIE)
    token = find_hidden(form.text, "csrf")
    answer = await visitor.http.post(
        f"{ROOT}/login", data={"csrf": token, "password": PASSWORD, "next": find_hidden(form.text, "next")}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"{ROOT}/limits")
    assert visitor.http.cookies.get(COOKIE) != before
    assert find_hidden((await visitor.get("/limits")).text, "csrf") != token
    stranger = office.visitor()
    stranger.http.cookies.set(COOKIE, str(before))
    assert (await stranger.get("/limits")).status_code == 303


async def test_the_cookie_is_kept_from_scripts_and_other_sites(office: Office) -> None:
    """HttpOnly, SameSite=Lax, only below the screens; the session's and the device's alike."""
    session, device = (await office.visitor().log_in()).headers.get_list("set-cookie")
    assert (session.partition("=")[0], device.partition("=")[0]) == (COOKIE, DEVICE)
    for cookie in (session, device):
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert f"Path={ROOT};" in cookie


@pytest.mark.parametrize(("address", "secure"), [("https://example.org", True), ("http://127.0.0.1:8000", False)])
async def test_the_sites_address_makes_the_cookies_secure(tmp_path: Path, address: str, secure: bool) -> None:
    """However the request came: the proxy in front speaks http with the service, and headers can be forged."""
    async with open_office(tmp_path, url=address) as office:
        for scheme in ("http", "https"):
            form = await office.visitor(url=f"{scheme}://127.0.0.1:8000").get("/login")
            assert ("Secure" in form.headers["set-cookie"]) is secure
        login = await office.visitor(url="https://127.0.0.1:8000").log_in()
        assert ["Secure" in cookie for cookie in login.headers.get_list("set-cookie")] == [secure, secure]


async def test_a_session_ends_when_idle_and_at_the_end_of_its_life(office: Office) -> None:
    """Use keeps a session alive, idleness ends it, and so does its age, however much it is used."""
    visitor = office.visitor()
    await visitor.log_in()
    office.clock.ahead = timedelta(seconds=IDLE_SECONDS - 5)
    assert (await visitor.get("/keys")).status_code == 200
    office.clock.ahead *= 2
    assert (await visitor.get("/keys")).status_code == 200
    office.clock.ahead += timedelta(seconds=IDLE_SECONDS + 5)
    assert (await visitor.get("/keys")).status_code == 303
    await visitor.log_in()
    for _ in range(LIFETIME_SECONDS // 3600 - 1):
        office.clock.ahead += timedelta(hours=1)
        assert (await visitor.get("/keys")).status_code == 200
    office.clock.ahead += timedelta(hours=1)
    assert (await visitor.get("/keys")).status_code == 303


async def test_a_new_password_ends_every_other_session(office: Office) -> None:
    """Whoever changes the password stays; every other session is over, and the old password no longer works."""
    here, elsewhere = office.visitor(), office.visitor()
    await here.log_in()
    await elsewhere.log_in()
    form = {"current": PASSWORD, "new": "another plain sentence", "repeated": "another plain sentence"}
    answer = await here.send("/settings", "/settings/password", form)
    assert answer.headers["location"] == f"{ROOT}/settings?done=password"
    assert (await here.get("/keys")).status_code == 200
    assert (await elsewhere.get("/keys")).status_code == 303
    assert (await elsewhere.log_in()).status_code == 401
    assert (await elsewhere.log_in("another plain sentence")).status_code == 303


async def test_logging_out_takes_the_session_away(office: Office) -> None:
    """After the log-out the screens ask for the password again."""
    visitor = office.visitor()
    await visitor.log_in()
    answer = await visitor.send("/keys", "/logout")
    assert answer.headers["location"] == f"{ROOT}/login"
    assert (await visitor.get("/keys")).status_code == 303


async def test_a_copy_of_the_cookie_ends_with_the_session(office: Office) -> None:
    """Who has copied the cookie before the log-out gets no further with it than the owner's browser."""
    visitor, thief = office.visitor(), office.visitor()
    await visitor.log_in()
    thief.http.cookies = visitor.http.cookies.__class__(visitor.http.cookies)
    assert (await thief.get("/keys")).status_code == 200
    await visitor.send("/keys", "/logout")
    assert (await thief.get("/keys")).status_code == 303


async def test_attempts_are_limited(office: Office) -> None:
    """After ten attempts in a minute even the right password waits, and the answer says how long."""
    visitor = office.visitor()
    answers = [(await visitor.log_in("wrong")).status_code for _ in range(LOGINS_PER_MINUTE)]
    assert answers == [401] * LOGINS_PER_MINUTE
    answer = await visitor.log_in()
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert "Too many attempts" in answer.text


async def test_right_passwords_take_no_place(office: Office) -> None:
    """However many log in from one address, and however many did before somebody mistypes."""
    for _ in range(LOGINS_PER_MINUTE + 2):
        assert (await office.visitor().log_in()).status_code == 303
    stranger = office.visitor()
    for _ in range(LOGINS_PER_MINUTE):
        assert (await stranger.log_in("wrong")).status_code == 401
    assert (await stranger.log_in()).status_code == 429


async def test_a_device_that_has_logged_in_is_not_locked_out(office: Office) -> None:
    """By what others get wrong from the same address; by its own failures it is, sooner than a stranger."""
    owner, stranger = office.visitor(), office.visitor()
    await owner.log_in()
    await owner.send("/keys", "/logout")
    codes = [(await stranger.log_in("wrong")).status_code for _ in range(LOGINS_PER_MINUTE + 1)]
    assert codes[-1] == 429
    assert (await owner.log_in()).status_code == 303
    await owner.send("/keys", "/logout")
    codes = [(await owner.log_in("wrong")).status_code for _ in range(DEVICE_LOGINS_PER_MINUTE)]
    assert codes == [401] * DEVICE_LOGINS_PER_MINUTE
    assert (await owner.log_in()).status_code == 429


async def test_a_new_password_makes_every_device_a_stranger(office: Office) -> None:
    """A copied cookie of a device helps nobody any more."""
    owner, stranger = office.visitor(), office.visitor()
    await owner.log_in()
    await owner.send("/keys", "/logout")
    await office.parts.owner.set_password("another plain sentence")
    for _ in range(LOGINS_PER_MINUTE + 1):
        await stranger.log_in("wrong")
    assert (await owner.log_in("another plain sentence")).status_code == 429


async def test_the_present_password_is_limited_too(office: Office) -> None:
    """Somebody at a session that was left open cannot try passwords without end."""
    visitor = office.visitor()
    await visitor.log_in()
    form = {"current": "wrong", "new": "another plain sentence", "repeated": "another plain sentence"}
    codes = [(await visitor.send("/settings", "/settings/password", form)).status_code for _ in range(6)]
    assert codes == [400] * DEVICE_LOGINS_PER_MINUTE + [429]


async def test_every_answer_has_secure_headers(office: Office) -> None:
    """Screens, redirects and errors alike: no framing, no inline script, nothing kept."""
    visitor = office.visitor()
    await visitor.log_in()
    for path in ("", "/", "/keys", "/login", "/logout", "/nothing", "/keys/1/revoke", "/static/none.css"):
        _assert_secure(await visitor.get(path))
        _assert_secure(await office.visitor().get(path))


async def test_files_may_be_kept(office: Office) -> None:
    """The style and the script come without a session, with secure headers, and a browser may keep them."""
    page = (await office.visitor().get("/login")).text
    for name in ("admin.css", "copy.js"):
        assert f'"{ROOT}/static/{name}?' in page
        answer = await office.visitor().get(f"/static/{name}")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=86400"
        assert answer.headers["x-content-type-options"] == "nosniff"


BODIES = (b"\xff\xfe", b"a=%00&b=%ff", b"{}", b"csrf=" * 2000)


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "text/plain"],
)
async def test_damaged_forms_are_refused(office: Office, kind: str) -> None:
    """Whatever a body is, the answer is a page with 400 or 403."""
    for body in BODIES:
        answer = await office.visitor().http.post(f"{ROOT}/login", content=body, headers={"Content-Type": kind})
        assert answer.status_code in (400, 403), body
        assert answer.headers["content-type"].startswith("text/html"), body


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/%2f..//evil.example",
        "/..//evil.example",
        "javascript:x",
    ],
)
@pytest.mark.parametrize("root", ["", ROOT])
async def test_the_login_leads_nowhere_else(office: Office, wanted: str, root: str) -> None:
    """Whatever `next` says, the redirect stays on this site, also where the screens are the whole site."""
    visitor = make_visitor(build_admin(office.services), root, root)
    answer = await visitor.log_in(next=wanted)
    assert answer.status_code == 303
    target = httpx2.URL("http://127.0.0.1:8000").join(answer.headers["location"])
    assert target.host == "127.0.0.1"
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith(("//", "/\\"))


async def test_the_screens_work_wherever_the_service_is_mounted(office: Office) -> None:
    """Below an outer site every link, form and cookie stays below it."""
    visitor = office.visitor("/outer")
    assert (await visitor.log_in()).headers["location"] == f"/outer{ROOT}/"
    assert {str(cookie.path) for cookie in visitor.http.cookies.jar} == {f"/outer{ROOT}"}
    for screen in SCREENS:
        page = await visitor.get(screen.path)
        assert page.status_code == 200
        targets = re.findall(r'(?:href|action|src)="(/[^"]*)"', page.text)
        assert targets
        assert [target for target in targets if not target.startswith(f"/outer{ROOT}/")] == []
