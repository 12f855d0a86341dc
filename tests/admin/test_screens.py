"""What the screens do, over plain HTTP: every flow, and what happens to input that is wrong."""

from datetime import timedelta

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from sitehand.admin.code import mark_code
from sitehand.admin.guard import ScreenGuard
from sitehand.admin.visit import Visit
from sitehand.doors.wire import problem_answer
from sitehand.errors import Code, Problem
from sitehand.guard.keys import KEY_FORM
from sitehand.hosts.builtin.settings import BuiltinSettings
from sitehand.operation.keys import KeyRecord
from sitehand.site.settings import SiteSettings, SiteSettingsFields
from tests.admin.office import ROOT, Office, Visitor, find_hidden, make_visitor

NEW_KEY = {"label": "Newsletter", "role": "author", "expires": "", "requests_per_minute": ""}
SITE = {"name": "Books", "description": "A shop", "language": "en-GB", "timezone": "Europe/Berlin", "plan": "pro"}
NOBODY = "http://127.0.0.1:1"
"""Where nothing listens."""


async def _keys(office: Office) -> list[KeyRecord]:
    return list(await office.parts.keys.list(include_revoked=True, now=office.clock()))


def _value(answer: httpx2.Response) -> str:
    found = KEY_FORM.search(answer.text)
    assert found, "the page shows no key"
    return found[0]


async def test_a_key_is_made_and_shown_once(office: Office, owner: Visitor) -> None:
    """The answer shows the value, which works; no other page does, and sending the form again makes no second key."""
    html = (await owner.get("/keys")).text
    form = {**NEW_KEY, "csrf": find_hidden(html, "csrf"), "once": find_hidden(html, "once")}
    answer = await owner.http.post(f"{ROOT}/keys", data=form)
    assert answer.headers["cache-control"] == "no-store"
    value = _value(answer)
    found = await office.parts.keys.identify(value, office.clock())
    assert found is not None
    assert (found.label, found.role) == ("Newsletter", "author")
    again = await owner.http.post(f"{ROOT}/keys", data=form)
    assert (again.status_code, again.headers["location"]) == (303, f"{ROOT}/keys?done=again")
    assert len(await _keys(office)) == 1
    listed = (await owner.get("/keys")).text
    assert value not in listed
    assert value[:15] in listed


async def test_a_refused_form_can_be_sent_again(office: Office, owner: Visitor) -> None:
    """Whoever goes back and corrects it gets the key, and is not told that the form was submitted already."""
    html = (await owner.get("/keys")).text
    form = {**NEW_KEY, "csrf": find_hidden(html, "csrf"), "once": find_hidden(html, "once")}
    refused = await owner.http.post(f"{ROOT}/keys", data={**form, "label": "Owner"})
    assert (refused.status_code, "“Owner” means you" in refused.text) == (400, True)
    made = await owner.http.post(f"{ROOT}/keys", data=form)
    assert (made.status_code, "Key created" in made.text) == (200, True)


async def test_a_key_may_have_an_end_and_a_limit(office: Office, owner: Visitor) -> None:
    """The last day is a whole one, in UTC; past it the key shows as expired among the ended ones."""
    day = (office.clock() + timedelta(days=2)).date()
    await owner.send("/keys", "/keys", {**NEW_KEY, "expires": day.isoformat(), "requests_per_minute": "17"})
    (key,) = await _keys(office)
    assert key["expires"] == f"{day + timedelta(days=1)}T00:00:00Z"
    assert key["requests_per_minute"] == 17
    office.clock.ahead = timedelta(days=4)
    await owner.log_in()
    assert "Newsletter" not in (await owner.get("/keys")).text
    assert '<span class="state expired">' in (await owner.get("/keys?show=ended")).text


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("label", "  ", "Enter a label"),
        ("label", "x" * 201, "Enter a label"),
        ("label", "a\x00b", "Enter a label"),
        ("label", " owner", "“Owner” means you."),
        ("role", "owner", "Choose a role"),
        ("expires", "tomorrow", "Enter a date"),
        ("expires", "9999-12-31", "Enter a date"),
        ("expires", "2020-01-31", "This date is in the past"),
        ("requests_per_minute", "0", "Enter a whole number"),
        ("requests_per_minute", "²", "Enter a whole number"),
        ("requests_per_minute", "9" * 5000, "Enter a whole number"),
    ],
)
async def test_a_fault_stands_at_its_field_and_nothing_is_lost(
    office: Office, owner: Visitor, field: str, value: str, fault: str
) -> None:
    """A wrong field is marked, says what is wanted, and the others keep what was typed; no key is made."""
    typed = {"label": "Kept <label>", "role": "designer", "expires": "2999-01-31", "requests_per_minute": "77"}
    answer = await owner.send("/keys", "/keys", {**typed, field: value})
    assert answer.status_code == 400
    assert f'id="{field}-fault">{fault}' in answer.text
    assert answer.text.count('aria-invalid="true"') == 1
    shown = {
        "label": 'value="Kept &lt;label&gt;"',
        "role": '<option value="designer" selected>',
        "expires": 'value="2999-01-31"',
        "requests_per_minute": 'value="77"',
    }
    assert [name for name, html in shown.items() if name != field and html not in answer.text] == []
    assert await _keys(office) == []


@pytest.mark.parametrize(("grace", "seconds"), [("0", 0), ("3600", 3600), ("86400", 86400), ("-5", 0), ("x", 0)])
async def test_a_rotated_key_has_a_grace_period(office: Office, owner: Visitor, grace: str, seconds: int) -> None:
    """The new value works at once, the old one until the chosen moment; an unknown choice means now."""
    old = _value(await owner.send("/keys", "/keys", NEW_KEY))
    answer = await owner.send("/keys/1/rotate", "/keys/1/rotate", {"grace": grace})
    new = _value(answer)
    keys, now = office.parts.keys, office.clock()
    assert await keys.identify(new, now)
    for later, works in ((-5, seconds > 0), (5, False)):
        found = await keys.identify(old, now + timedelta(seconds=seconds + later))
        assert (found is not None) is works
    assert ("Old value expires" in answer.text) is (seconds > 0)


async def test_a_revoked_key_is_gone(office: Office, owner: Visitor) -> None:
    """The key is asked about first, then ended; it stays among the ended keys, where nothing more can be done to it."""
    value = _value(await owner.send("/keys", "/keys", NEW_KEY))
    question = await owner.get("/keys/1/revoke")
    assert "Newsletter" in question.text
    assert await office.parts.keys.identify(value, office.clock())
    answer = await owner.send("/keys/1/revoke", "/keys/1/revoke")
    assert answer.headers["location"] == f"{ROOT}/keys?done=revoked"
    assert await office.parts.keys.identify(value, office.clock()) is None
    assert "Key revoked." in (await owner.get("/keys?done=revoked")).text
    ended = (await owner.get("/keys?show=ended")).text
    assert '<span class="state revoked">' in ended
    assert "/keys/1/rotate" not in ended


@pytest.mark.parametrize("key_id", ["1", "7", "99999999999999999999"])
async def test_keys_that_are_not_there_answer_404(owner: Visitor, key_id: str) -> None:
    """Rotating or revoking a key that is not there is a page with 404, however large the number."""
    for action in ("rotate", "revoke"):
        assert (await owner.get(f"/keys/{key_id}/{action}")).status_code == 404
        assert (await owner.send("/keys", f"/keys/{key_id}/{action}")).status_code == 404


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("/activity/99999", "/activity"),
        ("/keys/7/revoke", "/keys"),
        ("/content/pages/99", "/content"),
        ("/seo/findings/x", "/seo"),
    ],
)
async def test_what_is_not_there_is_not_found(owner: Visitor, path: str, back: str) -> None:
    """The page says so, not that something was left undone, and leads back to the list."""
    answer = await owner.get(path)
    assert (answer.status_code, "<h1>Not found</h1>" in answer.text) == (404, True)
    assert f'<a href="{ROOT}{back}">Back to ' in answer.text


@pytest.mark.parametrize(("path", "status"), [("/nope", 404), ("/logout", 405)])
async def test_the_menu_stays_where_there_is_no_screen(
    owner: Visitor, stranger: httpx2.AsyncClient, path: str, status: int
) -> None:
    """The owner keeps it at an address without a screen; who is not logged in is answered without it."""
    answer = await owner.get(path)
    assert (answer.status_code, f'<a href="{ROOT}/keys">Keys</a>' in answer.text) == (status, True)
    assert ("Not found" if status == 404 else "Not done") in answer.text
    unknown = await stranger.get(ROOT + path)
    assert (unknown.status_code, "Keys" in unknown.text) == (status, False)


async def test_a_screen_answers_the_status_of_rest(office: Office) -> None:
    """Whatever stops the view of a screen, its HTTP status is the one that a call with the same refusal gets."""

    async def view(visit: Visit) -> Response:
        raise Problem(Code(visit.request.path_params["code"]), "No.")

    app = Starlette(routes=[Route("/{code}", ScreenGuard(office.services, ()).wrap(view, open_to_all=True))])
    visitor = make_visitor(app, "", "")
    shown = {code: (await visitor.get(f"/{code}")).status_code for code in Code}
    assert shown == {code: problem_answer(Problem(code, "No.")).status for code in Code}


@pytest.mark.parametrize(
    ("page", "path", "form"),
    [
        ("/broker", "/broker", {"issuer": NOBODY, "way": "credentials", "client_id": "my-site", "secret": "secret"}),
        ("/site", "/site/wordpress", {"address": NOBODY}),
    ],
)
async def test_a_form_comes_back_with_what_stopped_it(
    owner: Visitor, page: str, path: str, form: dict[str, str]
) -> None:
    """A service that cannot be reached is no fault of the form: 503, as over REST, and what was typed stays."""
    answer = await owner.send(page, path, form)
    assert (answer.status_code, f'value="{NOBODY}"' in answer.text) == (503, True)


async def test_limits_are_saved(office: Office, owner: Visitor) -> None:
    """A new plan brings its default; a number typed with it wins; a number alone changes the default."""
    limits = office.parts.limits
    for form, expected in (
        ({"plan": "pro", "default": "60"}, ("pro", 120)),
        ({"plan": "pro", "default": "90"}, ("pro", 90)),
        ({"plan": "free", "default": "45"}, ("free", 45)),
        ({"plan": "pro", "default": "45"}, ("pro", 120)),
    ):
        answer = await owner.send("/limits", "/limits", form)
        assert answer.headers["location"] == f"{ROOT}/limits?done=limits"
        assert (await limits.plan(), await limits.default()) == expected


@pytest.mark.parametrize("number", ["", "0", "-3", "1.5", "100001", "٣", "²"])
async def test_wrong_limits_are_refused(office: Office, owner: Visitor, number: str) -> None:
    """Neither a wrong number nor an unknown plan changes anything; what was typed stays."""
    answer = await owner.send("/limits", "/limits", {"plan": "gold", "default": number})
    assert answer.status_code == 400
    assert "Choose a plan." in answer.text
    assert "Enter a whole number from 1 to 100000." in answer.text
    assert f'name="default" type="text" value="{number}"' in answer.text
    assert (await office.parts.limits.plan(), await office.parts.limits.default()) == ("free", 60)


async def test_use_is_shown_and_reset(office: Office, owner: Visitor) -> None:
    """The screen counts what each key used in this minute, and sets one counter or all back to none."""
    values = [_value(await owner.send("/keys", "/keys", {**NEW_KEY, "label": label})) for label in ("one", "two")]
    for value in (*values, values[0]):
        answer = await owner.http.get("/sitehand/v1/site-info", headers={"X-API-Key": value})
        assert answer.status_code in (200, 403)
    assert [text in (await owner.get("/limits")).text for text in ("2 of 60", "1 of 60")] == [True, True]
    await owner.send("/limits", "/limits/reset", {"key_id": "1"})
    page = (await owner.get("/limits")).text
    assert ("2 of 60" in page, "1 of 60" in page, page.count("0 of 60")) == (False, True, 1)
    answer = await owner.send("/limits", "/limits/reset")
    assert answer.headers["location"] == f"{ROOT}/limits?done=reset"
    assert (await owner.get("/limits")).text.count("0 of 60") == 2
    for wrong in ("x", "²", "9" * 40, "-1"):
        assert (await owner.send("/limits", "/limits/reset", {"key_id": wrong})).status_code == 404


async def test_settings_are_saved(office: Office, owner: Visitor) -> None:
    """Every field of the site is stored, and the plan with them."""
    answer = await owner.send("/settings", "/settings", SITE)
    assert answer.headers["location"] == f"{ROOT}/settings?done=settings"
    stored = {**await office.parts.host.settings.get(), "plan": await office.parts.limits.plan()}
    front = {"show_on_front": "posts", "page_on_front": 0, "page_for_posts": 0}
    assert stored == {**SITE, "locales": [], "logo": 0, **front}
    assert "Settings saved." in (await owner.get("/settings?done=settings")).text


async def test_a_key_that_a_browser_calls_itself_is_hidden(office: Office, owner: Visitor) -> None:
    """As at the other doors: the journal shows who came, and no key."""
    owner.http.headers["User-Agent"] = f"Browser/1.0 sitehand_{'0' * 48}"
    await owner.send("/settings", "/settings", SITE)
    rows = office.parts.database.look_up("SELECT client FROM changes WHERE door = 'admin' ORDER BY id DESC LIMIT 1")
    assert [row["client"] for row in rows] == ["Browser/1.0 sitehand_***"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 201),
        ("name", "A\x00B"),
        ("name", "A\x1b[2JB"),
        ("name", "A\r\nB"),
        ("name", "A\uffffB"),
        ("description", "x" * 501),
        ("description", "A\x00B"),
        ("description", "A\x7fB"),
        ("description", "A\x85B"),
        ("description", "A\u2028B"),
        ("language", "english please"),
        ("timezone", "Mars/Olympus"),
        ("logo", "pic.png"),
        ("logo", "7"),
        ("show_on_front", "blog"),
        ("page_on_front", "7"),
        ("page_for_posts", "none"),
        ("plan", "gold"),
    ],
)
async def test_wrong_settings_are_refused_as_a_whole(office: Office, owner: Visitor, field: str, value: str) -> None:
    """One wrong field and nothing is stored; it is marked, and the others keep what was typed."""
    before = await office.parts.host.settings.get()
    answer = await owner.send("/settings", "/settings", {**SITE, field: value})
    assert answer.status_code == 400
    assert f'aria-describedby="{field}-hint {field}-fault"' in answer.text
    assert answer.text.count('aria-invalid="true"') == 1
    assert field == "description" or 'value="A shop"' in answer.text
    assert field == "name" or 'value="Books"' in answer.text
    assert await office.parts.host.settings.get() == before
    assert await office.parts.limits.plan() == "free"


async def test_a_site_that_does_not_answer_is_no_fault_of_a_field(
    owner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form says so above its fields, marks none of them, and keeps what was typed."""

    async def refuse(store: BuiltinSettings, fields: SiteSettingsFields) -> SiteSettings:
        raise Problem(Code.HOST_UNAVAILABLE, "No answer.", hint="Try again.")

    monkeypatch.setattr(BuiltinSettings, "update", refuse)
    answer = await owner.send("/settings", "/settings", SITE)
    assert (answer.status_code, answer.text.count('aria-invalid="true"')) == (503, 0)
    assert "Nothing was changed. No answer. Try again." in answer.text
    assert f'value="{SITE["name"]}"' in answer.text


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"current": "wrong", "new": "long enough words", "repeated": "long enough words"}, "current"),
        ({"new": "long enough words", "repeated": "other long words"}, "repeated"),
        ({"new": "short", "repeated": "short"}, "new"),
    ],
)
async def test_a_wrong_password_change_is_refused(
    office: Office, owner: Visitor, form: dict[str, str], fault: str
) -> None:
    """The fault stands at its field, the old password still works, and no password is sent back."""
    answer = await owner.send("/settings", "/settings/password", {"current": "a plain short sentence", **form})
    assert answer.status_code == 400
    assert f'id="{fault}" name="{fault}" type="password" value="" aria-invalid="true"' in answer.text
    assert (await office.visitor().log_in()).status_code == 303


async def test_code_in_descriptions_is_shown_as_code(owner: Visitor) -> None:
    """On the screen Tools no backtick is left of the Markdown that descriptions are written in, and HTML stays text."""
    shown = (await owner.get("/tools")).text
    assert "`" not in shown and "<code>" in shown
    assert mark_code("Takes `<b>` & `x`.") == "Takes <code>&lt;b&gt;</code> &amp; <code>x</code>."


async def test_labels_are_text_everywhere(office: Office, owner: Visitor) -> None:
    """Markup in a label, a site's name or an address never becomes markup of a screen."""
    hostile = '"><script>alert(1)</script>'
    await owner.send("/keys", "/keys", {**NEW_KEY, "label": hostile})
    await owner.send("/settings", "/settings", {**SITE, "name": hostile, "description": hostile})
    for path in (
        "/",
        "/keys",
        "/keys?show=ended",
        "/keys/1/revoke",
        "/keys/1/rotate",
        "/limits",
        "/settings",
        "/activity",
    ):
        text = (await owner.get(path)).text
        assert "&lt;script&gt;alert(1)" in text, path
        assert "<script>alert" not in text, path
    strange = await office.visitor().get("/login?next=%22%3E%3Cscript%3E&done=%3Cscript%3E")
    assert "<script>" not in strange.text
