"""What the owner chooses for the gate: changed piece by piece, whoever else changes another piece."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.operation.policy import MAX_RULES, Rule
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.settings import SettingsTable
from tests.choices import set_rules
from tests.databases import migrate

RULES = [Rule(key_id=number) for number in range(1, 9)]


@pytest.fixture
async def desks(tmp_path: Path) -> AsyncIterator[tuple[Parts, Parts]]:
    """Two processes over one folder, as a service and a command are."""
    first, second = (assemble(Settings(data=tmp_path, log="off")) for _ in range(2))
    await migrate(first.database)
    yield first, second
    await first.close()
    await second.close()


async def test_two_who_add_rules_lose_none(desks: tuple[Parts, Parts]) -> None:
    """Each reads what is there and writes in one transaction; a rule that is there already is not there twice."""
    adding = [desks[place % 2].choices.add_rule(rule) for place, rule in enumerate([*RULES, RULES[0]])]
    await asyncio.gather(*adding)
    assert sorted(rule.key_id or 0 for rule in desks[0].choices.rules()) == list(range(1, 9))
    await asyncio.gather(*(desks[place % 2].choices.remove_rule(rule) for place, rule in enumerate(RULES[1:])))
    assert desks[1].choices.rules() == RULES[:1]


async def test_two_who_switch_lose_nothing(desks: tuple[Parts, Parts]) -> None:
    """What one switches off stays off while another switches something else."""
    names = [f"operation_{number}" for number in range(8)]
    await asyncio.gather(*(desks[place % 2].choices.switch(on=[], off=[name]) for place, name in enumerate(names)))
    assert desks[0].choices.choice().operations == set(names)
    await asyncio.gather(*(desks[place % 2].choices.switch(on=[name], off=[]) for place, name in enumerate(names[2:])))
    assert desks[1].choices.choice().operations == set(names[:2])


async def test_the_policy_has_a_bound(desks: tuple[Parts, Parts]) -> None:
    """One rule more is refused, and those that are there hold."""
    full = [Rule(key_id=number) for number in range(1, MAX_RULES + 1)]
    await set_rules(desks[0].database, full)
    await desks[0].choices.add_rule(full[3])
    with pytest.raises(Problem) as refused:
        await desks[0].choices.add_rule(Rule())
    assert refused.value.code is Code.CONFLICT
    assert desks[1].choices.rules() == full


@pytest.mark.parametrize("stored", ['[{"block": 5}]', "nonsense", "{}"])
async def test_rules_that_cannot_be_read_refuse_rather_than_allow(desks: tuple[Parts, Parts], stored: str) -> None:
    """503 with what to do, for whoever asks for them and whoever changes them; what is stored stays as it is."""
    table = SettingsTable(desks[0].database)
    names = ("block_policy", "ability_policy", "operations_off")
    await table.set(dict.fromkeys(names, stored))
    choices = desks[1].choices
    for read in (choices.blocks.policy, choices.abilities.policy, choices.choice):
        with pytest.raises(Problem) as refused:
            read()
        assert (refused.value.code, bool(refused.value.hint)) == (Code.STORAGE_UNAVAILABLE, True)
    for change in (choices.blocks.remove("core/html"), choices.switch(on=[], off=["create_page"])):
        with pytest.raises(Problem) as refused:
            await change
        assert refused.value.code is Code.STORAGE_UNAVAILABLE
    assert (await table.get("block_policy"))["block_policy"] == stored
    assert set(await choices.find_unreadable()) == set(names)
    for name in names:
        await choices.clear(name)
        with pytest.raises(Problem, match="can be read"):
            await choices.clear(name)
    assert (choices.blocks.policy().rules, choices.choice().operations) == ((), frozenset())
    assert await table.get(*names) == {}
