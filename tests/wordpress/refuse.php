<?php
// A custom field of pages that WordPress shows, and lets nobody write.
add_action('init', function () {
    register_post_meta('page', 'locked', [
        'single' => true, 'show_in_rest' => true, 'type' => 'string', 'auth_callback' => '__return_false',
    ]);
});
