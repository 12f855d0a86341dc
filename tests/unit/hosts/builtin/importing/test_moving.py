"""Another site moved in as the owner does it: through the gate, in portions, undone as one."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.export import Comment, Export
from tests.databases import migrate
from tests.exports import OtherSite, make_entry
from tests.promises.dumps import dump_stored
from tests.statements import fetch

HOME = "https://other.example"
BLOCK = '<!-- wp:spacer {"metadata":{"noteId":3}} /-->'
TABLES = (
    *("items", "redirects", "content_types", "settings", "item_terms", "authors", "field_groups", "item_fields"),
    *("media", "notes"),
)


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A service over an empty site."""
    made = assemble(Settings(data=tmp_path / "site", log="off"))
    await migrate(made.database)
    yield made
    await made.close()


def make_site(pages: int) -> OtherSite:
    """One with a type that has a field, a setting, a logo, a note, and pages that have moved and link to the next."""
    note = Comment(3, type="note", status="0", author_name="Ann", date="2020-01-03T00:00:00Z", content="Shorter?")
    threads = [note, replace(note, source_id=4, parent=3, content="", did="resolved")]
    entries = [
        make_entry(
            number,
            content=BLOCK + f'<a href="{HOME}/old/item-{number + 1}/">next</a>',
            link=f"{HOME}/old/item-{number}/",
            comments=threads if number == 1 else [],
        )
        for number in range(1, pages + 1)
    ]
    types = {"recipe": {"name": "Recipes"}}
    recipe = make_entry(pages + 1, "recipe", fields={"servings": 4})
    logo = make_entry(pages + 2, "attachment", status="inherit", attachment_url=f"{HOME}/logo.png")
    fields = {"title": "Of recipes", "types": ["recipe"], "fields": [{"name": "servings", "type": "integer"}]}
    export = Export(
        "other.example",
        entries=[*entries, recipe, logo],
        types=types,
        settings={"name": "Theirs"},
        logo=pages + 2,
        field_groups=[fields],
    )
    return OtherSite(export)


async def move(parts: Parts, site: OtherSite, **arguments: Any) -> Any:
    """Move the site in."""
    return await perform(parts, "import_site", {"site": site, "media": False, **arguments})


async def dump(parts: Parts) -> dict[str, list[dict[str, Any]]]:
    """What moving in writes."""
    return {name: await fetch(parts.database, f"SELECT * FROM {name} ORDER BY 1, 2") for name in TABLES}


async def test_moving_in_is_undone_as_one(parts: Parts) -> None:
    """Type, field, setting, logo, note, pages, redirects, and texts that were led afterwards, in more portions than
    one; then it moves in again.
    """
    before = await dump(parts)
    done = await move(parts, make_site(60))
    assert (done["in_file"], done["came_in"]) == (62, 62)
    assert await fetch(parts.database, "SELECT count(*) AS n FROM items WHERE content LIKE '%href=\"/item-%'") == [
        {"n": 59}
    ]
    entries = await fetch(parts.database, "SELECT operation, request_id FROM changes WHERE caller = 'owner'")
    assert {each["operation"] for each in entries} == {"import_site"}
    (request,) = {each["request_id"] for each in entries}
    assert len(entries) > 4
    assert "more_to_undo" not in await perform(parts, "undo_change", {"request_id": request})
    assert await dump(parts) == before
    assert (await move(parts, make_site(60)))["changed"]
    assert not (await move(parts, make_site(60)))["changed"]


async def test_a_preview_of_moving_in_leaves_nothing(parts: Parts) -> None:
    """Type and setting, which are written first, neither."""
    before = dump_stored(parts.settings.data)
    plan = await move(parts, make_site(3), dry_run=True)
    assert plan.body["changed"] is True
    assert dump_stored(parts.settings.data) == before


@pytest.mark.parametrize("site", [HOME, None, {"name": HOME}, object()])
async def test_moving_in_asks_no_address(parts: Parts, site: object) -> None:
    """Only a site that somebody has signed in to."""
    with pytest.raises(Problem) as refused:
        await perform(parts, "import_site", {"site": site})
    assert (refused.value.code, refused.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "site")
