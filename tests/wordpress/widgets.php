<?php
/** An area for widgets, as themes without block templates and plugins register them. */
add_action('widgets_init', function () {
    register_sidebar(['id' => 'footer', 'name' => 'Footer', 'before_widget' => '<div>', 'after_widget' => '</div>']);
});
add_action('wp_footer', function () {
    dynamic_sidebar('footer');
});
