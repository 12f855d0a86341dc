"""Collections of an import: the terms of attachments, of whatever taxonomies."""

from pathlib import Path
from typing import Any

from sitehand.store.database import Database
from tests.statements import fetch
from tests.unit.hosts.builtin.importing.conftest import Importer
from tests.unit.hosts.builtin.importing.exports import item, write_export
from tests.unit.hosts.builtin.importing.test_importer import figures

FILED = """SELECT media.title, own.taxonomy, own.slug, above.slug AS parent FROM media_terms
    JOIN media ON media.id = media_id JOIN terms AS own ON own.id = term_id
    LEFT JOIN terms AS above ON above.id = own.parent ORDER BY 1, 3"""


def folder(slug: str, parent: str = "") -> str:
    """One declared term of a plugin for media folders."""
    return (
        f"<wp:term><wp:term_taxonomy>media_folder</wp:term_taxonomy><wp:term_slug>{slug}</wp:term_slug>"
        f"<wp:term_parent>{parent}</wp:term_parent><wp:term_name>{slug.title()}</wp:term_name></wp:term>\n"
    )


def file(source_id: int, *uses: tuple[str, str]) -> str:
    """One attachment with terms: (taxonomy, slug)."""
    given: Any = {"status": "inherit", "attachment_url": f"https://small.example/{source_id}.jpg"}
    named = [(taxonomy, slug, slug.title()) for taxonomy, slug in uses]
    return item(source_id, "attachment", title=f"File {source_id}", uses=named, **given)


async def test_terms_of_attachments_become_collections(
    database: Database, run_import: Importer, tmp_path: Path
) -> None:
    """With those above them; a taxonomy that items have too stays theirs, which the report says."""
    parts = [
        *(folder("farm"), folder("rye", "farm"), folder("empty")),
        file(1, ("media_folder", "rye"), ("media_label", "loud"), ("genre", "jazz"), ("category", "news")),
        file(2),
        item(3, "post", uses=[("genre", "jazz", "Jazz")]),
    ]
    report = await run_import(path=write_export(tmp_path, *parts))
    wanted = [
        {"title": "File 1", "taxonomy": "media_collection", "slug": slug, "parent": parent}
        for slug, parent in (("loud", None), ("rye", "farm"))
    ]
    assert await fetch(database, FILED) == wanted
    assert figures(report)["collections"] == (4, 0, 0)
    (lost,) = (remark for remark in report.left_out if remark.what == "terms of attachments")
    assert (lost.count, "is that of pages, posts" in lost.reason) == (2, True)


async def test_a_second_import_takes_a_file_out_of_nothing(
    database: Database, run_import: Importer, tmp_path: Path
) -> None:
    """It adds what is new there; a file that is in its collections already is unchanged."""
    await run_import(path=write_export(tmp_path, folder("rye"), file(1, ("media_folder", "rye"))))
    again = await run_import(path=write_export(tmp_path, folder("rye"), file(1, ("media_folder", "rye"))))
    assert figures(again)["media"] == (0, 0, 1)
    later = await run_import(path=write_export(tmp_path, folder("oats"), file(1, ("media_folder", "oats"))))
    assert figures(later)["media"] == (0, 1, 0)
    assert [row["slug"] for row in await fetch(database, FILED)] == ["oats", "rye"]
