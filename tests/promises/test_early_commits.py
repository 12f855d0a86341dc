"""Writes that commit with their step: they do and answer what they would if the event loop decided about them."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.guard.early_decision import EarlyDecision
from sitehand.guard.restrictions import Restrictions
from sitehand.hookspecs import hookimpl
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation, write_in_single_step
from sitehand.operation.policy import Rule
from sitehand.site.content import Page, PageFields
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.values import NoArguments
from sitehand.store.settings import SettingsTable
from tests.promises.walk import Reply, Walk, let_wait, open_walk
from tests.samples.sample import Write
from tests.samples.table import CASES, OPERATIONS
from tests.service import BASE, open_service

SINGLE = [case for case in CASES if case[0].single_step]
OF_THE_MOMENT = {
    "at",
    "date",
    "date_gmt",
    "modified",
    "modified_gmt",
    "preview_link",
    "created",
    "revision",
    "milliseconds",
}
OF_THE_MOMENT |= {"request_id", "revision_before", "revision_after"}
Pair = tuple[Walk, Walk]


@pytest.fixture(scope="module")
async def walks(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pair]:
    """Two services to which the same is done."""
    folder = tmp_path_factory.mktemp("early")
    async with open_walk(folder / "one") as one, open_walk(folder / "two") as two:
        yield one, two


def leave_moment(told: Any) -> Any:
    """What is told, without what another second makes otherwise: members, and fields in the journal."""
    if isinstance(told, list):
        return [leave_moment(each) for each in told]
    if not isinstance(told, dict):
        return told
    if told.get("field") in OF_THE_MOMENT:
        return told["field"]
    return {name: leave_moment(value) for name, value in told.items() if name not in OF_THE_MOMENT}


async def do(walk: Walk, wanted: Operation, case: Write) -> tuple[Reply, Any]:
    """A prepared call, and its entry in the journal."""
    arguments, _ = await walk.prepare(case)
    reply = await walk.call(wanted, arguments)
    assert reply.status < 300, reply.body
    return reply, (await walk.rest("GET", f"/changes/{reply.change_id}")).body


@pytest.mark.parametrize(
    ("wanted", "case"), SINGLE, ids=[f"{operation.name}-{case.name}".rstrip("-") for operation, case in SINGLE]
)
async def test_an_early_commit_is_as_any_other(
    walks: Pair, monkeypatch: pytest.MonkeyPatch, wanted: Operation, case: Write
) -> None:
    """Each operation of a single step answers and journals the same when the event loop decides about it."""
    recorded: list[str] = []
    record = EarlyDecision._record

    def note(early: EarlyDecision, *of: Any) -> Any:
        recorded.append(early._write.operation.name)
        return record(early, *of)

    monkeypatch.setattr(EarlyDecision, "_record", note)
    early, journaled = await do(walks[0], wanted, case)
    assert wanted.name in recorded
    monkeypatch.setattr(Restrictions, "find_check", lambda *_: None)
    recorded.clear()
    late, as_well = await do(walks[1], wanted, case)
    assert not recorded
    assert leave_moment(early.body) == leave_moment(late.body)
    assert leave_moment(journaled) == leave_moment(as_well)
    assert journaled["objects"]


async def store(walk: Walk, **settings: str) -> None:
    """Store settings as they are."""
    parts = assemble(walk.service.settings)
    try:
        await SettingsTable(parts.database).set(settings)
    finally:
        await parts.close()


async def test_a_block_policy_that_cannot_be_read_concerns_only_blocks(walks: Pair) -> None:
    """A page without any is created; another one is refused."""
    await store(walks[0], block_policy="no rules")
    made = await walks[0].rest("POST", "/pages", {"title": "New", "content": "<p>Words.</p>"})
    assert made.status == 201, made.body
    refused = await walks[0].rest("POST", "/pages", {"title": "New", "content": "<!-- wp:more /-->"})
    assert (refused.status, refused.code) == (503, "storage_unavailable")
    await store(walks[0], block_policy="[]")


async def test_an_early_commit_tells_of_new_blocks(walks: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner discourages one: the notice is the same, whoever decides."""
    for walk in walks:
        await store(walk, block_policy='[{"block": "core/html", "action": "warn"}]')
    told = []
    for walk in walks:
        made = await walk.rest("POST", "/pages", {"title": "New", "content": "<!-- wp:html -->x<!-- /wp:html -->"})
        assert made.status == 201, made.body
        told.append(made.body["notices"])
        monkeypatch.setattr(Restrictions, "find_check", lambda *_: None)
    assert [each["code"] for each in told[0]] == ["block_discouraged"]
    assert told[0] == told[1]


async def test_a_write_that_needs_approval_is_not_committed(walks: Pair) -> None:
    """The event loop decides about it, and lets it wait."""
    reply = await walks[0].rest("POST", "/pages", {"title": "Proposed"}, role="editor")
    assert reply.status == 201
    await let_wait(walks[0].service.settings, Rule(role="editor"))
    reply = await walks[0].rest("POST", "/pages", {"title": "Proposed later"}, role="editor")
    assert reply.status == 202, reply.body
    found = (await walks[0].rest("GET", "/pages", query={"search": "Proposed", "status": "any"})).body
    assert [page["title"]["rendered"] for page in found] == ["Proposed"]


async def test_a_refusal_before_the_step_is_kept_for_its_key(walks: Pair) -> None:
    """Its repetition is told the same, and nothing was done."""
    past = {"title": "Too late", "status": "future", "date": "2020-01-01T00:00:00Z", "idempotency_key": "once"}
    for _ in range(2):
        refused = await walks[0].call(OPERATIONS["create_post"], past, "tool")
        assert (refused.status, refused.code) == (400, "invalid_arguments")


@write_in_single_step
@operation("POST /quiet", category="site", access="write")
async def change_quietly(ctx: Context, _: NoArguments) -> None:
    """Answer nothing, as the step does."""
    await ctx.host.settings.update(SiteSettingsFields(name="Quiet"))


class Quiet:
    """A plugin with it."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """It."""
        return [change_quietly]


async def test_a_step_that_answers_nothing_is_journaled_once(tmp_path: Path) -> None:
    """That there is no answer does not say that nothing was done."""
    async with open_service(tmp_path, plugins=[Quiet()]) as service:
        headers = {"X-API-Key": service.keys["admin"], "Idempotency-Key": "once"}
        for _ in range(2):
            answer = await service.http.post(f"{BASE}/quiet", json={}, headers=headers)
            assert (answer.status_code, answer.json()) == (200, None)
        changes = (await service.http.get(f"{BASE}/changes", headers=headers)).json()
        assert [each["operation"] for each in changes].count("change_quietly") == 1


@write_in_single_step
@operation("POST /two-steps", category="content", access="write")
async def take_two_steps(ctx: Context, _: NoArguments) -> Page:
    """Take one step more than was declared."""
    await ctx.host.pages.create(PageFields(title="First"), ctx.caller.id)
    return await ctx.host.pages.create(PageFields(title="Second"), ctx.caller.id)


@write_in_single_step
@operation("POST /other-answer", category="content", access="write")
async def answer_otherwise(ctx: Context, _: NoArguments) -> dict[str, Any]:
    """Answer something else than the step."""
    page = await ctx.host.pages.create(PageFields(title="First"), ctx.caller.id)
    return {"page": page["id"]}


@write_in_single_step
@operation("POST /late-refusal", category="content", access="write")
async def refuse_late(ctx: Context, _: NoArguments) -> Page:
    """Refuse after the step."""
    await ctx.host.pages.create(PageFields(title="First"), ctx.caller.id)
    raise Problem(Code.CONFLICT, "Too late.", hint="None.")


MADE = (take_two_steps, answer_otherwise, refuse_late)


class Misdeclared:
    """A plugin whose operations say wrongly that they take one step."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """All."""
        return [*MADE]


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "once"}], ids=["", "key"])
@pytest.mark.parametrize("path", ["/two-steps", "/other-answer", "/late-refusal"])
async def test_an_operation_that_is_not_a_single_step_fails(tmp_path: Path, path: str, key: Mapping[str, str]) -> None:
    """Its first step is kept, with its entry; what it does beyond that is neither done nor answered."""
    async with open_service(tmp_path, plugins=[Misdeclared()]) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        answer = await service.http.post(f"{BASE}{path}", json={}, headers={**headers, **key})
        assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
        found = (await service.http.get(f"{BASE}/pages?status=draft", headers=headers)).json()
        assert [page["title"]["rendered"] for page in found] == ["First"]
        changes = (await service.http.get(f"{BASE}/changes", headers=headers)).json()
        assert len([each for each in changes if each["operation"] in {made.name for made in MADE}]) == 1
