"""Names in answers, as they have become."""

from sitehand.hosts.wordpress.given_answers import Became
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL
from sitehand.site.content import Listing

NEW, OTHER = FIRST_PROVISIONAL, FIRST_PROVISIONAL + 1
BECAME = Became({NEW: 7, OTHER: 8}, {(NEW, "aaa"): "bbb", (5, "aaa"): "ccc"})


def test_ids_are_replaced_at_any_depth() -> None:
    """As numbers, in texts such as refs and addresses, and in lists; other numbers stay."""
    answer = {"id": NEW, "of": [{"id": OTHER}, 5, True, None], "ref": f"widget:block-{NEW}", f"{OTHER}": f"1{NEW}"}
    assert BECAME.correct(answer) == {
        "id": 7,
        "of": [{"id": 8}, 5, True, None],
        "ref": "widget:block-7",
        "8": f"1{NEW}",
    }
    assert BECAME.correct(Listing([{"id": NEW}], 1, 1, 10)).items == [{"id": 7}]


def test_a_revision_is_that_of_its_object() -> None:
    """Equal ones of other objects stay."""
    revisions = [{"id": each, "revision": "aaa"} for each in (NEW, 5, OTHER)]
    assert [each["revision"] for each in BECAME.correct(revisions)] == ["bbb", "ccc", "aaa"]
