<?php
/** Two SEO plugins, as they register meta keys for REST: SEOPress for pages, Yoast SEO of 2026 for posts. Their heads too. */
add_action('init', function () {
    $own = ['single' => true, 'show_in_rest' => true, 'type' => 'string',
        'auth_callback' => fn ($allowed, $key, $id) => current_user_can('edit_post', $id)];
    foreach (['titles_title', 'titles_desc', 'robots_index'] as $key)
        register_post_meta('page', "_seopress_$key", $own);
    foreach (['title', 'metadesc', 'focuskw'] as $key)
        register_post_meta('post', "_yoast_wpseo_$key", [...$own, 'sanitize_callback' => 'sanitize_text_field']);
});
add_filter('pre_get_document_title', function ($title) {
    $meta = fn ($key) => get_post_meta(get_queried_object_id(), $key, true);
    return esc_html($meta('_seopress_titles_title') ?: $meta('_yoast_wpseo_title') ?: $title);
});
add_action('wp_head', function () {
    $meta = fn ($key) => get_post_meta(get_queried_object_id(), $key, true);
    if ($said = $meta('_seopress_titles_desc') ?: $meta('_yoast_wpseo_metadesc'))
        echo '<meta name="description" content="' . esc_attr($said) . '">';
});
add_filter('wp_robots', fn ($said) =>
    get_post_meta(get_queried_object_id(), '_seopress_robots_index', true) === 'yes' ? ['noindex' => true] + $said : $said);
