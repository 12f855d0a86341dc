"""Whether attributes that a block stores twice, in its delimiter and in its HTML, say the same in both."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sitehand.blocks.catalogue import Attribute, BlockType, Where
from sitehand.blocks.making import write_html
from sitehand.blocks.outline import Entry, Outline
from sitehand.blocks.patches import HOLE
from sitehand.blocks.reading import read_block, read_comment
from sitehand.blocks.release import Release
from sitehand.blocks.validity import find_difference, is_equivalent
from sitehand.errors import Code, Detail, Problem

MAX_TOLD = 5
MAX_SHOWN = 500
LEVELS = range(1, 7)


def check_agreement(old: Outline | None, new: Outline, release: Release) -> None:
    """Raises Problem(invalid_arguments) for new blocks whose HTML says another thing than their attributes.

    What the old text has already may stay as it is.
    """
    known = Counter(map(old.text, old)) if old else Counter()
    details: list[Detail] = []
    for entry in new:
        source = new.text(entry)
        if known[source]:
            known[source] -= 1
        elif detail := _find_disagreement(entry, release):
            details.append(detail)
            if len(details) == MAX_TOLD:
                break
    if details:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"In the block {details[0]['path']} the attributes and the HTML differ: the editor would call it invalid.",
            hint="Give the value in both, or send the block as name and attributes instead of markup.",
            details=details,
        )


def _find_disagreement(entry: Entry, release: Release) -> Detail | None:
    block = release.blocks.get(entry.block.name)
    difference = find_difference(entry, block, release.dialect) if block else None
    if block is None or difference is None:
        return None
    attributes = read_block(entry, block)
    for name, other in _list_others(block, attributes, read_comment(entry)):
        html = write_html(block, other, HOLE if entry.inner else "", release.dialect)
        if is_equivalent(difference.found, html):
            expected = f"HTML for {name} {attributes.get(name, 'by default')!r}: {difference.expected}"
            return Detail(path=f"{entry.path}.{name}", expected=expected[:MAX_SHOWN], got=difference.found[:MAX_SHOWN])
    return None


def _list_others(
    block: BlockType, attributes: Mapping[str, Any], comment: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The attributes as they would be if one of those that are stored twice had another value."""
    for name, attribute in block.attributes.items():
        if attribute.where is not Where.BOTH:
            continue
        if name in comment:
            yield name, {key: value for key, value in attributes.items() if key != name}
        for value in _list_values(attribute):
            if value != attributes.get(name):
                yield name, {**attributes, name: value}


def _list_values(attribute: Attribute) -> list[Any]:
    """The values that an attribute may have, where they are few."""
    if attribute.values is not None:
        return list(attribute.values)
    if attribute.name == "level":
        return list(LEVELS)
    return [True, False] if list(attribute.types) == ["boolean"] else []
