<?php
/** Three abilities, as a plugin registers them: one that reads, one that changes, one that removes. */
add_action('wp_abilities_api_categories_init', function () {
    wp_register_ability_category('shop', ['label' => 'Shop', 'description' => 'A small shop.']);
});
add_action('wp_abilities_api_init', function () {
    $shown = ['category' => 'shop', 'permission_callback' => fn() => current_user_can('manage_options')];
    wp_register_ability('shop/find-prices', [
        ...$shown, 'label' => 'Find prices', 'description' => 'Prices of articles.',
        'input_schema' => ['type' => 'object', 'properties' => [
            'articles' => ['type' => 'array', 'items' => ['type' => 'string'], 'required' => true],
            'gross' => ['type' => 'boolean'],
        ], 'additionalProperties' => false],
        'execute_callback' => fn($input) => ['asked' => $input, 'method' => $_SERVER['REQUEST_METHOD']],
        'meta' => ['show_in_rest' => true, 'annotations' => ['readonly' => true]],
    ]);
    wp_register_ability('shop/set-notice', [
        ...$shown, 'label' => 'Set the notice', 'description' => 'Shown above all articles.',
        'input_schema' => ['type' => 'object', 'properties' => [
            'text' => ['type' => 'string', 'maxLength' => 40, 'pattern' => '^[A-Z<]'],
            'fail' => ['type' => 'boolean'],
        ], 'required' => ['text']],
        'execute_callback' => function ($input) {
            update_option('shop_runs', 1 + (int) get_option('shop_runs'));
            update_option('shop_notice', $input['text']);
            return empty($input['fail']) ? ['notice' => $input['text']] : new WP_Error('shop_failed', 'Half done.');
        },
        'meta' => ['show_in_rest' => true],
    ]);
    wp_register_ability('shop/drop-notice', [
        ...$shown, 'label' => 'Drop the notice', 'description' => 'Removes it.',
        'execute_callback' => fn() => delete_option('shop_notice'),
        'meta' => ['show_in_rest' => true, 'annotations' => ['destructive' => true, 'idempotent' => true]],
    ]);
});
