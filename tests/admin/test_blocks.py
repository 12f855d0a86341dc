"""The screen Blocks over plain HTTP: rules on the blocks that keys add."""

from sitehand.store.settings import SettingsTable
from tests.admin.office import Office, Visitor

RULE = {"block": "acme/*", "action": "refuse", "replacement": "core/group"}


async def test_a_rule_is_set_replaced_and_removed(office: Office, owner: Visitor) -> None:
    """The list shows what holds, with the default for core/html as long as no rule is about it."""
    policy = office.parts.choices.blocks.policy
    assert "(default)" in (await owner.get("/blocks")).text
    for rule in (RULE, {**RULE, "action": "warn"}, {"block": "core/html", "action": "allow", "replacement": ""}):
        assert (await owner.send("/blocks", "/blocks", rule)).status_code == 303
    assert [(rule.block, rule.action) for rule in policy().rules] == [("acme/*", "warn"), ("core/html", "allow")]
    shown = (await owner.get("/blocks")).text
    assert "allow and warn, use core/group instead" in shown
    assert "(default)" not in shown
    assert (await owner.send("/blocks", "/blocks/remove", {"block": "acme/*"})).status_code == 303
    assert [rule.block for rule in policy().rules] == ["core/html"]


async def test_what_is_no_block_is_refused_beside_its_field(office: Office, owner: Visitor) -> None:
    """And what was typed stays in the form."""
    answer = await owner.send("/blocks", "/blocks", {**RULE, "block": "No block"})
    assert answer.status_code == 400
    assert "Enter the name of a block" in answer.text
    assert 'value="No block"' in answer.text
    assert not office.parts.choices.blocks.policy().rules


async def test_rules_that_cannot_be_read_leave_the_other_screens_open(office: Office, owner: Visitor) -> None:
    """Their own screen says what to do."""
    await SettingsTable(office.parts.database).set({"block_policy": "{}", "operations_off": "{}"})
    assert (await owner.get("/keys")).status_code == 200
    for path, name in (("/blocks", "block_policy"), ("/tools", "operations_off")):
        answer = await owner.get(path)
        assert (answer.status_code, f"sitehand admin clear-rules {name}" in answer.text) == (503, True)
