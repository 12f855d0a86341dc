"""The screen Abilities over plain HTTP: which abilities of plugins are open, and to whom."""

from tests.admin.office import Office

RULE = {"ability": "acme/*", "category": "content", "role": "editor"}


async def test_abilities_are_opened_and_closed(office: Office) -> None:
    """What is no name is refused beside its field; a site without abilities says why."""
    owner = office.visitor()
    assert (await owner.log_in()).status_code == 303
    policy = office.parts.choices.abilities.policy
    for rule in (RULE, {**RULE, "role": "admin"}):
        assert (await owner.send("/abilities", "/abilities", rule)).status_code == 303
    assert [each.describe() for each in policy().rules] == ["acme/*: content, from admin"]
    shown = (await owner.get("/abilities")).text
    assert "from the role admin" in shown
    assert "Abilities come from WordPress plugins" in shown
    refused = await owner.send("/abilities", "/abilities", {**RULE, "ability": "Acme"})
    assert (refused.status_code, "Enter the name of an ability" in refused.text) == (400, True)
    assert (await owner.send("/abilities", "/abilities/remove", {"ability": "acme/*"})).status_code == 303
    assert not policy().rules
