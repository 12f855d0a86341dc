<?php
namespace Sitehand\Companion;

/*
 * What Sitehand asks of Elementor, where it is active: to forget what it keeps of a page, which widgets it has,
 * which post its kit is, and where templates are shown. A part of the companion: both are one file on a site.
 */

/** Controls of the editor's panel that store nothing. */
const PANEL_TYPES = '/^(?:section|tabs?|heading|raw_html|divider|button|(?:deprecated_)?notice|alert|promotion_control)$/';
/** Controls of which only some values may be stored: those of their options. */
const CHOICES = array( 'select', 'select2', 'choose', 'visual_choice' );
/** Controls whose default is one of their values, and no text. */
const WITH_DEFAULT = array( 'select', 'choose', 'visual_choice', 'switcher' );
/** What Elementor keeps of a page beside its styles, by the names of the fields. */
const KEPT_FIELDS = '/^_elementor_(?:element_cache$|page_assets$|migrations_state_)/';

add_action( 'rest_api_init', __NAMESPACE__ . '\register_elementor_routes' );

function register_elementor_routes() {
	if ( ! class_exists( '\Elementor\Plugin' ) ) {
		return;
	}
	register_rest_route( 'sitehand/v1', '/elementor/caches', about_items( 'POST', 'drop_caches' ) );
	register_rest_route( 'sitehand/v1', '/elementor/conditions', about_items( 'GET', 'tell_conditions' ) );
	foreach ( array( 'registry', 'kit' ) as $name ) {
		register_rest_route(
			'sitehand/v1',
			'/elementor/' . $name,
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\tell_' . $name,
				'permission_callback' => __NAMESPACE__ . '\may_edit_anything',
			)
		);
	}
}

/** Have Elementor forget what it keeps of items that the caller may edit, as after a save in its editor. */
function drop_caches( $request ) {
	$dropped = array_filter( list_editable( $request ), __NAMESPACE__ . '\drop_cache' );
	return with_version( array( 'dropped' => array_values( $dropped ) ) );
}

/**
 * The styles, the HTML, the assets and the marks of migrations go; then all that listens to a save, such as what keeps
 * styles of atomic elements. Elementor's own save is not used: it drops every widget that is not registered.
 */
function drop_cache( $id ) {
	try {
		$document = \Elementor\Plugin::$instance->documents->get( $id );
		if ( ! $document ) {
			return false;
		}
		\Elementor\Core\Files\CSS\Post::create( $id )->delete();
		foreach ( preg_grep( KEPT_FIELDS, array_keys( get_post_meta( $id ) ) ) as $key ) {
			delete_post_meta( $id, $key );
		}
		$elements = json_decode( (string) get_post_meta( $id, '_elementor_data', true ), true );
		do_action( 'elementor/document/after_save', $document, array( 'elements' => is_array( $elements ) ? $elements : array() ) );
		return true;
	} catch ( \Throwable $fault ) {
		return false;
	}
}

/** The post that the site's kit is, for who may edit it; 0 for others, and where there is none. */
function tell_kit() {
	$id = (int) get_option( 'elementor_active_kit' );
	return with_version( array( 'id' => $id && may_edit( $id ) ? $id : 0 ) );
}

/** Where Elementor Pro shows templates that the caller may edit, by their display conditions, as it stores these. */
function tell_conditions( $request ) {
	$told = array();
	foreach ( list_editable( $request ) as $id ) {
		$stored = get_post_meta( $id, '_elementor_conditions', true );
		$told[] = array( 'id' => $id, 'conditions' => list_texts( is_array( $stored ) ? $stored : array() ) );
	}
	return with_version( $told );
}

/** The widgets and elements that are registered on this site, with their controls: names, types, units and values. */
function tell_registry() {
	wp_raise_memory_limit( 'admin' );
	try {
		$elementor = \Elementor\Plugin::$instance;
		$widgets   = $elementor->widgets_manager->get_widget_types();
		$elements  = $elementor->elements_manager->get_element_types();
		$common    = isset( $widgets['common'] ) ? dump_controls( $widgets['common']->get_controls() ) : array();
		$atomic    = array_filter( $widgets + $elements, __NAMESPACE__ . '\is_atomic' );
		return with_version(
			array(
				'elementor' => ELEMENTOR_VERSION,
				'common'    => (object) $common,
				'widgets'   => (object) dump_types( $widgets, $common ),
				'elements'  => (object) dump_types( $elements, array() ),
				'atomic'    => array_keys( $atomic ),
			)
		);
	} catch ( \Throwable $fault ) {
		return new \WP_Error( 'sitehand_registry', 'Elementor could not tell its widgets.', array( 'status' => 500 ) );
	}
}

/** Atomic elements have typed properties in place of controls. */
function is_atomic( $type ) {
	return method_exists( $type, 'get_props_schema' );
}

/** Types by name, without the controls that all widgets have. One whose controls cannot be told is left out. */
function dump_types( $types, $common ) {
	$told = array();
	foreach ( $types as $name => $type ) {
		if ( is_atomic( $type ) || strpos( $name, 'common' ) === 0 ) {
			continue;
		}
		try {
			$controls = $type->get_controls();
			$own      = dump_controls( $controls );
			foreach ( $common as $key => $control ) {
				if ( isset( $own[ $key ] ) && $own[ $key ] == $control ) { // fields are objects, equal by their members
					unset( $own[ $key ] );
				}
			}
			$told[ $name ] = array( 'controls' => (object) $own, 'sections' => (object) dump_sections( $controls, $own ) );
		} catch ( \Throwable $fault ) {
			continue;
		}
	}
	return $told;
}

/** The names of controls by the tab and section of the panel in which they are. */
function dump_sections( $controls, $own ) {
	$sections = array();
	foreach ( array_keys( $own ) as $name ) {
		$control = $controls[ $name ] + array( 'tab' => '', 'section' => '' );
		$sections[ $control['tab'] . '/' . $control['section'] ][] = (string) $name; // PHP makes numbers of digits
	}
	return $sections;
}

function dump_controls( $controls ) {
	$told = array();
	foreach ( $controls as $key => $control ) {
		if ( isset( $control['type'] ) && ! preg_match( PANEL_TYPES, $control['type'] ) ) {
			$told[ isset( $control['name'] ) ? $control['name'] : $key ] = dump_control( $control );
		}
	}
	return $told;
}

/** A control: type (t), options (o), units (u), responsive (r), fields (f), value when on, takes tags (dyn), css. */
function dump_control( $control ) {
	$type = $control['type'];
	$told = array(
		't'        => $type,
		'o'        => in_array( $type, CHOICES, true ) ? list_options( $control ) : array(),
		'u'        => isset( $control['size_units'] ) ? list_texts( $control['size_units'] ) : array(),
		'r'        => ! empty( $control['is_responsive'] ),
		'multiple' => ! empty( $control['multiple'] ),
		'dyn'      => ! empty( $control['dynamic']['active'] ),
		'on'       => isset( $control['return_value'] ) ? (string) $control['return_value'] : '',
		'sides'    => isset( $control['allowed_dimensions'] ) ? list_sides( $control['allowed_dimensions'] ) : array(),
		'if'       => isset( $control['condition'] ) ? (array) $control['condition'] : array(),
		'css'      => list_properties( isset( $control['selectors'] ) ? $control['selectors'] : array() ),
	);
	if ( ! empty( $control['fields'] ) ) {
		$told['f'] = (object) dump_controls( (array) $control['fields'] );
	}
	if ( isset( $control['default'] ) && is_scalar( $control['default'] ) && in_array( $type, WITH_DEFAULT, true ) ) {
		$told['d'] = (string) $control['default'];
	}
	return array_filter( $told, __NAMESPACE__ . '\says_something' );
}

/** A default may be '0', which PHP takes for nothing. */
function says_something( $value ) {
	return $value !== '' && $value !== false && $value !== array();
}

/** The texts in what a plugin gives as a list of them. */
function list_texts( $value ) {
	return array_values( array_filter( (array) $value, 'is_string' ) );
}

/** Sides by their names, or the word for some. */
function list_sides( $value ) {
	return in_array( $value, array( 'all', 'vertical', 'horizontal' ), true ) ? $value : list_texts( $value );
}

/** The values of a choice, also of one whose values are in groups. */
function list_options( $control ) {
	$options = array_keys( isset( $control['options'] ) ? (array) $control['options'] : array() );
	foreach ( isset( $control['groups'] ) ? (array) $control['groups'] : array() as $key => $group ) {
		$options = array_merge( $options, isset( $group['options'] ) ? array_keys( (array) $group['options'] ) : array( $key ) );
	}
	return array_map( 'strval', $options );
}

/** The properties that the rules of a control set. */
function list_properties( $selectors ) {
	$rules = implode( ';', array_filter( (array) $selectors, 'is_string' ) );
	preg_match_all( '/(?:^|[;{])\s*(-{0,2}[a-z][\w-]*)\s*:/i', $rules, $found );
	return array_values( array_unique( $found[1] ) );
}
