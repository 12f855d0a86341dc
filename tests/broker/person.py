"""A person at the broker: signs in and consents, in a real browser or by filling the same forms without one."""

import base64
import hashlib
import secrets
import ssl
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import httpx2
from lxml import html
from playwright.async_api import Browser, expect

from tests.broker.broker import CALLBACK, Broker

BOTH = ("site:read", "site:write")


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the broker issued; `identity` is the id token, where one was asked for."""

    access: str
    refresh: str
    identity: str = ""


Consent = Callable[[str, Collection[str]], Awaitable[str]]
"""Has a person sign in at an address of the broker and allow these scopes; gives where they are sent back to."""


def in_browser(chromium: Browser) -> Consent:
    """A person in a real browser."""
    return partial(consent_in_browser, chromium)


async def in_forms(address: str, scopes: Collection[str]) -> str:
    """A person who fills the same forms without a browser, which is quicker."""
    async with httpx2.AsyncClient(trust_env=False) as http:
        return await consent(http, address, scopes)


async def consent_in_browser(chromium: Browser, address: str, scopes: Collection[str]) -> str:
    """Sign in at the broker and allow these scopes alone; gives the address that the browser is sent back to."""
    context = await chromium.new_context()
    try:
        page = await context.new_page()
        await page.goto(address)
        await page.get_by_label("Name").fill("anna")
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("button", name="Allow")).to_be_visible()
        for box in await page.get_by_role("checkbox").all():
            await box.set_checked(await box.get_attribute("value") in scopes)
        async with page.expect_request(f"{CALLBACK}?*") as sent_back:
            await page.get_by_role("button", name="Allow").click()
        return (await sent_back.value).url
    finally:
        await context.close()


async def consent(http: httpx2.AsyncClient, address: str, scopes: Collection[str] = BOTH, name: str = "anna") -> str:
    """The same without a browser: follow the broker's redirects, and fill its forms, until it sends us back."""
    answer = await http.get(address)
    while True:
        if answer.is_redirect:
            address = urljoin(address, answer.headers["location"])
            if address.startswith(CALLBACK):
                return address
            answer = await http.get(address)
        else:
            assert answer.status_code == 200, answer.text
            answer = await http.post(address, data=fill_form(answer.text, scopes, name))


def fill_form(page: str, scopes: Collection[str], name: str) -> dict[str, Any]:
    """What a person would send from one of the broker's two pages."""
    offered = [box.get("value", "") for box in html.fromstring(page).xpath("//input[@type='checkbox']")]
    return {"name": name, "answer": "allow", "scope": [scope for scope in offered if scope in scopes]}


async def sign_in(
    broker: Broker,
    resource: str,
    scopes: Collection[str] = BOTH,
    *,
    ask: Sequence[str] = BOTH,
    client_id: str = "assistant",
    name: str = "anna",
    headers: dict[str, str] | None = None,
) -> Tokens:
    """Tokens for a site through the code flow with PKCE (RFC 7636) and `resource` (RFC 8707); `ask` is requested,
    `scopes` is what the person allows, `headers` go to the token endpoint.
    """
    verifier, challenge = make_proof_key()
    common = {"client_id": client_id, "redirect_uri": CALLBACK, "resource": resource}
    asked = {"response_type": "code", "scope": " ".join(ask), "state": secrets.token_hex(8)}
    query = urlencode({**common, **asked, "code_challenge": challenge, "code_challenge_method": "S256"})
    async with connect(broker) as http:
        back = parse_qs(urlsplit(await consent(http, f"{broker.url}/auth?{query}", scopes, name)).query)
        assert "code" in back, back
        proof = {"grant_type": "authorization_code", "code": back["code"][0], "code_verifier": verifier}
        answer = await http.post(f"{broker.url}/token", data={**common, **proof}, headers=headers)
    assert answer.status_code == 200, answer.text
    given = answer.json()
    return Tokens(given["access_token"], given.get("refresh_token", ""), given.get("id_token", ""))


def make_proof_key() -> tuple[str, str]:
    """A code verifier, and its challenge (RFC 7636, 4.1 and 4.2)."""
    verifier = secrets.token_urlsafe(48)
    return verifier, base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


async def revoke(broker: Broker, token: str, client_id: str = "assistant") -> None:
    """Take a token back at the broker (RFC 7009)."""
    async with connect(broker) as http:
        answer = await http.post(f"{broker.url}/token/revocation", data={"token": token, "client_id": client_id})
    assert answer.status_code == 200, answer.text


def connect(broker: Broker) -> httpx2.AsyncClient:
    """A client for the broker, which trusts the authorities that this process trusts now."""
    secure = broker.url.startswith("https:")
    return httpx2.AsyncClient(trust_env=False, verify=ssl.create_default_context() if secure else True)


async def introspect(broker: Broker, token: str, client_id: str = "site") -> Any:
    """What the broker says about a token (RFC 7662), to a site that authenticates with basic."""
    client = broker.clients[client_id]
    auth = httpx2.BasicAuth(client_id, encode(client["client_secret"]))
    async with connect(broker) as http:
        answer = await http.post(f"{broker.url}/token/introspection", data={"token": token}, auth=auth)
    assert answer.status_code == 200, answer.text
    return answer.json()


def encode(secret: str) -> str:
    """The secret as it stands in a basic header (RFC 6749, 2.3.1)."""
    return urlencode({"": secret})[1:]
