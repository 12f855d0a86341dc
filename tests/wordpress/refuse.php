<?php
// A custom field of pages, and one of files, that WordPress shows and lets nobody write.
add_action('init', function () {
    register_post_meta('page', 'locked', [
        'single' => true, 'show_in_rest' => true, 'type' => 'string', 'auth_callback' => '__return_false',
    ]);
});
add_action('rest_api_init', function () {
    register_rest_field('attachment', 'alt_text', [
        'get_callback' => fn($file) => get_post_meta($file['id'], '_wp_attachment_image_alt', true),
        'update_callback' => fn() => new WP_Error('rest_cannot_update', 'Not this field.', ['status' => 403]),
    ]);
});
