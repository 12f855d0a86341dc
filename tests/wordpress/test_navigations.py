"""Navigations of a real WordPress, through the gate: what it stores, what it shows of them, and what an undo leaves."""

from typing import Any

from sitehand.blocks.release import read_release
from tests.wordpress.site import WordPress
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, service

__all__ = ["service"]
HOME = '<!-- wp:navigation-link {"label":"Home","url":"/","kind":"custom"} /-->'
LABEL = r"Caf\u0026eacute; \u002d\u002d ש"
TRICKY = f'<!-- wp:navigation-link {{"label":"{LABEL}","url":"https://a.example/?a=1"}} /-->'
ABOUT = '<!-- wp:navigation-link {"label":"About us","url":"/about/","kind":"custom"} /-->'


async def make(service: Service, markup: str = HOME, **more: Any) -> int:
    """The id of a new navigation."""
    made = await ask(service, "POST", "/navigations", {"title": "Main \\ menu", "markup": markup, **more}, 201)
    return int(made["id"])


def read_stored(wordpress: WordPress, navigation: int) -> str:
    """The text in WordPress's own table."""
    return wordpress.run_sql(f"SELECT HEX(post_content) FROM wp_posts WHERE ID = {navigation}").strip()


async def test_a_navigation_is_created_shown_edited_and_taken_back(service: Service, wordpress: WordPress) -> None:
    """WordPress shows it where a page refers to it, stores the bytes that were sent, and has them after an undo."""
    navigation = await make(service, f"{HOME}\n\n{TRICKY}")
    stored = read_stored(wordpress, navigation)
    assert bytes.fromhex(stored).decode() == f"{HOME}\n\n{TRICKY}"
    content = f'<!-- wp:navigation {{"ref":{navigation}}} /-->'
    page = (await ask(service, "POST", "/pages", {"title": "Page", "content": content, "status": "publish"}, 201))["id"]
    assert "https://a.example/" in (await ask(service, "GET", f"/pages/{page}"))["content"]["rendered"]
    added = await ask(service, "POST", f"/items/{navigation}/blocks", {"at": "start", "markup": ABOUT})
    assert [block["name"] for block in added["blocks"]] == ["core/navigation-link"]
    assert "About us" in (await ask(service, "GET", f"/pages/{page}"))["content"]["rendered"]
    await ask(service, "POST", "/changes/undo", {"id": added["change_id"]})
    assert read_stored(wordpress, navigation) == stored


async def test_a_list_names_those_of_the_site(service: Service) -> None:
    """By title, drafts too; the trash by its status alone."""
    first, draft, gone = [
        await make(service, title=t, status=s) for t, s in (("B", "publish"), ("A", "draft"), ("C", "publish"))
    ]
    await ask(service, "DELETE", f"/navigations/{gone}")
    listed = {one["id"]: one["status"] for one in await ask(service, "GET", "/navigations?per_page=50")}
    assert listed.items() >= {first: "publish", draft: "draft"}.items() and gone not in listed
    assert gone in [one["id"] for one in await ask(service, "GET", "/navigations?status=trash&per_page=50")]
    assert (await ask(service, "POST", f"/trash/{gone}/restore", {"status": "publish"}))["status"] == "publish"


async def test_one_in_use_by_a_page_or_a_template_stays(service: Service, wordpress: WordPress) -> None:
    """The refusal names the uses of both; without any it goes, and comes back under another id with the same bytes."""
    navigation = await make(service, TRICKY)
    stored = read_stored(wordpress, navigation)
    block = f'<!-- wp:navigation {{"ref":{navigation}}} /-->'
    page = (await ask(service, "POST", "/pages", {"title": "Page", "content": block}, 201))["id"]
    listed = await ask(service, "GET", "/block-pages?type=template_part")
    uses: list[Any] = [page]
    if listed:
        ref = listed[0]["ref"]
        await ask(service, "POST", f"/templates/{ref}/blocks", {"at": "end", "markup": block})
        uses.append(ref)
    refused = await ask(service, "DELETE", f"/navigations/{navigation}", status=409)
    assert [use.get("id", use.get("ref")) for use in refused["data"]["uses"]] == uses
    if listed:
        await ask(service, "POST", f"/templates/{ref}/revert")
    await ask(service, "PATCH", f"/pages/{page}", {"content": ""})
    removed = await ask(service, "DELETE", f"/navigations/{navigation}?force=true")
    undone = await ask(service, "POST", "/changes/undo", {"id": removed["change_id"]})
    assert read_stored(wordpress, int(undone["objects"][0]["id"])) == stored


async def test_what_no_navigation_holds_is_refused(service: Service, wordpress: WordPress) -> None:
    """By the rules of the release; of a release whose blocks are not known WordPress's editor would say it."""
    paragraph = "<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->"
    status = 400 if read_release(wordpress.version).blocks else 201
    await ask(service, "POST", "/navigations", {"title": "x", "markup": paragraph}, status)
    navigation = await make(service)
    status = 400 if read_release(wordpress.version).blocks else 200
    await ask(service, "POST", f"/items/{navigation}/blocks", {"at": "end", "markup": paragraph}, status)


async def test_a_navigation_has_revisions_a_clone_and_texts(service: Service) -> None:
    """The operations on items take it by its id."""
    navigation = await make(service, f"{HOME}\n\n{ABOUT}")
    await ask(service, "POST", f"/items/{navigation}/blocks", {"at": "end", "markup": HOME})
    assert await ask(service, "GET", f"/items/{navigation}/revisions")
    clone = (await ask(service, "POST", f"/items/{navigation}/clone", status=201))["id"]
    read = await ask(service, "GET", f"/navigations/{clone}?context=edit")
    assert (read["type"], read["status"], read["content"]["raw"].count("wp:navigation-link")) == (
        "navigation",
        "draft",
        3,
    )
