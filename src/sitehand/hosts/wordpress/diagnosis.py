"""Problems between the service and a WordPress, and how to fix them."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

import httpx2

from sitehand.errors import Problem
from sitehand.files.unanswered import explain_unanswered
from sitehand.hosts.wordpress.answer import read_json
from sitehand.hosts.wordpress.client import LOCKED, UNLOCK, Client, join_route
from sitehand.hosts.wordpress.companion import check_companion, is_installed
from sitehand.hosts.wordpress.facts import ME, read_facts
from sitehand.hosts.wordpress.measuring import check_cache, check_clock, check_size
from sitehand.hosts.wordpress.site_version import SiteVersion
from sitehand.hosts.wordpress.version import read_number
from sitehand.site.connection import Check, Facts
from sitehand.trust import read_authorities

SECONDS = 15
OLDEST = (6, 1)
NEEDED = ("edit_pages", "publish_pages", "edit_others_pages", "edit_posts", "publish_posts", "edit_others_posts")
AGAIN = "on the screen Site, or sitehand connect wordpress ADDRESS"
MOVED = "If it has moved, connect again: tick so on the screen Site, or sitehand connect wordpress ADDRESS --replace"
REVOKED = (
    "The application password was revoked, or belongs to another user (in WordPress: Users, Profile, Application "
    f"Passwords). Make a new one: {AGAIN}"
)
STRIPPED = (
    "Or the web server or a proxy drops the Authorization header: in WordPress, Tools, Site Health says so. "
    'With Apache and PHP-FPM, set "CGIPassAuth On", or SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1.'
)
DISABLED = "Serve the site over https, or allow application passwords in the security plugin that turned them off."
AUTHENTICATION = {
    "incorrect_password": ("The application password is wrong or was revoked.", REVOKED),
    "invalid_username": ("WordPress does not know the user.", REVOKED),
    "invalid_email": ("WordPress does not know the user.", REVOKED),
    "application_passwords_disabled": ("Application passwords are turned off.", DISABLED),
    "application_passwords_disabled_for_user": ("This user cannot use application passwords.", DISABLED),
    "rest_not_logged_in": ("WordPress did not see a valid password.", f"{REVOKED} {STRIPPED}"),
}
"""What is wrong, and how to mend it, by WordPress's error code."""


async def diagnose(facts: Facts, password: str) -> AsyncIterator[Check]:
    """Look at one thing after the other, the most basic first; ends at what makes going on useless."""
    if not password:
        yield Check("WordPress user", False, LOCKED, UNLOCK)
        return
    async with _open(facts.user, password) as http:
        index, check = await _ask(http, facts.root, "/")
        yield check
        if not check.good:
            return
        yield _check_place(facts, index)
        yield _check_passwords(index)
        _, check = await _ask(http, facts.root, ME, {"context": "edit"})
        yield replace(check, subject="WordPress user", text=facts.user if check.good else check.text)
        if check.good:
            yield await check_cache(http, facts.root)
            yield await check_clock(http, facts.root)
            yield await check_size(http, facts.root)
            yield (companion := await check_companion(http, facts.root, index))
            if companion.good and is_installed(index):
                yield await _check_memory(facts, password)
    if check.good:
        now = await _read_again(facts, password)
        for each in (_check_version(now), _check_rights(now), _check_html(now)):
            yield each


def _open(user: str, password: str) -> httpx2.AsyncClient:
    auth, own = httpx2.BasicAuth(user, password), read_authorities()
    return httpx2.AsyncClient(auth=auth, verify=own, trust_env=False, timeout=SECONDS)


async def _check_memory(facts: Facts, password: str) -> Check:
    """Whether answers are remembered. A site that cannot prove them fresh is in order, and only slower."""
    client, version = Client(facts.root, facts.user, password), SiteVersion(facts.root)
    try:
        refusal = await version.prove(client.read)
    except Problem as problem:
        refusal = problem.message
    finally:
        await client.close()
        await version.close()
    used = "used: reads are answered from memory until the site changes"
    return Check("memory", True, f"not used: {refusal}" if refusal else used)


async def _read_again(facts: Facts, password: str) -> Facts:
    client = Client(facts.root, facts.user, password)
    try:
        return await read_facts(client)
    finally:
        await client.close()


async def _ask(
    http: httpx2.AsyncClient, root: str, path: str, query: Mapping[str, str] | None = None
) -> tuple[Any, Check]:
    """What the API answers, and whether it does."""
    url = join_route(httpx2.URL(root), path, query or {})
    try:
        response = await http.get(url)
    except (httpx2.HTTPError, httpx2.InvalidURL) as fault:
        return None, _explain_fault(root, fault)
    return _explain_answer(root, response)


def _explain_fault(root: str, fault: Exception) -> Check:
    said = f"{root} cannot be reached ({explain_unanswered(fault)})."
    if "CERTIFICATE" in str(fault) or "SSL" in str(fault):
        cure = "Renew the site's certificate. With a certificate of your own authority, set SSL_CERT_FILE to its file."
        return Check("WordPress", False, said, cure)
    if isinstance(fault, httpx2.TimeoutException):
        return Check("WordPress", False, said, "The site is too slow, or a firewall drops requests of this machine.")
    return Check("WordPress", False, said, f"Check that the site runs and has this address. If it has moved: {AGAIN}")


def _explain_answer(root: str, response: httpx2.Response) -> tuple[Any, Check]:
    if response.is_redirect:
        to = response.headers.get("location", "another address")[:200]
        return None, Check("WordPress", False, f"{root} sends requests on to {to}.", f"Use that address: {AGAIN}")
    try:
        value = read_json(response.content)
    except ValueError:
        return None, _explain_page(response)
    if response.is_success:
        return value, Check("WordPress", True, root)
    code, message = (str(value.get(name, "")) if isinstance(value, dict) else "" for name in ("code", "message"))
    if code in AUTHENTICATION:
        return None, Check("WordPress user", False, *AUTHENTICATION[code])
    cure = "A security plugin or a firewall blocks the REST API: allow it for the user that Sitehand is connected as."
    return None, Check("WordPress", False, f"The REST API answers {response.status_code}: {message or code}.", cure)


def _explain_page(response: httpx2.Response) -> Check:
    """Somebody else answered: a proxy, a cache, a login page, a firewall, maintenance."""
    kind = "a page of HTML" if b"<html" in response.content[:2000].lower() else "something that is not JSON"
    said = f"The REST API is answered by {kind}, with status {response.status_code}."
    cure = (
        "Open the address in a browser. A firewall, a login page, maintenance mode or a plugin that turns the REST API "
        f"off answers in its place; if it is another site, connect with the right address: {AGAIN}"
    )
    return Check("WordPress", False, said, cure)


def _check_place(facts: Facts, index: Any) -> Check:
    home = str(index.get("home", "")) if isinstance(index, dict) else ""
    if home.rstrip("/") == facts.home.rstrip("/"):
        return Check("WordPress address", True, home)
    said = f"The site was {facts.home} and says that it is {home or 'no WordPress'} now."
    return Check("WordPress address", False, said, MOVED)


def _check_passwords(index: Any) -> Check:
    offered = (index.get("authentication") or {}) if isinstance(index, dict) else {}
    good = "application-passwords" in offered
    return Check("application passwords", good, "available" if good else "WordPress offers none.", DISABLED)


def _check_version(facts: Facts) -> Check:
    cure = "Update WordPress. Sitehand is tested with 6.1 and later."
    if not facts.version:
        return Check("WordPress version", True, "not told")
    return Check("WordPress version", read_number(facts.version) >= OLDEST, facts.version, cure)


def _check_rights(facts: Facts) -> Check:
    missing = [name for name in NEEDED if name not in facts.rights]
    text = f"missing: {', '.join(missing)}" if missing else "may edit and publish pages and posts"
    return Check("WordPress rights", not missing, text, "Connect as a user with the role Editor or Administrator.")


def _check_html(facts: Facts) -> Check:
    good = "unfiltered_html" in facts.rights
    text = "stored as sent" if good else "WordPress removes scripts, SVG and styles from what this user writes."
    cure = (
        "Connect as an administrator or editor (on a network of sites: a network administrator), and check that "
        "DISALLOW_UNFILTERED_HTML is not set. Writes that lose something are refused."
    )
    return Check("unfiltered_html", good, text, cure)
