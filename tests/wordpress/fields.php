<?php
/** Custom fields of posts, as a plugin or theme registers them for REST. */
add_action('init', function () {
    $own = ['single' => true, 'show_in_rest' => true];
    register_post_meta('post', 'servings', [...$own, 'type' => 'integer']);
    register_post_meta('post', 'grain', [...$own, 'type' => 'string']);
});
