"""The screen Activity over plain HTTP: the journal of the screens themselves, filters, diffs, undo."""

import re
from typing import Any

import httpx2
import pytest

from sitehand.admin.screens import activity
from sitehand.operations import changes as operations
from sitehand.site.changes import ChangeFilter, ChangeRecord
from tests.admin.office import PASSWORD, ROOT, Office, Visitor, find_hidden
from tests.admin.shots import ABOUT, make_client
from tests.choices import set_off

SITE = {"name": "Books", "description": "A shop", "language": "en-GB", "timezone": "Europe/Berlin", "plan": "free"}


@pytest.fixture
async def editor(office: Office) -> httpx2.AsyncClient:
    """A client of the API with an editor's key."""
    return await make_client(office, "Assistant", "editor")


async def _last(office: Office) -> ChangeRecord:
    """The newest change."""
    changes = office.services.operations.changes
    page = await changes.list(ChangeFilter(per_page=1))
    return await changes.get(page.items[0]["id"], None)


async def _make(client: httpx2.AsyncClient, **fields: Any) -> int:
    """A new page's id."""
    answer = await client.post("/pages", json={"title": "About us", "content": ABOUT, **fields})
    assert answer.status_code == 201
    return int(answer.json()["id"])


def _sentences(html: str) -> list[str]:
    """The lines of the list of changes, as text."""
    items = re.findall(r"<li[^>]*>\s*<a href=\"[^\"]*/activity/\d+\">(.*?)</a>", html, re.DOTALL)
    return [re.sub(r"<[^>]+>|\s+", lambda found: " " if found[0].isspace() else "", item) for item in items]


@pytest.mark.parametrize(
    ("page", "path", "form", "operation"),
    [
        ("/keys", "/keys", {"label": "New", "role": "author"}, "create_api_key"),
        ("/keys/1/rotate", "/keys/1/rotate", {"grace": "0"}, "rotate_api_key"),
        ("/keys/1/revoke", "/keys/1/revoke", {}, "revoke_api_key"),
        ("/limits", "/limits", {"plan": "pro", "default": "60"}, "set_limits"),
        ("/settings", "/settings", SITE, "set_site_settings"),
        (
            "/settings",
            "/settings/password",
            {"current": PASSWORD, "new": "another plain sentence", "repeated": "another plain sentence"},
            "set_password",
        ),
        ("/approvals", "/approvals/rules", {"role": "author", "transition": "public"}, "add_approval_rule"),
        ("/tools", "/tools", {"category": "content", "were_on": "list_pages"}, "switch_operations"),
        ("/tools", "/tools/pause", {}, "pause_writes"),
    ],
)
async def test_the_journal_has_what_the_owner_does_here(
    office: Office,
    owner: Visitor,
    editor: httpx2.AsyncClient,
    page: str,
    path: str,
    form: dict[str, str],
    operation: str,
) -> None:
    """Each form leaves one entry in the owner's name, through the screens, with its request; no secret is in it."""
    before = (await _last(office))["id"]
    answer = await owner.send(page, path, form)
    assert answer.status_code in (200, 303)
    entry = await _last(office)
    assert entry["id"] == before + 1
    assert (entry["caller"], entry["label"], entry["role"]) == ("owner", "Owner", "admin")
    assert (entry["door"], entry["operation"], entry["outcome"]) == ("admin", operation, "done")
    assert entry["client"].startswith("python-httpx")
    assert len(entry["request_id"]) == 32
    assert not {"another plain sentence", PASSWORD} & set(re.findall(r'"([^"]*)"', str(entry).replace("'", '"')))
    assert _sentences((await owner.get("/activity")).text)[0].startswith("Owner ")


@pytest.mark.parametrize(
    ("page", "path", "form"),
    [
        ("/limits", "/limits/reset", {}),
        ("/limits", "/limits", {"plan": "free", "default": "60"}),
        ("/tools", "/tools/resume", {}),
        ("/approvals", "/approvals/rules/remove", {"rule": "{}"}),
        ("/settings", "/settings", {**SITE, "name": ""}),
    ],
)
async def test_a_form_that_changes_nothing_leaves_no_entry(
    office: Office, owner: Visitor, page: str, path: str, form: dict[str, str]
) -> None:
    """Looking, what is as it was already, and what is refused are not in the journal."""
    before = (await _last(office))["id"]
    await owner.send(page, path, form)
    for screen in ("/", "/activity", f"/activity/{before}", "/approvals", "/tools"):
        assert (await owner.get(screen)).status_code == 200
    assert (await _last(office))["id"] == before


async def test_all_switches_of_a_category_as_they_are_leave_no_entry(office: Office, owner: Visitor) -> None:
    """Saving the tools as they are writes nothing."""
    before = (await _last(office))["id"]
    boxes = {f"on.{each.name}": "yes" for each in office.parts.catalog if each.category == "content"}
    await owner.send("/tools", "/tools", {"category": "content", **boxes})
    assert (await _last(office))["id"] == before


async def test_changes_are_told_filtered_and_paged(office: Office, owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Sentences, newest first; each filter narrows them; the cursor leads through all of them, each once."""
    for number in range(25):
        await _make(editor, title=f"Page {number}")
    await owner.send("/tools", "/tools/pause")
    first = (await owner.get("/activity")).text
    told = _sentences(first)
    assert len(told) == 20
    assert told[:2] == [
        "Owner paused all writes in the admin screens",
        "Assistant (editor key) created the page “Page 24” via REST",
    ]
    older = re.search(r'href="([^"]*)" rel="next"', first)
    assert older
    rest = (await owner.http.get(older[1])).text
    told += _sentences(rest)
    pages = [sentence for sentence in told if "the page" in sentence]
    assert pages == [
        f"Assistant (editor key) created the page “Page {number}” via REST" for number in reversed(range(25))
    ]
    for query, number in (
        ("caller=owner", 1),
        ("caller=key:1", 20),
        ("operation=pause_writes", 1),
        ("door=rest&kind=page", 20),
        ("door=mcp", 0),
        ("kind=page&object=3", 1),
        ("kind=key", 1),
        ("since=2999-01-01", 0),
        ("since=2000-01-01&caller=owner", 1),
        ("caller=nobody", 0),
    ):
        assert len(_sentences((await owner.get(f"/activity?{query}")).text)) == number, query


async def test_keys_with_equal_labels_are_told_apart(office: Office, owner: Visitor) -> None:
    """The filter shows their ids, and those of no other."""
    for label in ("Script", "Script", "Other"):
        await make_client(office, label, "editor")
    html = (await owner.get("/activity")).text
    options = re.findall(r'<option value="key:\d+"[^>]*>([^<]*)</option>', html)
    assert sorted(options) == ["Other (key)", "Script (key), key:1", "Script (key), key:2"]


@pytest.mark.parametrize(
    "query", ["since=x", "since=9999-99-99", "before=x", "before=-1", "before=" + "9" * 60, "caller=%00", "kind=%27%22"]
)
async def test_strange_filters_are_harmless(owner: Visitor, query: str) -> None:
    """Whatever stands in the address, the answer is a page."""
    assert (await owner.get(f"/activity?{query}")).status_code == 200
    wrong = (await owner.get("/activity?since=x")).text
    assert "Enter a date" in wrong and "This filter was left out." in wrong and "Nothing was changed." not in wrong


async def test_a_change_shows_its_diff_and_how_it_came(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient
) -> None:
    """Changed lines carry a class each, values stand side by side, markup stays text, and the request is told."""
    page = await _make(editor, title="<b>About</b>")
    await editor.patch(f"/pages/{page}", json={"content": ABOUT.replace("1962", "1961"), "menu_order": 3})
    entry = await _last(office)
    html = (await owner.get(f"/activity/{entry['id']}")).text
    assert '<del class="line removed">&lt;p&gt;We have sold books in Harbour Street since 1962.</del>' in html
    assert '<ins class="line added">&lt;p&gt;We have sold books in Harbour Street since 1961.</ins>' in html
    assert '<del class="side removed">0</del>' in html
    assert '<ins class="side added">3</ins>' in html
    assert "“&lt;b&gt;About&lt;/b&gt;”" in html
    for told in ("example/1.0", "update_page", entry["request_id"], "key:1", "role editor"):
        assert told in html
    assert " style=" not in html


async def test_a_change_is_undone_and_the_undo_too(office: Office, owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """The question shows what it will do and does nothing; the answer does it, in the owner's name; and back again."""
    page = await _make(editor)
    await editor.patch(f"/pages/{page}", json={"title": "Other"})
    changed = await _last(office)
    address = f"/activity/{changed['id']}/undo"
    question = (await owner.get(address)).text
    assert '<del class="side removed">Other</del>' in question
    assert '<ins class="side added">About us</ins>' in question
    assert (await editor.get(f"/pages/{page}")).json()["title"]["rendered"] == "Other"
    answer = await owner.send(address, address)
    undoing = await _last(office)
    assert answer.headers["location"] == f"{ROOT}/activity/{undoing['id']}?done=undone"
    assert (undoing["caller"], undoing["door"], undoing["undoes"]) == ("owner", "admin", [changed["id"]])
    assert (await editor.get(f"/pages/{page}")).json()["title"]["rendered"] == "About us"
    assert f"change {undoing['id']}</a>" in (await owner.get(f"/activity/{changed['id']}")).text
    assert '<span class="state expired">undone</span>' in (await owner.get("/activity")).text
    back = f"/activity/{undoing['id']}/undo"
    await owner.send(back, back)
    assert (await editor.get(f"/pages/{page}")).json()["title"]["rendered"] == "Other"


async def test_a_change_that_was_undone_offers_redo(office: Office, owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Redo undoes the undo; then the change stands again, offers undo, and is told so through the API."""
    page = await _make(editor)
    await editor.patch(f"/pages/{page}", json={"title": "Other"})
    changed = (await _last(office))["id"]
    for round_ in range(2):
        address = f"/activity/{changed}/undo"
        await owner.send(address, address)
        undoing = (await _last(office))["id"]
        html = (await owner.get(f"/activity/{changed}")).text
        assert (">Redo this change<" in html, ">Undo this change<" in html) == (True, False), round_
        assert (await editor.get(f"/changes/{changed}")).json()["undone_by"] == undoing
        redo = re.search(rf'href="{ROOT}(/activity/\d+/undo)">Redo', html)
        assert redo
        assert "restores what it undid" in (await owner.get(redo[1])).text
        await owner.send(redo[1], redo[1])
        assert (await editor.get(f"/pages/{page}")).json()["title"]["rendered"] == "Other"
        html = (await owner.get(f"/activity/{changed}")).text
        assert (">Redo this change<" in html, ">Undo this change<" in html) == (False, True), round_
        listed = (await editor.get("/changes")).json()
        assert {each["id"]: each["undone_by"] for each in listed}[changed] is None


async def test_a_change_of_many_objects_is_folded_and_paged(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient
) -> None:
    """Every object is on one page, closed; the links lead through all of them, also in the question about an undo."""
    titles = [f"Page {number:03}." for number in range(60)]
    for start in (0, 20, 40):
        parts = [{"method": "POST", "path": "/pages", "body": {"title": each}} for each in titles[start : start + 20]]
        await editor.post("/batch", json={"requests": parts, "mode": "atomic"})
    first = (await _last(office))["id"]
    await editor.post("/changes/undo", json={"changes_since": "2000-01-01T00:00:00Z"})
    undoing = (await _last(office))["id"]
    assert undoing > first
    for screen in (f"/activity/{undoing}", f"/activity/{undoing}/undo"):
        met: list[str] = []
        path, number = screen, 0
        while path:
            html = (await owner.get(path)).text
            found = re.findall(r'<details class="object"( open)?>.*?“(Page \d+\.)”', html, re.DOTALL)
            assert len(found) <= 25
            assert not any(is_open for is_open, _ in found)
            met += [title for _, title in found]
            after = re.search(r'href="(\?page=\d+)" rel="next"', html)
            path, number = screen + after[1] if after else "", number + 1
        assert sorted(met) == titles
        assert number == 3


@pytest.mark.parametrize("part", ["0", "-1", "x", "99", "9" * 40, "%00"])
async def test_a_strange_part_of_a_change_is_a_page(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient, part: str
) -> None:
    """Whatever stands in the address; a change of one object shows it open."""
    await _make(editor)
    answer = await owner.get(f"/activity/{(await _last(office))['id']}?page={part}")
    assert answer.status_code == 200
    assert '<details class="object" open>' in answer.text


async def test_a_question_tells_what_no_undo_brings_back(office: Office, owner: Visitor) -> None:
    """Undoing a new key is revoking it, for good; the revocation itself is not undone, and the answer says why."""
    await owner.send("/keys", "/keys", {"label": "Mistake", "role": "author"})
    address = f"/activity/{(await _last(office))['id']}/undo"
    question = (await owner.get(address)).text
    assert "The key 1 is revoked, and stays in the list." in question
    assert "can be undone" not in question
    assert (await owner.send(address, address)).status_code == 303
    assert '<span class="state revoked">revoked</span>' in (await owner.get("/keys?show=ended")).text
    refused = await owner.get(f"/activity/{(await _last(office))['id']}/undo")
    assert refused.status_code == 409
    assert "The key 1 stays revoked." in refused.text


async def test_newer_changes_stand_in_the_way(office: Office, owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """Asking and doing answer 409 with links to the newer changes, and nothing is changed."""
    page = await _make(editor)
    made = await _last(office)
    await editor.patch(f"/pages/{page}", json={"title": "Newer"})
    newer = await _last(office)
    address = f"/activity/{made['id']}/undo"
    csrf = find_hidden((await owner.get("/activity")).text, "csrf")
    for answer in (await owner.get(address), await owner.http.post(ROOT + address, data={"csrf": csrf})):
        assert answer.status_code == 409
        assert f'href="{ROOT}/activity/{newer["id"]}"' in answer.text
    assert (await _last(office))["id"] == newer["id"]


async def test_all_changes_of_a_request_are_undone_together(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient
) -> None:
    """A batch of several changes has one button more, which takes them all back as one change."""
    parts = [{"method": "POST", "path": "/pages", "body": {"title": title}} for title in ("One", "Two", "Three")]
    await editor.post("/batch", json={"requests": parts})
    entry = await _last(office)
    ids = [entry["id"], entry["id"] - 1, entry["id"] - 2]
    assert "Undo all 3 changes of this request" in (await owner.get(f"/activity/{entry['id']}")).text
    address = f"/activity/{entry['id']}/undo-request"
    question = (await owner.get(address)).text
    assert [f"/activity/{number}" in question for number in ids] == [True] * 3
    await owner.send(address, address)
    undoing = await _last(office)
    assert undoing["undoes"] == ids
    assert (await editor.get("/pages")).json() == []


async def test_a_request_that_is_too_much_for_once_is_undone_in_steps(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question says what is left, and comes again after the answer until nothing is."""
    parts = [{"method": "POST", "path": "/pages", "body": {"title": title}} for title in ("One", "Two", "Three")]
    await editor.post("/batch", json={"requests": parts})
    oldest = (await _last(office))["id"] - 2
    monkeypatch.setattr(operations, "MAX_UNDONE", 2)
    monkeypatch.setattr(activity, "MAX_UNDONE", 2)
    address = f"/activity/{oldest}/undo-request"
    question = (await owner.get(address)).text
    assert "Older changes of this request are left: 1." in question
    assert f'/activity/{oldest}">{oldest}</a>' not in question
    answer = await owner.send(address, address)
    assert answer.headers["location"].startswith(ROOT + address)
    assert [page["title"]["rendered"] for page in (await editor.get("/pages")).json()] == ["One"]
    await owner.send(address, address)
    assert (await _last(office))["undoes"] == [oldest]
    assert (await editor.get("/pages")).json() == []


async def test_changes_without_a_request_have_nothing_in_common(office: Office, owner: Visitor) -> None:
    """What was not done by a request is undone alone, also at the address for whole requests."""
    await office.parts.choices.set_paused(True)
    await set_off(office.parts.database, ["get_page"])
    entry = await _last(office)
    assert entry["request_id"] == "-"
    assert "of this request" not in (await owner.get(f"/activity/{entry['id']}")).text
    address = f"/activity/{entry['id']}/undo-request"
    await owner.send(address, address)
    assert (await _last(office))["undoes"] == [entry["id"]]
    assert office.parts.choices.choice().paused


@pytest.mark.parametrize("number", ["999", "9" * 30])
async def test_changes_that_are_not_there_answer_404(owner: Visitor, number: str) -> None:
    """A change that is not there is a page with 404, however large the number."""
    for address in (f"/activity/{number}", f"/activity/{number}/undo", f"/activity/{number}/undo-request"):
        assert (await owner.get(address)).status_code == 404


async def test_the_numbers_of_the_charts_are_in_a_table_too(office: Office, owner: Visitor) -> None:
    """Both charts name themselves, and the table behind them has 30 days."""
    html = (await owner.get("/activity")).text
    assert html.count('role="img"') == 2
    assert html.count("<details") == 1
    assert len(re.findall(r'<tr><th scope="row">\d{4}-\d\d-\d\d</th>', html)) == 30
