"""Overrides and bindings, beside the editors of the releases."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sitehand.blocks.attributes import write_attributes
from sitehand.blocks.bindings import read_bindings
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.outline import read_outline
from sitehand.blocks.overrides import apply_overrides
from sitehand.blocks.release import read_release
from tests.wordpress.editor import Editor

OPEN = {"bindings": {"__default": {"source": "core/pattern-overrides"}}}
VALUES = {
    "core/paragraph": {"content": "Mine <em>now</em> &amp; then"},
    "core/heading": {"content": "Mine"},
    "core/button": {"text": "Mine", "url": "https://example.org/?a=1&b=2", "linkTarget": "_blank", "rel": "nofollow"},
    "core/image": {"url": "https://example.org/mine.jpg", "alt": 'A "hill"'},
}

OLD = {
    "core/paragraph": {"content": "Old"},
    "core/heading": {"content": "Old"},
    "core/button": {"text": "Old"},
    "core/image": {"url": "https://example.org/old.jpg"},
}
WRONG: Sequence[Any] = (
    *({"Two": {"content": "x"}}, {"One": {"dropCap": True}}, {"One": {"content": 7}}),
    *({"One": 1}, [], None),
)
UNREADABLE: Sequence[Any] = (1, [], {"bindings": 1}, {"bindings": {"content": 1}}, {"bindings": {"__default": []}})


def write(metadata: object) -> str:
    """A paragraph with these metadata."""
    given = write_attributes({"metadata": metadata})
    return f"<!-- wp:paragraph {given} -->\n<p>Old</p>\n<!-- /wp:paragraph -->"


@pytest.mark.parametrize("release", Dialect)
@pytest.mark.parametrize("name", VALUES)
def test_what_overrides_make_is_valid_in_the_editor(
    editor_of: Callable[[Dialect], Editor], release: Dialect, name: str
) -> None:
    """Each block that may be overridden, with every attribute that it opens; and it reads back as it was meant."""
    editor, known = editor_of(release), read_release(f"{release}.1")
    metadata = {"name": "One", **OPEN}
    source = editor.create(name, {**OLD[name], "metadata": metadata})
    changed = apply_overrides(source, {"One": VALUES[name], "Two": {"content": "x"}}, known)
    checked = editor.check(changed)
    assert [block["valid"] for block in checked["blocks"]] == [True]
    assert checked["serialized"] == changed
    found = checked["blocks"][0]["attributes"]
    assert {key: found[key] for key in VALUES[name]} == VALUES[name]


def test_what_does_not_fit_stays() -> None:
    """Other names, closed attributes, values of another type, and content that is no object."""
    release, source = read_release("7.1"), write({"name": "One", **OPEN})
    for content in WRONG:
        assert apply_overrides(source, content, release) == source
    closed = source.replace("core/pattern-overrides", "core/post-meta")
    assert apply_overrides(closed, {"One": {"content": "x"}}, release) == closed


@pytest.mark.parametrize("metadata", UNREADABLE)
def test_bindings_of_any_form_are_read(metadata: object) -> None:
    """What is none binds nothing."""
    assert read_bindings(read_outline(write(metadata)).roots[0]) == {}
