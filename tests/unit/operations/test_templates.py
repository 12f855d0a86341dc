"""Who may use templates, and where there are none."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from sitehand.operation.caller import Role
from sitehand.operations.gutenberg.templates import OneTemplate
from tests.service import open_service

BASE = "/sitehand/v1"
REF = "template:twentytwentyfive:home"


@pytest.mark.parametrize(("role", "status"), [("admin", 501), ("designer", 501), ("editor", 403), ("author", 403)])
async def test_templates_are_for_those_who_may_work_on_the_theme(tmp_path: Path, role: Role, status: int) -> None:
    """Reads, lists, writes and dry runs alike; the built-in site has none, says so to those who may, and lists none."""
    new = {"markup": "<!-- wp:separator /-->"}
    async with open_service(tmp_path, roles=(role,)) as service:
        for method, path, body in (
            ("GET", f"/templates/{REF}/blocks", None),
            ("POST", f"/templates/{REF}/blocks/find", {}),
            ("POST", f"/templates/{REF}/blocks?dry_run=true", new),
            ("POST", f"/templates/{REF}/blocks", new),
        ):
            answer = await service.http.request(
                method, BASE + path, json=body, headers={"X-API-Key": service.keys[role]}
            )
            assert answer.status_code == status, answer.text
        listed = await service.http.get(
            f"{BASE}/block-pages", params={"type": "template"}, headers={"X-API-Key": service.keys[role]}
        )
        assert (listed.status_code, listed.json()) == (200, []) if status == 501 else listed.status_code == 403


async def test_a_call_names_one_text(tmp_path: Path) -> None:
    """By id or by ref: both, neither and a ref of no kind are refused with their places."""
    async with open_service(tmp_path, roles=("admin",)) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        both = await service.http.get(f"{BASE}/items/1/blocks", params={"ref": REF}, headers=headers)
        wrong = await service.http.get(f"{BASE}/templates/home/blocks", headers=headers)
    assert both.status_code == 400 and "one of id and ref" in both.text
    assert wrong.status_code == 400 and wrong.json()["data"]["details"][0]["path"] == "path.ref"


async def test_a_key_without_the_category_site_has_no_templates(tmp_path: Path) -> None:
    """The owner leaves that category out of a designer's key, and the theme with it."""
    async with open_service(tmp_path) as service:
        made = await service.http.post(
            f"{BASE}/api-keys",
            json={"label": "Blocks", "role": "designer", "without": ["site"]},
            headers={"X-API-Key": service.keys["admin"]},
        )
        assert made.status_code == 201, made.text
        answer = await service.http.get(f"{BASE}/templates/{REF}/blocks", headers={"X-API-Key": made.json()["value"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "category_forbidden")


STRAY = (
    "template:x:../../../posts/5",
    "template:..:x",
    "template:../..:x",
    "template:x/..:y",
    "template:x:%2e%2e",
    "template:x:%2E%2f",
    "template:x%2fy:z",
    "template:x:y?force=true",
    "template:x:y#z",
    "template:x:y\n",
    "template:x\n:y",
    "template:\0x:y",
    "template:x:y\ud800",
    "template:x:\\y",
    "template:x:y:z",
    "template::",
    "widget:x:y",
)


@pytest.mark.parametrize("ref", STRAY, ids=ascii)
def test_a_ref_that_leads_elsewhere_is_none(ref: str) -> None:
    """It becomes a part of an address: dots, slashes and what ends a path are refused before anything is read."""
    with pytest.raises(ValidationError, match="ref"):
        OneTemplate(ref=ref)


@pytest.mark.parametrize(
    "ref",
    [
        REF,
        "template_part:twentytwentyfive:header-large",
        "template:woocommerce/woocommerce:archive-product",
        "template:My Theme 1.2:wp-custom-template-a_b",
        "template:x:%e5%ba%97",
        "template:shop@2+dark:home",
    ],
)
def test_what_wordpress_calls_templates_is_a_ref(ref: str) -> None:
    """Folders of themes, also one below another and with versions; slugs, also escaped as WordPress stores them."""
    assert OneTemplate(ref=ref).ref == ref
