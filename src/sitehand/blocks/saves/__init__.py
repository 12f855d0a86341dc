"""What the editor saves as the HTML of each block. Checked block by block against each release's own editor.

Source: the `save` of each block in https://github.com/WordPress/gutenberg/tree/trunk/packages/block-library.
"""

from collections.abc import Callable, Mapping

from sitehand.blocks.saves.cover import save_cover
from sitehand.blocks.saves.draft import Draft
from sitehand.blocks.saves.layout import (
    save_button,
    save_buttons,
    save_column,
    save_columns,
    save_comments,
    save_container,
    save_inner,
    save_nothing,
    save_separator,
    save_social_links,
    save_spacer,
)
from sitehand.blocks.saves.media import (
    save_audio,
    save_embed,
    save_file,
    save_gallery,
    save_image,
    save_media_text,
    save_video,
)
from sitehand.blocks.saves.parts import (
    save_accordion,
    save_accordion_heading,
    save_accordion_item,
    save_accordion_panel,
    save_math,
    save_playlist,
    save_tab_list,
    save_tab_panel,
    save_text_columns,
)
from sitehand.blocks.saves.raw import save_content, save_more, save_nextpage, save_shortcode
from sitehand.blocks.saves.table import save_table
from sitehand.blocks.saves.text import (
    save_code,
    save_details,
    save_heading,
    save_list,
    save_list_item,
    save_paragraph,
    save_preformatted,
    save_pullquote,
    save_quote,
    save_verse,
)

SAVES: Mapping[str, Callable[[Draft], str]] = {
    "core/accordion": save_accordion,
    "core/accordion-heading": save_accordion_heading,
    "core/accordion-item": save_accordion_item,
    "core/accordion-panel": save_accordion_panel,
    "core/audio": save_audio,
    "core/button": save_button,
    "core/buttons": save_buttons,
    "core/code": save_code,
    "core/column": save_column,
    "core/columns": save_columns,
    "core/comment-template": save_inner,
    "core/comments": save_comments,
    "core/comments-pagination": save_inner,
    "core/cover": save_cover,
    "core/details": save_details,
    "core/embed": save_embed,
    "core/file": save_file,
    "core/gallery": save_gallery,
    "core/group": save_container,
    "core/heading": save_heading,
    "core/home-link": save_inner,
    "core/html": save_content,
    "core/image": save_image,
    "core/list": save_list,
    "core/list-item": save_list_item,
    "core/math": save_math,
    "core/media-text": save_media_text,
    "core/more": save_more,
    "core/navigation": save_inner,
    "core/navigation-link": save_inner,
    "core/navigation-submenu": save_inner,
    "core/nextpage": save_nextpage,
    "core/page-list-item": save_nothing,
    "core/paragraph": save_paragraph,
    "core/playlist": save_playlist,
    "core/post-template": save_inner,
    "core/preformatted": save_preformatted,
    "core/pullquote": save_pullquote,
    "core/query": save_container,
    "core/query-no-results": save_inner,
    "core/query-pagination": save_inner,
    "core/quote": save_quote,
    "core/separator": save_separator,
    "core/shortcode": save_shortcode,
    "core/social-links": save_social_links,
    "core/spacer": save_spacer,
    "core/tab-list": save_tab_list,
    "core/tab-panel": save_tab_panel,
    "core/table": save_table,
    "core/tabs": save_container,
    "core/tab-panels": save_container,
    "core/term-template": save_inner,
    "core/terms-query": save_container,
    "core/text-columns": save_text_columns,
    "core/verse": save_verse,
    "core/video": save_video,
}
"""The blocks that have HTML or hold others, by name. Of a block that is dynamic, the text has the comment alone."""
