"""Values as PHP serializes them, read as PHP itself wrote them."""

import json
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.hosts.builtin.importing.serialized import read_serialized
from tests.browser import require

SCALARS = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=8) | st.just(0.5)
KEYS = st.text(max_size=6).filter(lambda key: not key.lstrip("-").isdigit())
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, min_size=1, max_size=4),
    max_leaves=12,
)
SERIALIZE = (
    "foreach (json_decode(stream_get_contents(STDIN), true) as $each) echo json_encode(serialize($each)), PHP_EOL;"
)


@settings(max_examples=5, deadline=None)
@given(st.lists(VALUES, min_size=60, max_size=60))
def test_what_php_writes_is_read(values: list[object]) -> None:
    """Every value that JSON has."""
    require(shutil.which("php") is not None, "PHP, to serialize values")
    known = [value for value in values if value != {}]
    done = subprocess.run(["php", "-r", SERIALIZE], input=json.dumps(known), capture_output=True, text=True, check=True)
    assert [read_serialized(json.loads(line)) for line in done.stdout.splitlines()] == known


@given(st.text(alphabet='aisbdN:;{}"0123456789-.é', max_size=30))
def test_anything_else_is_refused(text: str) -> None:
    """With ValueError, and no other."""
    try:
        read_serialized(text)
    except ValueError:
        return


@pytest.mark.parametrize(
    "text",
    ['O:8:"stdClass":0:{}', 's:9:"short";', 'a:1:{i:0;s:1:"a";', "i:1;i:2;", "a:1:" * 70 + "{", "", "a:1:{a:0:{}N;}"],
)
def test_damaged_values_are_refused(text: str) -> None:
    """Objects, wrong lengths, missing ends, a second value, too many levels, keys that are none."""
    with pytest.raises(ValueError, match=r"."):
        read_serialized(text)
