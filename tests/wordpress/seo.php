<?php
/** Two SEO plugins, as they register meta keys for REST: SEOPress for pages, Yoast SEO of 2026 for posts. Their heads too.
 *  And two keys of another plugin, which no user may write: one of them counts some visits. */
add_action('init', function () {
    $own = ['single' => true, 'show_in_rest' => true, 'type' => 'string',
        'auth_callback' => fn ($allowed, $key, $id) => current_user_can('edit_post', $id)];
    foreach (['titles_title', 'titles_desc', 'robots_index'] as $key)
        register_post_meta('page', "_seopress_$key", $own);
    foreach (['title', 'metadesc', 'focuskw'] as $key)
        register_post_meta('post', "_yoast_wpseo_$key", [...$own, 'sanitize_callback' => 'sanitize_text_field']);
    $locked = ['single' => true, 'show_in_rest' => true, 'auth_callback' => '__return_false'];
    register_post_meta('page', '_locked', [...$locked, 'type' => 'string', 'default' => 'kept']);
    register_post_meta('page', '_views', [...$locked, 'type' => 'integer', 'default' => 0]);
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
add_action('template_redirect', fn () => isset($_GET['count']) && update_post_meta(get_queried_object_id(), '_views', 7));
