"""The service over a real WordPress: the promises of every write, through the gate and the REST door."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.app import assemble, connect
from sitehand.beside import make_files, make_permits
from sitehand.doors.rest import RestDoor
from sitehand.doors.routes import RouteTable
from sitehand.guard.call import in_call
from sitehand.hosts.wordpress.capabilities import ELEMENTOR
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import find_types
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.operation.caller import Role
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from sitehand.site.capabilities import Capabilities, Need
from sitehand.site.connection import Facts
from sitehand.store.database import Database
from tests.choices import set_rules
from tests.service import URL, make_keys
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress

ROLES: tuple[Role, ...] = ("admin", "editor", "author")


@dataclass(frozen=True, slots=True)
class Service:
    """The REST door over the gate, over a host."""

    http: httpx2.AsyncClient
    host: WordPressHost
    keys: dict[str, str]
    database: Database

    async def call(self, method: str, path: str, body: Any = None, role: str = "admin", **headers: str) -> Any:
        """The status and the body of an answer."""
        sent = {"X-API-Key": self.keys[role], **{name.replace("_", "-"): text for name, text in headers.items()}}
        answer = await self.http.request(method, path, json=body, headers=sent)
        return answer.status_code, answer.json()


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress."""
    async with open_rest(wordpress, proxy, tmp_path, "design", "templates", "terms") as opened:
        yield opened


@asynccontextmanager
async def open_rest(
    wordpress: WordPress, proxy: Proxy, tmp_path: Path, *needs: Need, **told: Any
) -> AsyncIterator[Service]:
    """As the app puts it together, but for the host, which no setting chooses yet; it offers these needs.

    `told` are facts, such as its types.
    """
    settings = Settings(data=tmp_path / "site", log="off", url=URL)
    keys = await make_keys(settings, ROLES)
    parts = assemble(settings)
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts = Facts(str(client.root), wordpress.url, "Real site", wordpress.user, version=wordpress.version)
    facts = replace(facts, namespaces=[ELEMENTOR] if "elementor" in needs else [], **told)
    host = build_host(client, parts.database, "secret", facts=facts)
    host = replace(host, capabilities=lambda: Capabilities(frozenset(needs)))
    parts = replace(parts, host=host)
    routes = RouteTable(parts.catalog)
    gate, _ = connect(parts, routes)
    proxy.sent.clear()
    files, _ = make_files(parts, make_permits(parts, gate))
    transport = httpx2.ASGITransport(app=RestDoor(gate, routes, parts.address.rest, files))
    async with httpx2.AsyncClient(transport=transport, base_url=URL) as http:
        yield Service(http, host, keys, parts.database)
    await client.close()
    await parts.close()


@asynccontextmanager
async def open_with_types(wordpress: WordPress, proxy: Proxy, tmp_path: Path, *needs: Need) -> AsyncIterator[Service]:
    """The same over the types and taxonomies that WordPress says it has."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    found = await find_types(client)
    await client.close()
    async with open_rest(wordpress, proxy, tmp_path, *needs, **found._asdict()) as opened:
        yield opened


async def test_a_write_is_journaled_with_what_was_before(service: Service) -> None:
    """A create and an update, in the port's fields, under the answer's change_id."""
    status, made = await service.call("POST", "/pages", {"title": "Journaled", "content": "<p>one</p>"})
    assert (status, made["changed"], made["title"]["rendered"]) == (201, True, "Journaled")
    _, page = await service.call("GET", f"/pages/{made['id']}?context=edit")
    assert page["revision"] == made["revision"]
    _, changed = await service.call("PATCH", f"/pages/{made['id']}", {"title": "Changed"})
    _, entry = await service.call("GET", f"/changes/{changed['change_id']}")
    shown = entry["objects"][0]
    assert (shown["kind"], shown["id"], shown["fields"]) == (
        "page",
        str(made["id"]),
        [{"field": "title", "before": "Journaled", "after": "Changed"}],
    )
    assert (shown["revision_before"], shown["revision_after"]) == (made["revision"], changed["revision"])
    _, same = await service.call("PATCH", f"/pages/{made['id']}", {"title": "Changed"})
    assert (same["changed"], "change_id" in same) == (False, False)


async def test_a_dry_run_sends_nothing(service: Service, proxy: Proxy) -> None:
    """By the record of the proxy; it shows what would become of everything."""
    _, made = await service.call("POST", "/pages", {"title": "There"})
    proxy.sent.clear()
    for method, path, body in (
        ("POST", "/pages?dry_run=true", {"title": "New"}),
        ("PATCH", f"/pages/{made['id']}?dry_run=true", {"title": "Other", "status": "publish"}),
        ("DELETE", f"/pages/{made['id']}?dry_run=true", None),
        ("DELETE", f"/pages/{made['id']}?force=true&dry_run=true", None),
    ):
        status, plan = await service.call(method, path, body)
        assert (status, plan["dry_run"], plan["changed"]) == (200, True, True), (method, path, plan)
        assert plan["changes"][0]["kind"] == "page"
    assert proxy.writes == []


async def test_a_stale_revision_is_refused(service: Service, proxy: Proxy) -> None:
    """With what changed since, as far as we know."""
    _, made = await service.call("POST", "/pages", {"title": "There"})
    _, changed = await service.call("PATCH", f"/pages/{made['id']}", {"title": "Changed"})
    proxy.sent.clear()
    status, refusal = await service.call(
        "PATCH", f"/pages/{made['id']}", {"title": "Mine", "expected_revision": made["revision"]}
    )
    assert (status, refusal["code"], refusal["data"]["revision"]) == (409, "revision_conflict", changed["revision"])
    assert [each["id"] for each in refusal["data"]["changes"]] == [changed["change_id"]]
    assert proxy.writes == []


async def test_a_key_is_used_once(service: Service, proxy: Proxy) -> None:
    """The answer is repeated, with the id that the page got; for another call it is refused. A refusal is kept too."""
    first = await service.call("POST", "/pages", {"title": "Once"}, Idempotency_Key="one")
    again = await service.call("POST", "/pages", {"title": "Once"}, Idempotency_Key="one")
    assert (first[0], again[1]["id"], len(proxy.writes)) == (201, first[1]["id"], 1)
    assert (await service.call("POST", "/pages", {"title": "Twice"}, Idempotency_Key="one"))[0] == 422
    for _ in range(2):
        refused = await service.call("POST", "/pages", {"title": "x", "parent": 999_999}, Idempotency_Key="two")
        assert (refused[0], refused[1]["code"]) == (400, "invalid_arguments")


async def test_a_batch_is_one_entry_and_its_parts_see_each_other(service: Service, proxy: Proxy) -> None:
    """A new page's id is known to the parts that follow; when a part fails, nothing was sent."""
    parts: list[dict[str, Any]] = [
        {"method": "POST", "path": "/pages", "body": {"title": "First of a batch"}},
        {"method": "POST", "path": "/pages", "body": {"title": "Second", "parent": {"$ref": "#0.id"}}},
        {"method": "PATCH", "path": "/pages/{#0.id}", "body": {"title": "First, changed"}},
    ]
    status, done = await service.call("POST", "/batch", {"mode": "atomic", "requests": parts})
    assert status == 207, done
    bodies = [each["body"] for each in done["responses"]]
    assert bodies[1]["parent"] == bodies[0]["id"] == bodies[2]["id"] < 2**40
    _, entry = await service.call("GET", f"/changes/{done['change_id']}")
    assert [each["id"] for each in entry["objects"]] == [str(bodies[0]["id"]), str(bodies[1]["id"])]
    proxy.sent.clear()
    parts.append({"method": "PATCH", "path": "/pages/999999", "body": {"title": "x"}})
    status, refusal = await service.call("POST", "/batch", {"mode": "atomic", "requests": parts})
    assert (status, proxy.writes) == (404, []), refusal


async def test_a_rule_holds_a_write_until_it_is_approved(service: Service, proxy: Proxy) -> None:
    """Nothing is sent before; then it is done as shown."""
    await set_rules(service.database, [Rule(role="author", category="content")])
    status, pending = await service.call("POST", "/posts", {"title": "Held", "status": "publish"}, role="author")
    assert (status, proxy.writes) == (202, []), pending
    number = pending["pending"]["id"]
    status, done = await service.call("POST", f"/pending/{number}/approve")
    assert status == 200, done
    assert [sent.method for sent in proxy.writes] == ["POST"]


async def test_an_undo_inside_an_atomic_batch_is_noted_as_one(service: Service) -> None:
    """The batch's entry says what it took back, so that an undo of all that a request did leaves that out."""
    _, one = await service.call("POST", "/pages", {"title": "One"})
    _, two = await service.call("POST", "/pages", {"title": "Two"})
    parts = [{"method": "PATCH", "path": f"/pages/{each['id']}", "body": {"title": "Changed"}} for each in (one, two)]
    with in_call(request_id="both"):
        _, changed = await service.call("POST", "/batch", {"requests": parts})
    first, second = [each["body"]["change_id"] for each in changed["responses"]]
    undo = {"method": "POST", "path": "/changes/undo", "body": {"id": first}}
    made = {"method": "POST", "path": "/pages", "body": {"title": "Three"}}
    status, done = await service.call("POST", "/batch", {"mode": "atomic", "requests": [undo, made]})
    assert status == 207, done
    _, entry = await service.call("GET", f"/changes/{done['change_id']}")
    assert (entry["outcome"], entry["undoes"]) == ("undo", [first])
    _, undone = await service.call("GET", f"/changes/{first}")
    assert undone["undone_by"] == done["change_id"]
    status, rest = await service.call("POST", "/changes/undo", {"request_id": "both"})
    assert (status, rest.get("undone")) == (200, [second]), rest
    _, page = await service.call("GET", f"/pages/{one['id']}?context=edit")
    assert page["title"]["raw"] == "One"


async def test_keys_are_kept_as_ever(service: Service, proxy: Proxy) -> None:
    """In the service's own database; a call that changes both at once is refused, and neither is changed."""
    status, _ = await service.call("POST", "/api-keys?dry_run=true", {"label": "Tried", "role": "author"})
    assert status == 200
    status, made = await service.call("POST", "/api-keys", {"label": "Made", "role": "author"})
    assert (status, made["changed"]) == (201, True)
    both = [
        {"method": "POST", "path": "/pages", "body": {"title": "Both"}},
        {"method": "POST", "path": "/api-keys", "body": {"label": "Both", "role": "author"}},
    ]
    for parts in (both, both[::-1]):
        status, refusal = await service.call("POST", "/batch", {"mode": "atomic", "requests": parts})
        assert (status, refusal["code"]) == (400, "invalid_arguments"), refusal
    _, listed = await service.call("GET", "/api-keys")
    assert {key["label"] for key in listed} == {*ROLES, "Made"}
    assert proxy.writes == []


async def test_a_slow_site_holds_up_no_other_write(service: Service, proxy: Proxy) -> None:
    """While one write is stalled, others are done: of keys, and of other pages."""
    _, made = await service.call("POST", "/pages", {"title": "Slow"})
    fault = proxy.fail("hold", "POST", f"/wp/v2/pages/{made['id']}")
    slow = asyncio.create_task(service.call("PATCH", f"/pages/{made['id']}", {"title": "Late"}, Idempotency_Key="slow"))
    await fault.reached.wait()
    assert (await service.call("POST", "/api-keys", {"label": "Meanwhile", "role": "author"}))[0] == 201
    assert (await service.call("POST", "/pages", {"title": "Meanwhile"}, Idempotency_Key="other"))[0] == 201
    assert not slow.done()
    fault.go_on.set()
    status, changed = await slow
    assert (status, changed["title"]["rendered"]) == (200, "Late")


async def test_undo_goes_through_the_site_and_is_undone_itself(service: Service, proxy: Proxy) -> None:
    """A batch at once; what newer changes stand on is refused; a page that is made again has its new id."""
    _, page = await service.call("POST", "/pages", {"title": "Undone", "content": "<p>text</p>", "status": "publish"})
    parts = [
        {"method": "PATCH", "path": f"/pages/{page['id']}", "body": {"title": "Changed", "slug": "changed"}},
        {"method": "POST", "path": "/posts", "body": {"title": "Made beside"}},
    ]
    _, batch = await service.call("POST", "/batch", {"mode": "atomic", "requests": parts})
    proxy.sent.clear()
    status, plan = await service.call("POST", "/changes/undo?dry_run=true", {"id": batch["change_id"]})
    assert (status, proxy.writes, len(plan["changes"])) == (200, [], 2)
    status, undone = await service.call("POST", "/changes/undo", {"id": batch["change_id"]})
    assert (status, undone["undone"]) == (200, [batch["change_id"]]), undone
    _, now = await service.call("GET", f"/pages/{page['id']}")
    assert now["revision"] == page["revision"]
    assert (await service.call("GET", f"/posts/{batch['responses'][1]['body']['id']}"))[0] == 404
    status, refusal = await service.call("POST", "/changes/undo", {"id": batch["change_id"]})
    assert (status, refusal["data"]["undone_by"]) == (409, undone["change_id"])
    _, gone = await service.call("DELETE", f"/pages/{page['id']}?force=true")
    status, again = await service.call("POST", "/changes/undo", {"id": gone["change_id"]})
    assert (status, [notice["code"] for notice in again["notices"]]) == (200, ["new_id"])
    _, made = await service.call("GET", f"/pages/{again['objects'][0]['id']}?context=edit")
    assert (made["slug"], made["content"]["raw"]) == (page["slug"], "<p>text</p>")
    status, _ = await service.call("POST", "/changes/undo", {"id": again["change_id"]})
    assert (status, (await service.call("GET", f"/pages/{made['id']}"))[0]) == (200, 404)


async def test_a_batch_with_a_key_is_done_once(service: Service, proxy: Proxy) -> None:
    """Each part answers as before, and another batch with its key is refused before anything is sent."""
    parts = [{"method": "POST", "path": "/pages", "body": {"title": title}} for title in ("Keyed", "Keyed too")]
    _, first = await service.call("POST", "/batch", {"requests": parts, "idempotency_key": "each"})
    assert [each["status"] for each in first["responses"]] == [201, 201]
    proxy.sent.clear()
    _, again = await service.call("POST", "/batch", {"requests": parts, "idempotency_key": "each"})
    status, refused = await service.call("POST", "/batch", {"requests": parts[:1], "idempotency_key": "each"})
    assert (again, status, refused["code"]) == (first, 422, "idempotency_mismatch")
    assert proxy.writes == []


async def test_the_sites_and_the_services_own_objects_are_not_undone_together(service: Service, proxy: Proxy) -> None:
    """They are in two places; each change alone is undone where its objects are."""
    _, page = await service.call("POST", "/pages", {"title": "There"})
    _, entry = await service.call("GET", f"/changes/{page['change_id']}")
    _, limit = await service.call("PUT", "/rate-limit", {"requests_per_minute": 77})
    proxy.sent.clear()
    status, refusal = await service.call("POST", "/changes/undo", {"changes_since": entry["at"]})
    assert (status, proxy.writes, "cannot change the WordPress site and" in refusal["message"]) == (400, [], True)
    status, undone = await service.call("POST", "/changes/undo", {"id": limit["change_id"]})
    assert (status, undone["undone"], proxy.writes) == (200, [limit["change_id"]], [])
    assert {"field": "value", "before": "77"} in undone["objects"][0]["fields"]


async def test_an_undone_deletion_brings_back_what_hung_on_it(service: Service) -> None:
    """Posts have the category again, and pages stand below their parent, under the ids that these have now."""
    _, category = await service.call("POST", "/categories", {"name": "Bread"})
    _, below = await service.call("POST", "/categories", {"name": "Rye", "parent": category["id"]})
    _, post = await service.call("POST", "/posts", {"title": "Loaf", "categories": [category["id"], below["id"]]})
    _, page = await service.call("POST", "/pages", {"title": "Shop"})
    _, child = await service.call("POST", "/pages", {"title": "Hours", "parent": page["id"]})
    for path in (f"/categories/{category['id']}", f"/pages/{page['id']}"):
        status, gone = await service.call("DELETE", f"{path}?force=true")
        assert status == 200, gone
        status, undone = await service.call("POST", "/changes/undo", {"id": gone["change_id"]})
        assert status == 200, undone
    _, terms = await service.call("GET", "/categories?search=Bread")
    _, again = await service.call("GET", f"/posts/{post['id']}")
    assert again["categories"] == sorted([terms[0]["id"], below["id"]])
    assert (await service.call("GET", f"/categories/{below['id']}"))[1]["parent"] == terms[0]["id"] != category["id"]
    _, hours = await service.call("GET", f"/pages/{child['id']}")
    assert hours["parent"] in {int(each["id"]) for each in undone["objects"]} - {child["id"]}
