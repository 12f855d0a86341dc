"""The sample table is whole: an operation that is not described in full fails here, by name."""

import pytest

from sitehand.operation.declaration import Operation
from tests.recipe.checks import check_samples, place_of
from tests.samples.sample import Sample, Write
from tests.samples.table import CASES, CATEGORY_OF, FRESH, MODULE_OF, OPERATIONS, OWNERS, SAMPLES, WRITES

ALL = {**OPERATIONS, **OWNERS}
DESCRIBED = [pytest.param(ALL[name], sample, id=name) for name, sample in SAMPLES.items() if name in ALL]
each_sample = pytest.mark.parametrize(("wanted", "sample"), DESCRIBED)
each_write = pytest.mark.parametrize(("wanted", "write"), CASES, ids=[wanted.name for wanted, _ in CASES])


def tell_who(wanted: Operation) -> str:
    """Who may call it, by its declaration."""
    if wanted.access in ("owner", "admin"):
        return wanted.access
    return "public" if wanted.public else "everyone" if wanted.everyone else "category"


def fresh_names(sample: Sample) -> set[str]:
    """What is made for the calls of an operation."""
    return {call.fresh for call in sample.examples} | {write.fresh for write in sample.writes}


def test_every_operation_has_a_sample() -> None:
    """One that has none would be neither called, nor guarded, nor undone by any test."""
    check_samples(ALL, SAMPLES)


@each_sample
def test_a_sample_stands_where_its_operation_does(wanted: Operation, sample: Sample) -> None:
    """In the module of the same name, or in one for the whole folder; it names category and callers rightly."""
    assert f"{place_of(wanted)}.".startswith(f"{MODULE_OF[wanted.name]}.")
    assert CATEGORY_OF[wanted.name] == wanted.category
    assert (sample.who, sample.also) == (tell_who(wanted), wanted.also)


@each_sample
def test_a_sample_calls_rightly_and_wrongly(wanted: Operation, sample: Sample) -> None:
    """An operation needs a call that succeeds and one that fails, about things that the table can make."""
    if wanted.access != "owner":
        assert {call.code is None for call in sample.examples} == {True, False}
    assert fresh_names(sample) <= {"", *FRESH}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_says_how_its_promises_are_tested(name: str) -> None:
    """How it is called, how histories call it or why they do not, and which promises it cannot keep."""
    sample = SAMPLES[name]
    assert sample.writes, f"{name} changes something: add a Write."
    assert not isinstance(sample.drawn, str) or sample.drawn, (
        f"{name}: say how histories draw its arguments, or why they do not."
    )
    assert sample.exempt == WRITES[name].exempt.keys()


@each_write
def test_a_write_can_be_disturbed_and_sabotaged(wanted: Operation, write: Write) -> None:
    """What has a target is disturbed, and what is verified is sabotaged: else these promises would go unproved."""
    assert (write.disturb is None) == (not write.disturbed) == (wanted.target is None)
    assert write.idle != ""
    if "undo" not in wanted.exempt:
        assert write.newer
    if "verified" not in wanted.exempt:
        assert len(write.sabotage) == 1, "Say which trigger alters what it writes, and in which tables."


def test_what_is_made_before_can_be_made() -> None:
    """Each thing names another of the table, or none."""
    assert {fresh.of for fresh in FRESH.values()} <= {"", *FRESH}
