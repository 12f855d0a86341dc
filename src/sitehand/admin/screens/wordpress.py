"""Connect a WordPress: find it, send the person to its own screen, and take what comes back.

WordPress gives the application password back in an address, which browsers and proxies keep. So it is exchanged for
another at once, and this request answers with a redirect whatever comes of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from starlette.responses import Response

from sitehand.admin.handshake import open_value, sign_value
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.screens.site import FAULT, examine, show, show_site
from sitehand.admin.visit import Visit
from sitehand.errors import STATUS, Problem
from sitehand.site.addresses import read_origin, to_ascii
from sitehand.site.connection import Found

CONNECT = "connect"
BACK = "/site/wordpress/allowed"
FOREIGN = (
    "This answer does not belong to a connection that this browser started in the last 15 minutes. Nothing was "
    "changed. Go to the screen Site and connect again. In WordPress, remove the application password if you do not "
    "use it."
)
FIELDS = tuple(Found.__dataclass_fields__)


class Wanted(NamedTuple):
    """What the person asked for. WordPress shows it as part of an address, so that it is short."""

    address: str
    moved: bool


async def find(visit: Visit) -> Response:
    """Look for the WordPress at an address, and say what it is and what comes next."""
    address, moved = visit.form.get("address", "").strip(), visit.form.get("moved") == "yes"
    try:
        answer = await visit.perform({"address": address})
    except Problem as problem:
        return await _show_fault(visit, problem, address)
    found = Found(**{name: answer[name] for name in FIELDS})
    obstacles = [*answer["obstacles"], *([] if moved else _find_other(visit, found))]
    return await _page(visit, Wanted(address, moved), found, obstacles)


async def enter(visit: Visit) -> Response:
    """Connect with a password that the person has copied."""
    wanted = await _read_state(visit, visit.form.get("state", ""))
    if wanted is None:
        return _refuse(visit)
    try:
        found, _ = await visit.services.inquiry.find(wanted.address)
    except Problem as problem:
        return await _show_fault(visit, problem, wanted.address)
    user, password = (visit.form.get(name, "").strip() for name in ("user", "password"))
    faults = {name: "Fill in this field." for name, given in (("user", user), ("password", password)) if not given}
    if not faults:
        try:
            await _connect(visit, found, user, password, replace=wanted.moved)
            return visit.redirect("/site", "connected")
        except Problem as problem:
            faults = {"password": f"{problem.message} {problem.hint}"}
    return await _page(visit, wanted, found, [], faults, user)


async def receive(visit: Visit) -> Response:
    """Take the password with which WordPress sends the browser back: once, and for the session that asked for it."""
    given = visit.request.query_params
    state = given.get("state", "")
    wanted = await _read_state(visit, state)
    mark = sha256(state.rpartition(".")[0].encode()).hexdigest()  # a signature has several spellings that hold
    if wanted is None or not await visit.services.limits.is_first(f"connect:{mark}"):
        return _refuse(visit)
    user, password = given.get("user_login", ""), given.get("password", "")
    if given.get("success") == "false" or not (user and password):
        return visit.redirect("/site", "declined")
    try:
        found, _ = await visit.services.inquiry.find(wanted.address)
        await _connect(visit, found, user, password, replace=wanted.moved, exchange=True)
    except Problem as problem:
        return visit.redirect("/site", fault=await sign_value(visit, FAULT, f"{problem.message} {problem.hint}"))
    return visit.redirect("/site", "connected")


async def _show_fault(visit: Visit, problem: Problem, address: str) -> Response:
    faults = {"address": f"{problem.message} {problem.hint}"}
    return await show_site(visit, faults, address, status=STATUS[problem.code])


async def _connect(
    visit: Visit, found: Found, user: str, password: str, *, replace: bool, exchange: bool = False
) -> None:
    """Try the password, and store it. Raises Problem."""
    facts = await visit.services.inquiry.enter(found, user, password)
    await visit.perform({**asdict(facts), "password": password, "replace": replace, "exchange": exchange})


def _find_other(visit: Visit, found: Found) -> list[dict[str, Any]]:
    """A failed check when the data folder is connected to another site; empty when it is not."""
    now = visit.services.connections.current()
    if now is None or now.facts.home.rstrip("/") == found.home.rstrip("/"):
        return []
    text = f"Sitehand is connected to {now.facts.home}. Its journal is about the pages there."
    cure = "If that site has moved here, tick the box for that. For another site, use a new data folder."
    return [{"subject": "Other site", "good": False, "text": text, "cure": cure}]


async def _page(
    visit: Visit,
    wanted: Wanted,
    found: Found,
    obstacles: Sequence[Any],
    faults: Mapping[str, str] | None = None,
    user: str = "",
) -> Response:
    state = await sign_value(visit, CONNECT, wanted)
    roles = {key["role"] for key in await visit.services.keys.list(include_revoked=False, now=visit.services.clock())}
    return visit.page(
        "wordpress.html",
        "Connect a WordPress",
        status=400 if faults else 200,
        found=found,
        obstacles=obstacles,
        allow=_write_allow(visit, found, state),
        users=(found.authorize or "").partition("authorize-application.php")[0],
        role=propose_role(roles),
        roles=sorted(roles),
        state=state,
        faults=faults or {},
        user=user,
    )


def _write_allow(visit: Visit, found: Found, state: str) -> str:
    """Where WordPress asks the person and sends the browser back here; empty where it would not come back to this
    session: it gives no password to this address, or the session's cookie is of another.
    """
    origin = _find_origin(visit)
    back = f"{origin}{visit.root}{BACK}?{urlencode({'state': state})}"
    if not (origin and found.authorize and visit.services.inquiry.may_return(found, back)):
        return ""
    return f"{found.authorize}&{urlencode({'success_url': back})}"


def _find_origin(visit: Visit) -> str:
    """Scheme and host of the service's own address, which the owner may write otherwise than browsers do; empty where
    this browser is at another one.
    """
    site, host = urlsplit(visit.services.address.site), visit.request.url.netloc
    own = f"{site.scheme}://{to_ascii(site.netloc)}"
    here = read_origin(f"{site.scheme}://{host}")
    return own if here is not None and here == read_origin(own) else ""


def propose_role(roles: set[str]) -> str:
    """The least role in WordPress that serves keys of these roles."""
    return "Administrator" if roles & {"admin", "designer"} else "Editor"


async def _read_state(visit: Visit, state: str) -> Wanted | None:
    """What this session began; None when it did not, or too long ago."""
    value = await open_value(visit, CONNECT, state)
    return Wanted(*value) if value else None


def _refuse(visit: Visit) -> Response:
    return visit.page("message.html", "Not done", status=403, message=FOREIGN)


SCREEN = Screen(
    "Site",
    "/site",
    (
        shows("/site", show),
        does("/site/test", examine, "test_wordpress"),
        does("/site/wordpress", find, "find_wordpress"),
        does("/site/wordpress/password", enter, "connect_wordpress"),
        shows(BACK, receive, "connect_wordpress"),
    ),
)
