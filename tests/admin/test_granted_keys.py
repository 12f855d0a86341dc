"""The Keys screen: a key with more or less than its role."""

import pytest

from tests.admin.office import Office

FORM = {"label": "Drafting", "role": "editor", "expires": "", "requests_per_minute": "", "max_changes_per_hour": "20"}
TICKED = {"drafts_only": "yes", "unfiltered_html": "yes", "without.media": "yes", "without.taxonomy": "yes"}


@pytest.mark.parametrize("ticked", [TICKED, {}])
async def test_the_form_gives_and_takes_away(office: Office, ticked: dict[str, str]) -> None:
    """What was ticked holds, and the list says it in words."""
    owner = office.visitor()
    await owner.log_in()
    assert (await owner.send("/keys", "/keys", {**FORM, **ticked})).status_code == 200
    (key,) = await office.parts.keys.list(include_revoked=False, now=office.clock())
    assert (key["drafts_only"], key["unfiltered_html"], key["no_publish"]) == (bool(ticked), bool(ticked), False)
    assert (key["max_changes_per_hour"], key["without"]) == (20, ["media", "taxonomy"] if ticked else [])
    shown = (await owner.get("/keys")).text
    assert "20 changes per hour" in shown
    assert ("Without media, taxonomy" in shown) is bool(ticked)


async def test_a_wrong_number_is_named_and_the_rest_stays(office: Office) -> None:
    """The form comes back as it was filled in, and no key is made."""
    owner = office.visitor()
    await owner.log_in()
    answer = await owner.send("/keys", "/keys", {**FORM, **TICKED, "max_changes_per_hour": "many"})
    assert answer.status_code == 400
    assert "whole number" in answer.text
    assert 'name="drafts_only" value="yes" checked' in answer.text
    assert 'name="no_publish" value="yes" checked' not in answer.text
    assert not await office.parts.keys.list(include_revoked=False, now=office.clock())
