"""Collections of the built-in site: terms that files have."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.media_list import find_media
from sitehand.site.host import Host
from sitehand.site.item_terms import ItemTerms
from sitehand.site.media import MediaFields, MediaQuery, NewMedia
from sitehand.site.terms import COLLECTION, Merger, Removal, Term, TermFields
from sitehand.store.database import Database
from tests.unit.hosts.builtin.test_first_pages import record

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)
BY = "key:1"


@pytest.fixture
def host(database: Database) -> Host:
    """A host with no files."""
    return build_host(database, "https://hill.example", lambda: NOW)


async def make(host: Host, name: str, **fields: object) -> Term:
    """A new collection."""
    return await host.terms.create(COLLECTION, TermFields.model_validate({"name": name, **fields}))


async def add(host: Host, *collections: int) -> int:
    """A new file in collections."""
    return (await host.media.create(NewMedia(data="data:,Bread", collections=list(collections))))["id"]


async def list_ids(host: Host, *collections: int) -> list[int]:
    """The files that are in one of these."""
    return [each["id"] for each in (await host.media.find(MediaQuery(collections=list(collections)))).items]


async def test_a_file_is_in_collections_from_its_creation_on(host: Host) -> None:
    """They are told, replaced, added and taken; each change has a revision of its own, and a list filters by them."""
    rye, oats = (await make(host, "Rye"))["id"], (await make(host, "Oats"))["id"]
    one, other = await add(host, rye), await add(host)
    made = await host.media.get(one, "view")
    assert made["collections"] == [rye]
    assert (await list_ids(host, rye), await list_ids(host, oats)) == ([one], [])
    both = await host.media.update(one, MediaFields(collections=[oats, rye, oats]))
    assert both["collections"] == sorted([rye, oats])
    assert len({made["revision"], both["revision"]}) == 2
    assert (await host.media.update(one, MediaFields(collections=[rye, oats])))["revision"] == both["revision"]
    for file in (one, other):
        await host.media.set_terms(file, ItemTerms(add={COLLECTION: [oats]}, remove={COLLECTION: [rye]}))
    assert sorted(await list_ids(host, rye, oats)) == sorted([one, other])
    assert (await host.terms.get(COLLECTION, oats))["count"] == 2
    await host.media.delete(other)
    assert (await host.terms.get(COLLECTION, oats))["count"] == 1
    assert (await host.media.update(one, MediaFields(collections=[])))["collections"] == []


async def test_only_collections_are_taken(host: Host) -> None:
    """No term of another taxonomy, no number of nothing, and no other taxonomy; nothing is left of the call."""
    news = (await host.terms.create("category", TermFields(name="News")))["id"]
    file = await add(host)
    for act, path in (
        (lambda: add(host, news), "collections"),
        (lambda: host.media.update(file, MediaFields(collections=[999])), "collections"),
        (lambda: host.media.set_terms(file, ItemTerms(add={COLLECTION: [999]})), f"terms.{COLLECTION}"),
        (lambda: host.media.set_terms(file, ItemTerms(add={"category": [news]})), "terms.category"),
    ):
        with pytest.raises(Problem) as refusal:
            await act()
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, path)
    assert [each["collections"] for each in (await host.media.find(MediaQuery())).items] == [[]]


async def test_files_follow_when_collections_are_merged_or_deleted(host: Host) -> None:
    """They get the other one, or the one that a deletion names; else they lose it, with their revisions."""
    rye, oats, below = [await make(host, name) for name in ("Rye", "Oats", "Below")]
    await host.terms.update(COLLECTION, below["id"], TermFields(parent=rye["id"]))
    one, other = await add(host, rye["id"]), await add(host, rye["id"], oats["id"])
    merged = await host.terms.merge(Merger(COLLECTION, rye["id"], oats["id"]), BY)
    assert (merged["count"], sorted(await list_ids(host, oats["id"]))) == (2, sorted([one, other]))
    assert [each["depth"] for each in (await host.terms.tree(COLLECTION, 0))["items"]] == [0, 1]
    await host.terms.delete(Removal(COLLECTION, oats["id"], below["id"]), BY)
    filed = await host.media.get(one, "view")
    assert filed["collections"] == [below["id"]]
    await host.terms.delete(Removal(COLLECTION, below["id"]), BY)
    now = await host.media.get(one, "view")
    assert (now["collections"], now["revision"] == filed["revision"]) == ([], False)


async def test_a_collection_is_looked_up(host: Host, database: Database) -> None:
    """A list of it reads the files that are in it and no others, on a site with any number of files."""
    await add(host, (await make(host, "Rye"))["id"])

    def explain(connection: Connection) -> list[str]:
        found = record(connection, lambda each: find_media(each, MediaQuery(collections=[1], orderby="title")))
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all() for sql, values in found]
        return [step[3] for plan in plans for step in plan]

    plan = await database.read(explain)
    assert len([step for step in plan if "USING COVERING INDEX ix_media_terms_term" in step]) == 2, plan
    assert not [step for step in plan if step.startswith("SCAN")], plan
