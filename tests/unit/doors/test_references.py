"""References of a batch's parts bring ids and short texts, and no more of anything than that."""

import time
from typing import Any

import pytest

from sitehand.doors.references import (
    MAX_IN_PATH,
    MAX_REFERRED,
    EarlierAnswer,
    EarlierAnswers,
    has_references,
    resolve_part,
)
from sitehand.errors import Problem

ANSWER: dict[str, Any] = {
    "id": 7,
    "slug": "about",
    "long": "x" * MAX_REFERRED,
    "ids": [1, 2, 3],
    "content": {"raw": "y" * 40_000},
}


def resolve(path: str = "/pages", body: Any = None) -> Any:
    """A part after an answer."""
    part = {"method": "POST", "path": path, **({} if body is None else {"body": body})}
    return resolve_part(part, EarlierAnswers([ANSWER]))


def test_ids_slugs_lists_and_short_texts_are_brought() -> None:
    """Into a path quoted, into a body as they are."""
    found = resolve("/pages/{#0.id}/{#0.slug}", {"ids": {"$ref": "#0.ids"}, "deep": [{"$ref": "#0.content.raw"}]})
    assert found["path"] == "/pages/7/about"
    assert found["body"] == {"ids": [1, 2, 3], "deep": [ANSWER["content"]["raw"]]}


@pytest.mark.parametrize(
    "body",
    [
        {"content": {"$ref": "#0.long"}},
        {"content": {"$ref": "#0"}},
        {"a": {"$ref": "#0.content.raw"}, "b": {"$ref": "#0.content.raw"}},
        [{"$ref": "#0.ids"}] * MAX_REFERRED,
    ],
)
def test_a_part_has_a_bound_on_what_its_references_bring(body: Any) -> None:
    """One long text, a whole answer, several texts together, and very many short ones."""
    with pytest.raises(Problem, match=f"brings more than {MAX_REFERRED:,} characters") as refused:
        resolve(body=body)
    assert refused.value.details[0]["path"] == "$ref"


def test_all_parts_share_the_bound() -> None:
    """What references bring is rendered while others wait for an atomic batch: 25 parts would bring 1.6 MB of it."""
    earlier = EarlierAnswers([ANSWER])
    text, title = (
        {"method": "POST", "path": "/pages", "body": body}
        for body in ({"content": {"$ref": "#0.content.raw"}}, {"title": {"$ref": "#0.slug"}})
    )
    resolve_part(text, earlier)
    with pytest.raises(Problem, match=f"brings more than {MAX_REFERRED:,} characters"):
        resolve_part(text, earlier)
    assert resolve_part(title, earlier)["body"] == {"title": "about"}


def test_a_path_takes_ids_and_slugs_alone() -> None:
    """A text in it would be quoted in the event loop, as often as it is named."""
    with pytest.raises(Problem, match=f"brings more than {MAX_IN_PATH} characters"):
        resolve("/pages/{#0.content.raw}")


FORETOLD = EarlierAnswer(
    {"id": 9, "slug": "a", "order": 3, "title": {"raw": "A"}, "fields": {"price": 4}, "link": "a", "revision": "abc"},
    given={"slug": "a", "order": 3, "title": "A", "fields": {"price": 4}, "link": "b"},
    foretold=[frozenset({"slug"}), frozenset({"status"})],
)
"""An answer about something that the host stores only later, and whose slug it chooses."""


def resolve_foretold(path: str = "/pages", **body: Any) -> Any:
    """A part after that answer."""
    earlier = EarlierAnswers()
    earlier.add(FORETOLD)
    return resolve_part({"method": "POST", "path": path, "body": body}, earlier)


def test_of_what_is_foretold_ids_and_what_was_given_are_brought() -> None:
    """And its revision, for the argument that expects one, in a path too."""
    body = {"a": {"$ref": "#0.id"}, "b": [{"$ref": "#0.order"}], "expected_revision": {"$ref": "#0.revision"}}
    price = {"$ref": "#0.fields.price"}
    found = resolve_foretold("/pages/{#0.id}?x=1&expected_revision={#0.revision}", **body, price=price)
    assert found["path"] == "/pages/9?x=1&expected_revision=abc"
    assert found["body"] == {"a": 9, "b": [3], "expected_revision": "abc", "price": 4}


@pytest.mark.parametrize("reference", ["#0", "#0.slug", "#0.title", "#0.title.raw", "#0.link", "#0.revision"])
def test_of_what_is_foretold_nothing_else_is_brought(reference: str) -> None:
    """Given or not; the refusal names the place of the reference."""
    with pytest.raises(Problem, match="decides only when it stores") as refused:
        resolve_foretold(deep=[{"content": {"$ref": reference}}])
    assert (refused.value.details[0]["path"], refused.value.details[0]["got"]) == ("deep.0.content", reference)
    with pytest.raises(Problem) as refused:
        resolve_foretold(f"/pages/{{{reference}}}")
    assert refused.value.details[0]["path"] == "path"
    with pytest.raises(Problem) as refused:
        resolve_foretold(f"/pages?expected_revision=x&search=a{{{reference}}}")
    assert refused.value.details[0]["path"] == "search"


def test_half_a_reference_is_looked_at_once() -> None:
    """Ten times as many are not a hundred times the work."""

    def measure(number: int) -> float:
        begin = time.process_time()
        assert not has_references({"path": "{#" * number})
        return time.process_time() - begin

    measure(1_000)
    assert measure(200_000) < 60 * max(measure(20_000), 0.002)
