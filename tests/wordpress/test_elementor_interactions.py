"""Interactions on a WordPress: a part of the document, stored as Elementor has them."""

import json

from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import plugin, read_meta
from tests.wordpress.test_elementor_templates import make_page, service
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service

__all__ = ["plugin", "service"]
BOX = {"id": "aaaaaa1", "elType": "e-flexbox", "settings": {}, "elements": []}


async def test_interactions_are_stored_read_and_undone(service: Service, wordpress: WordPress) -> None:
    """Typed in the field, in a few words in the outline; the undo leaves the document as it was."""
    page = await make_page(service, [BOX])
    before = read_meta(wordpress, page, "_elementor_data")
    change = {"interactions": [{"trigger": "scrollIn", "effect": "fade", "duration": "0.3s"}]}
    done = await ask(service, "PUT", f"/items/{page}/elementor/elements/aaaaaa1/interactions", change)
    (box,) = json.loads(read_meta(wordpress, page, "_elementor_data"))
    assert box["interactions"]["items"][0]["value"]["trigger"] == {"$$type": "string", "value": "scrollIn"}
    (told,) = (await ask(service, "GET", f"/items/{page}/elementor"))["items"]
    assert told["interactions"] == ["scrollIn: fade in"]
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert read_meta(wordpress, page, "_elementor_data") == before
