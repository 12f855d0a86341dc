"""Resources, prompts and completions of our own."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.doors.mcp.resources import GUIDES
from tests.service import Service, open_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with one page and one post."""
    async with open_service(tmp_path, roles=["admin", "author", "designer"]) as opened:
        await opened.tool("create_page", {"title": "Home", "content": "<p>Welcome</p>", "status": "publish"})
        await opened.tool("create_post", {"title": "News"})
        yield opened


async def read(service: Service, uri: str, role: str = "admin") -> Any:
    """What resources/read answers."""
    return await service.rpc("resources/read", {"uri": uri}, role=role)


async def complete(service: Service, ref: dict[str, str], name: str, value: str, role: str = "admin") -> Any:
    """What completion/complete answers."""
    params = {"ref": ref, "argument": {"name": name, "value": value}}
    return await service.rpc("completion/complete", params, role=role)


async def page_id(service: Service) -> int:
    """The id of the page."""
    listed = await service.tool("list_pages")
    found: int = listed["structuredContent"]["items"][0]["id"]
    return found


async def test_the_resources_are_listed_by_role(service: Service) -> None:
    """Who may not read content sees no templates for pages, posts and other items; a guide is for everyone."""
    for role, nouns in (
        ("author", ["pages/{id}", "posts/{id}", "custom_items/{id}", "media/{id}", "guide/{topic}"]),
        ("designer", ["patterns/{id}", "navigations/{id}", "media/{id}", "guide/{topic}"]),
    ):
        listed = (await service.rpc("resources/list", role=role))["result"]["resources"]
        assert [item["uri"] for item in listed] == ["sitehand://site", "sitehand://openapi.json"]
        templates = (await service.rpc("resources/templates/list", role=role))["result"]["resourceTemplates"]
        assert [item["uriTemplate"] for item in templates] == [f"sitehand://{noun}" for noun in nouns]


async def test_the_site_and_its_api_can_be_read(service: Service) -> None:
    """sitehand://site is what site_info answers, openapi.json the document of the REST door."""
    site = (await read(service, "sitehand://site"))["result"]["contents"][0]
    assert json.loads(site["text"]) == (await service.tool("site_info"))["structuredContent"]
    document = (await read(service, "sitehand://openapi.json"))["result"]["contents"][0]
    assert json.loads(document["text"])["openapi"].startswith("3.1")
    assert document["mimeType"] == "application/json"


async def test_a_page_and_a_post_can_be_read(service: Service) -> None:
    """The same objects as the tools give."""
    number = await page_id(service)
    contents = (await read(service, f"sitehand://pages/{number}"))["result"]["contents"][0]
    assert json.loads(contents["text"]) == (await service.tool("get_page", {"id": number}))["structuredContent"]
    post = (await service.tool("list_posts", {"status": ["any"]}))["structuredContent"]["items"][0]["id"]
    contents = (await read(service, f"sitehand://posts/{post}", "author"))["result"]["contents"][0]
    assert json.loads(contents["text"])["title"]["rendered"] == "News"


@pytest.mark.parametrize("topic", list(GUIDES))
async def test_a_guide_can_be_read(service: Service, topic: str) -> None:
    """Each topic has a text of its own, short enough to read before working."""
    contents = (await read(service, f"sitehand://guide/{topic}", "designer"))["result"]["contents"][0]
    assert contents["mimeType"] == "text/markdown"
    assert contents["text"].startswith("# ")
    assert 500 < len(contents["text"]) < 3000


@pytest.mark.parametrize(
    ("uri", "role", "rpc", "code"),
    [
        ("sitehand://nothing", "admin", -32002, "not_found"),
        ("sitehand://pages/999", "admin", -32002, "not_found"),
        ("sitehand://guide/cooking", "admin", -32002, "not_found"),
        ("sitehand://guide/..%2F..%2Fserver", "admin", -32002, "not_found"),
        ("sitehand://pages/one", "admin", -32602, "invalid_arguments"),
        ("sitehand://pages/99999999999999999999", "admin", -32602, "invalid_arguments"),
        ("sitehand://pages/1", "designer", -32600, "category_forbidden"),
    ],
)
async def test_what_cannot_be_read_says_why(service: Service, uri: str, role: str, rpc: int, code: str) -> None:
    """A JSON-RPC error with the error object; a missing resource also names its URI."""
    error = (await read(service, uri, role))["error"]
    assert (error["code"], error["data"]["code"]) == (rpc, code)
    assert (error["data"].get("uri") == uri) == (code == "not_found")


async def test_prompts_are_listed_by_role(service: Service) -> None:
    """A prompt that ends in writing a page is for those who may write one."""
    prompts = (await service.rpc("prompts/list", role="author"))["result"]["prompts"]
    assert [prompt["name"] for prompt in prompts] == ["write_page", "review_page", "plan_site"]
    assert [argument["name"] for argument in prompts[0]["arguments"] if argument["required"]] == ["topic"]
    assert (await service.rpc("prompts/list", role="designer"))["result"]["prompts"] == []
    error = (await service.rpc("prompts/get", {"name": "plan_site", "arguments": {}}, role="designer"))["error"]
    assert error["data"]["code"] == "category_forbidden"


async def test_prompts_take_their_arguments(service: Service) -> None:
    """What is given stands in the text; a review brings the page along."""
    asked = {"name": "write_page", "arguments": {"topic": "Opening hours", "tone": "formal"}}
    message = (await service.rpc("prompts/get", asked))["result"]["messages"][0]["content"]["text"]
    assert "Topic: Opening hours" in message
    assert "Tone: formal" in message
    asked = {"name": "review_page", "arguments": {"id": str(await page_id(service)), "focus": "tone"}}
    page, task = (await service.rpc("prompts/get", asked))["result"]["messages"]
    assert "Welcome" in page["content"]["resource"]["text"]
    assert "Look at: tone." in task["content"]["text"]
    asked = {"name": "plan_site", "arguments": {"purpose": "A bakery", "pages": "12"}}
    message = (await service.rpc("prompts/get", asked))["result"]["messages"][0]["content"]["text"]
    assert "about 12 pages" in message


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("write_page", {}, "invalid_arguments"),
        ("write_page", {"topic": " "}, "invalid_arguments"),
        ("write_page", {"topic": "x", "colour": "red"}, "invalid_arguments"),
        ("plan_site", {"purpose": "x", "pages": "many"}, "invalid_arguments"),
        ("plan_site", {"purpose": "x", "pages": "5000"}, "invalid_arguments"),
        ("plan_site", {"purpose": "x", "pages": "10" + "0" * 50}, "invalid_arguments"),
        ("plan_site", {"purpose": "x", "pages": "0008" + "9" * 5000}, "invalid_arguments"),
        ("review_page", {"id": "one"}, "invalid_arguments"),
        ("review_page", {"id": "999"}, "not_found"),
        ("bake_cake", {}, "invalid_arguments"),
    ],
)
async def test_wrong_prompt_arguments_are_refused(
    service: Service, name: str, arguments: dict[str, str], code: str
) -> None:
    """Missing, unknown and senseless arguments: the protocol's code for parameters, and the error object."""
    error = (await service.rpc("prompts/get", {"name": name, "arguments": arguments}))["error"]
    assert error["data"]["code"] == code


async def test_arguments_are_completed(service: Service) -> None:
    """Topics, tones and ids; nothing for an argument without suggestions; refused without the right."""
    topics = await complete(service, {"type": "ref/resource", "uri": "sitehand://guide/{topic}"}, "topic", "s")
    assert topics["result"]["completion"]["values"] == ["safety"]
    tones = await complete(service, {"type": "ref/prompt", "name": "write_page"}, "tone", "F")
    assert tones["result"]["completion"]["values"] == ["friendly", "formal"]
    number = str(await page_id(service))
    page = {"type": "ref/resource", "uri": "sitehand://pages/{id}"}
    assert number in (await complete(service, page, "id", number[0]))["result"]["completion"]["values"]
    review = {"type": "ref/prompt", "name": "review_page"}
    assert number in (await complete(service, review, "id", ""))["result"]["completion"]["values"]
    nothing = await complete(service, {"type": "ref/prompt", "name": "write_page"}, "topic", "x")
    assert nothing["result"]["completion"]["values"] == []
    assert (await complete(service, page, "id", "", "designer"))["error"]["data"]["code"] == "category_forbidden"
    unknown = await complete(service, {"type": "ref/prompt", "name": "nope"}, "x", "")
    assert unknown["error"]["code"] == -32602
