"""Nobody adds what runs: a script sent through every role, token and door, in every text of every operation."""

import contextlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from turbohtml import parse

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Problem
from sitehand.guard.gate import OWNER, Gate
from sitehand.operation.caller import Caller, Role
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from tests.access.test_access import ROLE_CATEGORIES, ROLES
from tests.databases import migrate
from tests.hosts import find_wordpress
from tests.promises.dumps import dump_state
from tests.promises.walk import Reply, Walk, let_wait
from tests.samples.sample import Write, fill
from tests.samples.table import CASES, CATEGORY_OF, OPERATIONS, SAMPLES
from tests.service import open_service
from tests.wordpress.reset import dump_content

MARK = "sitehandran"
PAYLOADS = (
    f"<script>{MARK}()</script>",
    f"<img src=x onerror={MARK}()>",
    f'<a href="java&#115;cript:{MARK}()">x</a>',
    f'<iframe srcdoc="{MARK}"></iframe>',
    f"javascript:{MARK}()",
    f"<!-- wp:html --><svg onload={MARK}()></svg><!-- /wp:html -->",
)
DOORS = ("rest", "tool", "batch")


@pytest.fixture(scope="module")
async def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A service with a key of each role, none of which may write all HTML."""
    site = find_wordpress(request)
    async with open_service(tmp_path_factory.mktemp("html"), roles=ROLES, wordpress=site) as service:
        await let_wait(service.settings, Rule(role="author", operation="create_post"))
        yield Walk(service)


def list_texts(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all texts in some arguments."""
    if isinstance(value, str):
        yield way
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from list_texts(each, (*way, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from list_texts(each, (*way, number))


def put(value: Any, way: tuple[Any, ...], text: str) -> Any:
    """The value with that text there, after what was there."""
    if not way:
        return f"{value}{text}"
    name, *rest = way
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
    done = {key: put(each, tuple(rest), text) if key == name else each for key, each in pairs}
    return done if isinstance(value, Mapping) else list(done.values())


def list_arguments(operation: Operation, write: Write) -> dict[str, Any]:
    """The arguments of a call, with a text for each that takes one and is not given."""
    texts = {
        name: "x"
        for name, field in operation.input.model_fields.items()
        if field.annotation is str
        and name not in write.arguments
        and name not in ("idempotency_key", "expected_revision")
    }
    return {**texts, **write.arguments}


def list_roles(operation: Operation) -> list[Role]:
    """The roles that reach an operation."""
    sample = SAMPLES[operation.name]
    who, opening = sample.who, {CATEGORY_OF[operation.name], *sample.also}
    return [
        role
        for role in ROLES
        if {"everyone": True, "admin": role == "admin"}.get(who, bool(opening & set(ROLE_CATEGORIES[role])))
    ]


def list_cases(*names: str) -> list[Any]:
    """The prepared calls of these operations, or of all."""
    cases = [case for case in CASES if not names or case[0].name in names]
    return [pytest.param(*case, id=f"{case[0].name} {number}") for number, case in enumerate(cases)]


@pytest.mark.parametrize("walk", ["builtin"], indirect=True, scope="module")
@pytest.mark.parametrize(("wanted", "write"), list_cases())
async def test_no_text_of_any_operation_brings_what_runs(walk: Walk, wanted: Operation, write: Write) -> None:
    """Whoever sends it: every text and every role, with doors and payloads in turn; nothing that is stored runs."""
    ways, roles = list(list_texts(list_arguments(wanted, write))), list_roles(wanted)
    for number in range(max(len(ways), len(roles)) if ways else 0):
        await send(walk, wanted, write, number)
    assert [text for text in list_stored(walk) if runs(text)] == []


@pytest.mark.parametrize("walk", ["wordpress"], indirect=True, scope="module")
async def test_nothing_that_runs_reaches_a_wordpress(walk: Walk) -> None:
    """Through the operations that write most texts, as an administrator of that site, who may write all HTML."""
    answers = []
    for case in list_cases("create_page", "update_post", "create_term", "insert_blocks"):
        wanted, write = case.values
        answers += [await send(walk, wanted, write, number) for number in range(2)]
    assert "html_not_allowed" in {answer.code for answer in answers}
    assert [text for text in list_stored(walk) if runs(text)] == []


async def send(walk: Walk, wanted: Operation, write: Write, number: int) -> Reply:
    """The answer to a call that has what runs in one of its texts."""
    whole = list_arguments(wanted, write)
    ways, roles = list(list_texts(whole)), list_roles(wanted)
    made = await walk.make(write.fresh)
    arguments = put(whole, ways[number % len(ways)], PAYLOADS[number % len(PAYLOADS)])
    door, role = DOORS[number % len(DOORS)], roles[number % len(roles)]
    return await walk.call(wanted, fill(arguments, made), door, role=role)


def list_stored(walk: Walk) -> Iterator[str]:
    """Every text of the site, and each within those that are JSON."""
    if site := walk.service.wordpress:
        yield dump_content(site)
        return
    state = dump_state(walk.data)
    for table in (
        "items",
        "terms",
        "media",
        "item_elementor",
        "menus",
        "menu_entries",
        "authors",
        "shared_styles",
        "elementor_components",
        "elementor_templates",
    ):
        yield from (each for each in read_values(state[table]) if isinstance(each, str))


def read_values(value: Any) -> Iterator[Any]:
    """The values in a value."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        with contextlib.suppress(ValueError):
            yield from read_values(json.loads(value))
    if isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from read_values(each)
    yield value


def runs(text: str) -> bool:
    """Whether a browser would run the mark: by a tree that a parser makes of the text, not by our own rules."""
    for element in parse(f"<div>{text}</div>").find_all():
        values = {name: str(value) for name, value in element.attrs.items()}
        if MARK in element.text and element.tag in ("script", "style", "iframe"):
            return True
        if any(
            MARK in each and (name[:2] == "on" or name in ("href", "src", "srcdoc")) for name, each in values.items()
        ):
            return True
    return False


def test_the_oracle_sees_each_payload() -> None:
    """Each runs, but for the one that is an address and needs a link around it."""
    assert [runs(each) for each in PAYLOADS] == [True, True, True, True, False, True]


@pytest.mark.parametrize("kind", ["token", "plugin"])
async def test_neither_tokens_nor_plugins_add_what_runs(tmp_path: Path, kind: Any) -> None:
    """A writer's token and a caller that a plugin vouches for, at the gate that every door asks."""
    async with open_gate(tmp_path) as gate:
        caller = Caller(kind, f"{kind}:x", "X", "writer" if kind == "token" else "admin")
        with pytest.raises(Problem) as refused:
            await gate.perform(caller, OPERATIONS["create_page"], {"title": "x", "content": PAYLOADS[0]})
        assert refused.value.code == "html_not_allowed"
        made = await gate.perform(OWNER, OPERATIONS["create_page"], {"title": "x", "content": PAYLOADS[0]})
        assert made["changed"]


@asynccontextmanager
async def open_gate(folder: Path) -> AsyncIterator[Gate]:
    """The gate of a new site."""
    parts = assemble(Settings(data=folder / "site", log="off"))
    await migrate(parts.database)
    try:
        yield connect(parts, RouteTable(parts.catalog))[0]
    finally:
        await parts.close()
