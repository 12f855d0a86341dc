"""Media of the built-in site: lists, single files, their uses and changes."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.changes import Rules
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.tables import media
from sitehand.site.conditions import OWN, Condition
from sitehand.site.content import PageFields, PostFields
from sitehand.site.elementor_templates import TemplateDocument
from sitehand.site.host import Host
from sitehand.site.media import MAX_USES, MediaFields, MediaQuery, NewMedia
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database

SITE = "https://hill.example"
NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)
ROWS: list[dict[str, Any]] = [
    {"title": "Rye & oats", "alt_text": "A field", "mime_type": "image/jpeg", "slug": "rye", "caption": "<b>Ripe</b>"},
    {"title": "menu", "description": "What we bake 100%", "mime_type": "application/pdf", "slug": "menu", "parent": 7},
    {"title": "Bell", "mime_type": "audio/mpeg", "slug": "bell", "author": 2},
    {"title": "Oats again", "mime_type": "image/png", "slug": "oats"},
]


@pytest.fixture
def host(database: Database) -> Host:
    """A host with no files."""
    return build_host(database, SITE, lambda: NOW)


@pytest.fixture
async def add(database: Database) -> Callable[..., Any]:
    """Adds a file and gives its id."""

    async def add(number: int = 1, **values: Any) -> int:
        row = {"source_url": f"{SITE}/uploads/2026/0{number}/file-{number}.jpg", "date": f"2026-0{number}-01T00:00:00Z"}
        query = insert(media).values({**row, **values}).returning(media.c.id)
        return await database.transact(lambda connection: int(connection.execute(query).scalar_one()))

    return add


async def test_an_address_takes_one_question(host: Host, add: Callable[..., Any], database: Database) -> None:
    """However many files have the name with a number: nobody waits while each number is tried."""
    for number in range(1, 9):
        address = f"/media/2026/07/text{f'-{number}' if number > 1 else ''}.txt"
        await add(number, source_url=address, sha256=f"{number}" * 64)
    asked: list[str] = []

    def watch(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(lambda sql: asked.append(sql) if "source_url" in sql and "SELECT" in sql else None)

    await database.transact(watch)
    made = await host.media.create(NewMedia(data="data:,bread"))
    assert made["source_url"] == f"{SITE}/media/2026/07/text-9.txt"
    assert len(asked) <= 5, asked


async def test_a_condition_takes_a_field_as_answers_show_it(host: Host, add: Callable[..., Any]) -> None:
    """Whichever field it is: what an answer says of a file finds it."""
    await add(1)
    shown: Any = await host.media.get(await add(2, **ROWS[0], sha256="0" * 64, source_url="/media/r.jpg"), "edit")
    for field in OWN["media"]:
        value = shown[field]["raw"] if isinstance(shown[field], dict) else shown[field]
        found = await host.media.find(MediaQuery(where=[Condition(field=field, value=value)]))
        assert shown["id"] in [each["id"] for each in found.items], field


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [4, 3, 2, 1]),
        ({"order": "asc"}, [1, 2, 3, 4]),
        ({"orderby": "title", "order": "asc"}, [3, 2, 4, 1]),
        ({"orderby": "id", "per_page": 2, "page": 2}, [2, 1]),
        ({"per_page": 2, "page": 9}, []),
        ({"search": "oats"}, [4, 1]),
        ({"search": "OATS again"}, [4]),
        ({"search": "100%"}, [2]),
        ({"search": "_"}, []),
        ({"search": "file-3.jpg"}, [3]),
        ({"media_type": "image"}, [4, 1]),
        ({"mime_type": "application/pdf"}, [2]),
        ({"parent": [7]}, [2]),
        ({"parent": [0], "exclude": [1]}, [4, 3]),
        ({"author": [2]}, [3]),
        ({"slug": ["rye", "bell"]}, [3, 1]),
        ({"include": [1, 99]}, [1]),
        ({"after": "2026-02-01T00:00:00Z"}, [4, 3]),
        ({"before": "2026-02-01T00:00:00Z"}, [1]),
    ],
)
async def test_a_list_has_what_fits_in_its_order(
    host: Host, add: Callable[..., Any], query: dict[str, Any], expected: list[int]
) -> None:
    """Filters join, words are found in every text, and the total counts the whole list."""
    for number, row in enumerate(ROWS, 1):
        await add(number, **row)
    found = await host.media.find(MediaQuery.model_validate({**query}))
    assert [item["id"] for item in found.items] == expected
    whole = await host.media.find(MediaQuery.model_validate({**query, "per_page": 100, "page": 1}))
    assert found.total == len(whole.items)


async def test_a_file_has_wordpress_shape(host: Host, add: Callable[..., Any]) -> None:
    """View is safe HTML, edit adds what was written, a summary leaves out what is long."""
    number = await add(**{**ROWS[0], "description": "<script>no()</script>x"})
    shown = await host.media.get(number, "view")
    assert shown == {
        "id": number,
        "date": "2026-01-01T00:00:00Z",
        "modified": "2026-01-01T00:00:00Z",
        "slug": "rye",
        "status": "inherit",
        "type": "attachment",
        "link": f"{SITE}/uploads/2026/01/file-1.jpg",
        "title": {"rendered": "Rye &amp; oats"},
        "author": 1,
        "post": None,
        "alt_text": "A field",
        "media_type": "image",
        "mime_type": "image/jpeg",
        "source_url": f"{SITE}/uploads/2026/01/file-1.jpg",
        "revision": shown["revision"],
        "caption": {"rendered": "<p><b>Ripe</b></p>"},
        "description": {"rendered": "<p>x</p>"},
        "media_details": {},
        "focal_point": {"x": 0.5, "y": 0.5},
        "collections": [],
    }
    edit = await host.media.get(number, "edit")
    assert (edit["title"]["raw"], edit["caption"]["raw"]) == ("Rye & oats", "<b>Ripe</b>")
    (brief,) = (await host.media.find(MediaQuery(detail="summary"))).items
    assert brief == {name: shown[name] for name in shown if name not in ("caption", "description", "media_details")}  # type: ignore[literal-required]


async def test_a_list_ends_at_its_bound_in_bytes(database: Database, add: Callable[..., Any]) -> None:
    """Texts that have no room are left out, and named."""
    host = build_host(database, SITE, lambda: NOW, Rules(max_answer_bytes=150))
    for number in (1, 2):
        await add(number, description="x" * 100)
    first, second = (await host.media.find(MediaQuery())).items
    assert "description" in first
    assert ("description" in second, second["omitted"]) == (False, ["caption", "description"])


async def test_a_change_keeps_the_rest_and_names_a_revision(host: Host, add: Callable[..., Any]) -> None:
    """Only given fields change; the same again changes nothing."""
    number = await add(**ROWS[0])
    before = await host.media.get(number, "view")
    changed = await host.media.update(number, MediaFields(alt_text="A field \\ of <rye> 🌾", description=""))
    assert (changed["alt_text"], changed["title"]) == ("A field \\ of <rye> 🌾", before["title"])
    assert (changed["modified"], changed["revision"] != before["revision"]) == ("2026-07-28T09:30:00Z", True)
    assert await host.media.update(number, MediaFields(alt_text="A field \\ of <rye> 🌾")) == changed


async def test_a_file_belongs_to_an_item_that_is_there(host: Host, add: Callable[..., Any]) -> None:
    """Or to none; another id is refused, and nothing is changed."""
    number, page = await add(), (await host.pages.create(PageFields(title="Bread"), "key:1"))["id"]
    assert (await host.media.update(number, MediaFields(post=page)))["post"] == page
    with pytest.raises(Problem) as refusal:
        await host.media.update(number, MediaFields(post=page + 1, title="Lost"))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "post")
    assert (await host.media.get(number, "edit"))["title"]["raw"] == ""
    assert (await host.media.update(number, MediaFields(post=0)))["post"] is None


async def test_uses_are_featured_media_and_texts(host: Host, add: Callable[..., Any]) -> None:
    """In any size and on any domain, by WordPress's class, and by no address that only begins the same."""
    number, other = await add(1, slug="a"), await add(2, slug="b")
    texts = {
        "Shown": '<img src="https://old.example/uploads/2026/01/file-1.jpg">',
        "Small": '<img src="/uploads/2026/01/file-1-300x200.jpg">',
        "By class": f'<img class="wp-image-{number}" src="/elsewhere.jpg">',
        "Longer": f'<img src="/uploads/2026/01/file-12.jpg" class="wp-image-{number}0">',
        "Another": '<img src="/uploads/2026/02/file-2.jpg">',
    }
    pages = {
        name: await host.pages.create(PageFields(title=name, content=text), "key:1") for name, text in texts.items()
    }
    both = PostFields(title="Both", content=texts["Small"], featured_media=number, status="publish")
    post = await host.posts.create(both, "key:1")
    found = await host.media.find_uses(number)
    expected = [(pages[name]["id"], ["content"]) for name in ("Shown", "Small", "By class")]
    expected.append((post["id"], ["featured_media", "content"]))
    assert ([(use["id"], use["used_as"]) for use in found["uses"]], found["complete"]) == (expected, True)
    assert found["uses"][-1] == {
        "id": post["id"],
        "type": "post",
        "status": "publish",
        "title": "Both",
        "used_as": ["featured_media", "content"],
    }
    assert [use["title"] for use in (await host.media.find_uses(other))["uses"]] == ["Another"]


async def test_a_template_of_elementor_uses_files_too(host: Host, add: Callable[..., Any]) -> None:
    """In its elements and its settings, beside the page with the same id."""
    number = await add(1, slug="a")
    shown = '[{"url":"https:\\/\\/old.example\\/uploads\\/2026\\/01\\/file-1.jpg"}]'
    assert host.elementor_templates is not None
    made = [
        await host.elementor_templates.create(TemplateDocument(data=data, page_settings=settings, title="Hero"))
        for data, settings in ((shown, ""), ("[]", shown), ("[]", ""))
    ]
    page = await host.pages.create(PageFields(content='<img src="/uploads/2026/01/file-1.jpg">'), "key:1")
    found = (await host.media.find_uses(number))["uses"]
    assert page["id"] == made[0]["id"]
    expected = {("elementor_template", made[0]["id"]), ("elementor_template", made[1]["id"]), ("page", page["id"])}
    assert {(use["type"], use["id"]) for use in found} == expected


async def test_uses_are_told_up_to_a_bound(host: Host, add: Callable[..., Any]) -> None:
    """And then it is said that there are more."""
    number = await add()
    for place in range(MAX_USES + 1):
        await host.pages.create(PageFields(title=f"Page {place}", featured_media=number), "key:1")
    found = await host.media.find_uses(number)
    assert (len(found["uses"]), found["complete"]) == (MAX_USES, False)


async def test_what_was_deleted_is_featured_nowhere(host: Host, add: Callable[..., Any]) -> None:
    """The answer is the file as it last was."""
    number = await add(**ROWS[0])
    page = await host.pages.create(PageFields(title="Bread", featured_media=number), "key:1")
    assert (await host.media.delete(number))["title"]["raw"] == "Rye & oats"
    assert (await host.pages.get(page["id"], "view"))["featured_media"] == 0
    for call in (
        host.media.get(number, "view"),
        host.media.update(number, MediaFields(title="x")),
        host.media.delete(number),
        host.media.find_uses(number),
        host.media.get(MAX_ID + 1, "view"),
    ):
        with pytest.raises(Problem) as refusal:
            await call
        assert refusal.value.code is Code.NOT_FOUND


async def test_ids_are_completed_newest_first(host: Host, add: Callable[..., Any]) -> None:
    """As they begin with what was typed."""
    for number in range(1, 10):
        await add(number)
    assert await host.media.complete_id("", 3) == ["9", "8", "7"]
    assert await host.media.complete_id("4", 3) == ["4"]
    assert await host.media.complete_id("x", 3) == []
