"""Tables whose rows follow from columns of others, kept by triggers, so that what is in a JSON text is looked up."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, Text, text

from sitehand.store.metadata import new_metadata

metadata = new_metadata()
UNUSED = "unused"
"""Condition for files that nothing names. SQLite uses the index only for statements with these very words."""

item_links = Table(
    "item_links",
    metadata,
    Column("item_id", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False, comment="Among the links of the item."),
    Column("url", Text, nullable=False, comment="As it is written."),
    Column("text", Text, nullable=False),
    Column("host", Text, nullable=False, comment="Empty: of this site."),
    Column("path", Text, nullable=False, comment="Decoded, without a slash at its end."),
    Column("item", Integer, nullable=False, comment="The id in /?p=12; 0 for none."),
    Column("stem", Text, nullable=False, comment="Of the address of a file: without its size and ending."),
    Index("ix_item_links_path", "path"),
    Index("ix_item_links_item", "item", sqlite_where=text("item <> 0")),
    comment="Links in the content of items; follows from items.links.",
    sqlite_with_rowid=False,
)

item_field_values = Table(
    "item_field_values",
    metadata,
    Column("item_id", Integer, primary_key=True, autoincrement=False),
    Column("name", String(63), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False, comment="In a list of values; else 0."),
    Column("number", Float, comment="For true and false, 1 and 0."),
    Column("text", Text),
    Column("start", String(100), comment="Of the text, for the index."),
    Index("ix_item_field_values_number", "name", "number", "item_id"),
    Index("ix_item_field_values_text", "name", "start", "item_id"),
    comment="Each value of a custom field, for conditions on it; follows from item_fields.",
    sqlite_with_rowid=False,
)

document_images = Table(
    "document_images",
    metadata,
    Column("item_id", ForeignKey("item_elementor.item_id", ondelete="CASCADE"), primary_key=True),
    Column("images", Text, nullable=False, comment="JSON: addresses, and ids of files."),
    comment="Images of Elementor documents that are shown in place of the content; a row for each such document.",
)

document_names = Table(
    "document_names",
    metadata,
    Column("kind", String(20), primary_key=True, comment="item, content, elementor_template or elementor_component."),
    Column("document_id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Index("ix_document_names_name", "name", "kind", "document_id"),
    comment="Shared objects that Elementor documents and content name; follows from them.",
    sqlite_with_rowid=False,
)

file_names = Table(
    "file_names",
    metadata,
    Column("kind", String(20), primary_key=True, comment="Which text, or number: content, document, fields."),
    Column("document_id", Integer, primary_key=True, autoincrement=False, comment="0 where there is only one."),
    Column("name", Text, primary_key=True, comment="File name, then folder: rye.png/media/2026/07/. Or an id: 12/."),
    Index("ix_file_names_name", "name", "kind", "document_id"),
    comment="The files that anything names, whether they are there or not; follows from the texts.",
    sqlite_with_rowid=False,
)

media_names = Table(
    "media_names",
    metadata,
    Column("media_id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("folder", Text, primary_key=True, comment="That ends the one in a text."),
    Index("ix_media_names_name", "name", "folder", "media_id"),
    comment="What a file is named by; follows from its address. One whose address texts do not tell has its id alone.",
    sqlite_with_rowid=False,
)
