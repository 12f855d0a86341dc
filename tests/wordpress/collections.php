<?php
/** Collections of files, as plugins for media folders and labels register them. */
add_action('init', function () {
    register_taxonomy('media_folder', 'attachment', [
        'public' => true, 'show_in_rest' => true, 'hierarchical' => true, 'rest_base' => 'media-folders',
        'update_count_callback' => '_update_generic_term_count',
    ]);
    register_taxonomy('media_label', 'attachment', ['public' => true, 'show_in_rest' => true]);
    register_taxonomy('media_note', 'attachment', [
        'public' => true, 'show_in_rest' => true, 'rest_base' => 'caption',
    ]);
});
