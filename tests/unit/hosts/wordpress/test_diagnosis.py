"""What stands between the service and a WordPress is named, with a way to mend it."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.connecting import refuse_plain, try_connection
from sitehand.hosts.wordpress.diagnosis import AUTHENTICATION, diagnose
from sitehand.site.connection import Check, Facts, Found
from tests.unit.broker.loopback import Answer, Asked, Broker, open_broker, plain

ROOT, ME = "/wp-json/", "/wp-json/wp/v2/users/me?context=edit"
ENVIRONMENT = "/wp-json/wp-abilities/v1/abilities/core/get-environment-info/run"
MEDIA = "/wp-json/wp/v2/media"
NAME = f"{ROOT}?_fields=name"
HOUR = timedelta(hours=1)
RIGHTS = ("edit_pages", "publish_pages", "edit_others_pages", "edit_posts", "publish_posts", "edit_others_posts")


@pytest.fixture
async def server() -> AsyncIterator[Broker]:
    """A server that plays a WordPress in which nothing is wrong."""
    async with open_broker() as server:
        index = {
            "name": "Bakery",
            "home": server.url,
            "namespaces": ["wp/v2"],
            "authentication": {"application-passwords": {}},
        }
        server.answer(ROOT, index)
        server.answer(f"{ROOT}?_fields=name%2Chome%2Cnamespaces", index)
        show_user(server, [*RIGHTS, "unfiltered_html"])
        server.answer(ENVIRONMENT, {"wp_version": "7.1.4"})
        server.answer(f"{ROOT}wp/v2/types?context=edit", {})
        server.answer(MEDIA, {"code": "rest_invalid_param", "message": "Invalid parameter(s): post"}, 400)
        for kind in ("posts", "pages"):
            server.answer(f"{ROOT}wp/v2/{kind}?context=edit&per_page=1&_fields=_links&status=any", [])
        server.answer(f"{ROOT}wp/v2/types?context=edit", {})
        yield server


REFUSED = plain(b'{"code":"rest_not_logged_in"}', 401)


def show_user(server: Broker, rights: list[str], refused: Answer = REFUSED, **more: str) -> None:
    """Answer with a user who has these rights, and strangers with a refusal; `more` are headers."""
    user = {"username": "sitehand", "roles": ["editor"], "capabilities": dict.fromkeys(rights, True)}
    told = plain(json.dumps(user).encode(), more=more)

    async def answer(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await (told if "authorization" in asked.headers else refused)(asked, writer)

    server.answers[ME] = answer
    server.answer(f"{ME}&_fields=username%2Croles%2Ccapabilities", user)


async def look(server: Broker, **told: Any) -> list[Check]:
    """Everything that was looked at."""
    facts = Facts(root=server.url + ROOT, home=server.url, name="Bakery", user="sitehand", roles=["editor"])
    return [check async for check in diagnose(Facts(**{**vars_of(facts), **told}), "secret")]


def vars_of(facts: Facts) -> dict[str, Any]:
    """The fields."""
    return {name: getattr(facts, name) for name in Facts.__dataclass_fields__}


async def find_bad(server: Broker, **told: Any) -> dict[str, Check]:
    """What is wrong; each says how to mend it."""
    bad = [check for check in await look(server, **told) if not check.good]
    assert all(check.text and check.cure for check in bad)
    return {check.subject: check for check in bad}


async def test_nothing_is_wrong_with_a_sound_site(server: Broker) -> None:
    """Each thing is looked at, with the password; only a cache is looked for without."""
    checks = await look(server)
    assert all(check.good and check.text for check in checks), checks
    assert [check.subject for check in checks] == [
        *("WordPress", "WordPress address", "application passwords", "WordPress user"),
        *("cache", "WordPress clock", "upload limit", "companion"),
        *("WordPress version", "WordPress rights", "unfiltered_html"),
    ]
    assert [asked.path for asked in server.asked if "authorization" not in asked.headers] == [ME]


@pytest.mark.parametrize("code", sorted(AUTHENTICATION))
async def test_a_refused_password_is_told_by_its_reason(server: Broker, code: str) -> None:
    """And nothing is asked after it."""
    server.answer(ME, {"code": code, "message": "No."}, 401)
    bad = await find_bad(server)
    assert bad.keys() == {"WordPress user"}
    assert (bad["WordPress user"].text, bad["WordPress user"].cure) == AUTHENTICATION[code]


async def test_a_dropped_header_is_offered_as_a_reason(server: Broker) -> None:
    """WordPress tells it no more than a password that is wrong."""
    server.answer(ME, {"code": "rest_not_logged_in", "message": "You are not currently logged in."}, 401)
    cure = (await find_bad(server))["WordPress user"].cure
    assert "revoked" in cure
    assert "Authorization header" in cure


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"<html><body>Just a moment</body></html>", 200, "a page of HTML, with status 200"),
        (b"<html><body>Bad gateway</body></html>", 502, "a page of HTML, with status 502"),
        (b"pong", 200, "not JSON"),
        (b'{"code":"rest_disabled","message":"The REST API is off."}', 403, "The REST API is off."),
        (b'["no", "object"]', 404, "404"),
    ],
)
async def test_somebody_else_answers(server: Broker, content: bytes, status: int, said: str) -> None:
    """A page, a firewall, a plugin: it ends there."""
    server.answer(ROOT, content, status, "text/html")
    checks = await look(server)
    assert [check.good for check in checks] == [False]
    assert said in checks[0].text


async def test_a_redirect_leads_to_the_right_address(server: Broker) -> None:
    """Its password is not sent there."""
    server.answers[ROOT] = plain(b"", 301, more={"Location": "https://www.bakery.example/wp-json/"})
    bad = await find_bad(server)
    assert "https://www.bakery.example/wp-json/" in bad["WordPress"].text
    assert [asked.path for asked in server.asked] == [ROOT]


async def test_a_site_that_is_gone_cannot_be_reached(server: Broker) -> None:
    """Nobody listens there."""
    assert "cannot be reached" in (await find_bad(server, root="http://127.0.0.1:1/wp-json/"))["WordPress"].text


async def test_a_certificate_that_nobody_vouches_for_is_told_as_such(server: Broker, tmp_path: Path) -> None:
    """With what to do about it."""
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=vouch_for_nobody(tmp_path)) as strange:
        port = strange.sockets[0].getsockname()[1]
        bad = await find_bad(server, root=f"https://127.0.0.1:{port}{ROOT}")
    assert "SSL_CERT_FILE" in bad["WordPress"].cure


def vouch_for_nobody(folder: Path) -> ssl.SSLContext:
    """A server's own certificate, signed by itself."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x.test")])
    now = datetime.now(UTC)
    draft = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + HOUR)
    signed = draft.sign(key, hashes.SHA256())
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + signed.public_bytes(Encoding.PEM)
    (folder / "server.pem").write_bytes(text)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "server.pem")
    return context


async def test_a_site_that_moved_is_told(server: Broker) -> None:
    """By the address that it has of itself."""
    bad = await find_bad(server, home="https://old.example")
    assert bad.keys() == {"WordPress address"}
    assert "https://old.example" in bad["WordPress address"].text


async def test_application_passwords_that_are_off_are_told(server: Broker) -> None:
    """The index does not offer them."""
    server.answer(ROOT, {"name": "Bakery", "home": server.url, "authentication": []})
    assert (await find_bad(server)).keys() == {"application passwords"}


async def test_a_cache_in_between_is_told(server: Broker) -> None:
    """By what it shows to strangers, or by the age of an answer."""
    show_user(server, [*RIGHTS, "unfiltered_html"], Age="40")
    assert "40 seconds old" in (await find_bad(server))["cache"].text
    server.answer(ME, {"username": "sitehand", "roles": ["editor"], "capabilities": {}})
    bad = (await find_bad(server))["cache"]
    assert ("strangers" in bad.text, "/wp-json/" in bad.cure) == (True, True)


@pytest.mark.parametrize("page", [b"<html><body>Coming soon</body></html>", b'{"coming":"soon"}', b"[]"])
async def test_a_page_for_strangers_is_no_cache(server: Broker, page: bytes) -> None:
    """A plugin that hides the site answers them with status 200."""
    show_user(server, [*RIGHTS, "unfiltered_html"], plain(page))
    assert await find_bad(server) == {}


@pytest.mark.parametrize(
    ("away", "age", "said"),
    [
        (timedelta(seconds=30), 0, ""),
        (timedelta(hours=-2), 0, "120 minutes behind"),
        (timedelta(minutes=7), 0, "7 minutes ahead of"),
        (timedelta(hours=-2), 7200, ""),
    ],
)
async def test_a_clock_that_is_wrong_is_told(server: Broker, away: timedelta, age: int, said: str) -> None:
    """By the time of an answer; a cache says how old its answer is."""
    more = {"Date": format_datetime(datetime.now(UTC) + away, usegmt=True), "Age": str(age)}
    server.answers[NAME] = plain(b"{}", more=more)
    bad = await find_bad(server)
    assert bad.keys() == ({"WordPress clock"} if said else set())
    assert not said or said in bad["WordPress clock"].text


@pytest.mark.parametrize(
    ("status", "body"), [(413, b"<html>413</html>"), (400, b'{"code":"rest_upload_no_data"}'), (200, b"[]")]
)
async def test_a_limit_on_requests_is_told(server: Broker, status: int, body: bytes) -> None:
    """Of the web server, or of PHP, which leaves out the body; what is sent changes nothing in any case."""
    server.answer(MEDIA, body, status)
    bad = await find_bad(server)
    assert bad.keys() == {"upload limit"}
    assert f"(status {status})" in bad["upload limit"].text
    assert next(len(asked.body) for asked in server.asked if asked.path == MEDIA) > 4 * 2**20


async def test_missing_rights_are_named(server: Broker) -> None:
    """Those of an author, on a site that takes raw HTML from nobody."""
    show_user(server, ["edit_posts", "publish_posts"])
    bad = await find_bad(server)
    assert bad.keys() == {"WordPress rights", "unfiltered_html"}
    assert bad["WordPress rights"].text.startswith("missing: edit_pages, publish_pages")


async def test_raw_html_is_asked_of_the_site_itself(server: Broker) -> None:
    """A right that a constant takes away shows in the links of an item alone."""
    path = f"{ROOT}wp/v2/posts?context=edit&per_page=1&_fields=_links&status=any"
    server.answer(path, [{"_links": {"wp:action-unfiltered-html": []}}])
    assert not await find_bad(server)
    server.answer(path, [{"_links": {"self": []}}])
    assert (await find_bad(server)).keys() == {"unfiltered_html"}


@pytest.mark.parametrize(("version", "good"), [("6.0.3", False), ("5.9", False), ("6.1", True), ("10.0", True)])
async def test_an_old_version_is_told_and_not_connected(server: Broker, version: str, good: bool) -> None:
    """Both ask the site, and not what was stored."""
    server.answer(ENVIRONMENT, {"wp_version": version})
    assert ("WordPress version" not in await find_bad(server)) == good
    found = Found(server.url + ROOT, server.url, "Bakery", None)
    if good:
        assert (await try_connection(found, "sitehand", "secret")).version == version
    else:
        with pytest.raises(Problem, match=r"needs 6\.1 or later"):
            await try_connection(found, "sitehand", "secret")


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", b'<html><meta name="generator" content="WordPress 6.8.7" />'),
        ("/?feed=rss2", b"<rss><generator>https://wordpress.org/?v=6.8.7</generator>"),
        ("/wp-login.php", b"<html><link href='https://x.test/wp-admin/css/login.min.css?ver=6.8.7'>"),
    ],
)
async def test_before_6_9_the_pages_tell_the_version(server: Broker, path: str, page: bytes) -> None:
    """Whichever of them does."""
    server.answer(ENVIRONMENT, {"code": "rest_no_route", "message": "No route."}, 404)
    server.answer(path, page, media_type="text/html")
    found = Found(server.url + ROOT, server.url, "Bakery", None)
    assert (await try_connection(found, "sitehand", "secret")).version == "6.8.7"


async def test_a_version_that_nothing_tells_is_not_guessed(server: Broker) -> None:
    """It is empty, and in nobody's way."""
    server.answer(ENVIRONMENT, {"code": "rest_no_route", "message": "No route."}, 404)
    found = Found(server.url + ROOT, server.url, "Bakery", None)
    assert (await try_connection(found, "sitehand", "secret")).version == ""
    assert not await find_bad(server)


async def test_who_connects_is_told_what_is_in_the_way(server: Broker) -> None:
    """In the words of doctor, with its cure."""
    refusal = {"code": "incorrect_password", "message": "The provided password is an invalid application password."}
    server.answer(ME, refusal, 401)
    server.answer(f"{ME}&_fields=username%2Croles%2Ccapabilities", refusal, 401)
    with pytest.raises(Problem, match="was revoked") as refused:
        await try_connection(Found(server.url + ROOT, server.url, "Bakery", None), "sitehand", "wrong")
    assert (refused.value.code, "Make a new one" in refused.value.hint) == (Code.HOST_UNAVAILABLE, True)


@pytest.mark.parametrize("root", ["http://bakery.example/wp-json/", "http://10.0.0.5/?rest_route=/"])
def test_no_password_goes_over_the_network_in_the_clear(root: str) -> None:
    """To this machine it may."""
    with pytest.raises(Problem, match="is not encrypted"):
        refuse_plain(root)
    for fine in ("https://bakery.example/wp-json/", "http://127.0.0.1:8080/wp-json/", "http://[::1]/wp-json/"):
        refuse_plain(fine)
