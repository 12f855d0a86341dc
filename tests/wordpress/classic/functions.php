<?php
/** Areas for widgets, as themes without block templates register them; a new WordPress has widgets in both. */
add_action('widgets_init', function () {
    foreach (['sidebar-1' => 'Footer', 'sidebar-2' => 'Sidebar'] as $id => $name) {
        register_sidebar(['id' => $id, 'name' => $name, 'before_widget' => '<div>', 'after_widget' => '</div>']);
    }
});
