"""Abilities of plugins in a real WordPress: closed until the owner opens them, checked, run once, journaled."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.operation.ability_policy import AbilityRule
from sitehand.operation.policy import Rule
from sitehand.store.ledger_schema import LEDGER
from tests.service import BASE, Service, open_service
from tests.wordpress.conftest import add_plugin
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress

RUN = "/ability/run"
NOTICE: dict[str, Any] = {"name": "shop/set-notice", "input": {"text": "Closed on Sundays"}}
PRICES: dict[str, Any] = {"name": "shop/find-prices", "input": '{"articles": ["tea", "1"], "gross": true}'}


@pytest.fixture(scope="module")
def shop(wordpress: WordPress) -> Iterator[WordPress]:
    """The site with a plugin that registers abilities."""
    if wordpress.release != NEWEST:
        pytest.skip("Abilities are of 6.9 and later.")
    with add_plugin(wordpress, "abilities.php"):
        yield wordpress
    wordpress.run_sql("DELETE FROM wp_options WHERE option_name LIKE 'shop_%'")


@pytest.fixture(scope="module")
async def service(shop: WordPress, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """A service for which the owner opened the shop to editors, and removals to admins alone."""
    folder = tmp_path_factory.mktemp("abilities")
    async with open_service(folder, roles=("admin", "editor", "author"), wordpress=shop) as service:
        parts = assemble(service.settings, schema=LEDGER)
        await parts.choices.abilities.set(AbilityRule(ability="shop/*", category="content", role="editor"))
        await parts.choices.abilities.set(AbilityRule(ability="shop/drop-notice", category="content", role="admin"))
        await parts.close()
        yield service


async def call(service: Service, method: str, path: str, role: str = "editor", **arguments: Any) -> tuple[int, Any]:
    """The status and the body of a REST call."""
    given: Any = {"params": arguments} if method == "GET" else {"json": arguments}
    headers = {"X-API-Key": service.keys[role]}
    answer = await service.http.request(method, f"{BASE}{path}", headers=headers, **given)
    return answer.status_code, answer.json()


def count_runs(shop: WordPress) -> int:
    """How often the notice was set."""
    return int(shop.run_sql("SELECT option_value FROM wp_options WHERE option_name = 'shop_runs'") or 0)


async def test_what_the_owner_opened_is_all_that_there_is(service: Service) -> None:
    """By role and category; what is closed is refused alike, whether there is such an ability or not."""
    shown = {}
    for role in ("admin", "editor", "author"):
        _, found = await call(service, "GET", "/abilities", role)
        shown[role] = {each["name"]: each["operation"] for each in found}
    operations = {"shop/find-prices": "read_site_ability", "shop/set-notice": "change_site_ability"}
    removal = {"shop/drop-notice": "destroy_site_ability"}
    assert shown == {"admin": {**operations, **removal}, "editor": operations, "author": {}}
    for role, name in (("admin", "core/get-site-info"), ("editor", "shop/drop-notice"), ("author", "shop/none")):
        for method, path in (("GET", "/ability"), ("GET", RUN), ("POST", RUN), ("DELETE", RUN)):
            status, refused = await call(service, method, path, role, name=name)
            assert (status, refused["code"]) == (403, "ability_not_open")
    assert (await call(service, "GET", "/ability", name="shop/none"))[1]["code"] == "not_found"


async def test_a_read_is_sent_with_its_input_in_the_address(service: Service) -> None:
    """Each type arrives as it was sent, through REST and as a tool."""
    _, answered = await call(service, "GET", RUN, **PRICES)
    asked = {"articles": ["tea", "1"], "gross": True}
    assert answered == {"name": "shop/find-prices", "result": {"asked": asked, "method": "GET"}}
    told = await service.tool("read_site_ability", {"name": "shop/find-prices", "input": asked}, role="editor")
    assert told["structuredContent"] == answered


async def test_an_input_that_is_not_as_the_schema_says_is_not_sent(service: Service, shop: WordPress) -> None:
    """Each fault is named by its path; a property that says itself that it is required is one of them."""
    before = count_runs(shop)
    for method, name, given, path in (
        ("POST", "shop/set-notice", {"text": 5}, "input.text"),
        ("POST", "shop/set-notice", {"text": "closed"}, "input.text"),
        ("POST", "shop/set-notice", {}, "input"),
        ("GET", "shop/find-prices", '{"gross": true}', "input"),
        ("GET", "shop/find-prices", '{"articles": [], "vat": 1}', "input"),
    ):
        status, refused = await call(service, method, RUN, name=name, input=given)
        assert (status, refused["code"]) == (400, "invalid_arguments")
        assert [each["path"] for each in refused["data"]["details"]] == [path]
    assert count_runs(shop) == before


async def test_only_the_operation_of_its_effect_runs_it(service: Service) -> None:
    """As in WordPress the wrong method is a 405, which names the right one."""
    for method, name, right in (
        ("GET", "shop/set-notice", "POST"),
        ("DELETE", "shop/set-notice", "POST"),
        ("POST", "shop/find-prices", "GET"),
        ("POST", "shop/drop-notice", "DELETE"),
    ):
        status, refused = await call(service, method, RUN, "admin", name=name)
        assert (status, refused["code"], refused["data"]["allow"]) == (405, "method_not_allowed", [right])


async def test_a_run_is_previewed_done_once_and_journaled_as_final(service: Service, shop: WordPress) -> None:
    """A dry run sends nothing; the same key again gets the same answer; the undo is refused with the reason."""
    before = count_runs(shop)
    _, plan = await call(service, "POST", RUN, **NOTICE, dry_run=True)
    assert (plan["changed"], plan["changes"][0]["kind"], count_runs(shop)) == (True, "ability_run", before)
    told = [(await call(service, "POST", RUN, **NOTICE, idempotency_key="once"))[1] for _ in range(2)]
    assert told[0] == {**told[1]}
    assert (told[0]["result"], told[0]["undoable"]) == ({"notice": "Closed on Sundays"}, False)
    assert count_runs(shop) == before + 1
    _, entry = await call(service, "GET", f"/changes/{told[0]['change_id']}", "admin")
    assert (entry["operation"], entry["objects"][0]["id"]) == ("change_site_ability", "shop/set-notice")
    status, refused = await call(service, "POST", "/changes/undo", "admin", id=told[0]["change_id"])
    assert status == 409
    assert "cannot be undone" in str(refused)
    assert (await call(service, "DELETE", RUN, "admin", name="shop/drop-notice"))[1]["result"] is True


async def test_what_failed_halfway_is_not_sent_again(service: Service, shop: WordPress) -> None:
    """Nobody can see what came of it, so the key stays taken."""
    before, given = count_runs(shop), {**NOTICE, "input": {"text": "Half", "fail": True}, "idempotency_key": "half"}
    codes = [(await call(service, "POST", RUN, **given))[1]["code"] for _ in range(2)]
    assert codes == ["host_unavailable", "in_progress"]
    assert count_runs(shop) == before + 1


async def test_a_run_keeps_the_rules_of_any_write(service: Service, shop: WordPress) -> None:
    """Scripts need their permission, rules on what is made public hold it up, an atomic batch has nothing beside it."""
    before = count_runs(shop)
    script = {**NOTICE, "input": {"text": "<script>x</script>"}}
    assert (await call(service, "POST", RUN, **script))[1]["code"] == "html_not_allowed"
    parts = [
        {"method": "POST", "path": each, "body": body} for each, body in (("/posts", {"title": "A"}), (RUN, NOTICE))
    ]
    status, refused = await call(service, "POST", "/batch", requests=parts, mode="atomic")
    assert (status, "cannot be undone" in str(refused)) == (400, True)
    rule, owner = Rule(role="editor", transition="public"), assemble(service.settings, schema=LEDGER)
    await owner.choices.add_rule(rule)
    status, _ = await call(service, "POST", RUN, **NOTICE)
    await owner.choices.remove_rule(rule)
    await owner.close()
    assert (status, count_runs(shop)) == (202, before)


async def test_of_two_approvals_at_once_one_runs_it(service: Service, shop: WordPress) -> None:
    """The other is told that it was decided."""
    before, rule, owner = count_runs(shop), Rule(role="editor"), assemble(service.settings, schema=LEDGER)
    await owner.choices.add_rule(rule)
    _, waiting = await call(service, "POST", RUN, **NOTICE)
    await owner.choices.remove_rule(rule)
    await owner.close()
    approval = f"/pending/{waiting['pending']['id']}/approve"
    answers = await asyncio.gather(*(call(service, "POST", approval, "admin") for _ in range(2)))
    assert sorted(status for status, _ in answers) == [200, 409]
    (refused,) = [told for status, told in answers if status == 409]
    assert (refused["code"], "was already decided" in refused["message"]) == ("conflict", True)
    assert count_runs(shop) == before + 1
