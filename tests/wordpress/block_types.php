<?php
/** Blocks, as plugins register them: one that PHP renders, one that JavaScript saves, one with a type that there is not. */
add_action('init', function () {
    register_block_type('acme/hours', [
        'api_version' => 2, 'title' => 'Opening hours', 'description' => 'When the shop is open.',
        'attributes' => [
            'day' => ['type' => 'string', 'enum' => ['mon', 'tue']],
            'count' => ['type' => 'integer', 'default' => 3],
        ],
        'supports' => ['align' => true, 'anchor' => true, 'color' => ['gradients' => true]],
        'render_callback' => fn($given) => "<p class=\"hours\">{$given['day']} {$given['count']}</p>",
    ]);
    register_block_type('acme/card', [
        'title' => 'Card', 'parent' => ['core/group'],
        'attributes' => [
            'tone' => ['type' => 'string'],
            'words' => ['type' => 'string', 'source' => 'html', 'selector' => 'p'],
        ],
    ]);
    register_block_type('acme/odd', ['title' => 'Odd', 'attributes' => ['a' => ['type' => 'int']]]);
    register_block_type('acme/plain');
});
/** Attributes that plugins add to blocks of core: one that PHP reads, and one that JavaScript would read from the HTML. */
add_filter('register_block_type_args', function ($given, $name) {
    if ($name === 'core/paragraph') {
        $given['attributes']['acmeShown'] = ['type' => 'string', 'enum' => ['always', 'members'], 'default' => 'always'];
        $given['attributes']['acmeData'] = ['type' => 'string', 'source' => 'attribute', 'selector' => 'p', 'attribute' => 'data-a'];
    }
    return $given;
}, 10, 2);
add_filter('render_block_core/paragraph', function ($html, $block) {
    return ($block['attrs']['acmeShown'] ?? 'always') === 'members' ? '<p>Members only</p>' : $html;
}, 10, 2);
