"""Operations on items of any type, through the doors of a whole service."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.owner import perform
from sitehand.site.content import PageFields
from tests.service import BASE, Service, open_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """The built-in site with keys of three roles."""
    async with open_service(tmp_path, roles=("admin", "editor", "author")) as opened:
        yield opened


async def call(service: Service, method: str, path: str, body: Any = None, role: str = "editor") -> Any:
    """The status and body of a REST call."""
    headers = {"X-API-Key": service.keys[role]}
    answer = await service.http.request(method, f"{BASE}{path}", json=body, headers=headers)
    return answer.status_code, answer.json()


async def make(service: Service, kind: str = "pages", **fields: Any) -> Any:
    """A new item."""
    status, made = await call(service, "POST", f"/{kind}", {"title": "Made", **fields})
    assert status == 201, made
    return made


async def test_items_that_could_link_are_suggested(service: Service) -> None:
    """They have the words of the title, with their place, and no link to it yet; drafts and itself are left out."""
    page = await make(service, title="Rye bread", status="publish", content="<p>Our rye bread.</p>")
    link = f'<p>Rye and <a href="{page["link"]}">bread</a></p>'
    await make(service, title="Linked", status="publish", content=link)
    await make(service, title="Draft", content="<p>rye bread</p>")
    post = await make(service, "posts", title="News", status="publish", content="<p>New bread of old rye.</p>")
    status, found = await call(service, "GET", f"/items/{page['id']}/link-suggestions")
    assert (status, found["title"]) == (200, "Rye bread")
    assert [(hit["id"], hit["snippet"]) for hit in found["suggestions"]] == [
        (post["id"], "New <mark>bread</mark> of old <mark>rye</mark>.")
    ]
    await call(service, "PATCH", f"/posts/{post['id']}", {"content": link})
    assert (await call(service, "GET", f"/items/{page['id']}/link-suggestions"))[1]["suggestions"] == []


class TestGetContent:
    """Reading an item by what names it."""

    async def test_an_item_is_found_by_each_of_its_names(self, service: Service) -> None:
        """Its id, its slug, its address, its path alone: the same item, whole as `get_page` gives it."""
        parent = await make(service, title="Visit", status="publish")
        page = await make(service, title="How to find us", status="publish", parent=parent["id"], content="<p>Go</p>")
        _, whole = await call(service, "GET", f"/pages/{page['id']}")
        path = "/visit/how-to-find-us"
        for query in (f"id={page['id']}", "slug=how-to-find-us", f"url={page['link']}", f"url={path}/", f"url={path}"):
            assert await call(service, "GET", f"/content?{query}") == (200, whole)

    @pytest.mark.parametrize("address", ["http://[::1/about/", f"/{'a' * 201}/", f"/{'ä' * 300}", "//", "?p=x"])
    async def test_an_odd_address_is_nobodys(self, service: Service, address: str) -> None:
        """Whatever it is: no address at all, or one with a name that is longer than any slug."""
        headers = {"X-API-Key": service.keys["editor"]}
        answer = await service.http.get(f"{BASE}/content", params={"url": address}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

    async def test_a_site_below_a_path_has_its_front_page_there(self, tmp_path: Path) -> None:
        """Its address with or without a slash, and its path; what is below it is found as ever."""
        async with open_service(tmp_path, roles=("editor",), url="https://hill.example/blog") as service:
            front = await make(service, title="Welcome", status="publish")
            below = await make(service, title="About", status="publish")
            parts = assemble(service.settings)
            await perform(parts, "set_site_settings", {"show_on_front": "page", "page_on_front": front["id"]})
            await parts.close()
            for url in ("https://hill.example/blog/", "https://hill.example/blog", "/blog/"):
                assert (await call(service, "GET", f"/content?url={url}"))[1]["id"] == front["id"]
            assert (await call(service, "GET", f"/content?url={below['link']}"))[1]["id"] == below["id"]
            assert (await call(service, "GET", "/content?url=https://hill.example/"))[0] == 404

    async def test_a_draft_is_found_by_its_address(self, service: Service) -> None:
        """It has none but its id."""
        draft = await make(service, "posts", content="<p>Soon</p>")
        assert "?p=" in draft["link"]
        answer = await service.http.get(
            f"{BASE}/content", params={"url": draft["link"]}, headers={"X-API-Key": service.keys["editor"]}
        )
        assert answer.json()["id"] == draft["id"]

    async def test_a_slug_of_several_items_names_none(self, service: Service) -> None:
        """The refusal names them; an address is of one alone."""
        page = await make(service, title="News", status="publish")
        post = await make(service, "posts", title="News", status="publish")
        status, refusal = await call(service, "GET", "/content?slug=news")
        assert (status, refusal["code"]) == (409, "conflict")
        assert {each["id"] for each in refusal["data"]["items"]} == {page["id"], post["id"]}
        assert (await call(service, "GET", "/content?url=/news/"))[1]["id"] == page["id"]


class TestRevisions:
    """Reading, comparing and restoring what an item was."""

    async def test_an_old_text_comes_back(self, service: Service) -> None:
        """Its title, content and excerpt; what a revision does not hold, such as the slug, stays."""
        page = await make(service, title="One", content="<p>One</p>", excerpt="1", status="publish", slug="kept")
        await call(service, "PATCH", f"/pages/{page['id']}", {"title": "Two", "content": "<p>Two</p>", "excerpt": "2"})
        _, found = await call(service, "GET", f"/pages/{page['id']}/revisions")
        assert [(each["title"]["raw"], each["action"]) for each in found] == [("Two", "update"), ("One", "create")]
        path = f"/pages/{page['id']}/revisions/{found[1]['id']}"
        _, shown = await call(service, "GET", f"{path}/diff")
        fields = {field["field"]: (field["before"], field["after"]) for field in shown["objects"][0]["fields"]}
        assert fields["title"] == ("One", "Two")
        status, restored = await call(service, "POST", f"{path}/restore", {})
        assert (status, restored["title"]["rendered"], restored["slug"]) == (200, "One", "kept")
        _, stored = await call(service, "GET", f"/pages/{page['id']}?context=edit")
        assert (stored["content"]["raw"], stored["excerpt"]["raw"]) == ("<p>One</p>", "1")
        assert (await call(service, "GET", f"{path}/diff"))[1]["objects"][0]["fields"] == []

    async def test_the_fields_of_a_revision_come_back(self, service: Service) -> None:
        """Custom and SEO fields with the texts, in one revision that one undo takes back."""
        group = {"title": "Book", "types": ["post"], "fields": [{"name": "isbn", "type": "text"}]}
        assert (await call(service, "POST", "/field-groups", group, "admin"))[0] == 201
        post = await make(service, "posts", title="One", fields={"isbn": "1"})
        await call(service, "PATCH", f"/items/{post['id']}/seo", {"title": "SEO one", "robots": ["noarchive"]})
        await call(service, "PATCH", f"/items/{post['id']}/seo", {"title": "SEO two", "description": "New"})
        await call(service, "PATCH", f"/posts/{post['id']}", {"title": "Two", "fields": {"isbn": "2"}})
        _, found = await call(service, "GET", f"/posts/{post['id']}/revisions")
        status, _ = await call(service, "POST", f"/posts/{post['id']}/revisions/{found[2]['id']}/restore", {})
        assert status == 200
        assert await self._read(service, post["id"]) == ("One", {"isbn": "1"}, "SEO one", "", ["noarchive"])
        _, after = await call(service, "GET", f"/posts/{post['id']}/revisions")
        assert len(after) == len(found) + 1
        _, changes = await call(service, "GET", "/changes?per_page=1")
        await call(service, "POST", "/changes/undo", {"id": changes[0]["id"]})
        assert await self._read(service, post["id"]) == ("Two", {"isbn": "2"}, "SEO two", "New", ["noarchive"])

    async def test_an_author_restores_no_seo_fields(self, service: Service) -> None:
        """They may not set them: what an editor has set stays, and the texts come back."""
        _, post = await call(service, "POST", "/posts", {"title": "One"}, "author")
        await call(service, "PATCH", f"/items/{post['id']}/seo", {"title": "SEO"})
        await call(service, "PATCH", f"/posts/{post['id']}", {"title": "Two"}, "author")
        _, found = await call(service, "GET", f"/posts/{post['id']}/revisions")
        path = f"/posts/{post['id']}/revisions/{found[2]['id']}/restore"
        assert (await call(service, "POST", path, {}, "author"))[0] == 200
        assert await self._read(service, post["id"]) == ("One", {}, "SEO", "", [])

    async def _read(self, service: Service, item: int) -> tuple[Any, ...]:
        _, post = await call(service, "GET", f"/posts/{item}")
        _, seo = await call(service, "GET", f"/items/{item}/seo")
        return post["title"]["rendered"], post.get("fields", {}), seo["title"], seo["description"], seo["robots"]

    async def test_a_post_has_no_revisions_among_pages(self, service: Service) -> None:
        """WordPress's paths are of one type each."""
        post = await make(service, "posts")
        assert (await call(service, "GET", f"/pages/{post['id']}/revisions"))[0] == 404
        assert (await call(service, "GET", f"/posts/{post['id']}/revisions"))[0] == 200


class TestTrash:
    """Taking items out of the trash, and emptying it."""

    async def test_the_trash_is_emptied_in_portions(self, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        """Oldest first, of one type or all; the answer names what went and counts what is left."""
        monkeypatch.setattr("sitehand.operations.content.trash.MAX_EMPTIED", 2)
        pages = [await make(service, title=f"Page {number}") for number in range(3)]
        post = await make(service, "posts", title="Post")
        kept = await make(service, title="Kept")
        for path in (*(f"/pages/{page['id']}" for page in pages), f"/posts/{post['id']}"):
            await call(service, "DELETE", path)
        _, emptied = await call(service, "DELETE", "/trash?type=page")
        assert [each["title"] for each in emptied["deleted"]] == ["Page 0", "Page 1"]
        assert emptied["left"] == 1
        _, emptied = await call(service, "DELETE", "/trash")
        assert {(each["id"], each["type"]) for each in emptied["deleted"]} == {
            (pages[2]["id"], "page"),
            (post["id"], "post"),
        }
        assert emptied["left"] == 0
        assert (await call(service, "DELETE", "/trash"))[1]["deleted"] == []
        assert (await call(service, "GET", f"/pages/{kept['id']}"))[0] == 200

    async def test_what_is_not_in_the_trash_is_not_unpublished(self, service: Service) -> None:
        """Restoring it is refused, and it stays as it is."""
        page = await make(service, status="publish")
        assert (await call(service, "POST", f"/trash/{page['id']}/restore", {}))[0] == 409
        assert (await call(service, "GET", f"/pages/{page['id']}"))[1]["status"] == "publish"


class TestClones:
    """Copies of items."""

    async def test_a_clone_is_a_draft_with_what_the_item_has(self, service: Service) -> None:
        """Texts byte for byte, terms and the Elementor document; no slug, and no password, which is said."""
        _, term = await call(service, "POST", "/categories", {"name": "News"})
        texts = {"title": "A & B", "content": "<p>\\u0041</p>", "excerpt": "E", "password": "quiet"}
        post = await make(service, "posts", **texts, categories=[term["id"]], tags=["Bread"], status="publish")
        element = {"id": "a1b2c3d", "elType": "widget", "widgetType": "heading", "settings": {}, "elements": []}
        document = {"content": [element], "expected_revision": post["revision"]}
        written, answer = await call(service, "PUT", f"/items/{post['id']}/elementor", document)
        assert written == 200, answer
        status, made = await call(service, "POST", f"/items/{post['id']}/clone", {})
        assert (status, made["status"], made["slug"]) == (201, "draft", "")
        assert [notice["code"] for notice in made["notices"]] == ["password_left_out"]
        _, clone = await call(service, "GET", f"/posts/{made['id']}?context=edit")
        _, whole = await call(service, "GET", f"/posts/{post['id']}?context=edit")
        for name in ("content", "excerpt"):
            assert clone[name]["raw"] == whole[name]["raw"]
        assert clone["title"]["raw"] == "A & B (copy)"
        assert (clone["categories"], clone["tags"]) == (whole["categories"], whole["tags"])
        documents = [(await call(service, "GET", f"/items/{each['id']}/elementor"))[1] for each in (post, made)]
        assert documents[0]["items"] == documents[1]["items"] != []

    async def test_what_is_stored_is_copied_whatever_arguments_may_be(self, service: Service) -> None:
        """More categories than one call takes, and a title that has no room for "(copy)"."""
        ids = [(await call(service, "POST", "/categories", {"name": f"News {each}"}))[1]["id"] for each in range(101)]
        post = await make(service, "posts", title="T" * 1000, categories=ids[:100])
        more = {"categories": ids[100:], "mode": "add"}
        assert (await call(service, "PUT", f"/items/{post['id']}/terms", more))[0] == 200
        status, made = await call(service, "POST", f"/items/{post['id']}/clone", {})
        assert (status, made["title"]["rendered"], sorted(made["categories"])) == (201, "T" * 1000, ids)


async def test_a_revision_is_put_back_whatever_arguments_may_be(service: Service) -> None:
    """A title that came with an import may be longer than a call takes."""
    long = "T" * 1500
    parts = assemble(service.settings)
    made = await parts.host.pages.create(PageFields.model_construct(title=long, content="<p>One</p>"), "key:1")
    page = f"/items/{made['id']}"
    await parts.close()
    assert (await call(service, "PATCH", f"/pages/{made['id']}", {"title": "Short"}))[0] == 200
    revisions = (await call(service, "GET", f"{page}/revisions"))[1]
    status, restored = await call(service, "POST", f"{page}/revisions/{revisions[-1]['id']}/restore", {})
    assert (status, restored["title"]["rendered"]) == (200, long)


class TestTerms:
    """Terms of posts, without the rest."""

    async def test_terms_are_replaced_added_and_removed(self, service: Service) -> None:
        """Tags by name too; the list that is not given stays."""
        _, term = await call(service, "POST", "/categories", {"name": "News"})
        post = await make(service, "posts", tags=["One", "Two"])
        path = f"/posts/{post['id']}/terms"

        async def names(body: Any) -> set[str]:
            status, changed = await call(service, "PUT", path, body)
            assert status == 200, changed
            _, tags = await call(service, "GET", f"/tags?post={post['id']}")
            return {tag["name"] for tag in tags}

        assert await names({"tags": ["Three"], "mode": "add"}) == {"One", "Two", "Three"}
        assert await names({"tags": ["one", "Never"], "mode": "remove"}) == {"Two", "Three"}
        assert await names({"categories": [term["id"]]}) == {"Two", "Three"}
        assert await names({"tags": ["Four"]}) == {"Four"}
        assert (await call(service, "GET", f"/posts/{post['id']}"))[1]["categories"] == [term["id"]]
