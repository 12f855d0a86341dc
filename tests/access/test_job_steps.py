"""What a job of a key may do: what the key may do itself, at each step."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from sitehand.app import assemble, connect
from sitehand.beside import make_permits
from sitehand.doors.routes import RouteTable
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.states import read_state, store_item
from sitehand.operation.caller import Role
from sitehand.operation.grants import Grants
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.jobs import JobRecord, Progress, Run, Work
from sitehand.site.values import iso
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from sitehand.store.reading import list_rows
from tests.databases import migrate

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
OWNER = Attribution("owner", "Owner", "admin", "create_page", Origin("cli"))


@dataclass(slots=True)
class Site:
    """A site with a draft of the owner's, whose clock is moved by hand."""

    parts: Parts
    clock: list[datetime]
    page: int = 0

    @property
    def now(self) -> datetime:
        """What its clock says."""
        return self.clock[0]

    async def start(self, role: Role, grants: Grants) -> int:
        """A job that a key of that role asks for with `update_page`."""
        key = await self.parts.keys.create(
            label="Me", role=role, expires=None, requests_per_minute=None, grants=grants, now=self.now
        )
        with in_call(by=Attribution(f"key:{key['id']}", "Me", role, "update_page", Origin("rest"))):
            job = await JobTable(self.parts.database, lambda: self.now).enqueue("edit", {})
        assert job
        return job

    async def serve(self, edits: Sequence[Mapping[str, Any]]) -> JobRecord:
        """Do the steps of the job that are left, each an edit of the page; the job."""

        async def run(run: Run) -> None:
            while (number := run.cursor or 0) < len(edits):
                await run.step(lambda connection: self._edit(connection, number, edits[number]))

        gate, _ = connect(self.parts, RouteTable(self.parts.catalog))
        table = JobTable(self.parts.database, lambda: self.now)
        await JobRunner(table, [], make_permits(self.parts, gate)).serve(Work("edit", run))
        return await table.get(1, None)

    def _edit(self, connection: Connection, number: int, values: Mapping[str, Any]) -> Progress:
        state = {**(read_state(connection, self.page) or {}), **values}
        store_item(connection, state, by="job", at=iso(self.now), action="update")
        return Progress(number + 1, number + 1, 0)

    async def read(self) -> Any:
        """The page."""
        return await self.parts.host.pages.get(self.page, "edit")


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site with a page."""
    clock = [NOW]
    parts = assemble(Settings(data=tmp_path / "site"), clock=lambda: clock[0])
    site = Site(parts, clock)
    await migrate(parts.database)
    with in_call(by=OWNER):
        site.page = (await parts.host.pages.create(PageFields(title="Rye"), "owner"))["id"]
    yield site
    await parts.close()


@pytest.mark.parametrize(
    ("role", "grants", "edit", "said"),
    [
        ("editor", Grants(drafts_only=True), {"status": "publish"}, "drafts only"),
        ("editor", Grants(no_publish=True), {"status": "publish"}, "cannot publish"),
        ("editor", Grants(without=("content",)), {"title": "Oats"}, "no content operations"),
        ("author", Grants(), {"title": "Oats"}, "did not create"),
        ("editor", Grants(), {"content": "<script>no()</script>"}, "<script> to the page 1"),
        ("editor", Grants(), {"content": "<!-- wp:html -->\n<p>Rye</p>\n<!-- /wp:html -->"}, "block 0 is refused"),
    ],
    ids=["drafts only", "no publishing", "without the category", "another's", "HTML", "a refused block"],
)
async def test_a_step_does_nothing_that_the_key_may_not(
    site: Site, role: Role, grants: Grants, edit: Mapping[str, Any], said: str
) -> None:
    """The step is taken back whole, and the job has failed with the reason."""
    before = await site.read()
    await site.start(role, grants)
    job = await site.serve([edit])
    assert (job["state"], job["done"], said in job["error"]) == ("failed", 0, True), job["error"]
    assert await site.read() == before


async def test_steps_that_the_key_may_do_are_journaled_as_its_own(site: Site) -> None:
    """One change for each step."""
    await site.start("editor", Grants(drafts_only=True))
    assert (await site.serve([{"title": "Oats"}, {"title": "Barley"}]))["state"] == "done"
    assert (await site.read())["title"]["raw"] == "Barley"
    rows = await site.parts.database.read(
        list_rows(text("SELECT caller, operation FROM changes WHERE operation = 'update_page'"))
    )
    assert [tuple(row) for row in rows] == [("key:1", "update_page")] * 2


async def test_a_job_waits_when_its_key_has_made_the_changes_of_the_hour(site: Site) -> None:
    """And goes on at its cursor when the hour is over."""
    await site.start("editor", Grants(max_changes_per_hour=2))
    edits = [{"title": f"Rye {number}"} for number in range(3)]
    job = await site.serve(edits)
    assert (job["state"], job["done"], "2 changes" in job["error"]) == ("pending", 2, True)
    site.clock[0] += timedelta(hours=1, seconds=1)
    assert (await site.serve(edits))["state"] == "done"
    assert (await site.read())["title"]["raw"] == "Rye 2"
