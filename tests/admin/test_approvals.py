"""The screens Approvals and Tools over plain HTTP: the queue, decisions, the policy, and what is switched off."""

import html as markup
import logging
import re
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from sitehand.admin.screens.approvals import PER_PAGE
from sitehand.operation.grants import Grants
from sitehand.operation.policy import Rule
from sitehand.site.changes import ChangeFilter
from tests.admin.office import ROOT, Office, Visitor, find_hidden
from tests.admin.shots import NEWS, make_client
from tests.choices import set_off, set_rules
from tests.hosts import find_lacking

PUBLIC = Rule(role="author", transition="public")


@pytest.fixture
async def author(office: Office) -> httpx2.AsyncClient:
    """A client of the API whose public writes wait, and that may write all HTML."""
    await set_rules(office.parts.database, [PUBLIC])
    return await make_client(office, "Script", "author", grants=Grants(unfiltered_html=True))


async def _propose(author: httpx2.AsyncClient, **fields: Any) -> int:
    """A new draft that waits to be published; the post's id."""
    post = (await author.post("/posts", json={"title": "News", "content": NEWS})).json()["id"]
    answer = await author.patch(f"/posts/{post}", json={"status": "publish", **fields})
    assert answer.status_code == 202
    return int(post)


async def _state(author: httpx2.AsyncClient, number: int = 1) -> dict[str, Any]:
    """What the proposer sees of its proposal."""
    found: dict[str, Any] = (await author.get(f"/pending/{number}")).json()
    return found


def _frames(html: str) -> list[str]:
    """The documents in the frames of a page."""
    return [markup.unescape(each) for each in re.findall(r'<iframe class="look" sandbox srcdoc="([^"]*)"', html)]


async def test_what_waits_is_shown_before_and_after(office: Office, owner: Visitor, author: httpx2.AsyncClient) -> None:
    """The queue names it; its page renders both sides in closed frames, lists the differences, and changes nothing."""
    post = await _propose(author, content=NEWS + "<p>Come.</p><script>alert(1)</script>")
    listed = (await owner.get("/approvals")).text
    assert "Script (author key) wants to publish the post “News”" in listed
    assert "Changes by authors that publish content" in listed
    assert "<strong>1</strong> pending change<" in (await owner.get("/")).text
    shown = (await owner.get("/approvals/1")).text
    before, after = _frames(shown)
    assert "<p>Come.</p>" in after
    assert "<p>Come.</p>" not in before
    assert "<em>two</em>" in before
    assert "alert" not in after
    assert "draft" in shown
    assert '<ins class="side added">publish</ins>' in shown
    assert (await author.get(f"/posts/{post}")).json()["status"] == "draft"
    assert (await _state(author))["state"] == "waiting"


async def test_a_proposal_in_the_journal_leads_to_the_decision(
    office: Office, owner: Visitor, author: httpx2.AsyncClient
) -> None:
    """Before and after the decision, and from the decision too; no undo is offered, since none takes these back."""
    await _propose(author)
    asked = (await author.get("/changes", params={"per_page": 1})).json()[0]
    assert asked["outcome"] == "pending"
    assert await _link_proposals(owner, asked["id"]) == [asked["id"]]
    await owner.send("/approvals/1", "/approvals/1/reject", {"note": "Not now"})
    assert await _link_proposals(owner, asked["id"], asked["id"] + 1) == [asked["id"], asked["id"] + 1]


async def _link_proposals(owner: Visitor, *numbers: int) -> list[int]:
    """Those of the changes whose screens lead to the pending change 1, and offer no undo."""
    pages = {number: (await owner.get(f"/activity/{number}")).text for number in numbers}
    link = f'href="{ROOT}/approvals/1">Open the pending change<'
    return [number for number, html in pages.items() if link in html and "Undo this change" not in html]


async def test_approving_does_it_as_its_proposer(office: Office, owner: Visitor, author: httpx2.AsyncClient) -> None:
    """Afterwards the post is public, the journal names both, and the proposer reads the note; once is enough."""
    post = await _propose(author)
    answer = await owner.send("/approvals/1", "/approvals/1/approve", {"note": "Good."})
    assert answer.headers["location"] == f"{ROOT}/approvals?done=approved"
    assert (await author.get(f"/posts/{post}")).json()["status"] == "publish"
    told = await _state(author)
    assert (told["state"], told["decided_by"], told["note"]) == ("approved", "Owner", "Good.")
    page = await office.services.operations.changes.list(ChangeFilter(per_page=1))
    entry = page.items[0]
    assert (entry["label"], entry["door"], entry["outcome"], entry["approved_by"]) == (
        "Script",
        "rest",
        "approved",
        "Owner",
    )
    html = (await owner.get("/approvals/1")).text
    assert "“Good.”" in html
    assert "Approve</button>" not in html
    assert "approved by Owner" in (await owner.get("/activity")).text
    assert (await owner.send("/approvals", "/approvals/1/approve")).status_code == 409
    assert (await owner.send("/approvals", "/approvals/1/reject")).status_code == 409


async def test_the_log_names_the_owner(
    office: Office, owner: Visitor, author: httpx2.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where a screen or a decision runs the proposer's write; a visitor who has not logged in is nobody."""
    await _propose(author)
    with caplog.at_level(logging.INFO, logger="sitehand.access"):
        await owner.get("/approvals/1")
        await owner.send("/approvals/1", "/approvals/1/approve", {"note": ""})
        await office.visitor().get("/approvals")
    told = [(each.getMessage(), vars(each)["caller"], vars(each)["operation"]) for each in caplog.records]
    assert (f"GET {ROOT}/approvals/1 200", "owner", "approve_change") in told
    assert (f"POST {ROOT}/approvals/1/approve 303", "owner", "approve_change") in told
    assert (f"GET {ROOT}/approvals 303", "", "") in told


async def test_rejecting_leaves_everything(office: Office, owner: Visitor, author: httpx2.AsyncClient) -> None:
    """The post stays a draft, the proposer reads why, and the journal has it as the owner's doing."""
    post = await _propose(author)
    answer = await owner.send("/approvals/1", "/approvals/1/reject", {"note": "Not <yet>."})
    assert answer.headers["location"] == f"{ROOT}/approvals?done=rejected"
    assert (await author.get(f"/posts/{post}")).json()["status"] == "draft"
    assert (await _state(author))["note"] == "Not <yet>."
    assert "Not &lt;yet&gt;." in (await owner.get("/approvals")).text
    page = await office.services.operations.changes.list(ChangeFilter(per_page=1))
    entry = page.items[0]
    assert (entry["caller"], entry["door"], entry["operation"]) == ("owner", "admin", "reject_change")


async def test_what_was_changed_since_cannot_be_approved(
    office: Office, owner: Visitor, author: httpx2.AsyncClient
) -> None:
    """The page says what stands in the way and offers to reject alone; approving all the same is a 409."""
    post = await _propose(author)
    editor = await make_client(office, "Editor", "editor")
    assert (await editor.patch(f"/posts/{post}", json={"title": "Other"})).status_code == 200
    html = (await owner.get("/approvals/1")).text
    assert "This change cannot be approved now." in html
    assert "Editor: update_post" in html
    assert "Approve</button>" not in html
    answer = await owner.send("/approvals/1", "/approvals/1/approve")
    assert answer.status_code == 409
    assert f'href="{ROOT}/activity/' in answer.text
    assert (await _state(author))["state"] == "waiting"
    assert (await owner.send("/approvals/1", "/approvals/1/reject")).status_code == 303


async def test_new_and_deleted_items_have_one_side(office: Office, owner: Visitor) -> None:
    """A page that would be made has no look before, one that would be deleted none after."""
    editor = await make_client(office, "Editor", "editor")
    page = (await editor.post("/pages", json={"title": "Old page"})).json()["id"]
    await set_rules(office.parts.database, [Rule()])
    assert (await editor.post("/pages", json={"title": "New page", "content": "<p>Hello.</p>"})).status_code == 202
    assert (await editor.delete(f"/pages/{page}?force=true")).status_code == 202
    made, deleted = (await owner.get("/approvals/1")).text, (await owner.get("/approvals/2")).text
    assert "Does not exist yet." in made
    assert ["<p>Hello.</p>" in each for each in _frames(made)] == [True]
    assert "Deleted." in deleted
    assert ["Old page" in each for each in _frames(deleted)] == [True]
    assert (await editor.get("/pages")).json()[0]["id"] == page


async def test_the_owner_never_waits(office: Office, owner: Visitor, author: httpx2.AsyncClient) -> None:
    """Where every write waits, an undo in the screens is done at once all the same."""
    await set_rules(office.parts.database, [])
    post = (await author.post("/posts", json={"title": "News"})).json()["id"]
    page = await office.services.operations.changes.list(ChangeFilter(per_page=1))
    await set_rules(office.parts.database, [Rule()])
    address = f"/activity/{page.items[0]['id']}/undo"
    assert (await owner.send(address, address)).status_code == 303
    assert (await author.get(f"/posts/{post}")).status_code == 404


async def test_what_nobody_decided_is_over(office: Office, owner: Visitor, author: httpx2.AsyncClient) -> None:
    """After its time a proposal shows as expired, among the decided ones, without buttons."""
    await _propose(author)
    office.clock.ahead = timedelta(days=400)
    await owner.log_in()
    assert '<span class="state expired">' in (await owner.get("/approvals")).text
    assert "No pending changes." in (await owner.get("/approvals")).text
    assert "Reject</button>" not in (await owner.get("/approvals/1")).text


async def test_rules_come_and_go(office: Office, owner: Visitor) -> None:
    """A rule is added once, told in words with its key's label, and removed by what it is, not by its place."""
    await make_client(office, "Script", "author")
    form = {"role": "author", "key_id": "1", "category": "content", "operation": "", "transition": "public"}
    for done in ("policy", "again"):
        answer = await owner.send("/approvals", "/approvals/rules", form)
        assert answer.headers["location"] == f"{ROOT}/approvals?done={done}"
    await owner.send("/approvals", "/approvals/rules", {"operation": "delete_page", "transition": "any"})
    first = Rule(role="author", key_id=1, category="content", transition="public")
    second = Rule(operation="delete_page")
    assert office.parts.choices.rules() == [first, second]
    html = (await owner.get("/approvals")).text
    assert "<span>Content changes by the key “Script” that publish content</span>" in html
    assert "<span>Calls to delete_page</span>" in html
    for done in ("policy", "again"):
        answer = await owner.send("/approvals", "/approvals/rules/remove", {"rule": first.model_dump_json()})
        assert answer.headers["location"] == f"{ROOT}/approvals?done={done}"
    assert office.parts.choices.rules() == [second]


async def test_keys_with_one_label_are_told_apart(office: Office, owner: Visitor) -> None:
    """The form and the rules name the ids of keys that share a label."""
    for role in ("author", "editor"):
        await make_client(office, "Script", role)
    await make_client(office, "Newsletter", "author")
    await owner.send("/approvals", "/approvals/rules", {"key_id": "2", "transition": "any"})
    html = (await owner.get("/approvals")).text
    for words in (">Script, key:1<", ">Script, key:2<", ">Newsletter<", "by the key “Script, key:2”"):
        assert words in html


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("role", "owner"),
        ("key_id", "7"),
        ("key_id", "x"),
        ("category", "all"),
        ("operation", "get_page"),
        ("operation", "drop_table"),
        ("transition", ""),
    ],
)
async def test_wrong_rules_are_refused(office: Office, owner: Visitor, field: str, value: str) -> None:
    """What is not offered is marked, and no rule is made."""
    answer = await owner.send("/approvals", "/approvals/rules", {"transition": "any", field: value})
    assert answer.status_code == 400
    assert f'id="{field}-fault">Choose a' in answer.text
    assert answer.text.count('aria-invalid="true"') == 1
    assert office.parts.choices.rules() == []


@pytest.mark.parametrize("number", ["7", "9" * 30])
async def test_proposals_that_are_not_there_answer_404(owner: Visitor, number: str) -> None:
    """A proposal that is not there is a page with 404, however large the number."""
    assert (await owner.get(f"/approvals/{number}")).status_code == 404
    for decision in ("approve", "reject"):
        assert (await owner.send("/approvals", f"/approvals/{number}/{decision}")).status_code == 404


async def test_tools_are_switched_by_category(office: Office, owner: Visitor) -> None:
    """The boxes that are empty are off at once, for every caller; other categories stay as they are."""
    editor = await make_client(office, "Editor", "editor")
    await set_off(office.parts.database, ["get_rate_limit"])
    names = [each.name for each in office.parts.catalog if each.category == "content"]
    html = (await owner.get("/tools")).text
    offered = [each.name for each in office.parts.catalog if each.name not in find_lacking()]
    assert [each.name for each in office.parts.catalog if f'name="on.{each.name}"' in html] == offered
    assert html.count(" checked") == len(offered) - 1
    boxes = {f"on.{name}": "yes" for name in names if name != "delete_page"}
    form = {"category": "content", "were_on": " ".join(names), **boxes}
    answer = await owner.send("/tools", "/tools", form)
    assert answer.headers["location"] == f"{ROOT}/tools?done=tools"
    assert office.parts.choices.choice().operations == {"delete_page", "get_rate_limit"}
    refused = await editor.delete("/pages/1")
    assert refused.status_code == 403
    assert refused.json()["code"] == "operation_off"
    assert (await owner.get("/tools")).text.count(" checked") == len(offered) - 2
    assert (await owner.send("/tools", "/tools", {"category": "nothing"})).status_code == 404


async def test_all_writes_are_paused_at_once(office: Office, owner: Visitor) -> None:
    """Every screen says so while it lasts, and nobody learns it before the login; keys read, and write no more."""
    editor = await make_client(office, "Editor", "editor")
    assert (await owner.send("/tools", "/tools/pause")).headers["location"] == f"{ROOT}/tools?done=paused"
    for path in (
        "/",
        "/activity",
        "/approvals",
        "/keys",
        "/connect",
        "/tools",
        "/limits",
        "/settings",
        "/keys/9/revoke",
    ):
        assert "All writes are paused." in (await owner.get(path)).text, path
    assert "paused" not in (await office.visitor().get("/login")).text
    assert (await editor.post("/pages", json={"title": "A"})).status_code == 503
    assert (await editor.get("/pages")).status_code == 200
    assert (await owner.send("/keys", "/keys", {"label": "New", "role": "author"})).status_code == 200
    await owner.send("/tools", "/tools/resume")
    assert "All writes are paused." not in (await owner.get("/")).text
    assert (await editor.post("/pages", json={"title": "A"})).status_code == 201


async def test_a_form_says_nothing_of_who_may_not_see_it(office: Office, author: httpx2.AsyncClient) -> None:
    """Without a session neither the queue nor a proposal is shown."""
    await _propose(author)
    visitor = office.visitor()
    token = find_hidden((await visitor.get("/login")).text, "csrf")
    answer = await visitor.http.post(f"{ROOT}/approvals/1/approve", data={"csrf": token})
    assert answer.status_code == 303
    assert (await _state(author))["state"] == "waiting"


async def test_the_queue_is_paged_oldest_first(office: Office, owner: Visitor, author: httpx2.AsyncClient) -> None:
    """However many wait, the first that came stands on the first page, and every page is reached by its links."""
    editor = await make_client(office, "Editor", "editor")
    await set_rules(office.parts.database, [Rule()])
    assert (await editor.post("/posts", json={"title": "Came first"})).status_code == 202
    for number in range(PER_PAGE):
        assert (await author.post("/posts", json={"title": f"Flood {number}"})).status_code == 202
    first = (await owner.get("/approvals")).text
    assert first.index("Came first") < first.index("Flood 0")
    assert f"Flood {PER_PAGE - 1}" not in first
    assert f"<strong>{PER_PAGE + 1}</strong> pending changes<" in (await owner.get("/")).text
    (link,) = re.findall(r'href="[^"]*/approvals(\?waiting=\d+)" rel="next"', first)
    second = (await owner.get(f"/approvals{link}")).text
    assert f"Flood {PER_PAGE - 1}" in second
    assert "Came first" not in second
    for odd in ("0", "x", "9" * 30, "-1"):
        assert "Came first" in (await owner.get(f"/approvals?waiting={odd}")).text
