"""Blocks that plugins of a real WordPress have registered: known by its REST API, made and edited by what that says."""

from collections.abc import Iterator

import pytest

from sitehand.blocks.added_attributes import list_added
from sitehand.blocks.catalogue import find_release
from sitehand.hosts.wordpress.block_types import WordPressBlockTypes
from sitehand.hosts.wordpress.client import Client
from tests.wordpress.conftest import add_plugin
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, service

__all__ = ["service"]

GROUP = '<!-- wp:group -->\n<div class="wp-block-group">{}</div>\n<!-- /wp:group -->'
PARAGRAPH = "<!-- wp:paragraph --><p>Soup</p><!-- /wp:paragraph -->"
CARD = '<!-- wp:acme/card {"tone":"warm"} -->\n<div><p>Soup</p></div>\n<!-- /wp:acme/card -->'


@pytest.fixture(autouse=True)
def plugin(wordpress: WordPress) -> Iterator[None]:
    """A plugin registers four blocks."""
    with add_plugin(wordpress, "block_types.php"):
        yield


async def test_blocks_of_its_plugins_are_known_by_their_types(
    service: Service, proxy: Proxy, wordpress: WordPress
) -> None:
    """On each release, from one request: a dynamic block is made, edited, shown; HTML of JavaScript stays as it is."""
    _, listed = await service.call("GET", "/block-types?search=acme")
    assert {line["name"]: line["origin"] for line in listed} == dict.fromkeys(
        ["acme/card", "acme/hours", "acme/plain"], "site"
    )
    _, hours = await service.call("GET", "/block-type?name=acme/hours")
    assert (hours["kind"], hours["attributes"]["day"]["values"]) == ("dynamic", ["mon", "tue"])
    assert {"align", "backgroundColor", "className", "gradient", "style", "textColor"} <= hours["attributes"].keys()
    status, odd = await service.call("GET", "/block-type?name=acme/odd")
    assert (status, odd["data"]["details"][0]["path"]) == (404, "attributes.a.type[0]")

    _, page = await service.call(
        "POST", "/pages", {"title": "Shop", "status": "publish", "content": GROUP.format(CARD)}
    )
    blocks, new = f"/items/{page['id']}/blocks", {"name": "acme/hours", "attributes": {"day": "mon", "align": "wide"}}
    status, made = await service.call("POST", blocks, {"at": "end", "blocks": [new]})
    assert status == 200, made
    status, _ = await service.call(
        "PATCH", f"{blocks}/{made['blocks'][0]['fingerprint']}", {"attributes": {"day": "tue", "count": 5}}
    )
    assert status == 200
    stored = wordpress.run_sql(f"SELECT post_content FROM wp_posts WHERE ID = {page['id']}")
    assert '<!-- wp:acme/hours {"day":"tue","count":5,"align":"wide"} /-->' in stored
    assert '<p class="hours">tue 5</p>' in (await service.call("GET", f"/pages/{page['id']}"))[1]["content"]["rendered"]

    for path, body, code, said in (
        (f"{blocks}/1", {"attributes": {"day": "wed"}}, 400, "acme/hours does not take these attributes"),
        (f"{blocks}/0.0", {"attributes": {"tone": "cold"}}, 409, "only its own JavaScript knows"),
        (f"{blocks}/0.0", {"text": "Tea"}, 400, "no text"),
    ):
        status, refused = await service.call("PATCH", path, body)
        assert (status, said in refused["message"]) == (code, True), refused
    _, moved = await service.call("POST", f"{blocks}/0.0/move", {"at": "end"})
    assert moved["data"]["hint"] == "acme/card stands directly in core/group."
    assert len([sent for sent in proxy.sent if sent.path == "/wp/v2/block-types"]) == 1


async def test_attributes_that_its_plugins_add_to_blocks_of_core_are_written(
    service: Service, wordpress: WordPress
) -> None:
    """Those that PHP knows, where the release's blocks are known; all others that a release tells are core's own."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    told = (await WordPressBlockTypes(client, wordpress.version).read()).types
    await client.close()
    _, page = await service.call("POST", "/pages", {"title": "Shop", "status": "publish", "content": PARAGRAPH})
    path, shown = f"/items/{page['id']}/blocks/0", {"attributes": {"acmeShown": "members"}}
    if not find_release(wordpress.version):
        status, refused = await service.call("PATCH", path, shown)
        assert (status, "not known for this release" in refused["message"]) == (409, True)
        return
    added = {name: [*list_added(block)] for name, block in told.items() if name.startswith("core/")}
    assert added == {"core/paragraph": ["acmeShown"]}
    status, refused = await service.call("PATCH", path, {"attributes": {"acmeData": "x"}})
    assert (status, refused["data"]["details"][0]["path"]) == (400, "attributes.acmeData")
    assert (await service.call("PATCH", path, shown))[0] == 200
    stored = wordpress.run_sql(f"SELECT post_content FROM wp_posts WHERE ID = {page['id']}")
    assert stored.strip() == PARAGRAPH.replace("paragraph -->", 'paragraph {"acmeShown":"members"} -->', 1)
    assert "Members only" in (await service.call("GET", f"/pages/{page['id']}"))[1]["content"]["rendered"]
