"""site_info and openapi.json."""

from pathlib import Path

from sitehand import __version__
from sitehand.site.settings import SiteSettingsFields
from tests.service import open_service


async def test_the_site_says_who_it_is(tmp_path: Path) -> None:
    """Its identity as the owner set it, changed at once, and what runs it; the tool takes no arguments."""
    from sitehand.app import assemble

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


async def test_the_openapi_document_is_the_same_through_both_doors(tmp_path: Path) -> None:
    """Public through REST, a tool for whoever has a key."""
    async with open_service(tmp_path, roles=["designer"]) as service:
        rest = await service.http.get("/sitehand/v1/openapi.json")
        assert rest.status_code == 200
        assert rest.json() == (await service.tool("get_openapi", role="designer"))["structuredContent"]
