"""References of a batch's parts bring ids and short texts, and no more of anything than that."""

import time
from typing import Any

import pytest

from sitehand.doors.references import MAX_IN_PATH, MAX_REFERRED, EarlierAnswers, has_references, resolve_part
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


def test_half_a_reference_is_looked_at_once() -> None:
    """Ten times as many are not a hundred times the work."""

    def measure(number: int) -> float:
        begin = time.process_time()
        assert not has_references({"path": "{#" * number})
        return time.process_time() - begin

    measure(1_000)
    assert measure(200_000) < 60 * max(measure(20_000), 0.002)
