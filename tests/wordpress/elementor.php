<?php
/** What Elementor 3.27 and later registers for REST: four fields of posts and pages, and the route that clears its cache. */
add_action('init', function () {
    $allowed = fn ($given, $key, $post) => current_user_can('edit_post', $post);
    $clean = function ($json) {
        if (current_user_can('unfiltered_html')) return $json;
        return wp_json_encode(map_deep(json_decode($json, true), fn ($each) => is_string($each) ? wp_kses_post($each) : $each));
    };
    $text = ['single' => true, 'type' => 'string', 'auth_callback' => $allowed];
    $in_edit = ['context' => ['edit']];
    foreach (['post', 'page'] as $type) {
        register_post_meta($type, '_elementor_data', [...$text, 'sanitize_callback' => $clean, 'show_in_rest' => ['schema' => $in_edit]]);
        register_post_meta($type, '_elementor_edit_mode',
            [...$text, 'show_in_rest' => ['schema' => [...$in_edit, 'enum' => ['', 'builder']]]]);
        register_post_meta($type, '_elementor_template_type',
            [...$text, 'show_in_rest' => ['schema' => [...$in_edit, 'enum' => ['wp-post', 'wp-page', 'page', '']]]]);
        register_post_meta($type, '_elementor_page_settings', ['single' => true, 'type' => 'object', 'auth_callback' => $allowed,
            'show_in_rest' => ['schema' => [...$in_edit, 'additionalProperties' => true]]]);
    }
});
add_action('rest_api_init', fn () => register_rest_route('elementor/v1', '/cache', [
    'methods' => 'DELETE',
    'permission_callback' => fn () => current_user_can('manage_options'),
    'callback' => fn () => update_option('elementor_cleared', 1 + (int) get_option('elementor_cleared')),
]));
