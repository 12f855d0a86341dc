<?php
// WordPress's block parser in PHP, from the folder of a release that the one argument names. Each line of the input is a
// text as JSON, and is answered by a line: its tree as JSON.
foreach ( array( 'parser-block', 'parser-frame', 'parser' ) as $part ) {
	require_once "$argv[1]/wp-includes/class-wp-block-$part.php";
}
while ( ( $line = fgets( STDIN ) ) !== false ) {
	$tree = ( new WP_Block_Parser() )->parse( json_decode( $line ) );
	echo json_encode( $tree, JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE, 2000 ), "\n";
}
