"""The operations that bring the content of another site in."""

from io import IOBase
from typing import Annotated, BinaryIO, cast

from pydantic import ConfigDict, Field, InstanceOf, WithJsonSchema

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation, write_in_portions
from sitehand.site.importing import Exporter, ExportFile, Imported, Importer
from sitehand.site.transactions import Rehearsed
from sitehand.site.values import Input


class ImportSource(Input):
    """An opened file, and what people call it. Never a path: who calls decides what may be read."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    file: str = Field(min_length=1, max_length=255)
    media: bool = Field(True, description="fetch the files of attachments, as a job")
    stream: Annotated[InstanceOf[IOBase], WithJsonSchema({"type": "string", "format": "binary"})] = Field(
        exclude=True, repr=False
    )


class ImportedSite(Input):
    """A site that somebody else has signed in to. Never its address: who calls decides what may be asked."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    media: bool = Field(True, description="fetch the files of attachments, as a job")
    site: Annotated[InstanceOf[Exporter], WithJsonSchema({"type": "object"})] = Field(exclude=True, repr=False)


@write_in_portions
@operation(
    category="site",
    access="owner",
    reports_progress=True,
    needs="imports",
    exempt={"replay": "A file that is imported again changes only what it has otherwise than before."},
)
async def import_export(ctx: Context, source: ImportSource) -> Imported | Rehearsed:
    """Import a WordPress export in portions; run again, it goes on where it was cut off."""
    importer = cast(Importer, ctx.host.importer)
    file = ExportFile(source.file, cast(BinaryIO, source.stream))
    run = importer.rehearse if ctx.dry_run else importer.run
    return await run(file, ctx.now, ctx.report, fetches=source.media)


@write_in_portions
@operation(
    category="site",
    access="owner",
    reports_progress=True,
    needs="imports",
    exempt={"replay": "A site that is imported again changes only what it has otherwise than before."},
)
async def import_site(ctx: Context, source: ImportedSite) -> Imported | Rehearsed:
    """Import all content of another site in portions; run again, it goes on where it was cut off."""
    importer = cast(Importer, ctx.host.importer)
    run = importer.rehearse if ctx.dry_run else importer.run
    return await run(source.site, ctx.now, ctx.report, fetches=source.media)
