"""A broker of another make, Debian's glewlwyd: enrolled in the same way, and held to the same rules."""

import secrets
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import jwt
import pytest

from sitehand.guard.broker.breaker import FAULTS
from tests.broker.assistant import sign_in
from tests.broker.glewlwyd import Glewlwyd, start_glewlwyd
from tests.broker.site import Site, disconnect, enroll, open_site
from tests.service import MCP, URL

OTHER = "http://127.0.0.1:8001"


@pytest.fixture(scope="module")
def glewlwyd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Glewlwyd]:
    """A broker that issues tokens for two sites."""
    with start_glewlwyd(tmp_path_factory.mktemp("glewlwyd"), [f"{URL}{MCP}", f"{OTHER}{MCP}"]) as broker:
        yield broker


@pytest.fixture
async def site(glewlwyd: Glewlwyd, tmp_path: Path) -> AsyncIterator[Site]:
    """A site that was enrolled there through its own commands."""
    async with open_site(tmp_path, glewlwyd) as site:
        yield site


async def test_scopes_decide_what_a_token_may_do(glewlwyd: Glewlwyd, site: Site) -> None:
    """Reading with `site:read`, writing with `site:write`, administration with neither."""
    reader = (await sign_in(glewlwyd, site.endpoint, ["site:read"])).tokens.access
    writer = (await sign_in(glewlwyd, site.endpoint)).tokens.access
    for token, written in ((reader, 403), (writer, 201)):
        assert (await site.get("/pages", token)).status_code == 200
        assert (await site.call_tool("site_info", token)).status_code == 200
        assert (await site.post("/pages", token, {"title": "Written"})).status_code == written
        refused = await site.get("/api-keys", token)
        assert (refused.status_code, refused.json()["code"]) == (403, "admin_required")
    assert (await site.post("/pages", reader, {"title": "No"})).json()["code"] == "insufficient_scope"


async def test_introspect_names_the_client(glewlwyd: Glewlwyd, site: Site) -> None:
    """The one that registered itself."""
    assistant = await sign_in(glewlwyd, site.endpoint)
    caller = (await site.get("/introspect", assistant.tokens.access)).json()["caller"]
    assert caller["kind"] == "token"
    assert caller["label"].endswith(f" via {assistant.client_id}")


async def test_a_token_for_another_site_is_refused(glewlwyd: Glewlwyd, site: Site, tmp_path: Path) -> None:
    """Both ways, through REST and MCP, with the reason; and nobody opens the circuit with such tokens."""
    async with open_site(tmp_path / "other", glewlwyd, url=OTHER) as other:
        tokens = {each.endpoint: (await sign_in(glewlwyd, each.endpoint)).tokens.access for each in (site, other)}
        for here, there in ((site, other), (other, site)):
            for _ in range(FAULTS + 1):
                refused = await here.get("/pages", tokens[there.endpoint])
                assert (refused.status_code, refused.json()["code"]) == (401, "invalid_credential")
                assert "another site" in refused.text
            assert (await here.call_tool("site_info", tokens[there.endpoint])).status_code == 401
            assert (await here.get("/pages", tokens[here.endpoint])).status_code == 200


async def test_a_token_ends_with_its_revocation(glewlwyd: Glewlwyd, site: Site) -> None:
    """The very next request is refused."""
    assistant = await sign_in(glewlwyd, site.endpoint)
    assert (await site.get("/pages", assistant.tokens.access)).status_code == 200
    await assistant.revoke(glewlwyd)
    for _ in range(FAULTS + 1):
        assert (await site.get("/pages", assistant.tokens.access)).status_code == 401


async def test_what_is_no_access_token_is_refused(glewlwyd: Glewlwyd, site: Site) -> None:
    """A refresh token, a made-up one and one whose signature was changed; a good one is taken all the while."""
    tokens = (await sign_in(glewlwyd, site.endpoint)).tokens
    changed = f"{tokens.access.rpartition('.')[0]}.{secrets.token_urlsafe(256)}"
    for wrong in (tokens.refresh, "garbage", changed) * FAULTS:
        assert (await site.get("/pages", wrong)).status_code == 401
    assert (await site.get("/pages", tokens.access)).status_code == 200


async def test_a_token_ends_with_its_time(glewlwyd: Glewlwyd, tmp_path: Path) -> None:
    """It is good at first, and no request that is made after its end is let through."""
    brief = replace(glewlwyd, name="brief")
    async with open_site(tmp_path, brief) as site:
        token = (await sign_in(brief, site.endpoint)).tokens.access
        end = jwt.decode(token, options={"verify_signature": False})["exp"]
        assert (await site.get("/pages", token)).status_code == 200
        asked = time.time()
        while (answer := await site.get("/pages", token)).status_code == 200:
            assert asked < end
            asked = time.time()
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credential")
        assert end - 1 <= time.time() < end + 2


async def test_a_token_of_another_issuer_is_refused(glewlwyd: Glewlwyd, site: Site) -> None:
    """Although that one is in the same process, for the same site and the same person."""
    brief = replace(glewlwyd, name="brief")
    token = (await sign_in(brief, site.endpoint)).tokens.access
    assert (await site.get("/pages", token)).status_code == 401


async def test_disconnect_and_enroll_again_hold_at_once(glewlwyd: Glewlwyd, site: Site) -> None:
    """Tokens end with Disconnect, keys do not; after a new enrollment the same token is good again."""
    token = (await sign_in(glewlwyd, site.endpoint)).tokens.access
    assert (await site.get("/pages", token)).status_code == 200
    await disconnect(site.settings)
    assert (await site.get("/pages", token)).status_code == 401
    assert (await site.get_with_key("/pages")).status_code == 200
    await enroll(site.settings, glewlwyd)
    assert (await site.get("/pages", token)).status_code == 200
