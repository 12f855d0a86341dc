"""Formatting that is never closed stays cheap, and real formatting stays as it is."""

import pytest

from sitehand.hosts.builtin.formatting import limit_formatting
from sitehand.hosts.builtin.rendering import render_content

MANY = "".join(f"<b id={number}>" for number in range(700))
ATTACKS = {
    "elements": f"<p>{MANY}" + "<p>x" * 2500,
    "blank lines": f"<p>{MANY}</p>" + "x\n\n" * 5000,
    "attribute": f'<p><i class="{"a" * 1900}">' + "<p>x" * 50_000,
    "long attribute": f'<p><i class="{"a" * 100_000}">' + "<p>x" * 5000,
    "tag in an attribute": f'<p><i class="<b>{"a" * 100_000}">' + "<p>x" * 5000,
    "link": f'<p><a href="/{"a" * 1900}">' + "<p>x" * 50_000,
    "closed where it does not count": "<p>" + MANY.replace(">", "><!-- </b> -->") + "<p>x" * 2500,
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_formatting_that_is_never_closed_does_not_multiply(attack: str) -> None:
    """What is shown of a text that opens formatting anew in each paragraph stays in proportion to it."""
    assert len(render_content(attack).html) < 10 * len(attack)


def test_removed_tags_leave_no_new_ones() -> None:
    """What stood around a removed tag does not become a tag."""
    assert "<b" not in limit_formatting("<<b>b id=1>" * 300_000)


def test_real_formatting_stays() -> None:
    """Bold words, links and code of a long text with well-formed tags stay."""
    paragraph = '<p><b>one</b> <a href="https://example.org/?a=1&amp;b=2" download>two</a> <code>3</code></p>\n'
    assert limit_formatting(paragraph * 5000) == paragraph * 5000
