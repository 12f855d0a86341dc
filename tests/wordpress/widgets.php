<?php
/** The theme of the folder classic, as long as this file is there. */
foreach (['template', 'stylesheet'] as $option) {
    add_filter("pre_option_$option", fn() => 'classic');
}
