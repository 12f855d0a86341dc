"""The schema of the built-in site: the ledger's tables and its own, in one file and one transaction."""

from pathlib import Path

from sitehand.hosts.builtin.following import follow
from sitehand.hosts.builtin.menus import Menus
from sitehand.hosts.builtin.parts import PARTS
from sitehand.hosts.builtin.pictures import follow_documents
from sitehand.hosts.builtin.stored_revisions import fold_revision
from sitehand.hosts.builtin.tables import revisions
from sitehand.hosts.builtin.tracked import TRACKED
from sitehand.store.chain import SITE_VERSION, Chain
from sitehand.store.ledger_schema import LEDGER
from sitehand.store.schema import LongTexts, Schema

SITE_CHAIN = Chain(Path(__file__).parent / "migrations", SITE_VERSION)
SITE = LEDGER.extended(
    Schema(
        chains=(SITE_CHAIN,),
        tracked=TRACKED,
        parts=PARTS,
        wholes={"menu": Menus()},
        following=(follow, follow_documents),
        long_texts=(LongTexts(revisions, "revisions", fold_revision),),
    )
)
