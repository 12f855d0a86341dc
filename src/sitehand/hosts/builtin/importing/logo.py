"""Sets the logo of a site that moves in, once its file is here."""

from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.tables import media
from sitehand.store.settings import read_setting, write_settings


def write_logo(session: Session, source_id: int) -> None:
    """The logo by the id of its file there. One that somebody has set or removed here stays so, and is named."""
    logo = session.find_imported(media, session.media, source_id)
    stored = read_setting(session.connection, "logo")
    if stored is not None:
        session.report.leave_out("settings", "set here already, which stays", "logo", count=stored != str(logo))
    elif not logo:
        session.report.leave_out("the logo", "its file did not come over", f"file {source_id}")
    else:
        write_settings(session.connection, {"logo": str(logo)})
        session.report.count("settings", "created")
