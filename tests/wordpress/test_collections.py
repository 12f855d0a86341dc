"""Collections of files on a real WordPress: terms of the taxonomies that plugins have registered for attachments."""

import base64
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.site.item_terms import ItemTerms
from sitehand.site.media import MediaFields, MediaQuery, NewMedia
from sitehand.site.terms import Merger, Removal, Term, TermFields, TermQuery
from sitehand.store.database import Database
from tests.wordpress.conftest import add_plugin, restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress
from tests.wordpress.test_media import PIXEL
from tests.wordpress.test_service import Service, open_with_types

BY = "key:1"
FOLDER, LABEL = "media_folder", "media_label"
DATA = f"data:image/png;base64,{base64.b64encode(PIXEL).decode()}"


@pytest.fixture
def taxonomies(wordpress: WordPress) -> Iterator[None]:
    """A plugin gives files taxonomies; there are neither files nor terms yet."""
    empty_site(wordpress)
    with add_plugin(wordpress, "collections.php"):
        yield


@pytest.fixture
async def site(wordpress: WordPress, ledger: Database, taxonomies: None) -> AsyncIterator[WordPressHost]:
    """The host, as it is built from what WordPress says of itself."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts = await read_facts(client)
    assert facts.taxonomies == {"attachment": {FOLDER: "media-folders", LABEL: LABEL}}
    yield build_host(client, ledger, "secret", facts=facts)
    await client.close()


async def make(host: WordPressHost, name: str, taxonomy: str = FOLDER, **fields: object) -> Term:
    """A new collection."""
    return await host.terms.create(taxonomy, TermFields.model_validate({"name": name, **fields}))


async def add(host: WordPressHost, *collections: int) -> int:
    """A new file in collections."""
    return (await host.media.create(NewMedia(data=DATA, collections=list(collections))))["id"]


async def list_ids(host: WordPressHost, *collections: int) -> list[int]:
    """The files that are in one of these."""
    query = MediaQuery(collections=list(collections), orderby="id", order="asc")
    return [each["id"] for each in (await host.media.find(query)).items]


async def test_files_are_in_terms_of_every_taxonomy_of_theirs(site: WordPressHost) -> None:
    """From their creation on; they are told, replaced, added, taken and found, whichever taxonomy they are of."""
    rye, loud = (await make(site, "Rye"))["id"], (await make(site, "Loud", LABEL))["id"]
    one, other = await add(site, rye, loud), await add(site)
    made = await site.media.get(one, "view")
    assert made.get("collections") == sorted([rye, loud])
    assert (await list_ids(site, rye), await list_ids(site, loud, 999_999)) == ([one], [one])
    changed = await site.media.update(one, MediaFields(collections=[loud]))
    assert (changed.get("collections"), changed["revision"] == made["revision"]) == ([loud], False)
    given = ItemTerms(add={FOLDER: [rye]}, remove={LABEL: [loud]})
    for file in (one, other):
        assert (await site.media.set_terms(file, given)).get("collections") == [rye]
    assert await list_ids(site, rye, loud) == [one, other]
    (shown,) = (await site.media.find(MediaQuery(include=[one]))).items
    assert shown["revision"] == (await site.media.get(one, "view"))["revision"]
    for act in (
        site.media.update(one, MediaFields(collections=[rye, 999_999])),
        site.media.set_terms(one, ItemTerms(add={FOLDER: [loud]})),
        site.media.set_terms(one, ItemTerms(add={"category": [1]})),
        add(site, 999_999),
    ):
        with pytest.raises(Problem) as refusal:
            await act
        assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert await list_ids(site) == [one, other]


async def test_files_follow_when_collections_are_merged_or_deleted(site: WordPressHost) -> None:
    """They get the other one; and a deleted one comes back to them, under the new id that it has."""
    rye, oats = (await make(site, "Rye"))["id"], (await make(site, "Oats"))["id"]
    one, other = await add(site, rye), await add(site, rye, oats)
    await site.terms.merge(Merger(FOLDER, rye, oats), BY)
    assert await list_ids(site, oats) == [one, other]
    async with site.transactions.open() as transaction:
        await site.terms.delete(Removal(FOLDER, oats), BY)
        done = await transaction.commit(lambda _, objects: objects)
    assert sorted((each.kind, each.action) for each in done) == [
        *(("media", "update"), ("media", "update"), ("term", "delete"))
    ]
    assert (await site.media.get(one, "view")).get("collections") == []
    async with site.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    (again,) = (await site.terms.find(TermQuery(taxonomy=FOLDER))).items
    assert await list_ids(site, again["id"]) == [one, other]


async def test_files_of_a_wordpress_without_a_taxonomy_are_in_none(host: WordPressHost) -> None:
    """WordPress itself has none: they do not have the field, and whoever asks for it is told what would help."""
    made = await host.media.create(NewMedia(data=DATA))
    assert "collections" not in made
    for act in (
        host.media.find(MediaQuery(collections=[1])),
        host.media.update(made["id"], MediaFields(collections=[1])),
        host.media.set_terms(made["id"], ItemTerms(add={FOLDER: [1]})),
        host.media.create(NewMedia(data=DATA, collections=[1])),
    ):
        with pytest.raises(Problem, match="in no collections") as refusal:
            await act
        assert (refusal.value.code, "show_in_rest" in refusal.value.hint) == (Code.NOT_SUPPORTED, True)
    assert (await host.media.update(made["id"], MediaFields(collections=[], title="Same")))["id"] == made["id"]


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, taxonomies: None, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress with these taxonomies."""
    async with open_with_types(wordpress, proxy, tmp_path, "terms", "uploads") as opened:
        yield opened


async def test_files_are_given_collections_by_query(service: Service, proxy: Proxy) -> None:
    """A dry run shows them and writes nothing; one undo takes all of them back."""
    _, rye = await service.call("POST", f"/taxonomies/{FOLDER}/terms", {"name": "Rye"})
    body = {"data": DATA, "filename": "rye.png"}
    one, other = [(await service.call("POST", "/media", body))[1]["id"] for _ in range(2)]
    wanted = {"type": "media", "include": [one, other], "add_terms": {FOLDER: [rye["id"]]}}
    proxy.sent.clear()
    status, shown = await service.call("POST", "/items/terms?dry_run=true", wanted)
    assert (status, len(shown["changes"]), proxy.writes) == (200, 2, [])
    _, done = await service.call("POST", "/items/terms", wanted)
    assert [(each["id"], each["collections"]) for each in done["items"]] == [(one, [rye["id"]]), (other, [rye["id"]])]
    _, again = await service.call("POST", "/items/terms", {**wanted, "terms": {FOLDER: [rye["id"]]}})
    assert (again["total"], again["items"]) == (2, [])
    assert (await service.call("POST", "/changes/undo", {"id": done["change_id"]}))[0] == 200
    assert (await service.call("GET", f"/media?collections={rye['id']}"))[1] == []
