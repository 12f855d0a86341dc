<?php
/** Types of content, as plugins register them. */
add_action('init', function () {
    register_taxonomy('genre', 'recipe', ['public' => true, 'show_in_rest' => true, 'rest_base' => 'genres']);
    register_taxonomy('course', ['recipe', 'post', 'page'], [
        'public' => true, 'show_in_rest' => true, 'hierarchical' => true, 'rest_base' => 'courses',
    ]);
    register_taxonomy('shelf', ['recipe', 'hidden'], ['public' => true, 'show_in_rest' => true]);
    register_post_type('recipe', [
        'label' => 'Recipes', 'public' => true, 'hierarchical' => true, 'has_archive' => true, 'show_in_rest' => true,
        'rest_base' => 'recipes', 'taxonomies' => ['genre', 'course', 'shelf', 'post_tag'],
        'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'revisions', 'page-attributes', 'custom-fields'],
    ]);
    register_post_meta('recipe', 'servings', ['single' => true, 'show_in_rest' => true, 'type' => 'integer']);
    register_post_type('quote', ['label' => 'Quotes', 'public' => true, 'show_in_rest' => true, 'supports' => ['title']]);
    register_post_type('note', [
        'label' => 'Notes', 'public' => true, 'show_in_rest' => true, 'supports' => ['editor', 'revisions'],
    ]);
    register_post_type('elementor_library', ['public' => true, 'show_in_rest' => true, 'show_in_nav_menus' => false]);
    register_post_type('stray', ['public' => true, 'show_in_rest' => true, 'rest_base' => 'posts']);
    register_post_type('deep', ['public' => true, 'show_in_rest' => true, 'rest_base' => 'users/1']);
    register_post_type('shop', ['public' => true, 'show_in_rest' => true, 'rest_namespace' => 'shop/v1']);
    register_post_type('hidden', ['label' => 'Hidden', 'public' => false, 'show_in_rest' => true]);
});
