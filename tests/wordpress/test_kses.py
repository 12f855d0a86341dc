"""Our lists of HTML that authors may write are those of a live kses, but for what we leave out knowingly."""

import json
import subprocess
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from sitehand.operation.markup.allowed import ADDRESSES, ALLOWED, SCHEMES, Elements
from sitehand.operation.markup.styles import PROPERTIES
from sitehand.site.kind import Form
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress

ASK = """require '%s/wp-load.php';
add_filter('safe_style_css', function ($all) { $GLOBALS['styles'] = $all; return $all; });
safecss_filter_attr('color: red');
echo json_encode(['content' => wp_kses_allowed_html('post'), 'inline' => wp_kses_allowed_html('data'),
    'description' => wp_kses_allowed_html('pre_term_description'), 'schemes' => wp_allowed_protocols(),
    'addresses' => wp_kses_uri_attributes(), 'styles' => $GLOBALS['styles']]);"""
LEFT_OUT = {"object"}
"""Elements: its PDF must lie on the site itself, which a text does not show."""
DATA = {"data-*", "data-wp-*"}
"""Attributes that are allowed by their form."""
MADE_UP = "--*"
"""The styles that are."""


class Kses(NamedTuple):
    """What a release allows."""

    release: str
    elements: Mapping[str, Elements]
    schemes: set[str]
    addresses: set[str]
    styles: set[str]


@pytest.fixture(scope="module")
def kses(wordpress: WordPress) -> Kses:
    """As the release that runs says it, after its own filters."""
    done = subprocess.run(["php", "-r", ASK % wordpress.root], capture_output=True, check=True, timeout=60)
    told = json.loads(done.stdout)
    elements = {form: _read(told[form]) for form in ("content", "inline", "description")}
    return Kses(wordpress.release, elements, *(set(told[name]) for name in ("schemes", "addresses", "styles")))


def _read(allowed: Mapping[str, Any]) -> Elements:
    """PHP has one kind of array: an element without attributes is an empty list."""
    return {
        tag: frozenset(name for name, allows in dict(given or {}).items() if allows) - DATA
        for tag, given in allowed.items()
        if tag not in LEFT_OUT
    }


def _subtract(some: Elements, others: Elements) -> dict[str, list[str]]:
    """The elements that others lack, and the attributes that theirs lack."""
    return {
        tag: sorted(names - others.get(tag, frozenset()))
        for tag, names in some.items()
        if tag not in others or names - others[tag]
    }


@pytest.mark.parametrize("form", ["content", "inline", "description"])
def test_elements_and_attributes_are_those_of_kses(kses: Kses, form: Form) -> None:
    """All of 7.1, and nothing else; earlier releases allow a part of them."""
    ours, theirs = ALLOWED[form], kses.elements[form]
    missing, more = _subtract(theirs, ours), _subtract(ours, theirs)
    assert missing == {}
    assert kses.release != NEWEST or more == {}


def test_styles_and_schemes_are_those_of_kses(kses: Kses) -> None:
    """Also which attributes hold addresses, of those that are allowed at all."""
    allowed = frozenset().union(*ALLOWED["content"].values())
    pairs = ((PROPERTIES, kses.styles - {MADE_UP}), (SCHEMES, kses.schemes), (ADDRESSES, kses.addresses & allowed))
    assert [sorted(theirs - ours) for ours, theirs in pairs] == [[], [], []]
    assert kses.release != NEWEST or [sorted(ours - theirs) for ours, theirs in pairs] == [[], [], []]
