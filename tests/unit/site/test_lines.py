"""Labels: what people read is all that is there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.site.lines import is_label

MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u2029"
UNSEEN = "\u00ad\u034f\u115f\u180e\u200b\u2060\u2800\u3164\ufeff\uffa0\U000e0041\u200c\u200d"


@pytest.mark.parametrize("odd", [*MARKS, *UNSEEN, "\0", "\t", "\n", "\r", "\x1b", "\x7f", "\x85", "\xa0", "\ud800"])
@pytest.mark.parametrize("around", ["{}Owner", "Own{}er", "Owner{}"])
def test_what_is_obeyed_or_unseen_is_refused(odd: str, around: str) -> None:
    """Wherever it stands."""
    assert not is_label(around.format(odd))


@pytest.mark.parametrize(
    "label",
    ["Newsletter script", "Büro (2)", "会社の鍵", "מפתח", "مفتاح", "می\u200cخواهم", "👩\u200d💻", "e\u0301"],
)
def test_names_in_every_script_pass(label: str) -> None:
    """With the joiners that their writing needs."""
    assert is_label(label)


@pytest.mark.parametrize("blank", ["", " ", "   "])
def test_a_blank_label_is_refused(blank: str) -> None:
    """Nobody could tell the key from another."""
    assert not is_label(blank)


@given(st.text())
def test_no_label_has_control_or_direction_marks(text: str) -> None:
    """Whatever passes."""
    if is_label(text):
        assert not set(text) & {*MARKS, *map(chr, [*range(0x20), *range(0x7F, 0xA0)])}
