<?php
// What WordPress's filters make of a text, by its own functions, from the folder of a release that the one argument names.
// Each line of the input is a text as JSON, and is answered by a line: the text with and without paragraphs made of lines,
// and with its tags balanced, as before "Read more".
require __DIR__ . '/functions.php';
error_reporting( E_ERROR | E_PARSE );
ini_set( 'display_errors', 'stderr' );

function _x( $text ) { return $text; }
function add_filter() { return true; }
function current_theme_supports() { return true; }
function get_bloginfo() { return 'UTF-8'; }
function get_locale() { return 'en_US'; }
function get_option() { return 'UTF-8'; }
function has_filter() { return false; }
function home_url() { return 'https://site.example'; }
function is_admin() { return false; }
function remove_filter() {}
function wp_enqueue_script() {}
function wp_enqueue_style() {}
function wp_load_alloptions() { return array(); }
function wp_mediaelement_fallback() { return ''; }
function _doing_it_wrong() {}
function add_query_arg( $name, $value, $address ) { return $address; }
function absint( $number ) { return abs( (int) $number ); }
function wp_parse_url( $address ) { return parse_url( $address ); }

foreach ( array( 'compat-utf8.php', 'utf8.php' ) as $file ) {
	if ( file_exists( ABSPATH . "wp-includes/$file" ) ) {
		require_once ABSPATH . "wp-includes/$file";
	}
}
load_functions( 'formatting.php' );
load_functions( 'shortcodes.php' );
require_once ABSPATH . 'wp-includes/kses.php';
load_functions( 'media.php', 'img_caption_shortcode|wp_video_shortcode|wp_get_video_extensions' );
load_functions( 'functions.php', '_canonical_charset|wp_check_filetype|wp_get_mime_types|get_allowed_mime_types|wp_allowed_protocols|wp_parse_args|is_utf8_charset|wp_validate_boolean' );
load_functions( 'compat.php', '_?is_utf8_charset' );

$content_width = 640;
$shortcode_tags = array( 'caption' => 'img_caption_shortcode', 'video' => 'wp_video_shortcode', 'embed' => 'no_embed' );
function no_embed() { return false; }

while ( ( $line = fgets( STDIN ) ) !== false ) {
	$text = json_decode( $line );
	$words = wptexturize( $text );
	$shown = array(
		do_shortcode( shortcode_unautop( wpautop( $words ) ) ),
		do_shortcode( shortcode_unautop( $words ) ),
		force_balance_tags( $text ),
	);
	echo json_encode( $shown, JSON_UNESCAPED_UNICODE ), "\n";
}
