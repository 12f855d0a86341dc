"""The form of a text: its slots stand where its dynamic blocks stand, and nobody else makes one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.hosts.builtin.public.rendering.form import MAX_DEPTH, build_form
from sitehand.hosts.builtin.public.rendering.slots import Form, Slot

DYNAMIC = {"core/search", "core/post-template"}


def show(form: Form) -> str:
    """A form on one line, its slots in brackets."""
    return "".join(part if isinstance(part, str) else f"[{part.name} {show(part.inner)}]" for part in form)


def test_a_slot_stands_where_its_block_stands() -> None:
    """Between the HTML around it, with what stands between its own delimiters."""
    template = '<!-- wp:post-template {"x":1} --><b>b</b><!-- wp:search /--><!-- /wp:post-template -->'
    raw = f"<!-- wp:group --><div>a{template}c</div>"
    assert re.sub("<div[^>]*>", "<div>", show(build_form(raw, DYNAMIC))) == (
        "<div>a[core/post-template <b>b</b>[core/search ]]c</div>"
    )


@pytest.mark.parametrize(
    "raw",
    [
        '<a title="<!-- wp:search /-->">x</a>',
        "<a title='<!-- wp:search /-->'>x</a>",
        "<a title=<!-- wp:search /-->>x</a>",
        "<textarea><!-- wp:search /--></textarea>",
        "<style><!-- wp:search /--></style>",
        '<wp-slot name="0"></wp-slot><wp-slot name="secret-0"></wp-slot>',
    ],
)
def test_no_attribute_becomes_a_slot(raw: str) -> None:
    """What a block draws never stands in an attribute, and an element that somebody wrote is no slot."""
    for html in [part for part in build_form(raw, DYNAMIC) if isinstance(part, str)]:
        assert html.count("<") == html.count(">")
        assert not re.search(r'="[^"]*$', html)


def test_what_is_never_closed_repeats_nothing() -> None:
    """The text of 5,000 blocks without an end is there once."""
    form = build_form("<!-- wp:group --><i>a</i>" * 5_000, DYNAMIC)
    assert show(form).count("a</i>") <= 5_000
    assert len(show(form)) < 500_000


@pytest.mark.parametrize(
    ("given", "read"), [(r"a\ud800b", "a?b"), (r"\uD83D\uDE00\uDE00", "\U0001f600?"), (r"\\ud800", r"\ud800")]
)
def test_half_a_surrogate_pair_reaches_no_page(given: str, read: str) -> None:
    """A page could not be sent with one; whole pairs stay."""
    (slot,) = build_form(f'<!-- wp:search {{"label":{{"x":"{given}"}}}} /-->', DYNAMIC)
    assert isinstance(slot, Slot)
    assert slot.attributes.values == {"label": {"x": read}}


def test_slots_within_slots_have_an_end() -> None:
    """Deeper blocks keep their stored HTML alone."""
    form = build_form("<!-- wp:post-template --><i>a</i>" * 100, DYNAMIC)
    assert show(form).count("[") == MAX_DEPTH
    assert show(form).count("a</i>") == 100


PIECES = ("<!-- wp:search /-->", "<!-- wp:group -->", "<!-- /wp:group -->", "<p>a</p>", "<p", '"')


@given(st.lists(st.sampled_from(PIECES)))
def test_any_text_has_a_form(pieces: list[str]) -> None:
    """Whatever stands around, no script and no stray mark comes out, and as many slots as blocks at most."""
    form = build_form("<script>x</script>".join(pieces), DYNAMIC)
    assert "<script" not in show(form)
    assert "wp-slot" not in show(form)
    assert sum(isinstance(part, Slot) for part in form) <= pieces.count("<!-- wp:search /-->")
