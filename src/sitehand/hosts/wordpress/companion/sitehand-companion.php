<?php
/**
 * Plugin Name: Sitehand Companion
 * Description: Tells Sitehand who has a page open in the editor and whether the site has changed, clears caches for it, shows it the fields that you name, and tells it what Elementor has.
 * Version: 1.2.0
 * Requires at least: 6.1
 * Requires PHP: 7.2
 * License: GPL-2.0-or-later
 *
 * Copyright (c) 2026 The Sitehand authors
 *
 * This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later
 * version. It is distributed without any warranty. See https://www.gnu.org/licenses/old-licenses/gpl-2.0.html.
 */

namespace Sitehand\Companion;

defined( 'ABSPATH' ) || exit;

const VERSION = '1.2.0';
const OFFERS  = array( 'locks', 'version', 'purge', 'fields', 'elementor' );
/** The option with the secret part of the version file's name. */
const NAME = 'sitehand_version_name';
/** What the file says while something changes: as long as a version, so that writing it needs no room on the disk. */
const CHANGING = '--------------------------------';
/** What a query begins with that changes nothing. Any other counts as a change. */
const READS = '/^(?:\s|\(|\/\*.*?\*\/)*+(?:SELECT|SHOW|DESC|DESCRIBE|EXPLAIN|SET|USE|START|BEGIN|SAVEPOINT)\b/is';
/** How a query ends, or begins, that changes what nobody is shown: transients, the schedule, locks of the editor. */
const PASSING_END   = '/`(?:option_name|meta_key)` = \'(?:(?:_site)?_transient_[^\'\\\\]*|cron|_edit_lock)\'\s*$/';
const PASSING_START = '/^\s*INSERT INTO `\w+` \(`option_name`[^)]*\) VALUES \(\'(?:(?:_site)?_transient_|cron\')/';

/** The types of values that a protected field may have. */
const FIELD_TYPES = array( 'string', 'integer', 'number', 'boolean' );
/** How keys begin that no field may have: with those of WordPress a caller would reach files and locks, for example. */
const FOREIGN_KEYS = '/^_(?:wp_|edit_|oembed_|menu_item_|thumbnail_id$|elementor_)/';

add_action( 'init', __NAMESPACE__ . '\register_fields', 100 );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_routes' );
add_filter( 'query', __NAMESPACE__ . '\note_query' );
get_option( NAME ); // known from here on, so that the filter asks the database nothing

function register_routes() {
	register_rest_route(
		'sitehand/v1',
		'/companion',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\describe',
			'permission_callback' => __NAMESPACE__ . '\may_edit_anything',
		)
	);
	register_rest_route(
		'sitehand/v1',
		'/version',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\tell_version',
			'permission_callback' => __NAMESPACE__ . '\may_edit_anything',
		)
	);
	register_rest_route( 'sitehand/v1', '/locks', about_items( 'GET', 'list_locks' ) );
	register_rest_route( 'sitehand/v1', '/purge', about_items( 'POST', 'purge' ) );
}

/**
 * Custom fields whose keys begin with an underscore, which WordPress keeps from its REST API. sitehand_fields names
 * them, each with its type; they are shown without the underscore, to users who may edit the item.
 */
function register_fields() {
	foreach ( (array) apply_filters( 'sitehand_fields', array() ) as $key => $type ) {
		if ( is_free( (string) $key ) && in_array( $type, FIELD_TYPES, true ) ) {
			register_meta(
				'post',
				$key,
				array(
					'type'          => $type,
					'single'        => true,
					'show_in_rest'  => array(
						'name'   => substr( $key, 1 ),
						'schema' => array( 'context' => array( 'edit' ) ), // else visitors would read it
					),
					'auth_callback' => __NAMESPACE__ . '\may_edit_field',
				)
			);
		}
	}
}

/** Whether a key is a protected one that neither WordPress nor a plugin has registered. */
function is_free( $key ) {
	return preg_match( '/^_[a-z0-9][a-z0-9_-]*$/i', $key ) && ! preg_match( FOREIGN_KEYS, $key )
		&& ! registered_meta_key_exists( 'post', $key ) && ! registered_meta_key_exists( 'post', substr( $key, 1 ) );
}

function may_edit_field( $allowed, $key, $id ) {
	return may_edit( $id );
}

/** A route that takes the ids of up to a hundred items. */
function about_items( $method, $callback ) {
	return array(
		'methods'             => $method,
		'callback'            => __NAMESPACE__ . '\\' . $callback,
		'permission_callback' => __NAMESPACE__ . '\may_edit_anything',
		'args'                => array(
			'include' => array(
				'type'     => 'array',
				'items'    => array( 'type' => 'integer', 'minimum' => 1 ),
				'minItems' => 1,
				'maxItems' => 100,
				'required' => true,
			),
		),
	);
}

function may_edit_anything() {
	return current_user_can( 'edit_posts' ) || current_user_can( 'edit_pages' );
}

function describe() {
	return with_version( array( 'offers' => OFFERS ) );
}

/** The locks of those of the items that somebody has open, and that the caller may edit. */
function list_locks( $request ) {
	$locks = array_filter( array_map( __NAMESPACE__ . '\read_lock', list_editable( $request ) ) );
	return with_version( array_values( $locks ) );
}

function list_editable( $request ) {
	return array_values( array_filter( array_unique( $request['include'] ), __NAMESPACE__ . '\may_edit' ) );
}

/**
 * Have caches forget items that the caller may edit: by core's hook clean_post_cache, and by what the owner has put at
 * sitehand_purge, which gets the public addresses and the ids. Nothing that the caller sends is run or fetched.
 */
function purge( $request ) {
	$ids = list_editable( $request );
	array_walk( $ids, 'clean_post_cache' );
	$urls = array_values( array_filter( array_merge( array_map( 'get_permalink', $ids ), array( home_url( '/' ) ) ) ) );
	if ( $ids ) {
		do_action( 'sitehand_purge', $urls, $ids );
	}
	return with_version( array( 'purged' => $ids ) );
}

function may_edit( $id ) {
	return get_post( $id ) && current_user_can( 'edit_post', $id );
}

/** Who has an item open, and when their browser last said so; null when nobody has. See wp_check_post_lock(). */
function read_lock( $id ) {
	$parts  = explode( ':', (string) get_post_meta( $id, '_edit_lock', true ) );
	$time   = (int) $parts[0];
	$user   = isset( $parts[1] ) ? get_userdata( (int) $parts[1] ) : false;
	$window = (int) apply_filters( 'wp_check_post_lock_window', 150 );
	if ( ! $user || $time <= time() - $window ) {
		return null;
	}
	return array(
		'id'           => $id,
		'user'         => array( 'id' => $user->ID, 'name' => $user->display_name ),
		'active_at'    => gmdate( 'Y-m-d\TH:i:s\Z', $time ),
		'autosaved_at' => read_unsaved( $id, $user->ID ),
	);
}

/** When the editor last kept changes that the user has not saved; null when there are none. */
function read_unsaved( $id, $user_id ) {
	$autosave = wp_get_post_autosave( $id, $user_id );
	if ( ! $autosave || $autosave->post_modified_gmt <= get_post( $id )->post_modified_gmt ) {
		return null;
	}
	return str_replace( ' ', 'T', $autosave->post_modified_gmt ) . 'Z';
}

function with_version( $data ) {
	$response = new \WP_REST_Response( $data );
	$response->header( 'X-Sitehand-Companion', VERSION );
	return $response;
}

/**
 * The version file: a random text that never comes again, which the web server answers without PHP. It has none while
 * a request that changes something runs: each such request holds a shared lock on it until it ends, and only who finds
 * nobody else there writes a new version. A request that is killed loses its lock, and the file stays without.
 */
function find_version_file() {
	$name = get_option( NAME );
	return $name ? '/sitehand-' . $name . '.txt' : '';
}

/** Before each query of WordPress, its plugins and its theme. */
function note_query( $query ) {
	if ( ! preg_match( READS, (string) $query ) && ! is_passing( (string) $query ) ) {
		take_version();
	}
	return $query;
}

/** Whether a query changes nothing that the REST API shows. */
function is_passing( $query ) {
	$passes = preg_match( PASSING_END, substr( $query, -300 ) ) || preg_match( PASSING_START, substr( $query, 0, 300 ) );
	/** Whether a query changes nothing that matters; for the tables in which a plugin counts visits, for example. */
	return apply_filters( 'sitehand_query_passes', $passes, $query );
}

/** The version files that this request holds, by name: several where it switches between sites of a network. */
final class Held {
	public static $files = array();
}

/** Take the version away until this request ends. */
function take_version() {
	$file = wp_installing() ? '' : find_version_file();
	if ( ! $file || isset( Held::$files[ $file ] ) ) {
		return;
	}
	if ( ! Held::$files ) {
		register_shutdown_function( __NAMESPACE__ . '\end_changes' );
	}
	Held::$files[ $file ] = array( '', false ); // what filters the folder may write, and come here again
	$path                 = find_path( $file );
	Held::$files[ $file ] = array( $path, $path ? hold( $path ) : false );
}

/** The version file's path; '' where uploads are no folder of this machine, and have no locks. */
function find_path( $file ) {
	$path = wp_get_upload_dir()['basedir'] . $file;
	return wp_is_stream( $path ) ? '' : $path;
}

/** The file, without a version, and with a lock that others share. One that somebody keeps from us is replaced. */
function hold( $path ) {
	for ( $tries = 2; $tries; $tries-- ) {
		$handle = open_version( $path );
		if ( $handle && share( $handle ) && @fwrite( $handle, CHANGING ) ) {
			return $handle;
		}
		@unlink( $path );
	}
	return false;
}

/** No link, which would lead elsewhere. Programs that this request starts do not keep its lock ("e"). */
function open_version( $path ) {
	return $path && ! is_link( $path ) ? @fopen( $path, 'c+e' ) : false;
}

/** Share the lock with others who change something; whoever writes a version is done in less than a millisecond. */
function share( $handle ) {
	for ( $tries = 20; $tries; $tries-- ) {
		if ( flock( $handle, LOCK_SH | LOCK_NB, $would_block ) ) {
			return true;
		}
		if ( ! $would_block ) {
			return false;
		}
		usleep( 1000 );
	}
	return false;
}

/** At the end of the request, after the work that others have put there. */
function end_changes() {
	$ended       = Held::$files;
	Held::$files = array();
	foreach ( $ended as list( $path, $handle ) ) {
		if ( $handle ) {
			fclose( $handle );
		}
		write_version( $path );
	}
}

/**
 * A new version, which is answered; '' while others change something. It is written over what is there: ext4, for one,
 * puts a file that was truncated on the disk when it is closed.
 */
function write_version( $path ) {
	$handle = open_version( $path );
	if ( ! $handle || ! flock( $handle, LOCK_EX | LOCK_NB ) ) {
		return '';
	}
	@chmod( $path, 0644 ); // the web server may be another user
	$version = bin2hex( random_bytes( 16 ) );
	$written = @fwrite( $handle, $version ) === 32 && ( fstat( $handle )['size'] === 32 || ftruncate( $handle, 32 ) );
	fclose( $handle );
	return $written ? $version : '';
}

/** Where the version is, and a new one: who asks twice, and reads twice, sees whether a cache is in between. */
function tell_version() {
	if ( ! get_option( NAME ) ) {
		update_option( NAME, bin2hex( random_bytes( 16 ) ), true );
	}
	end_changes();
	$file = find_version_file();
	$told = array(
		'address' => wp_get_upload_dir()['baseurl'] . $file,
		'version' => write_version( find_path( $file ) ),
	);
	return with_version( $told );
}
