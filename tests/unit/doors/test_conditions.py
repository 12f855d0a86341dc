"""Conditional requests: what headers say of a write, and answers that a client has already."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.doors.arguments import RawArguments
from sitehand.doors.conditions import add_conditions, answer_condition
from sitehand.doors.wire import Answer
from sitehand.errors import Code, Problem
from sitehand.operation.catalog import collect
from sitehand.operation.schema import parse
from sitehand.operations.modules import OPERATION_MODULES
from tests.service import Service, open_service

BASE = "/sitehand/v1"
OPERATIONS = {each.name: each for each in collect(OPERATION_MODULES)}
UPDATE, READ, CREATE = (OPERATIONS[name] for name in ("update_page", "get_page", "create_page"))
TAG = '"0123456789ab.01234567"'
BODY = {"id": 1, "title": "Home"}


def add(headers: dict[str, str], **values: Any) -> dict[str, Any]:
    """The arguments of a write with these headers, and with values from its body."""
    raw = RawArguments(values, dict.fromkeys(values, "body."))
    add_conditions(UPDATE, raw, headers)
    return raw.values


def refuse(headers: dict[str, str], **values: Any) -> Problem:
    """What is wrong with these headers, at the latest when the arguments are read."""
    raw = RawArguments({"id": 1, **values}, dict.fromkeys(values, "body."))
    with pytest.raises(Problem) as refused:
        add_conditions(UPDATE, raw, headers)
        parse(UPDATE.input, raw.values, raw.locate)
    assert refused.value.code is Code.INVALID_ARGUMENTS
    return refused.value


@pytest.mark.parametrize(
    ("match", "revision"),
    [
        (TAG, "0123456789ab"),
        ('"0123456789ab"', "0123456789ab"),
        (f"W/{TAG}", "0123456789ab"),
        (f"  {TAG}\t", "0123456789ab"),
        ('"another name"', "another name"),
    ],
)
def test_if_match_names_the_expected_revision(match: str, revision: str) -> None:
    """An ETag of ours, strong or weakened on the way, or the revision alone in quotes."""
    assert add({"if-match": match}) == {"expected_revision": revision}


@pytest.mark.parametrize("match", ["*", " * ", "", "  "])
def test_any_revision_is_no_condition(match: str) -> None:
    """Nor is a header that is empty."""
    assert add({"if-match": match}) == {}


@pytest.mark.parametrize(
    "match",
    [f'{TAG}, "other"', f"{TAG},{TAG}", '"a,b"', "*, *", "0123456789ab", "'a'", '"a', 'a"', "W/a", "w/" + TAG, "**"],
)
def test_what_names_no_single_revision_is_refused(match: str) -> None:
    """Lists, and values without quotes; the place is the header, and of a long one only the beginning comes back."""
    for value in (match, match + "x" * 10_000):
        problem = refuse({"if-match": value})
        (detail,) = problem.details
        assert (detail["path"], detail["got"]) == ("header.If-Match", value.strip()[:80])


@pytest.mark.parametrize("match", ['""', '"', 'W/""', '".x"', '"' + "a" * 65 + '"'])
def test_a_revision_that_cannot_be_one_is_refused(match: str) -> None:
    """When the arguments are read: it is empty, or too long."""
    assert [detail["path"] for detail in refuse({"if-match": match}).details] == ["header.expected_revision"]


@pytest.mark.parametrize("sent", ["a-key", '"a-key"', ' "a-key" '])
def test_an_idempotency_key_may_stand_in_the_header(sent: str) -> None:
    """In quotes, as the draft wants it, or without."""
    assert add({"idempotency-key": sent}) == {"idempotency_key": "a-key"}


def test_header_and_argument_may_say_the_same() -> None:
    """But not two different things; the place of the other value is named."""
    both = {"if-match": TAG, "idempotency-key": "a-key"}
    said = {"expected_revision": "0123456789ab", "idempotency_key": "a-key"}
    assert add(both, **said) == said
    for name in said:
        assert [detail["path"] for detail in refuse(both, **{**said, name: "other"}).details] == [f"body.{name}"]


@pytest.mark.parametrize("sent", ['""', '"', '"' * 8, "k" * 256])
def test_a_key_that_cannot_be_one_is_refused(sent: str) -> None:
    """Empty or too long."""
    assert [detail["path"] for detail in refuse({"idempotency-key": sent}).details] == ["header.idempotency_key"]


def test_a_read_takes_no_condition_of_a_write() -> None:
    """The headers are no arguments of it, whatever they hold."""
    raw = RawArguments()
    add_conditions(READ, raw, {"if-match": "nonsense", "idempotency-key": "a-key"})
    assert raw.values == {}


def test_what_is_not_there_yet_has_no_revision() -> None:
    """A create refuses If-Match as it refuses the argument."""
    raw = RawArguments({"title": "x"}, {"title": "body."})
    add_conditions(CREATE, raw, {"if-match": TAG})
    with pytest.raises(Problem) as refused:
        parse(CREATE.input, raw.values, raw.locate)
    assert [detail["path"] for detail in refused.value.details] == ["header.expected_revision"]


@given(st.text(max_size=30))
def test_any_header_is_an_argument_or_a_problem(value: str) -> None:
    """Nothing else is ever raised."""
    for name in ("if-match", "idempotency-key"):
        try:
            assert len(add({name: value})) <= 1
        except Problem as problem:
            assert problem.code is Code.INVALID_ARGUMENTS


@pytest.mark.parametrize(
    ("known", "is_known"),
    [
        (TAG, True),
        (f"W/{TAG}", True),
        (f'"other", {TAG}', True),
        (f'W/"other",W/{TAG} ', True),
        ("*", True),
        ("", False),
        ('"other"', False),
        ("0123456789ab.01234567", False),
        ('"0123456789ab"', False),
        (TAG[:-1], False),
    ],
)
def test_what_the_client_has_is_not_sent_again(known: str, is_known: bool) -> None:
    """Strong or weak, alone or in a list; headers stay, the body goes."""
    whole = Answer(200, BODY, {"ETag": TAG, "X": "y"})
    assert answer_condition(whole, known) == (Answer(304, None, whole.headers) if is_known else whole)


@pytest.mark.parametrize("answer", [Answer(200, [BODY], {}), Answer(404, {"code": "not_found"}, {})])
def test_what_has_no_tag_is_always_sent(answer: Answer) -> None:
    """Lists and problems, also when anything would do."""
    assert answer_condition(answer, "*") is answer


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """One service for the tests below."""
    folder: Path = tmp_path_factory.mktemp("conditions")
    async with open_service(folder) as opened:
        yield opened


async def ask(service: Service, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
    """One request."""
    sent = {"X-API-Key": service.keys["admin"], **{name.replace("_", "-"): text for name, text in headers.items()}}
    return await service.http.request(method, f"{BASE}{path}", json=body, headers=sent)


async def check_tag(service: Service, path: str, written: httpx2.Response) -> str:
    """The tag of a write's answer, which a GET of the same view has."""
    tag = written.headers["ETag"]
    read = await ask(service, "GET", path)
    assert (read.status_code, read.headers["ETag"]) == (200, tag)
    again = await ask(service, "GET", path, If_None_Match=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    return str(tag)


@pytest.mark.parametrize("noun", ["pages", "posts"])
async def test_a_write_answers_with_the_tag_of_a_read(service: Service, noun: str) -> None:
    """Create, update, and an update that changes nothing: a GET of the same view has the same tag, and is a 304."""
    made = await ask(service, "POST", f"/{noun}", {"title": "One"})
    path = f"/{noun}/{made.json()['id']}"
    tags = [await check_tag(service, path, made)]
    for _ in range(2):
        tags.append(await check_tag(service, path, await ask(service, "PATCH", path, {"title": "Two"})))
    assert tags[0] != tags[1]
    assert tags[1] == tags[2]
    assert (await ask(service, "GET", path, If_None_Match=tags[0])).status_code == 200


async def test_two_views_of_a_revision_have_two_tags(service: Service) -> None:
    """A client that has one is sent the other; either, as If-Match, names the revision of both."""
    path = f"/pages/{(await ask(service, 'POST', '/pages', {'title': 'One'})).json()['id']}"
    view, edit = [(await ask(service, "GET", path + query)).headers["ETag"] for query in ("", "?context=edit")]
    assert view != edit
    assert (await ask(service, "GET", path, If_None_Match=edit)).status_code == 200
    for tag, title in ((view, "Two"), (edit, "Three")):
        written = await ask(service, "PATCH", path, {"title": title}, If_Match=tag)
        assert written.status_code == (200 if title == "Two" else 409)
    assert (await ask(service, "GET", path, If_None_Match=view)).status_code == 200


async def test_a_tag_is_the_condition_of_a_write(service: Service) -> None:
    """The tag of a write's own answer fits the next one; a stale one is a conflict, and `*` fits always."""
    made = await ask(service, "POST", "/pages", {"title": "One"})
    path, stale = f"/pages/{made.json()['id']}", made.headers["ETag"]
    second = await ask(service, "PATCH", path, {"title": "Two"}, If_Match=stale)
    assert second.status_code == 200
    refused = await ask(service, "PATCH", path, {"title": "Three"}, If_Match=stale)
    assert (refused.status_code, refused.json()["code"]) == (409, "revision_conflict")
    assert (await ask(service, "PATCH", path, {"title": "Three"}, If_Match=f"W/{stale}")).status_code == 409
    assert (await ask(service, "PATCH", path, {"title": "Three"}, If_Match=second.headers["ETag"])).status_code == 200
    assert (await ask(service, "DELETE", path, {}, If_Match="*")).status_code == 200


async def test_a_part_of_a_batch_has_its_own_conditions(service: Service) -> None:
    """In its headers, as the request alone has them, whatever the case of their names."""
    made = await ask(service, "POST", "/pages", {"title": "One"})
    part = {"method": "PATCH", "path": f"/pages/{made.json()['id']}", "body": {"title": "Two"}}
    parts = [{**part, "headers": {name: '"stale"'}} for name in ("If-Match", "if-match", "IF-MATCH")]
    parts += [{**part, "headers": {"If-Match": "stale"}}, {**part, "headers": {"If-Match": made.headers["ETag"]}}]
    answer = await ask(service, "POST", "/batch", {"requests": parts})
    assert [each["status"] for each in answer.json()["responses"]] == [409, 409, 409, 400, 200]
    assert answer.json()["responses"][3]["body"]["data"]["details"][0]["path"] == "header.If-Match"


async def test_the_key_in_a_header_is_the_key_in_the_body(service: Service) -> None:
    """A call that is repeated with the same key in the other place is done once."""
    body = {"title": "Once"}
    first = await ask(service, "POST", "/posts", body, Idempotency_Key='"once"')
    again = await ask(service, "POST", "/posts", {**body, "idempotency_key": "once"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    both = await ask(service, "POST", "/posts", {**body, "idempotency_key": "once"}, Idempotency_Key="twice")
    assert (both.status_code, both.json()["data"]["details"][0]["path"]) == (400, "body.idempotency_key")
