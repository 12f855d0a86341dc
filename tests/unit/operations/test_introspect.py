"""introspect: what this caller may do, and nothing else."""

from collections.abc import AsyncIterator
from pathlib import Path
from threading import get_ident
from typing import Any

import jsonschema
import pytest

from sitehand.app import assemble
from sitehand.operation.caller import Role
from sitehand.operation.policy import Rule
from sitehand.operation.schema import output_schema
from sitehand.operations import introspect as operation
from tests.choices import set_off, set_rules
from tests.service import Service, open_service

ROLES: tuple[Role, ...] = ("admin", "editor", "designer", "author")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of each role."""
    async with open_service(tmp_path, roles=ROLES) as opened:
        yield opened


async def introspect(service: Service, role: str, query: str = "") -> Any:
    """The answer through REST."""
    answer = await service.http.get(f"/sitehand/v1/introspect{query}", headers={"X-API-Key": service.keys[role]})
    return answer.json()


def names(shown: Any) -> set[str]:
    """Every operation that is shown."""
    return {line["name"] for lines in shown["categories"].values() for line in lines}


async def test_it_shows_only_what_the_caller_may_use(service: Service) -> None:
    """No operation, access level or category beyond the role's; no trace of the others in the text."""
    shown = {role: await introspect(service, role) for role in ROLES}
    assert "create_api_key" in names(shown["admin"])
    for role in ("editor", "designer", "author"):
        assert "api_key" not in str(shown[role]["categories"])
        assert "admin" not in shown[role]["caller"]["access"]
        assert names(shown[role]) < names(shown["admin"])
    assert {line["name"] for line in shown["designer"]["categories"]["site"]} == {
        *("batch", "get_rate_limit", "introspect", "onboard", "site_info", "get_openapi"),
        *("list_changes", "get_change", "undo_change", "list_pending", "get_pending", "reject_change"),
        *("list_jobs", "get_job", "cancel_job"),
        *("list_field_groups", "get_field_group", "create_field_group", "update_field_group", "delete_field_group"),
        *("list_navigations", "get_navigation", "create_navigation", "update_navigation", "delete_navigation"),
    }
    assert shown["designer"]["categories"].keys() <= {"elementor", "gutenberg", "media", "site"}


async def test_it_tells_who_calls_and_where(service: Service) -> None:
    """Label, role, limit, addresses and protocol versions, newest first, without any key."""
    shown = await introspect(service, "author")
    assert shown["caller"]["label"] == shown["caller"]["role"] == "author"
    assert shown["caller"]["categories"] == ["content", "media", "taxonomy"]
    assert shown["caller"]["rate_limit"]["limit"] == 100_000
    assert shown["caller"]["rate_limit"]["remaining"] == 99_999
    assert shown["addresses"]["mcp"] == "http://127.0.0.1:8000/sitehand/v1/mcp"
    assert shown["protocol_versions"] == sorted(shown["protocol_versions"], reverse=True)
    assert {"2026-07-28", "2025-11-25"} <= set(shown["protocol_versions"])
    assert service.keys["author"] not in str(shown)


async def test_it_tells_what_the_owner_holds_back(service: Service) -> None:
    """What of the caller's writes waits, what of its operations is off, and a pause of all writes; to MCP as well."""
    free = {"waiting": [], "switched_off": [], "writes_paused": False}
    for role in ROLES:
        assert (await introspect(service, role))["held_back"] == free
    parts = assemble(service.settings)
    await set_rules(parts.database, [Rule(role="author", transition="public"), Rule(category="site")])
    await set_off(parts.database, ["create_api_key", "delete_post"])
    await parts.choices.set_paused(True)
    await parts.close()
    shown = {role: (await introspect(service, role))["held_back"] for role in ROLES}
    assert shown["author"] == {
        "waiting": ["changes by authors that publish content", "site changes"],
        "switched_off": ["delete_post"],
        "writes_paused": True,
    }
    assert shown["editor"] == {"waiting": ["site changes"], "switched_off": ["delete_post"], "writes_paused": True}
    assert shown["designer"]["switched_off"] == []
    assert set(shown["admin"]["switched_off"]) == {"create_api_key", "delete_post"}
    assert (await service.tool("introspect", role="author"))["structuredContent"]["held_back"] == shown["author"]


async def test_schemas_are_given_on_request(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line each by default; with detail=full valid schemas of the arguments and the result, made in a thread."""
    threads: set[int] = set()

    def describe(output: Any, *, writes: bool) -> dict[str, Any]:
        threads.add(get_ident())
        return output_schema(output, writes=writes)

    monkeypatch.setattr(operation, "output_schema", describe)
    for lines in (await introspect(service, "admin"))["categories"].values():
        for line in lines:
            assert set(line) == {"name", "rest", "access", "description"}
            assert "\n" not in line["description"]
    for lines in (await introspect(service, "admin", "?detail=full"))["categories"].values():
        for line in lines:
            jsonschema.Draft202012Validator.check_schema(line["input_schema"])
            jsonschema.Draft202012Validator.check_schema(line["output_schema"])
            assert line["input_schema"]["additionalProperties"] is False
    assert get_ident() not in threads
    assert threads


async def test_every_rest_line_leads_to_its_operation(service: Service) -> None:
    """The methods and paths that it names exist: none answers 404 for the route or 405."""
    for lines in (await introspect(service, "admin"))["categories"].values():
        for line in lines:
            methods, path = line["rest"].split(" ")
            for method in methods.split("|"):
                answer = await service.http.request(
                    method,
                    f"/sitehand/v1{path.replace('{id}', '999999')}",
                    headers={"X-API-Key": service.keys["admin"]},
                )
                assert answer.status_code != 405
                assert answer.is_success or answer.json()["code"] in ("invalid_arguments", "not_found")
