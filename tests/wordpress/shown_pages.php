<?php
// What WordPress shows of a text, page by page, by its own functions, from the folder of a release that the one argument
// names. Each line of the input is a text as JSON, and is answered by a line: for each page, how a visitor reads it, and
// how a list of posts shows it.
require __DIR__ . '/functions.php';

function do_action_ref_array() {}
function get_permalink() { return ''; }
function get_userdata() { return null; }
function get_queried_object_id() { return 1; }
function get_query_var() { return 0; }
function is_page() { return true; }
function is_single() { return true; }
function mysql2date() { return ''; }
function post_password_required() { return false; }
function force_balance_tags( $text ) { return $text; }

class WP_Post {
	public $ID = 1;
	public $post_author = 1;
	public $post_date = '';
	public $post_type = 'page';
	public $post_content;
}
require_once ABSPATH . 'wp-includes/class-wp-query.php';
load_functions( 'post-template.php', 'get_the_content' );
load_functions( 'blocks.php', 'has_blocks?|strip_core_block_namespace' );

while ( ( $line = fgets( STDIN ) ) !== false ) {
	$post = new WP_Post();
	$post->post_content = json_decode( $line );
	$shown = array();
	foreach ( ( new WP_Query() )->generate_postdata( $post ) as $name => $value ) {
		$GLOBALS[ $name ] = $value;
	}
	$preview = false;
	for ( $page = 1; $page <= count( $pages ); $page++ ) {
		$more = 1;
		$whole = get_the_content( '' );
		$more = 0;
		$shown[] = array( $whole, get_the_content( '' ) );
	}
	echo json_encode( $shown, JSON_UNESCAPED_UNICODE ), "\n";
}
