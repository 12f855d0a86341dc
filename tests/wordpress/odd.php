<?php
/** What plugins register that the REST API leads to other places, or nowhere. */
add_action('init', function () {
    register_taxonomy('bookcase', 'post', ['show_in_rest' => true, 'rest_namespace' => 'shop/v9', 'rest_base' => 'cases']);
    register_taxonomy('people', 'post', ['show_in_rest' => true, 'rest_base' => 'users']);
    register_post_type('pattern', ['public' => true, 'show_in_rest' => true, 'label' => 'Patterns']);
    register_post_type('closed', ['public' => false, 'show_in_rest' => true, 'label' => 'Closed']);
});
add_filter('rest_pre_dispatch', fn ($answer, $server, $request) => $request->get_route() === '/wp/v2/closed'
    ? new WP_Error('rest_forbidden', 'Nobody reads these.', ['status' => 403]) : $answer, 10, 3);
