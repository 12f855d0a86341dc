"""How the site shows a real broker who it is, and in which form the broker answers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from sitehand.errors import Problem
from tests.broker.broker import Broker, site_client, start_broker
from tests.broker.person import revoke, sign_in
from tests.broker.site import open_site
from tests.node_tools import Node

RSA_KEY = rsa.generate_private_key(65537, 2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())
SECRETS = {
    "basic": "",
    "post": "",
    "key as PEM": RSA_KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
    "key as JWK": json.dumps({**ECAlgorithm.to_jwk(EC_KEY, as_dict=True), "alg": "ES256", "kid": "mine"}),
}
"""What the owner gives for each client; empty: the secret that the broker issued."""
CLIENTS = [
    site_client("basic"),
    site_client("post", "client_secret_post"),
    site_client(
        "key as PEM",
        "private_key_jwt",
        jwks={"keys": [RSAAlgorithm.to_jwk(RSA_KEY.public_key(), as_dict=True)]},
        token_endpoint_auth_signing_alg="RS256",
    ),
    site_client(
        "key as JWK",
        "private_key_jwt",
        jwks={"keys": [{**ECAlgorithm.to_jwk(EC_KEY.public_key(), as_dict=True), "kid": "mine"}]},
        token_endpoint_auth_signing_alg="ES256",
    ),
]


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "signed"])
def broker(node: Node, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that knows one site by each way to authenticate; it answers plainly, or signs its answers (RFC 9701)."""
    with start_broker(tmp_path_factory.mktemp("credentials"), clients=CLIENTS, signed=request.param) as broker:
        yield broker


@pytest.mark.parametrize("client_id", SECRETS)
async def test_every_way_to_authenticate_works(broker: Broker, tmp_path: Path, client_id: str) -> None:
    """Enrolled in this way the site takes a token, tells its scopes, refuses a stranger's and a revoked one."""
    async with open_site(tmp_path, broker, client_id=client_id, secret=SECRETS[client_id]) as site:
        tokens = await sign_in(broker, site.endpoint, ["site:read"])
        assert (await site.get("/pages", tokens.access)).status_code == 200
        assert (await site.post("/pages", tokens.access, {"title": "No"})).status_code == 403
        assert (await site.get("/pages", "garbage")).status_code == 401
        assert (await site.get("/pages", tokens.refresh)).status_code == 401
        await revoke(broker, tokens.access)
        assert (await site.get("/pages", tokens.access)).status_code == 401


@pytest.mark.parametrize("client_id", SECRETS)
async def test_a_wrong_secret_does_not_enroll(broker: Broker, tmp_path: Path, client_id: str) -> None:
    """The test call tells before anything is stored."""
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    wrong = other.decode() if SECRETS[client_id] else "not the secret"
    with pytest.raises(Problem) as caught:
        async with open_site(tmp_path, broker, client_id=client_id, secret=wrong):
            pass
    assert caught.value.code == "broker_unavailable"
    assert "not the secret" not in str(vars(caught.value))


async def test_the_site_registers_itself(node: Node, tmp_path: Path) -> None:
    """With a registration token (RFC 7591) in place of credentials the broker issues them, and they work."""
    with start_broker(tmp_path, registration="token-for-sites") as broker:
        with pytest.raises(Problem):
            async with open_site(tmp_path / "wrong", broker, client_id="", secret="another-token"):
                pass
        async with open_site(tmp_path / "right", broker, client_id="", secret="token-for-sites") as site:
            tokens = await sign_in(broker, site.endpoint)
            assert (await site.get("/pages", tokens.access)).status_code == 200
            assert (await site.get("/pages", "garbage")).status_code == 401
