"""Blocks for visitors: what WordPress makes of blocks when it shows a page, beyond the HTML that the editor stored.

`form.py` turns a text into HTML with slots, from the text alone. `scene.py` fills the slots from the site. Each
dynamic block is a function that a module here gives to `@renders("core/name")` (`registry.py`); its module's name joins
`registry.MODULES`. A function gets its block (`Slot`) and the place where it stands (`Scene`), reads the site through
`scene.site` alone, and answers safe HTML: everything that is not sanitised HTML already is escaped.
"""
