"""The journal as a file."""

import asyncio
import csv
import io
import json
import tracemalloc
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, text

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.tables import terms
from sitehand.operation.schema import parse
from sitehand.parts import Parts
from sitehand.site.content import PageFields
from sitehand.site.kinds import KINDS
from sitehand.store.export import FIELDS, FORMULA_STARTS, Form, Span, export_changes, guard_cell, open_target
from sitehand.store.reading import list_rows
from sitehand.store.settings import SettingsTable
from tests.service import Service, open_service

PASSWORDS = ("a password of a page", "its next password", "the owner's new password")
REPLAYED = ("an idempotency key", "another-idempotency-key", "a-third-idempotency-key", "a-fourth-one")
BROKER = '{"client_secret": "the secret of the broker"}'
HASHES = text(
    "SELECT secret_sha256 FROM api_keys UNION SELECT secret_sha256 FROM retired_secrets UNION SELECT key FROM replays"
    " UNION SELECT value FROM settings WHERE name IN ('owner_password', 'session_secret', 'broker')"
)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key that may do everything."""
    async with open_service(tmp_path) as opened:
        yield opened


@asynccontextmanager
async def beside(service: Service) -> AsyncIterator[Parts]:
    """Another process over the same folder, as the command line is one."""
    parts = assemble(service.settings)
    try:
        yield parts
    finally:
        await parts.close()


async def export(parts: Parts, form: Form = "jsonl", **span: str) -> str:
    """What is written; each change is told when it is done."""
    out, told = io.StringIO(newline=""), list[tuple[int, int]]()
    await parts.database.read(
        lambda connection: export_changes(
            connection, out, form, parse(Span, span), lambda done, total: told.append((done, total)), KINDS
        ),
        long=True,
    )
    assert told == [(number, len(told)) for number in range(1, len(told) + 1)]
    return out.getvalue()


async def call(service: Service, path: str, body: Mapping[str, Any], method: str = "POST", **headers: str) -> Any:
    """The answer to a call that succeeds."""
    sent = {"X-API-Key": service.keys["admin"], **headers}
    answer = await service.http.request(method, f"/sitehand/v1{path}", json=body, headers=sent)
    assert answer.is_success, answer.text
    return answer.json()


async def write_secrets(service: Service, parts: Parts) -> list[str]:
    """Change things that are secret, in every way that there is; every secret, and what is stored of it."""
    first = {"title": "=1+1", "password": PASSWORDS[0]}
    page = await call(service, "/pages", first, **{"Idempotency-Key": REPLAYED[0]})
    changed = {"password": PASSWORDS[1], "idempotency_key": REPLAYED[1]}
    await call(service, f"/pages/{page['id']}", changed, "PATCH")
    posted = {"method": "POST", "path": "/posts", "body": {"title": "-part", "password": PASSWORDS[0]}}
    requests = [
        {**posted, "headers": {"Idempotency-Key": REPLAYED[2]}},
        {**posted, "path": f"/posts?idempotency%5Fkey={REPLAYED[3]}&dry_run=false"},
    ]
    await call(service, "/batch", {"requests": requests})
    await call(service, "/batch", {"mode": "atomic", "requests": [posted]})
    key = await call(service, "/api-keys", {"label": "+key", "role": "author"})
    rotated = await call(service, f"/api-keys/{key['id']}/rotate", {"grace_seconds": 3600})
    await parts.owner.set_password(PASSWORDS[2])
    await SettingsTable(parts.database).set({"broker": BROKER})
    hashes = [row[0] for row in await parts.database.read(list_rows(HASHES))]
    assert len(hashes) > 6
    return [*PASSWORDS, *REPLAYED, key["value"], rotated["value"], service.keys["admin"], *hashes]


@pytest.mark.parametrize("form", ["jsonl", "csv"])
async def test_no_secret_is_in_an_export(service: Service, form: Form) -> None:
    """No password, key, secret of the broker, hash of one, no idempotency key; each change is there all the same."""
    async with beside(service) as parts:
        secret = await write_secrets(service, parts)
        text_of_all = await export(parts, form)
        number = (await parts.database.read(list_rows(text("SELECT count(*) FROM changes"))))[0][0]
    for each in secret:
        assert each not in text_of_all
        assert json.dumps(each)[1:-1] not in text_of_all
    assert "(hidden)" in text_of_all
    lines = text_of_all.splitlines() if form == "jsonl" else list(csv.DictReader(io.StringIO(text_of_all, newline="")))
    told = {json.loads(line)["id"] if isinstance(line, str) else int(line["id"]) for line in lines}
    assert told == set(range(1, number + 1))


async def test_a_line_holds_a_whole_change(service: Service) -> None:
    """Who, how, with what arguments, each object before and after, and its place in the chain."""
    page = await call(service, "/pages", {"title": "Ä \u2028 page"})
    await call(service, f"/pages/{page['id']}", {"title": "Other"}, "PATCH", **{"User-Agent": "script/1"})
    async with beside(service) as parts:
        lines = [json.loads(line) for line in (await export(parts)).split("\n")[:-1]]
    created, edited = lines[-2:]
    assert list(edited) == [*FIELDS, "objects"]
    assert (edited["caller"], edited["door"], edited["client"], edited["operation"]) == (
        *("key:1", "rest", "script/1"),
        "update_page",
    )
    assert edited["arguments"] == {"id": page["id"], "title": "Other"}
    assert edited["previous"] == created["hash"]
    (shown,) = [each for each in edited["objects"] if each["kind"] == "page"]
    assert (shown["object"], shown["action"]) == (str(page["id"]), "update")
    assert (shown["before"]["title"], shown["after"]["title"]) == ("Ä \u2028 page", "Other")
    assert shown["revision_before"] == page["revision"]


async def test_a_span_has_its_beginning_and_not_its_end(service: Service) -> None:
    """Both bounds may be given in any offset, or left out."""
    moments = ("2031-01-01T00:00:00Z", "2031-01-02T00:00:00Z", "2031-01-03T00:00:00Z")
    async with beside(service) as parts:
        for at in moments:
            with in_call(by=Attribution("key:1", "Me", "admin", "create_page", Origin("rest"), at=at)):
                await parts.host.pages.create(PageFields(title=at), "key:1")

        async def exported(**span: str) -> list[str]:
            lines = await export(parts, **span)  # type: ignore[arg-type]
            found = [json.loads(line)["at"] for line in lines.splitlines()]
            return [at for at in found if at >= moments[0]]

        assert await exported() == [*moments]
        assert await exported(since=moments[1]) == [*moments[1:]]
        assert await exported(until=moments[1]) == [moments[0]]
        assert await exported(since="2031-01-02T01:00:00+01:00", until="2031-01-03") == [moments[1]]
        assert await export(parts, until="2001-01-01") == ""
        assert (await export(parts, "csv", until="2001-01-01")).count("\n") == 1


async def test_a_table_has_a_line_for_each_object(service: Service) -> None:
    """Names on its first line; what a spreadsheet would take for a formula has an apostrophe before it."""
    title = '=HYPERLINK("https://a.example";"x")\r\n"'
    await call(service, "/posts", {"title": title, "excerpt": "@SUM(1)"})
    async with beside(service) as parts:
        rows = list(csv.DictReader(io.StringIO(await export(parts, "csv"), newline=""), strict=True))
    mine = [row for row in rows if row["operation"] == "create_post"]
    assert len({row["id"] for row in mine}) == 1
    (post,) = [row for row in mine if row["kind"] == "post"]
    assert post["object_label"] == f"'{title}"
    assert json.loads(post["after"])["title"] == title
    assert not any(str(cell).startswith(FORMULA_STARTS) for row in rows for cell in row.values())


@given(st.text())
def test_no_cell_is_a_formula(value: str) -> None:
    """And nothing is lost: what has an apostrophe more is what needed it."""
    guarded = guard_cell(value)
    assert not guarded.startswith(FORMULA_STARTS)
    assert guarded.removeprefix("'" if value.startswith(FORMULA_STARTS) else "") == value


@pytest.mark.parametrize("form", ["jsonl", "csv"])
async def test_a_huge_change_needs_little_memory(service: Service, tmp_path: Path, form: Form) -> None:
    """A change of a thousand objects of 20 KB is written object by object."""
    async with beside(service) as parts:

        def fill(connection: Connection) -> None:
            rows = [{"taxonomy": "a", "slug": str(n), "name": str(n), "description": "x" * 20_000} for n in range(1000)]
            connection.execute(insert(terms), rows)

        await parts.database.transact(fill)
        await export(parts, form, until="2001-01-01")

        def write(connection: Connection) -> None:
            with open_target(tmp_path / "out") as out:
                export_changes(connection, out, form, Span(), lambda done, total: None, KINDS)

        tracemalloc.start()
        try:
            await parts.database.read(write, long=True)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert (tmp_path / "out").stat().st_size > 20_000_000
    assert peak < 4_000_000


def test_a_file_is_there_only_when_it_is_whole(tmp_path: Path) -> None:
    """For its owner alone; what was there before stays when the writing fails, and nothing else is left behind."""
    file = tmp_path / "changes.jsonl"
    with open_target(file) as out:
        out.write("whole\r\n")
    with pytest.raises(RuntimeError), open_target(file) as out:
        out.write("half")
        raise RuntimeError
    assert file.read_bytes() == b"whole\r\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


async def test_an_export_sees_one_state(service: Service) -> None:
    """What is written meanwhile is not half in it."""
    async with beside(service) as parts:
        await parts.host.pages.create(PageFields(title="Before"), "key:1")
        out, loop = io.StringIO(), asyncio.get_running_loop()

        async def write() -> None:
            await parts.host.pages.create(PageFields(title="After"), "key:1")
            await parts.database.transact(lambda writing: writing.execute(text("DELETE FROM changes WHERE id = 1")))

        def look(connection: Connection) -> None:
            connection.execute(text("SELECT 1 FROM changes")).all()
            asyncio.run_coroutine_threadsafe(write(), loop).result()
            export_changes(connection, out, "jsonl", Span(), lambda done, total: None, KINDS)

        await parts.database.read(look, long=True)
    exported = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [each["id"] for each in exported] == [1, 2]
    assert all(each["objects"] for each in exported)
    assert datetime.fromisoformat(exported[0]["at"]) <= datetime.now(UTC)
