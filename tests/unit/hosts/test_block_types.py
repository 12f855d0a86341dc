"""Block types that the owner adds by a plugin or a file, through the whole service."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.cli.server import check_site
from sitehand.doctor import examine
from sitehand.errors import Code, Problem
from sitehand.hookspecs import hookimpl
from sitehand.hosts import block_types as module
from sitehand.settings import Settings
from tests.service import BASE, Service, make_keys, open_service

HOURS: dict[str, Any] = {
    "name": "acme/hours",
    "title": "Hours",
    "render": "file:./render.php",
    "attributes": {"day": {"type": "string", "enum": ["mon", "tue"]}},
}
CARD: dict[str, Any] = {"name": "acme/card", "title": "Card", "parent": ["core/group"]}
SHOWN = {"name": "core/paragraph", "attributes": {"acmeShown": {"type": "string", "enum": ["always", "members"]}}}
LATER = {"name": "core/paragraph", "attributes": {"acmeLater": {"type": "boolean"}}}
FAULTY: dict[str, Any] = {"name": "acme/odd", "attributes": {"a": {"type": "int"}}}


class Adding:
    """A plugin that adds block types."""

    def __init__(self, *forms: dict[str, Any]) -> None:
        self._forms = forms

    @hookimpl
    def register_block_types(self) -> Sequence[dict[str, Any]]:
        """Those of the test."""
        return self._forms


def write(path: Path, value: Any) -> Path:
    """A file with JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


async def call(service: Service, method: str, path: str, body: Any = None) -> Any:
    """The body of an answer."""
    answer = await service.http.request(method, BASE + path, json=body, headers={"X-API-Key": service.keys["admin"]})
    return answer.json()


async def test_blocks_of_plugins_and_files_are_made_edited_and_refused(tmp_path: Path) -> None:
    """By what they say; the list tells where each is from."""
    write(tmp_path / "blocks" / "card" / "build" / "block.json", CARD)
    path = str(tmp_path / "blocks")
    async with open_service(tmp_path, plugins=[Adding(HOURS)], block_types=path) as service:
        listed = await call(service, "GET", "/block-types?search=acme")
        assert {line["name"]: line["origin"] for line in listed} == {
            "acme/card": "file",
            "acme/hours": "plugin",
        }
        page = await call(service, "POST", "/pages", {"title": "A", "content": ""})
        blocks = f"/items/{page['id']}/blocks"
        new = {"at": "end", "blocks": [{"name": "acme/hours", "attributes": {"day": "mon"}}]}
        made = await call(service, "POST", blocks, new)
        await call(service, "PATCH", f"{blocks}/{made['blocks'][0]['fingerprint']}", {"attributes": {"day": "tue"}})
        stored = await call(service, "GET", f"/pages/{page['id']}?context=edit")
        assert stored["content"]["raw"] == '<!-- wp:acme/hours {"day":"tue"} /-->'
        wrong = await call(service, "PATCH", f"{blocks}/0", {"attributes": {"day": "wed"}})
        assert wrong["data"]["details"][0]["path"] == "attributes.day"
        misplaced = await call(service, "POST", blocks, {"at": "end", "markup": "<!-- wp:acme/card /-->"})
        assert "acme/card stands directly in core/group." in misplaced["data"]["hint"]


async def test_plugins_and_files_add_attributes_to_blocks_of_wordpress(tmp_path: Path) -> None:
    """They are described, written and checked; the HTML stays WordPress's own."""
    path = str(write(tmp_path / "types.json", [HOURS, LATER]))
    async with open_service(tmp_path, plugins=[Adding(SHOWN)], block_types=path) as service:
        told = (await call(service, "GET", "/block-type?name=core/paragraph"))["attributes"]
        assert {name: told[name]["origin"] for name in ("acmeShown", "acmeLater")} == {
            "acmeShown": "plugin",
            "acmeLater": "file",
        }
        page = await call(service, "POST", "/pages", {"title": "A", "content": ""})
        blocks = f"/items/{page['id']}/blocks"
        new = {"name": "core/paragraph", "text": "Soup", "attributes": {"acmeShown": "members"}}
        made = await call(service, "POST", blocks, {"at": "end", "blocks": [new]})
        address = f"{blocks}/{made['blocks'][0]['fingerprint']}"
        await call(service, "PATCH", address, {"attributes": {"acmeLater": True}})
        stored = await call(service, "GET", f"/pages/{page['id']}?context=edit")
        assert stored["content"]["raw"] == (
            '<!-- wp:paragraph {"acmeShown":"members","acmeLater":true} -->\n<p>Soup</p>\n<!-- /wp:paragraph -->'
        )
        wrong = await call(service, "PATCH", f"{blocks}/0", {"attributes": {"acmeShown": "never"}})
        assert wrong["data"]["details"][0]["expected"] == "'always' or 'members'"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({**SHOWN, "supports": {}}, "the block type core/paragraph cannot be read. supports: expected nothing"),
        ({**SHOWN, "attributes": {"content": {}}}, "attributes.content: expected an attribute that WordPress does not"),
        (SHOWN, "the attribute acmeShown of core/paragraph is there twice"),
    ],
)
def test_nobody_changes_what_is_wordpress_s(tmp_path: Path, form: dict[str, Any], said: str) -> None:
    """The service does not start, and says why."""
    settings = Settings(data=tmp_path / "site", log="off")
    with pytest.raises(Problem, match=said):
        assemble(settings, plugins=[Adding(SHOWN, form)])


@pytest.mark.parametrize("plugins", [[Adding(FAULTY)], []])
async def test_a_faulty_one_keeps_the_service_from_starting(tmp_path: Path, plugins: list[object]) -> None:
    """It names the plugin or the file, the block, the place and what would be right; the doctor finds it."""
    path = str(write(tmp_path / "block.json", FAULTY))
    settings = Settings(data=tmp_path / "site", log="off", block_types="" if plugins else path)
    with pytest.raises(Problem) as refusal:
        assemble(settings, plugins=plugins)
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert refusal.value.details[0]["path"] == "attributes.a.type[0]"
    where = "the plugin " if plugins else f"{path}: "
    assert refusal.value.message.startswith(where)
    assert "the block type acme/odd cannot be read. attributes.a.type[0]: expected string" in refusal.value.message
    if not plugins:
        await make_keys(Settings(data=settings.data, log="off"), ["admin"])
        with pytest.raises(Problem, match="acme/odd cannot be read"):
            check_site(settings)
        assert [each.subject for each in await examine(settings) if not each.good][-1] == "block types"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no file block.json"),
        ({"a/block.json": HOURS, "b/block.json": HOURS}, "acme/hours is there twice"),
        ({"block.json": [HOURS, HOURS]}, "acme/hours is there twice"),
        ({"block.json": "{"}, "is no JSON"),
        ({"block.json": "[" * 100_000}, "is no JSON"),
        ({"a/block.json": HOURS, "b/block.json": CARD, "c/block.json": CARD}, "more than 2 files"),
        ({"block.json": {**HOURS, "title": "x" * 500}}, "more than 500 bytes"),
    ],
)
def test_files_that_cannot_be_taken_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, Any], said: str
) -> None:
    """Nothing is left out in silence."""
    monkeypatch.setattr(module, "MAX_FILES", 2)
    if "bytes" in said:
        monkeypatch.setattr(module, "MAX_BYTES", 500)
    for name, value in files.items():
        write(tmp_path / "blocks" / name, value)
    (tmp_path / "blocks").mkdir(exist_ok=True)
    with pytest.raises(Problem, match=said):
        assemble(Settings(data=tmp_path / "site", log="off", block_types=str(tmp_path / "blocks")))


async def test_a_file_may_hold_many(tmp_path: Path) -> None:
    """Such as what WordPress's REST API tells; a name that a plugin has too is refused, and a path to nothing."""
    path = str(write(tmp_path / "types.json", [HOURS, CARD]))
    parts = assemble(Settings(data=tmp_path / "site", log="off", block_types=path))
    assert parts.host.block_types is not None
    assert set((await parts.host.block_types.read()).types) == {"acme/hours", "acme/card"}
    await parts.close()
    with pytest.raises(Problem, match="there twice"):
        assemble(Settings(data=tmp_path / "site", log="off", block_types=path), plugins=[Adding(CARD)])
    with pytest.raises(Problem, match="cannot be read: No such file"):
        assemble(Settings(data=tmp_path / "site", log="off", block_types=str(tmp_path / "none.json")))
