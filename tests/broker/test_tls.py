"""A broker behind TLS: the site talks to the one whose name is on the certificate, and to nobody else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.broker.broker import Broker, start_broker
from tests.broker.certificates import Authority, Certificate
from tests.broker.person import sign_in
from tests.broker.proxy import Proxy, open_proxy, pump
from tests.broker.site import Site, open_site
from tests.node_tools import Node


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """An authority that this process trusts."""
    authority = Authority()
    path = tmp_path / "authority.pem"
    path.write_text(authority.certificate, "ascii")
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    return authority


@pytest.fixture
async def proxy() -> AsyncIterator[Proxy]:
    """Decides who is behind the broker's address."""
    async with open_proxy() as proxy:
        yield proxy


@pytest.fixture
async def broker(node: Node, proxy: Proxy, authority: Authority, tmp_path: Path) -> AsyncIterator[Broker]:
    """A broker with a certificate for localhost, which is its name."""
    signed = authority.sign("localhost")
    tls = {"key": signed.key, "cert": signed.certificate}
    with start_broker(tmp_path, issuer=f"https://localhost:{proxy.port}", tls=tls) as broker:
        proxy.target = int(broker.url.rpartition(":")[2])
        yield broker


@pytest.fixture
async def site(broker: Broker, tmp_path: Path) -> AsyncIterator[Site]:
    """A site that was enrolled while the right broker was there."""
    async with open_site(tmp_path, broker) as site:
        yield site


@asynccontextmanager
async def impersonate(shown: Certificate, broker: Broker, folder: Path) -> AsyncIterator[int]:
    """Somebody with that certificate who passes everything on to the broker and so would say yes; gives its port."""
    port = int(broker.url.rpartition(":")[2])

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward_reader, onward = await asyncio.open_connection("localhost", port, ssl=True)
        await asyncio.gather(pump(reader, onward), pump(onward_reader, writer))

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=shown.context(folder))
    async with server:
        yield int(server.sockets[0].getsockname()[1])


async def test_a_certificate_for_another_name_lets_nobody_in(
    broker: Broker, proxy: Proxy, site: Site, authority: Authority, tmp_path: Path
) -> None:
    """503 while somebody else answers at the broker's address, with a certificate that is good for another name."""
    token = (await sign_in(broker, site.endpoint)).access
    assert (await site.get("/pages", token)).status_code == 200
    right = proxy.target
    async with impersonate(authority.sign("elsewhere.example"), broker, tmp_path) as proxy.target:
        await proxy.cut()
        answer = await site.get("/pages", token)
        assert (answer.status_code, answer.json()["code"]) == (503, "broker_unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert (await site.get_with_key("/pages")).status_code == 200
    proxy.target = right
    await proxy.cut()
    assert (await site.get("/pages", token)).status_code == 200


async def test_a_certificate_of_an_unknown_authority_lets_nobody_in(
    broker: Broker, proxy: Proxy, site: Site, tmp_path: Path
) -> None:
    """The right name, signed by somebody whom nobody trusts."""
    token = (await sign_in(broker, site.endpoint)).access
    async with impersonate(Authority().sign("localhost"), broker, tmp_path) as proxy.target:
        await proxy.cut()
        answer = await site.get("/pages", token)
    assert (answer.status_code, answer.json()["code"]) == (503, "broker_unavailable")
