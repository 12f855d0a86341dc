"""The schema of the built-in site: the ledger's tables and its own, in one file and one transaction."""

from pathlib import Path

from sitehand.hosts.builtin import host, tracked  # noqa: F401 - they track the tables of the site, and of each noun
from sitehand.hosts.builtin.menus import Menus
from sitehand.hosts.builtin.parts import PARTS
from sitehand.hosts.builtin.sqlite.file_names import follow_files
from sitehand.hosts.builtin.sqlite.triggers import follow_documents, follow_parts
from sitehand.hosts.builtin.stored_revisions import fold_revision
from sitehand.hosts.builtin.tables import metadata, revisions
from sitehand.store.chain import SITE_VERSION, Chain
from sitehand.store.ledger_schema import LEDGER
from sitehand.store.schema import LongTexts, Schema
from sitehand.store.tracked import list_tracked

SITE_CHAIN = Chain(Path(__file__).parent / "migrations", SITE_VERSION)
SITE = LEDGER.extended(
    Schema(
        chains=(SITE_CHAIN,),
        tracked=list_tracked(metadata),
        parts=PARTS,
        wholes={"menu": Menus()},
        following=(follow_parts, follow_documents, follow_files),
        long_texts=(LongTexts(revisions, "revisions", fold_revision),),
    )
)
