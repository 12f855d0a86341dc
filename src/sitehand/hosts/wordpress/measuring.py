"""What `doctor` measures of a WordPress: what a cache keeps, whether its clock is ours, how large requests may be."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx2
import orjson

from sitehand.hosts.wordpress.answer import read_json
from sitehand.hosts.wordpress.client import join_route
from sitehand.hosts.wordpress.facts import ME
from sitehand.site.connection import Check

TOLERANCE = timedelta(minutes=1)
LARGE = 4 * 1024 * 1024
"""The largest text, with room for how JSON writes it."""
NOTHING = {"post": "none"}
"""An upload without a file, to a post that is none: WordPress refuses it, whatever becomes of the rest."""
CLOCK = "Set the clock of the machine that is wrong, by NTP: items are published and keys expire by it."
CACHE = (
    "Exclude the REST API (/wp-json/ and ?rest_route=) from the cache of the plugin, web server or network in front of "
    "WordPress. Until then Sitehand reads what is no longer there, and strangers may read what only Sitehand may."
)
SIZE = (
    "Raise client_max_body_size of nginx, post_max_size and upload_max_filesize of PHP, or the limit of the firewall. "
    "Until then larger texts and files are refused."
)


async def check_clock(http: httpx2.AsyncClient, root: str) -> Check:
    """By the time that the web server answers with."""
    try:
        response = await http.get(join_route(httpx2.URL(root), "/", {"_fields": "name"}))
        told = parsedate_to_datetime(response.headers["date"])
        age = timedelta(seconds=int(response.headers.get("age", 0)))
    except (httpx2.HTTPError, KeyError, ValueError):
        return Check("WordPress clock", True, "not told")
    away = datetime.now(UTC) - told - age
    if abs(away) <= TOLERANCE:
        return Check("WordPress clock", True, "as here")
    way = "behind" if away > timedelta() else "ahead of"
    minutes = round(abs(away).total_seconds() / 60)
    return Check("WordPress clock", False, f"{minutes:,} minutes {way} the clock of this machine", CLOCK)


async def check_cache(http: httpx2.AsyncClient, root: str) -> Check:
    """Whether a cache keeps what WordPress tells this user. A stranger who asks the same is refused by WordPress."""
    url = join_route(httpx2.URL(root), ME, {"context": "edit"})
    try:
        ours, strangers = await http.get(url), await http.get(url, auth=None)
    except httpx2.HTTPError as fault:
        return Check("cache", True, f"not told ({type(fault).__name__})")
    if strangers.is_success and _tells_user(strangers):
        return Check("cache", False, "A cache answers strangers with what WordPress told Sitehand.", CACHE)
    if (age := ours.headers.get("age", "0")) != "0":
        return Check("cache", False, f"A cache answers in place of WordPress: {age[:20]} seconds old.", CACHE)
    return Check("cache", True, "none answers in place of WordPress")


def _tells_user(answer: httpx2.Response) -> bool:
    """Whether it tells of a user. Plugins and firewalls answer strangers with pages of theirs, also with status 200."""
    try:
        user = read_json(answer.content)
    except ValueError:
        return False
    return isinstance(user, dict) and "username" in user


async def check_size(http: httpx2.AsyncClient, root: str) -> Check:
    """Whether a request of 4 MiB comes through. It changes nothing."""
    body = orjson.dumps({**NOTHING, "text": "x" * LARGE})
    url = join_route(httpx2.URL(root), "/wp/v2/media", {})
    said = f"requests of {LARGE // 2**20} MiB do not come through"
    try:
        response = await http.post(url, content=body, headers={"Content-Type": "application/json"})
        answer = read_json(response.content)
    except httpx2.HTTPError as fault:
        return Check("upload limit", False, f"{said} ({type(fault).__name__}).", SIZE)
    except ValueError:
        return Check("upload limit", False, f"{said} (status {response.status_code}).", SIZE)
    good = isinstance(answer, dict) and answer.get("code") == "rest_invalid_param"
    passed = f"requests of {LARGE // 2**20} MiB come through"
    return Check("upload limit", good, passed if good else f"{said} (status {response.status_code}).", SIZE)
