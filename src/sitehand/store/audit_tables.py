"""The tables of audits: their history, what is known of each public page, and the findings."""

from sqlalchemy import Column, Float, Index, Integer, String, Table, Text

from sitehand.store.tables import metadata

audits = Table(
    "seo_audits",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", String(20), nullable=False),
    Column("finished", String(20)),
    Column("score", Float),
    *(Column(name, Integer, nullable=False, server_default="0") for name in ("pages", "read", "opened", "closed")),
    *(Column(name, Integer, nullable=False, server_default="0") for name in ("errors", "warnings", "infos")),
    comment="Audits of the public pages, and what came of them.",
    sqlite_autoincrement=True,
)

audited_pages = Table(
    "seo_pages",
    metadata,
    Column("item", Integer, primary_key=True, comment="0: the home page."),
    Column("type", String(20), nullable=False),
    Column("address", Text, nullable=False, index=True),
    Column(
        "version", Text, nullable=False, comment="Of the item and of the rules, when it was read; empty: read it again."
    ),
    Column("read", Integer, nullable=False, comment="The last audit that read it."),
    Column("indexed", Integer, nullable=False, comment="1: search engines may list it."),
    *(Column(name, Text, nullable=False, index=True) for name in ("title", "description", "heading", "digest")),
    comment="What is known of each public page, for rules over all of them.",
)

met_pages = Table(
    "seo_met_pages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("audit", Integer, nullable=False),
    Column("items", Text, nullable=False, comment="JSON: ids of a portion."),
    comment="The public pages that an audit has met so far, for what is gone.",
)

audited_links = Table(
    "seo_links",
    metadata,
    Column("item", Integer, primary_key=True),
    Column("address", Text, primary_key=True, comment="Of this site, without its fragment."),
    Index("ix_seo_links_address", "address", "item"),
    comment="Where the links of each public page lead within the site.",
)

audited_addresses = Table(
    "seo_addresses",
    metadata,
    Column("address", Text, primary_key=True),
    Column("status", Integer, nullable=False, comment="HTTP status; 0: no answer."),
    Column("target", Text, nullable=False, comment="Where it leads on to."),
    Column("audit", Integer, nullable=False, comment="The last one that asked for it."),
    comment="Addresses that pages link to and that are no item's.",
)

audited_alternates = Table(
    "seo_alternates",
    metadata,
    Column("item", Integer, primary_key=True),
    Column("address", Text, primary_key=True, comment="Of this site, without its fragment."),
    Index("ix_seo_alternates_address", "address", "item"),
    comment="The translations that the head of each public page names.",
)

outer_links = Table(
    "seo_outer_links",
    metadata,
    Column("item", Integer, primary_key=True),
    Column("address", Text, primary_key=True, comment="Of another site, without its fragment."),
    Index("ix_seo_outer_links_address", "address", "item"),
    comment="Where the links of each public page lead outside of the site.",
)

outer_addresses = Table(
    "seo_outer_addresses",
    metadata,
    Column("address", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("status", Integer, comment="HTTP status; 0: there is no such host; none: nobody can say."),
    Column("target", Text, nullable=False, comment="Where a permanent redirect leads."),
    Column("checked", String(20), comment="When it was last asked for."),
    Index("ix_seo_outer_addresses_host", "host", "checked"),
    comment="Addresses of other sites that pages link to.",
)

findings = Table(
    "seo_findings",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("rule", String(40), nullable=False),
    Column("severity", String(10), nullable=False),
    Column("item", Integer, nullable=False),
    Column("wide", Integer, nullable=False, comment="1: of a rule over all pages."),
    Column("address", Text, nullable=False),
    Column("evidence", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("fix", Text, comment="JSON: an operation and its arguments."),
    Column("opened", Integer, nullable=False, comment="The audit that met it first, or again."),
    Column("closed", Integer, comment="The audit that no longer met it."),
    Index("ix_seo_findings_item", "item", "wide", "closed"),
    Index("ix_seo_findings_rule", "closed", "rule", "item"),
    Index("ix_seo_findings_opened", "opened"),
    comment="What rules have found on public pages.",
)
