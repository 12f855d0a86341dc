"""site_info and openapi.json."""

import base64
import json
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from sitehand import __version__
from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.owner import perform
from sitehand.site.settings import SiteSettingsFields
from tests.pictures import draw
from tests.service import Service, open_service


async def test_the_site_says_who_it_is(tmp_path: Path) -> None:
    """Its identity as the owner set it, changed at once, and what runs it; the tool takes no arguments."""
    async with open_service(tmp_path) as service:
        before = (await service.tool("site_info"))["structuredContent"]
        parts = assemble(service.settings)
        fields = SiteSettingsFields(name="Am Bäch", description="x", language="de-CH", timezone="Europe/Zurich")
        await parts.host.settings.update(fields)
        await parts.close()
        after = (await service.tool("site_info"))["structuredContent"]
        assert before["name"] != after["name"] == "Am Bäch"
        assert (after["description"], after["language"], after["timezone"]) == ("x", "de-CH", "Europe/Zurich")
        assert after["url"] == "http://127.0.0.1:8000"
        assert after["service"] == {"name": "Sitehand", "version": __version__}
        assert after["host"]["name"] == "builtin"
        assert "pages" in after["host"]["features"]
        assert (await service.tool("site_info", {"detail": "full"}))["isError"]


async def add_file(service: Service, kind: str, body: bytes) -> int:
    """A file of the media; its id."""
    data = f"data:{'image' if kind == 'png' else 'text'}/{kind};base64,{base64.b64encode(body).decode()}"
    return int((await service.tool("create_media", {"data": data}))["structuredContent"]["id"])


async def test_a_logo_is_an_image_that_is_there(tmp_path: Path) -> None:
    """Anything else is refused before it is stored; 0 takes the logo away."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        image, sheet = [await add_file(service, *file) for file in (("png", draw()), ("plain", b"words"))]
        for wrong in (sheet, 999, 2**53):
            with pytest.raises(Problem) as refused:
                await perform(parts, "set_site_settings", {"logo": wrong})
            assert (refused.value.code, refused.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "logo")
        for logo in (image, 0):
            assert (await perform(parts, "set_site_settings", {"logo": logo}))["logo"] == logo
            assert (await service.tool("site_info"))["structuredContent"]["logo"] == logo
        await parts.close()


async def test_a_logo_that_is_gone_keeps_no_setting_from_being_saved(tmp_path: Path) -> None:
    """The screen Settings sends all of them at once."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        image = await add_file(service, "png", draw())
        await perform(parts, "set_site_settings", {"logo": image})
        assert not (await service.tool("delete_media", {"id": image, "force": True}))["isError"]
        saved = await perform(parts, "set_site_settings", {"name": "Hill", "logo": image})
        assert (saved["name"], saved["logo"]) == ("Hill", image)
        await parts.close()


async def test_the_openapi_document_is_the_same_through_both_doors(tmp_path: Path) -> None:
    """Public through REST, a tool for whoever has a key."""
    async with open_service(tmp_path, roles=["designer"]) as service:
        rest = await service.http.get("/sitehand/v1/openapi.json")
        assert rest.status_code == 200
        whole = await service.tool("get_openapi", {"detail": "full"}, role="designer")
        assert rest.json() == whole["structuredContent"]


async def test_a_tool_answers_an_index_of_the_document(tmp_path: Path) -> None:
    """Every path and operation in some 4 KB; the part of one operation is a document that refers to nothing missing."""
    async with open_service(tmp_path) as service:
        whole = (await service.http.get("/sitehand/v1/openapi.json")).json()
        result = await service.tool("get_openapi")
        index = result["structuredContent"]
        assert len(result["content"][0]["text"]) < len(json.dumps(whole)) / 15
        named = {
            path: {method: each["operationId"] for method, each in item.items()}
            for path, item in index["paths"].items()
        }
        assert named == {p: {m: each["operationId"] for m, each in item.items()} for p, item in whole["paths"].items()}
        part = (await service.tool("get_openapi", {"operation": "update_page"}))["structuredContent"]
        assert [error.message for error in OpenAPIV31SpecValidator(part).iter_errors()] == []
        assert part["paths"].keys() == {"/pages/{id}"}
        assert part["paths"]["/pages/{id}"] == {name: whole["paths"]["/pages/{id}"][name] for name in ("put", "patch")}
        refused = await service.tool("get_openapi", {"operation": "update_pages"})
        assert (refused["isError"], refused["structuredContent"]["code"]) == (True, "unknown_operation")
