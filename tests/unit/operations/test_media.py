"""Whether a file is used, as callers are told it."""

from pathlib import Path
from typing import Any

from sitehand.hosts.builtin.file_names import MAX_LISTED
from tests.service import Service, open_service

MANY = " ".join(f"/media/{number}.png" for number in range(MAX_LISTED + 1))


async def call(service: Service, tool: str, **arguments: Any) -> Any:
    """What a tool answers."""
    return (await service.tool(tool, arguments))["structuredContent"]


async def test_a_file_of_which_not_all_uses_can_be_seen_is_not_called_unused(tmp_path: Path) -> None:
    """A page that names very much may name it; once the page is gone nothing does, until it is put back."""
    async with open_service(tmp_path, roles=("admin",)) as service:
        file = (await call(service, "create_media", data="data:,Bread"))["id"]
        page = (await call(service, "create_page", title="Long", content=MANY))["id"]
        refused = await call(service, "delete_media", id=file)
        assert f"File {file} may be used: not all places could be looked at." in refused["message"]
        uses = await call(service, "list_media_uses", id=file)
        assert uses == {"items": [], "total": 0, "total_is": "at_least", "page": 1}
        gone = await call(service, "delete_page", id=page, force=True)
        assert f"File {file} is not used by any page" in (await call(service, "delete_media", id=file))["message"]
        unused = await call(service, "list_media", only=["unused"])
        assert [each["id"] for each in unused["items"]] == [file]
        await call(service, "undo_change", id=gone["change_id"])
        assert (await call(service, "list_media", only=["unused"]))["items"] == []
