<!doctype html>
<title>Classic</title>
<?php
dynamic_sidebar('sidebar-1');
wp_footer();
