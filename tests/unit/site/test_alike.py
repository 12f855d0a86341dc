"""Terms that may be duplicates."""

from hypothesis import given
from hypothesis import strategies as st

from sitehand.site.alike import group_alike
from sitehand.site.terms import Branch


def make(number: int, name: str, count: int = 0) -> Branch:
    """A term of a tree."""
    return Branch(id=number, name=name, slug=f"term-{number}", parent=0, depth=0, count=count)


def group(*names: str) -> list[list[str]]:
    """The names of each group of terms with these names."""
    found = group_alike([make(number, name) for number, name in enumerate(names)])
    return [[term["name"] for term in each["terms"]] for each in found]


def test_the_same_words_are_found_in_another_spelling() -> None:
    """Case, accents, signs, order and a plural make no other term; other words do."""
    assert group("Rye bread", "rye-breads", "Bread: rye!", "Wheat bread", "Café", "cafe", "News") == [
        ["Rye bread", "rye-breads", "Bread: rye!"],
        ["Café", "cafe"],
    ]
    assert group("Bus", "Bu", "!!!", "???", "面包", "面 包") == []


def test_the_term_with_most_posts_comes_first() -> None:
    """It is the one that the others are merged into."""
    found = group_alike([make(1, "Bread", 2), make(2, "Breads", 7), make(3, "BREAD", 7)])
    assert [term["id"] for term in found[0]["terms"]] == [2, 3, 1]


@given(st.lists(st.text(max_size=8), max_size=12))
def test_no_term_is_in_two_groups(names: list[str]) -> None:
    """Whatever its name is made of, and each group has two at least."""
    found = group_alike([make(number, name) for number, name in enumerate(names)])
    ids = [term["id"] for each in found for term in each["terms"]]
    assert len(ids) == len(set(ids))
    assert all(len(each["terms"]) > 1 for each in found)
