"""The broker of one's own, as docs/connect.md tells people to run it."""

import json
import re
from pathlib import Path

from tests.broker.broker import ASSISTANT, run_broker
from tests.broker.person import sign_in
from tests.broker.site import open_site
from tests.node_tools import Node
from tests.service import MCP, URL

PAGE = Path(__file__).parents[2] / "docs" / "connect.md"
OPTIONS = re.compile(r"node broker\.mjs '(\{.+?\n\})'", re.DOTALL)
ENROLL = re.compile(r"echo (\S+) \| sitehand broker enroll --data site --issuer (\S+) --client-id (\S+)\n")


async def test_the_broker_of_ones_own_works_as_documented(node: Node, tmp_path: Path) -> None:
    """Its options are good, its credentials enroll a site, and a person signs in; here it has another port."""
    text = PAGE.read_text("utf-8")
    (options,), ((secret, issuer, client_id),) = OPTIONS.findall(text), ENROLL.findall(text)
    given = json.loads(options)
    assert issuer == f"http://127.0.0.1:{given.pop('port')}"
    assert given["resources"] == [URL + MCP]
    with run_broker(tmp_path, {**given, "clients": [*given["clients"], ASSISTANT]}) as broker:
        async with open_site(tmp_path, broker, client_id=client_id, secret=secret) as site:
            token = (await sign_in(broker, site.endpoint)).access
            assert (await site.get("/pages", token)).status_code == 200
