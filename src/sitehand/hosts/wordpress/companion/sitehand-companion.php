<?php
/**
 * Plugin Name: Sitehand Companion
 * Description: Tells Sitehand who has a page open in the editor. It stores nothing and changes nothing.
 * Version: 1.0.0
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

const VERSION = '1.0.0';
const OFFERS  = array( 'locks' );

add_action( 'rest_api_init', __NAMESPACE__ . '\register_routes' );

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
		'/locks',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\list_locks',
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
		)
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
	$ids   = array_filter( array_unique( $request['include'] ), __NAMESPACE__ . '\may_edit' );
	$locks = array_filter( array_map( __NAMESPACE__ . '\read_lock', $ids ) );
	return with_version( array_values( $locks ) );
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
