"""Diffs as screens show them."""

from sitehand.admin.difference import DiffLine, make_row, split_diff
from sitehand.operation.difference import write_diff
from sitehand.site.changes import Cut


def test_each_line_has_its_class_and_no_sign() -> None:
    """Whatever the text begins with."""
    assert split_diff(" a\n--- b\n+++ c\n+") == [
        *(DiffLine("a", "same"), DiffLine("-- b", "removed"), DiffLine("++ c", "added"), DiffLine("", "added"))
    ]


def test_a_remark_in_place_of_lines_is_told_in_whole_words() -> None:
    """Such a line has no sign that could be taken off."""
    one = "<p>" + "a" * 300 + ".</p>"
    diff = write_diff(f"{one}<p>b</p>", f"{one}\n<p>b</p>")
    assert split_diff(diff) == [DiffLine("Only line breaks differ.", "same")]


def test_a_secret_and_a_cut_stand_beside_the_name() -> None:
    """What was done to the one, how much there is of the other, whose last line is whole."""
    cut = Cut(offset=0, shown=4, of=900)
    secret = make_row({"field": "password", "secret": "set"})
    assert (secret.secret, secret.lines) == ("set", ())
    row = make_row({"field": "content", "diff": "-a\n+b\n", "cut": cut})
    assert (row.cut, row.lines) == (cut, [DiffLine("a", "removed"), DiffLine("b", "added")])
