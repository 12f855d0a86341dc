"""The schema of the ledger, which every data folder has: keys, settings, the journal, approvals."""

from sitehand.store import audit_tables  # noqa: F401 - its tables join the ledger's
from sitehand.store.chain import LEDGER_CHAIN
from sitehand.store.journal import fold_object
from sitehand.store.schema import LongTexts, Schema
from sitehand.store.tables import changed_objects, metadata
from sitehand.store.tracked import list_tracked

LEDGER = Schema(
    chains=(LEDGER_CHAIN,),
    tracked=list_tracked(metadata),
    long_texts=(LongTexts(changed_objects, "the journal", fold_object),),
)
