<?php
/** A site to move: one of everything that it has, made past the service. */
wp_set_current_user(1);
$old = home_url();
$add = fn ($fields) => wp_insert_post(wp_slash($fields + ['post_status' => 'publish', 'post_author' => 1]), true);
$paula = wp_insert_user(['user_login' => 'paula', 'display_name' => 'Paula Hill', 'user_pass' => wp_generate_password(), 'role' => 'author']);
update_option('blogdescription', 'Bread & more');
update_option('WPLANG', '');
update_option('timezone_string', 'Europe/Berlin');
$about = $add(['post_type' => 'page', 'post_title' => 'About us', 'post_name' => 'about', 'menu_order' => 3,
    'post_content' => "<!-- wp:paragraph -->\n<p>C:\\bread \u{1F35E} &amp; <a href=\"$old/about/team/?a=1#end\">team</a></p>\n<!-- /wp:paragraph -->"]);
$team = $add(['post_type' => 'page', 'post_title' => 'Team', 'post_name' => 'team', 'post_parent' => $about, 'post_content' => 'Plain [gallery] text',
    'meta_input' => ['_seopress_titles_title' => 'The team, whole', '_seopress_robots_index' => 'yes', '_seopress_titles_desc' => '%%excerpt%%']]);
$add(['post_type' => 'page', 'post_title' => 'Draft', 'post_status' => 'draft', 'post_name' => '', 'post_content' => "$old/?page_id=$team"]);
$top = $add(['post_type' => 'elementor_library', 'post_title' => 'Top']);
update_post_meta($top, '_elementor_data', wp_slash('[{"id":"b1","elType":"container","settings":{},"elements":[]}]'));
update_post_meta($top, '_elementor_edit_mode', 'builder');
update_post_meta($top, '_elementor_template_type', 'header');
$add(['post_type' => 'page', 'post_title' => 'Secret', 'post_name' => 'secret', 'post_password' => 'rye',
    'post_content' => "[elementor-template id=\"$top\"]"]);
$add(['post_type' => 'page', 'post_title' => 'Private', 'post_name' => 'private', 'post_status' => 'private']);
$layout = $add(['post_type' => 'page', 'post_title' => 'Layout', 'post_name' => 'layout']);
update_post_meta($layout, '_elementor_data', wp_slash('[{"id":"a1","elType":"container","settings":{},"elements":[]}]'));
update_post_meta($layout, '_elementor_edit_mode', 'builder');
update_post_meta($layout, '_elementor_page_settings', ['hide_title' => 'yes']);
wp_trash_post($add(['post_type' => 'page', 'post_title' => 'Thrown away', 'post_name' => 'thrown']));
$grain = wp_insert_term('Grain & seed', 'category', ['slug' => 'grain'])['term_id'];
$rye = wp_insert_term('Rye', 'category', ['slug' => 'rye', 'parent' => $grain])['term_id'];
$news = $add(['post_title' => '日', 'post_name' => '日', 'post_author' => $paula, 'post_date_gmt' => '2024-05-06 07:08:09',
    'post_excerpt' => 'Short', 'post_category' => [$rye], 'tags_input' => ['fresh']]);
stick_post($news);
set_post_format($news, 'aside');
update_post_meta($news, '_yoast_wpseo_title', '%%title%% now');
$said = wp_insert_comment(['comment_post_ID' => $news, 'comment_author' => 'Otto', 'comment_content' => 'Hi <b>there</b>', 'comment_approved' => 1]);
wp_insert_comment(['comment_post_ID' => $news, 'comment_author' => 'Ann', 'comment_content' => 'Me too', 'comment_approved' => 0, 'comment_parent' => $said]);
wp_insert_comment(['comment_post_ID' => $news, 'comment_author' => 'Bot', 'comment_content' => 'Buy', 'comment_approved' => 'spam']);
wp_insert_comment(['comment_post_ID' => $news, 'comment_author' => 'Else', 'comment_content' => 'Linked', 'comment_approved' => 1, 'comment_type' => 'pingback']);
wp_insert_term('Winter', 'genre', ['slug' => 'winter']);
$soup = $add(['post_type' => 'recipe', 'post_title' => 'Soup', 'post_name' => 'soup', 'meta_input' => ['servings' => 4]]);
wp_set_object_terms($soup, 'winter', 'genre');
$pattern = $add(['post_type' => 'wp_block', 'post_title' => 'Pattern', 'post_content' => 'Shown everywhere']);
$add(['post_type' => 'page', 'post_title' => 'Shows it', 'post_name' => 'shows', 'post_content' => "<!-- wp:block {\"ref\":$pattern} /-->"]);
$add(['post_type' => 'wp_navigation', 'post_title' => 'Navigation']);
$menu = wp_create_nav_menu('Main & first');
$entry = fn ($fields) => wp_update_nav_menu_item($menu, 0, $fields + ['menu-item-status' => 'publish']);
$top = $entry(['menu-item-type' => 'post_type', 'menu-item-object' => 'page', 'menu-item-object-id' => $about]);
$entry(['menu-item-type' => 'taxonomy', 'menu-item-object' => 'category', 'menu-item-object-id' => $rye, 'menu-item-parent-id' => $top]);
$entry(['menu-item-type' => 'custom', 'menu-item-title' => 'Else', 'menu-item-url' => 'https://else.example/']);
update_option('show_on_front', 'page');
update_option('page_on_front', $layout);
update_option('page_for_posts', $about);
update_option('site_icon', 1);
