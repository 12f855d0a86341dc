"""An assistant that signs a person in at glewlwyd, whose pages are scripts over an API that is called here instead."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2

from tests.broker.broker import CALLBACK
from tests.broker.glewlwyd import PERSON, SCOPES, Glewlwyd
from tests.broker.person import Tokens, make_proof_key


@dataclass(frozen=True, slots=True)
class Assistant:
    """A client that has registered itself at the broker (RFC 7591), and the tokens that it was given."""

    client_id: str
    client_secret: str
    tokens: Tokens

    async def revoke(self, broker: Glewlwyd) -> None:
        """Take the access token back (RFC 7009)."""
        async with connect(broker) as http:
            auth = httpx2.BasicAuth(self.client_id, self.client_secret)
            answer = await http.post(f"{broker.issuer}/revoke", data={"token": self.tokens.access}, auth=auth)
        assert answer.status_code == 200, answer.text


async def sign_in(broker: Glewlwyd, resource: str, scopes: Collection[str] = SCOPES) -> Assistant:
    """Register, have the person sign in and allow these scopes, and get tokens: code flow, PKCE, `resource`."""
    async with connect(broker) as http:
        client = await register(http, broker)
        verifier, challenge = make_proof_key()
        common = {"client_id": client["client_id"], "redirect_uri": CALLBACK, "resource": resource}
        asked = {"response_type": "code", "scope": " ".join(scopes), "state": "s", "g_continue": ""}
        proof = {"code_challenge": challenge, "code_challenge_method": "S256"}
        await allow(http, broker, client["client_id"], scopes)
        answer = await http.get(f"{broker.issuer}/auth", params={**common, **asked, **proof})
        back = parse_qs(urlsplit(answer.headers["location"]).query)
        assert "code" in back, back
        form = {**common, "grant_type": "authorization_code", "code": back["code"][0], "code_verifier": verifier}
        auth = httpx2.BasicAuth(client["client_id"], client["client_secret"])
        answer = await http.post(f"{broker.issuer}/token", data=form, auth=auth)
    assert answer.status_code == 200, answer.text
    given = answer.json()
    tokens = Tokens(given["access_token"], given["refresh_token"])
    return Assistant(client["client_id"], client["client_secret"], tokens)


async def register(http: httpx2.AsyncClient, broker: Glewlwyd) -> Any:
    """What the broker issues to a client that nobody knew before."""
    wish = {"client_name": "An assistant", "redirect_uris": [CALLBACK], "response_types": ["code"]}
    # It takes public clients only from its administrator.
    grants = {
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "client_secret_basic",
    }
    answer = await http.post(f"{broker.issuer}/register", json={**wish, **grants})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def allow(http: httpx2.AsyncClient, broker: Glewlwyd, client_id: str, scopes: Collection[str]) -> None:
    """The person signs in, and consents."""
    answer = await http.post(f"{broker.address}/api/auth/", json=PERSON)
    assert answer.status_code == 200, answer.text
    answer = await http.put(f"{broker.address}/api/auth/grant/{client_id}", json={"scope": " ".join(scopes)})
    assert answer.status_code == 200, answer.text


def connect(broker: Glewlwyd) -> httpx2.AsyncClient:
    """A client for the broker, which keeps the cookie of a session."""
    return httpx2.AsyncClient(base_url=broker.address, trust_env=False)
