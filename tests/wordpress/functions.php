<?php
// Single functions of a WordPress release, whose folder is the one argument of the script that includes this file:
// `wp-includes` cannot be loaded as a whole without a site. What functions ask of a site is answered here.
define( 'ABSPATH', "$argv[1]/" );
define( 'WPINC', 'wp-includes' );

function __( $text ) { return $text; }
function apply_filters( $name, $value ) { return $value; }
function did_action() { return 1; }
function get_post() { return $GLOBALS['post'] ?? null; }
function is_feed() { return false; }

function load_functions( $file, $wanted = '\w+' ) {
	$source = file_get_contents( ABSPATH . "wp-includes/$file" );
	preg_match_all( "/^function ($wanted)\(.*?^}/ms", $source, $found, PREG_SET_ORDER );
	foreach ( $found as $each ) {
		if ( ! function_exists( $each[1] ) ) {
			eval( $each[0] );
		}
	}
}
