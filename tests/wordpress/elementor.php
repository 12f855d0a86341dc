<?php
/** What Elementor 3.27 and later registers for REST: its templates, four fields of all types, and the route that clears its cache. */
add_action('init', function () {
    register_post_type('elementor_library', [
        'public' => true, 'rewrite' => false, 'show_in_rest' => true, 'exclude_from_search' => true,
        'supports' => ['title', 'thumbnail', 'author', 'custom-fields', 'revisions'],
    ]);
    register_taxonomy('elementor_library_type', 'elementor_library', ['public' => false, 'rewrite' => false]);
    $allowed = fn ($given, $key, $post) => current_user_can('edit_post', $post);
    $clean = function ($json) {
        if (current_user_can('unfiltered_html')) return $json;
        return wp_json_encode(map_deep(json_decode($json, true), fn ($each) => is_string($each) ? wp_kses_post($each) : $each));
    };
    $text = ['single' => true, 'type' => 'string', 'auth_callback' => $allowed];
    $in_edit = ['context' => ['edit']];
    // Whether revisions keep these fields; the tests switch it on.
    if (get_option('elementor_revised')) $text['revisions_enabled'] = true;
    foreach (['post', 'page', 'elementor_library'] as $type) {
        register_post_meta($type, '_elementor_data', [...$text, 'sanitize_callback' => $clean, 'show_in_rest' => ['schema' => $in_edit]]);
        register_post_meta($type, '_elementor_edit_mode',
            [...$text, 'show_in_rest' => ['schema' => [...$in_edit, 'enum' => ['', 'builder']]]]);
        register_post_meta($type, '_elementor_template_type',
            [...$text, 'show_in_rest' => ['schema' => [...$in_edit, 'enum' => ['wp-post', 'wp-page', 'page', 'section', 'container', 'kit', 'header', 'footer', 'popup', '']]]]);
        register_post_meta($type, '_elementor_page_settings', ['single' => true, 'type' => 'object', 'auth_callback' => $allowed,
            'show_in_rest' => ['schema' => [...$in_edit, 'additionalProperties' => true]]]);
    }
});
/** A new template without a type is one of a page. */
add_action('save_post_elementor_library', function ($post) {
    if (get_post_meta($post, '_elementor_template_type', true)) return;
    update_post_meta($post, '_elementor_template_type', 'page');
    wp_set_object_terms($post, 'page', 'elementor_library_type');
});
add_action('rest_api_init', fn () => register_rest_route('elementor/v1', '/cache', [
    'methods' => 'DELETE',
    'permission_callback' => fn () => current_user_can('manage_options'),
    'callback' => fn () => update_option('elementor_cleared', 1 + (int) get_option('elementor_cleared')),
]));
/** What Elementor 4 keeps beside: global classes and variables, with the rights and the checks of their routes. */
add_action('rest_api_init', function () {
    $classes = fn () => get_option('elementor_classes', ['items' => [], 'order' => []]);
    $variables = fn () => get_option('elementor_variables', ['data' => [], 'watermark' => 0]);
    $answer = fn ($data) => rest_ensure_response(['success' => true, 'data' => $data]);
    register_rest_route('elementor/v1', '/global-classes', [[
        'methods' => 'GET',
        'permission_callback' => '__return_true',
        'callback' => fn () => ['data' => (object) $classes()['items'], 'meta' => ['order' => $classes()['order']]],
    ], [
        'methods' => 'PUT',
        'permission_callback' => fn () => current_user_can('manage_options') && get_option('elementor_admin_seen'),
        'args' => array_fill_keys(['items', 'changes'], ['required' => true, 'type' => 'object']) + ['order' => ['required' => true, 'type' => 'array']],
        'callback' => function ($request) use ($classes) {
            $stored = $classes()['items'];
            $changes = $request['changes'];
            foreach ([...$changes['added'], ...$changes['modified']] as $id) $stored[$id] = $request['items'][$id];
            foreach ($changes['deleted'] as $id) unset($stored[$id]);
            $order = array_values(array_intersect($request['order'], array_keys($stored)));
            update_option('elementor_classes', ['items' => $stored, 'order' => $order]);
            return new WP_REST_Response(null, 204);
        },
    ]]);
    register_rest_route('elementor/v1', '/variables/list', [
        'methods' => 'GET',
        'permission_callback' => fn () => current_user_can('edit_posts'),
        'callback' => fn () => $answer(['variables' => $variables()['data'], 'total' => count($variables()['data']), 'watermark' => $variables()['watermark']]),
    ]);
    register_rest_route('elementor/v1', '/variables/batch', [
        'methods' => 'POST',
        'permission_callback' => fn () => current_user_can('manage_options'),
        'callback' => function ($request) use ($variables, $answer) {
            $stored = $variables();
            if ($request['watermark'] !== $stored['watermark'])
                return new WP_Error('batch_operation_failed', 'Somebody else has changed the variables.', ['status' => 409]);
            foreach ($request['operations'] as $each) {
                if (!in_array($each['type'], ['create', 'update', 'delete', 'restore'], true))
                    return new WP_Error('batch_operation_failed', 'Invalid operation type: ' . $each['type'], ['status' => 400]);
                $id = $each['id'] ?? 'e-gv-' . substr(md5($each['variable']['label']), 0, 7);
                $known = $stored['data'][$id] ?? [];
                unset($known['deleted_at']);
                $given = array_intersect_key($each['variable'] ?? $each, array_flip(['type', 'label', 'value']));
                if (in_array($each['type'], ['update', 'restore'], true)) unset($given['type']);
                $stored['data'][$id] = [...$known, ...$given];
                if ($each['type'] === 'delete') $stored['data'][$id] = [...$known, 'deleted_at' => gmdate('Y-m-d H:i:s')];
            }
            update_option('elementor_variables', [...$stored, 'watermark' => $stored['watermark'] + 1]);
            return $answer(['success' => true, 'watermark' => $stored['watermark'] + 1]);
        },
    ]);
});
