"""How the indexes and constraints of all tables in the data folder's database are named."""

from sqlalchemy import MetaData

NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def new_metadata() -> MetaData:
    """Make the metadata for the tables of one chain of migrations: the ledger's, or a host's."""
    return MetaData(naming_convention=NAMES)
