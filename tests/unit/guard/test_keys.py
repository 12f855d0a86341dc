"""API keys: their form, what is stored of them, where a request carries one, and how they end."""

import hashlib
import logging
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.app import assemble, build
from sitehand.errors import Code, Problem
from sitehand.guard.keys import KeyRegister, digest, new_key
from sitehand.hosts.builtin.schema import SITE
from sitehand.settings import Settings
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.keys import KeyTable
from tests.databases import migrate
from tests.service import Service, open_service, run_lifespan

BASE = "/sitehand/v1"
START = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


@pytest.fixture
def register(database: Database) -> KeyRegister:
    """A register over it."""
    return KeyRegister(KeyTable(database))


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of two roles."""
    async with open_service(tmp_path, roles=("admin", "author")) as opened:
        yield opened


async def create(register: KeyRegister, **given: Any) -> Any:
    """A new key, an author's unless said otherwise."""
    wanted: dict[str, Any] = {"label": "one", "role": "author", "expires": None, "requests_per_minute": None}
    return await register.create(**{**wanted, "now": START, **given})


def test_a_key_is_a_prefix_and_192_random_bits() -> None:
    """`sitehand_` and exactly 48 hexadecimal characters, never the same twice."""
    made = {new_key() for _ in range(1000)}
    assert len(made) == 1000
    assert all(re.fullmatch(r"sitehand_[0-9a-f]{48}", value) for value in made)


def test_the_digest_is_sha256() -> None:
    """What is stored is the plain SHA-256 of the value."""
    value = new_key()
    assert digest(value) == hashlib.sha256(value.encode()).hexdigest()


async def test_only_the_digest_is_at_rest(service: Service) -> None:
    """No file of the data folder holds a key, nor its hexadecimal part, after creating, using and rotating it."""
    headers = {"X-API-Key": service.keys["admin"]}
    made = (await service.http.post(f"{BASE}/api-keys", json={"label": "x", "role": "author"}, headers=headers)).json()
    rotated = await service.http.post(
        f"{BASE}/api-keys/{made['id']}/rotate", json={"grace_seconds": 60}, headers=headers
    )
    values = [made["value"], rotated.json()["value"], *service.keys.values()]
    for value in values:
        assert (await service.http.get(f"{BASE}/rate-limit?api_key={value}")).status_code == 200
    stored = b"".join(path.read_bytes() for path in service.settings.data.rglob("*") if path.is_file())
    for value in values:
        assert value.removeprefix("sitehand_").encode() not in stored
        assert bytes.fromhex(value.removeprefix("sitehand_")) not in stored
        assert digest(value).encode() in stored


async def test_each_way_to_send_a_key_works(service: Service) -> None:
    """Header, bearer (in any case of the scheme) and query parameter each identify the caller."""
    key = service.keys["author"]
    ways: list[dict[str, Any]] = [
        {"headers": {"X-API-Key": key}},
        {"headers": {"Authorization": f"Bearer {key}"}},
        {"headers": {"Authorization": f"bearer {key}"}},
        {"params": {"api_key": key}},
    ]
    for way in ways:
        answer = await service.http.get(f"{BASE}/introspect", **way)
        assert answer.json()["caller"]["role"] == "author", way


async def test_two_different_keys_are_refused(service: Service) -> None:
    """Whatever two places they stand in, and although each is valid alone; the same key twice is one."""
    admin, author = service.keys["admin"], service.keys["author"]

    def pairs(first: str, second: str) -> list[dict[str, Any]]:
        return [
            {"headers": {"X-API-Key": first, "Authorization": f"Bearer {second}"}},
            {"headers": {"X-API-Key": first}, "params": {"api_key": second}},
            {"headers": {"Authorization": f"Bearer {first}"}, "params": {"api_key": second}},
            {"params": {"api_key": [first, second]}},
            {"headers": [("X-API-Key", first), ("X-API-Key", second)]},
        ]

    for way in pairs(admin, author):
        answer = await service.http.get(f"{BASE}/site-info", **way)
        assert (answer.status_code, answer.json()["code"]) == (400, "conflicting_credentials"), way
    for way in pairs(admin, admin):
        assert (await service.http.get(f"{BASE}/site-info", **way)).status_code == 200, way


@pytest.mark.parametrize(
    "value",
    [
        "sitehand_",
        "sitehand_" + "0" * 47,
        "sitehand_" + "0" * 49,
        "sitehand_" + "g" * 48,
        "SITEHAND_" + "0" * 48,
        "other_" + "0" * 48,
        "sitehand_" + "٠" * 48,
        "sitehand_" + "0" * 48 + "\n",
    ],
)
async def test_what_has_not_the_form_is_not_a_key(register: KeyRegister, value: str) -> None:
    """Nothing that is not exactly the form is looked up at all."""
    assert await register.identify(value, START) is None


async def test_the_upper_case_of_a_key_is_another_value(register: KeyRegister) -> None:
    """Case matters, as in every secret."""
    made = await create(register)
    assert await register.identify(made["value"], START) is not None
    assert await register.identify("sitehand_" + made["value"][9:].upper(), START) is None


async def test_a_key_in_the_query_stays_out_of_links_and_logs(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither Link nor Location nor any log line repeats it, also when the call fails."""
    key = service.keys["admin"]
    caplog.set_level(logging.DEBUG)
    answers = [await service.http.post(f"{BASE}/pages?api_key={key}", json={"title": str(place)}) for place in range(3)]
    answers.append(await service.http.get(f"{BASE}/pages?per_page=1&page=2&search=&api_key={key}"))
    answers.append(await service.http.get(f"{BASE}/nowhere?api_key={key}"))
    answers.append(await service.http.get(f"{BASE}/pages?api_key={key}&per_page=x"))
    answers.append(await service.http.get(f"{BASE}/pages?api_key=sitehand_wrong{key}"))
    assert [answer.status_code for answer in answers] == [201, 201, 201, 200, 404, 400, 401]
    assert 'rel="next"' in answers[3].headers["Link"]
    assert 'rel="prev"' in answers[3].headers["Link"]
    for answer in answers:
        assert key not in str(answer.headers) + answer.text
    ours = [record for record in caplog.records if record.name.startswith("sitehand")]
    assert len([record for record in ours if record.name == "sitehand.access"]) == len(answers)
    assert not any(key in str(vars(record)) + record.getMessage() for record in ours)


async def test_use_is_noted_once_a_minute(register: KeyRegister, database: Database) -> None:
    """`last_used` moves with the first use, then not within a minute, whichever process sees the key."""
    made = await create(register)
    other = KeyRegister(KeyTable(database))

    async def use(who: KeyRegister, seconds: int) -> str | None:
        assert await who.identify(made["value"], START + timedelta(seconds=seconds))
        (record,) = await who.list(include_revoked=False, now=START)
        return record["last_used"]

    assert await use(register, 5) == "2026-07-28T09:30:05Z"
    assert await use(register, 64) == "2026-07-28T09:30:05Z"
    assert await use(other, 64) == "2026-07-28T09:30:05Z"
    assert await use(register, 65) == "2026-07-28T09:31:05Z"
    assert await use(register, 124) == "2026-07-28T09:31:05Z"


async def test_a_clock_that_was_wrong_outlives_itself_in_no_key(register: KeyRegister) -> None:
    """A value replaced in another year works no longer than the grace that it was given, and use is noted again."""
    made, wrong = await create(register), START + timedelta(days=3650)
    rotated = await register.rotate(made["id"], grace_seconds=60, now=wrong)
    assert await register.identify(made["value"], wrong)
    assert await register.identify(made["value"], START) is None
    assert await register.identify(rotated["value"], START)
    assert (await register.list(include_revoked=False, now=START))[0]["last_used"] == "2026-07-28T09:30:00Z"


async def test_a_use_within_the_minute_writes_nothing(register: KeyRegister, database: Database) -> None:
    """The second use commits nothing, so that a busy key costs no disk."""
    made = await create(register)
    await register.identify(made["value"], START)
    before = database.state()
    for second in range(60):
        await register.identify(made["value"], START + timedelta(seconds=second))
    assert database.state() == before


async def test_use_is_noted_later_while_somebody_writes(register: KeyRegister, database: Database) -> None:
    """A long transaction elsewhere neither delays nor fails a request; the next use after it is noted."""
    made = await create(register)
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await register.identify(made["value"], START) is not None
        assert (await register.list(include_revoked=False, now=START))[0]["last_used"] is None
    assert await register.identify(made["value"], START + timedelta(seconds=1)) is not None
    assert (await register.list(include_revoked=False, now=START))[0]["last_used"] == "2026-07-28T09:30:01Z"


async def test_a_rotated_key_works_until_the_grace_ends(register: KeyRegister) -> None:
    """Old and new value both work within the grace period, then only the new one; both are the same key."""
    made = await create(register)
    rotated = await register.rotate(made["id"], grace_seconds=90, now=START)
    assert rotated["id"] == made["id"]
    assert rotated["value"] != made["value"]
    assert rotated["previous_valid_until"] == "2026-07-28T09:31:30Z"
    for seconds, old_works in ((0, True), (89, True), (90, False), (3600, False)):
        now = START + timedelta(seconds=seconds)
        assert (await register.identify(made["value"], now) is not None) == old_works
        found = await register.identify(rotated["value"], now)
        assert found
        assert found.id == made["id"]


async def test_a_rotation_without_grace_ends_the_old_value_at_once(register: KeyRegister) -> None:
    """The default grace is none."""
    made = await create(register)
    rotated = await register.rotate(made["id"], now=START)
    assert rotated["previous_valid_until"] is None
    assert await register.identify(made["value"], START) is None
    assert await register.identify(rotated["value"], START) is not None


async def test_each_of_several_old_values_has_its_own_grace(register: KeyRegister) -> None:
    """Rotating twice leaves both old values their time, and revoking ends all of them."""
    made = await create(register)
    second = await register.rotate(made["id"], grace_seconds=100, now=START)
    third = await register.rotate(made["id"], grace_seconds=10, now=START)
    values = [made["value"], second["value"], third["value"]]

    async def works(seconds: int) -> list[bool]:
        now = START + timedelta(seconds=seconds)
        return [await register.identify(value, now) is not None for value in values]

    assert await works(9) == [True, True, True]
    assert await works(10) == [True, False, True]
    assert await works(100) == [False, False, True]
    await register.revoke(made["id"], now=START)
    assert await works(0) == [False, False, False]


async def test_a_key_ends_when_it_expires(register: KeyRegister) -> None:
    """It works until the second before; then it is neither listed nor rotated nor extended by a rotation's grace."""
    made = await create(register, expires=START + timedelta(seconds=60))
    rotated = await register.rotate(made["id"], grace_seconds=3600, now=START)
    for value in (made["value"], rotated["value"]):
        assert await register.identify(value, START + timedelta(seconds=59)) is not None
        assert await register.identify(value, START + timedelta(seconds=60)) is None
    later = START + timedelta(seconds=60)
    assert await register.list(include_revoked=False, now=later) == []
    assert len(await register.list(include_revoked=True, now=later)) == 1
    with pytest.raises(Problem) as refused:
        await register.rotate(made["id"], now=later)
    assert refused.value.code is Code.NOT_FOUND


async def test_a_key_cannot_expire_in_the_past(register: KeyRegister) -> None:
    """Such a key would never work; nothing is stored."""
    with pytest.raises(Problem) as refused:
        await create(register, expires=START)
    assert refused.value.code is Code.INVALID_ARGUMENTS
    assert await register.list(include_revoked=True, now=START) == []


async def test_a_revoked_key_is_gone_for_good(register: KeyRegister) -> None:
    """It is listed only on request, with the moment; it is not revoked or rotated a second time."""
    made = await create(register)
    revoked = await register.revoke(made["id"], now=START)
    assert revoked["revoked"] == "2026-07-28T09:30:00Z"
    assert await register.list(include_revoked=False, now=START) == []
    (record,) = await register.list(include_revoked=True, now=START)
    assert record["id"] == made["id"]
    for again in (register.revoke, register.rotate):
        with pytest.raises(Problem) as refused:
            await again(made["id"], now=START)
        assert refused.value.code is Code.NOT_FOUND


async def test_a_list_shows_no_secret(register: KeyRegister) -> None:
    """Neither value nor digest; the first characters are enough to tell keys apart."""
    made = await create(register)
    (record,) = await register.list(include_revoked=True, now=START)
    assert record["first_characters"] == made["value"][:15]
    assert made["value"] not in str(record)
    assert digest(made["value"]) not in str(record)
    assert set(made) - set(record) == {"value", "previous_valid_until"}


async def test_revocation_reaches_every_application_at_once(service: Service) -> None:
    """A key that is revoked through one application is refused by a second over the same folder, at its next call."""
    second = build(service.settings)
    author = {"X-API-Key": service.keys["author"]}
    transport = httpx2.ASGITransport(app=second)
    async with run_lifespan(second), httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        assert (await http.get(f"{BASE}/pages", headers=author)).status_code == 200
        admin = {"X-API-Key": service.keys["admin"]}
        keys = (await service.http.get(f"{BASE}/api-keys", headers=admin)).json()
        (wanted,) = [key["id"] for key in keys if key["role"] == "author"]
        assert (await service.http.delete(f"{BASE}/api-keys/{wanted}", headers=admin)).status_code == 200
        for client in (http, service.http):
            answer = await client.get(f"{BASE}/pages", headers=author)
            assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credential")


async def test_the_role_of_a_key_is_fixed(service: Service) -> None:
    """Rotating keeps it, and no operation takes a role for a key that exists."""
    admin = {"X-API-Key": service.keys["admin"]}
    keys = (await service.http.get(f"{BASE}/api-keys", headers=admin)).json()
    (wanted,) = [key["id"] for key in keys if key["role"] == "author"]
    rotate = f"{BASE}/api-keys/{wanted}/rotate"
    assert (await service.http.post(rotate, json={"role": "admin"}, headers=admin)).status_code == 400
    rotated = (await service.http.post(rotate, json={}, headers=admin)).json()
    assert rotated["role"] == "author"
    for method in ("PUT", "PATCH", "POST"):
        answer = await service.http.request(method, f"{BASE}/api-keys/{wanted}", json={"role": "admin"}, headers=admin)
        assert answer.status_code == 405


async def test_the_clock_of_the_service_decides(tmp_path: Path) -> None:
    """Through the doors too: a key with an expiry works before it, and answers 401 after it."""
    settings = Settings(data=tmp_path, log="off", url="http://127.0.0.1:8000")
    now = [START]
    parts = assemble(settings)
    await migrate(parts.database)
    made = await create(parts.keys, expires=START + timedelta(hours=1))
    await parts.close()
    app = build(settings, clock=lambda: now[0])
    transport = httpx2.ASGITransport(app=app)
    async with run_lifespan(app), httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        headers = {"X-API-Key": made["value"]}
        assert (await http.get(f"{BASE}/site-info", headers=headers)).status_code == 200
        now[0] += timedelta(hours=1)
        assert (await http.get(f"{BASE}/site-info", headers=headers)).status_code == 401


def test_the_look_up_uses_an_index(tmp_path: Path) -> None:
    """Finding a key costs the same with ten keys as with ten thousand."""
    import asyncio

    from sitehand.store.keys import FIND, FIND_RETIRED

    async def make() -> None:
        database = Database(tmp_path, SITE)
        await migrate(database)
        await database.close()

    asyncio.run(make())
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    for statement, tables in ((FIND, 1), (FIND_RETIRED, 2)):
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", {"secret": "0"})]
        touched = [step for step in plan if re.search(r"\b(k|s)\b", step)]
        assert len(touched) == tables
        assert all(step.startswith("SEARCH") for step in touched), plan
    connection.close()
