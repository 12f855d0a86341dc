<?php
/**
 * What a running Elementor has beside its fields, as far as Sitehand knows it: registries of widgets and elements,
 * documents, styles in a file of their own, and what it keeps of a page, which outlives a write of its fields. It shows
 * the texts of headings. The widgets come from registry.json, in the form of Elementor's own controls.
 */
namespace Elementor {
    const OUTLIVING = '_elementor_element_cache';
    const STYLES = '_elementor_css';

    final class Plugin {
        public static $instance;
        public $documents, $widgets_manager, $elements_manager;
        public function __construct() {
            $this->documents = new Documents();
            $this->widgets_manager = $this->elements_manager = new Types();
        }
    }
    final class Documents {
        public function get($id) { return get_post($id) ? (object) ['id' => $id] : false; }
    }
    final class Types {
        public function get_widget_types() { return $this->read('widgets'); }
        public function get_element_types() { return $this->read('elements'); }
        private function read($kind) {
            $known = json_decode(file_get_contents(__DIR__ . '/registry.json'), true);
            return array_map(fn ($controls) => $controls === 'atomic' ? new Atomic() : new Type($controls), $known[$kind]);
        }
    }
    final class Atomic {
        public static function get_props_schema() { return []; }
        public function get_controls() { throw new \Error('It has none.'); }
    }
    final class Type {
        private $controls;
        public function __construct($controls) { $this->controls = $controls; }
        public function get_controls() {
            if ($this->controls === 'broken') throw new \Error('A plugin that fails.');
            return $this->controls;
        }
    }
    /** A text for each heading; made once, and kept until something makes it go. */
    function show($id, $field, $form) {
        $kept = get_post_meta($id, $field, true);
        if ($kept) return $kept;
        $shown = '';
        preg_match_all('/"title":"([^"]*)"/', get_post_meta($id, '_elementor_data', true), $found);
        foreach ($found[1] as $title) $shown .= sprintf($form, json_decode('"' . $title . '"'));
        update_post_meta($id, $field, wp_slash($shown));
        return $shown;
    }
    /** Styles of atomic elements stay as they are as long as an option says that they are right. */
    function show_atomic($id) {
        $valid = get_option('elementor_atomic_valid', []);
        if (empty($valid[$id])) {
            delete_post_meta($id, 'atomic_styles');
            update_option('elementor_atomic_valid', [$id => true] + $valid);
        }
        return show($id, 'atomic_styles', '<style>/* atomic %s */</style>');
    }
    function forget_atomic($id) { update_option('elementor_atomic_valid', array_diff_key(get_option('elementor_atomic_valid', []), [$id => true])); }
}
namespace Elementor\Core\Files\CSS {
    final class Post {
        private $id;
        public static function create($id) { $made = new self(); $made->id = $id; return $made; }
        public function delete() { delete_post_meta($this->id, \Elementor\STYLES); }
    }
}
namespace {
    define('ELEMENTOR_VERSION', '4.3.1');
    Elementor\Plugin::$instance = new Elementor\Plugin();
    add_filter('the_content', function ($content) {
        $id = get_the_ID();
        if (get_post_meta($id, '_elementor_edit_mode', true) !== 'builder') return $content;
        return Elementor\show($id, Elementor\OUTLIVING, '<h2>%s</h2>') . Elementor\show($id, Elementor\STYLES, '<style>/* css %s */</style>')
            . Elementor\show_atomic($id);
    });
    add_action('elementor/document/after_save', fn ($document, $data) => is_array($data['elements']) && Elementor\forget_atomic($document->id), 10, 2);
    foreach (['add', 'update'] as $done) add_action($done . '_option_elementor_cleared', function () {
        foreach ([Elementor\OUTLIVING, Elementor\STYLES] as $field) delete_post_meta_by_key($field);
        update_option('elementor_atomic_valid', []);
    });
}
