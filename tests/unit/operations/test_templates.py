"""Who may use templates, and where there are none."""

from pathlib import Path

import pytest

from sitehand.operation.context import Role
from tests.service import open_service

BASE = "/sitehand/v1"
REF = "template:twentytwentyfive:home"


@pytest.mark.parametrize(("role", "status"), [("admin", 501), ("designer", 501), ("editor", 403), ("author", 403)])
async def test_templates_are_for_those_who_may_work_on_the_theme(tmp_path: Path, role: Role, status: int) -> None:
    """Reads, lists and dry runs alike; the built-in site has none, and says so to those who may."""
    async with open_service(tmp_path, roles=(role,)) as service:
        for method, path in (
            ("GET", f"/templates/{REF}/blocks"),
            ("GET", "/block-pages?type=template"),
            ("POST", f"/templates/{REF}/blocks/find"),
        ):
            body: dict[str, str] | None = {} if method == "POST" else None
            answer = await service.http.request(
                method, BASE + path, json=body, headers={"X-API-Key": service.keys[role]}
            )
            assert answer.status_code == status, answer.text


async def test_a_call_names_one_text(tmp_path: Path) -> None:
    """By id or by ref: both, neither and a ref of no kind are refused with their places."""
    async with open_service(tmp_path, roles=("admin",)) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        both = await service.http.get(f"{BASE}/items/1/blocks", params={"ref": REF}, headers=headers)
        wrong = await service.http.get(f"{BASE}/templates/home/blocks", headers=headers)
    assert both.status_code == 400 and "one of id and ref" in both.text
    assert wrong.status_code == 400 and wrong.json()["data"]["details"][0]["path"] == "path.ref"
