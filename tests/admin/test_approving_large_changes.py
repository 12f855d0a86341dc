"""What takes long or brings a file is previewed on the screen Approvals, and approved there, as any other change."""

import base64
from typing import Any

import pytest

from sitehand.operation.policy import Rule
from tests.admin.office import Office, Visitor
from tests.admin.shots import make_client
from tests.choices import set_rules
from tests.pictures import draw

BLOCK = "<!-- wp:paragraph -->\n<p>Rye and barley</p>\n<!-- /wp:paragraph -->\n"
PICTURE = "data:;base64," + base64.b64encode(draw("PNG", (200, 200))).decode()
FILE = {"data": PICTURE, "filename": "rye.png"}
LONG = {"title": "Harvest", "content": BLOCK * 4000}
PARTS = [{"method": "POST", "path": path, "body": body} for path, body in (("/media", FILE), ("/pages", LONG))]


@pytest.mark.parametrize(
    ("path", "body", "looks", "made"),
    [
        ("/pages", LONG, 1, "/pages?status=draft"),
        ("/media", FILE, 0, "/media"),
        ("/batch", {"requests": PARTS, "mode": "atomic"}, 0, "/media"),
    ],
    ids=["a long page", "a file", "a batch with both"],
)
async def test_a_change_that_is_worked_out_before_can_be_approved(
    office: Office, owner: Visitor, path: str, body: dict[str, Any], looks: int, made: str
) -> None:
    """The screen finds no obstacle and shows the page, but not of a batch with files; the button does what it says."""
    await set_rules(office.parts.database, [Rule(operation="create_page"), Rule(operation="create_media")])
    async with await make_client(office, "Script", "editor") as editor:
        assert (await editor.post(path, json=body)).status_code == 202
        shown = (await owner.get("/approvals/1")).text
        assert ("cannot be approved now" in shown, "<button>Approve</button>" in shown) == (False, True)
        assert shown.count("<h2>Preview of") == looks
        assert ("No preview is available" in shown) == (path == "/batch")
        await owner.send("/approvals/1", "/approvals/1/approve")
        assert len((await editor.get(made)).json()) == 1
