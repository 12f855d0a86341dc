-- A data folder of 0013, before the chain of migrations was parted: a term, a post that was changed, a page in the trash.
-- Written by that version; the index of words is built anew.
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE api_keys (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	label VARCHAR(200) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	secret_sha256 VARCHAR(64) NOT NULL, 
	first_characters VARCHAR(20) NOT NULL, 
	requests_per_minute INTEGER, 
	created VARCHAR(20) NOT NULL, 
	last_used VARCHAR(20), 
	expires VARCHAR(20), 
	revoked VARCHAR(20), 
	CONSTRAINT uq_api_keys_secret_sha256 UNIQUE (secret_sha256)
);
CREATE TABLE authors (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR(250) NOT NULL, 
	slug VARCHAR(200) NOT NULL, 
	bio TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT uq_authors_slug UNIQUE (slug)
);
CREATE TABLE item_counts (
	type VARCHAR(20) NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	count INTEGER NOT NULL, 
	CONSTRAINT pk_item_counts PRIMARY KEY (type, status)
);
CREATE TABLE media (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	source_url TEXT NOT NULL, 
	title TEXT DEFAULT '' NOT NULL, 
	alt_text TEXT DEFAULT '' NOT NULL, 
	caption TEXT DEFAULT '' NOT NULL, 
	parent INTEGER DEFAULT '0' NOT NULL, 
	date VARCHAR(20) NOT NULL, 
	import_source TEXT, slug VARCHAR(200) DEFAULT '' NOT NULL, description TEXT DEFAULT '' NOT NULL, modified VARCHAR(20) DEFAULT '' NOT NULL, author INTEGER DEFAULT '1' NOT NULL, mime_type VARCHAR(100) DEFAULT '' NOT NULL, sha256 VARCHAR(64) DEFAULT '' NOT NULL, details TEXT DEFAULT '{}' NOT NULL, 
	CONSTRAINT uq_media_import_source UNIQUE (import_source)
);
CREATE TABLE menus (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	slug VARCHAR(200) NOT NULL, 
	name VARCHAR(250) NOT NULL, 
	CONSTRAINT uq_menus_slug UNIQUE (slug)
);
CREATE TABLE revisions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	item_id INTEGER NOT NULL, 
	revision VARCHAR(16) NOT NULL, 
	at VARCHAR(20) NOT NULL, 
	"by" VARCHAR(200) NOT NULL, 
	action VARCHAR(20) NOT NULL, 
	state TEXT NOT NULL
, texts TEXT);
CREATE TABLE settings (
	name VARCHAR(100) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (name)
);
CREATE TABLE terms (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	taxonomy VARCHAR(32) NOT NULL, 
	slug VARCHAR(200) NOT NULL, 
	name VARCHAR(250) NOT NULL, 
	description TEXT DEFAULT '' NOT NULL, 
	parent INTEGER DEFAULT '0' NOT NULL, count INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT uq_terms_taxonomy_slug UNIQUE (taxonomy, slug)
);
CREATE TABLE items (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	type VARCHAR(20) NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	slug VARCHAR(200) NOT NULL, 
	parent INTEGER DEFAULT '0' NOT NULL, 
	menu_order INTEGER DEFAULT '0' NOT NULL, 
	date VARCHAR(20) NOT NULL, 
	modified VARCHAR(20) NOT NULL, 
	author INTEGER NOT NULL, 
	featured_media INTEGER DEFAULT '0' NOT NULL, 
	sticky BOOLEAN DEFAULT '0' NOT NULL, 
	password VARCHAR(255) DEFAULT '' NOT NULL, 
	title TEXT NOT NULL, 
	title_rendered TEXT NOT NULL, 
	excerpt TEXT NOT NULL, 
	excerpt_rendered TEXT NOT NULL, 
	content TEXT NOT NULL, 
	content_rendered TEXT NOT NULL, 
	path TEXT NOT NULL, 
	revision VARCHAR(16) NOT NULL, 
	floating_date BOOLEAN DEFAULT '0' NOT NULL, 
	status_before_trash VARCHAR(20) DEFAULT '' NOT NULL, 
	import_source TEXT, 
	CONSTRAINT fk_items_author FOREIGN KEY(author) REFERENCES authors (id), 
	CONSTRAINT uq_items_import_source UNIQUE (import_source)
);
CREATE TABLE menu_entries (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	menu_id INTEGER NOT NULL, 
	parent INTEGER DEFAULT '0' NOT NULL, 
	position INTEGER NOT NULL, 
	title TEXT NOT NULL, 
	url TEXT DEFAULT '' NOT NULL, 
	item_id INTEGER DEFAULT '0' NOT NULL, 
	import_source TEXT, 
	CONSTRAINT fk_menu_entries_menu_id FOREIGN KEY(menu_id) REFERENCES menus (id) ON DELETE CASCADE, 
	CONSTRAINT uq_menu_entries_import_source UNIQUE (import_source)
);
CREATE TABLE retired_secrets (
	secret_sha256 VARCHAR(64) NOT NULL, 
	key_id INTEGER NOT NULL, 
	valid_until VARCHAR(20) NOT NULL, 
	CONSTRAINT pk_retired_secrets PRIMARY KEY (secret_sha256), 
	CONSTRAINT fk_retired_secrets_key_id FOREIGN KEY(key_id) REFERENCES api_keys (id) ON DELETE CASCADE
);
CREATE TABLE item_terms (
	item_id INTEGER NOT NULL, 
	term_id INTEGER NOT NULL, 
	CONSTRAINT pk_item_terms PRIMARY KEY (item_id, term_id), 
	CONSTRAINT fk_item_terms_item_id FOREIGN KEY(item_id) REFERENCES items (id) ON DELETE CASCADE, 
	CONSTRAINT fk_item_terms_term_id FOREIGN KEY(term_id) REFERENCES terms (id) ON DELETE CASCADE
);
CREATE VIRTUAL TABLE items_fts USING fts5(
    title, content, content='items', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
);
CREATE TABLE changes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(20) NOT NULL, 
	milliseconds INTEGER NOT NULL, 
	request_id VARCHAR(64) NOT NULL, 
	caller VARCHAR(200) NOT NULL, 
	label VARCHAR(300) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	door VARCHAR(20) NOT NULL, 
	client VARCHAR(200) NOT NULL, 
	operation VARCHAR(100) NOT NULL, 
	arguments TEXT NOT NULL, 
	outcome VARCHAR(20) NOT NULL, 
	approved_by VARCHAR(300), 
	undoes TEXT DEFAULT '[]' NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL
, approved_by_id VARCHAR(200), form INTEGER DEFAULT '1' NOT NULL);
CREATE TABLE pending_changes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at VARCHAR(20) NOT NULL, 
	expires VARCHAR(20) NOT NULL, 
	caller VARCHAR(200) NOT NULL, 
	label VARCHAR(300) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	door VARCHAR(20) NOT NULL, 
	client VARCHAR(200) NOT NULL, 
	operation VARCHAR(100) NOT NULL, 
	arguments TEXT NOT NULL, 
	preview TEXT NOT NULL, 
	revision VARCHAR(64), 
	reason TEXT NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	decided_by VARCHAR(300), 
	decided_at VARCHAR(20), 
	note TEXT DEFAULT '' NOT NULL
, decided_by_id VARCHAR(200), decided_by_kind VARCHAR(20), size INTEGER DEFAULT '0' NOT NULL, digest VARCHAR(64));
CREATE TABLE replays (
	"key" VARCHAR(64) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	answer BLOB NOT NULL, 
	at VARCHAR(20) NOT NULL, 
	CONSTRAINT pk_replays PRIMARY KEY ("key")
);
CREATE TABLE usage (
	day VARCHAR(10) NOT NULL, 
	caller VARCHAR(200) NOT NULL, 
	label VARCHAR(300) NOT NULL, 
	calls INTEGER DEFAULT '0' NOT NULL, 
	changes INTEGER DEFAULT '0' NOT NULL, 
	no_ops INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_usage PRIMARY KEY (day, caller)
);
CREATE TABLE changed_objects (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	change_id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	object VARCHAR(100) NOT NULL, 
	label VARCHAR(200) NOT NULL, 
	"before" TEXT, 
	"after" TEXT, texts TEXT, 
	CONSTRAINT fk_changed_objects_change_id FOREIGN KEY(change_id) REFERENCES changes (id) ON DELETE CASCADE
);
CREATE TABLE undone_changes (
	undone INTEGER NOT NULL, 
	change_id INTEGER NOT NULL, 
	CONSTRAINT pk_undone_changes PRIMARY KEY (undone, change_id), 
	CONSTRAINT fk_undone_changes_change_id FOREIGN KEY(change_id) REFERENCES changes (id) ON DELETE CASCADE
);
CREATE TABLE key_makers (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"key" VARCHAR(40) NOT NULL, 
	maker VARCHAR(200) NOT NULL, 
	act VARCHAR(10) NOT NULL, 
	at VARCHAR(20) NOT NULL
);
CREATE TABLE texts (
	sha256 VARCHAR(64) NOT NULL, 
	refs INTEGER NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT pk_texts PRIMARY KEY (sha256)
);
CREATE TABLE creators (
	kind VARCHAR(32) NOT NULL, 
	object VARCHAR(100) NOT NULL, 
	caller VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_creators PRIMARY KEY (kind, object)
)
 WITHOUT ROWID

;
CREATE TABLE item_sizes (
	item_id INTEGER NOT NULL, 
	raw INTEGER NOT NULL, 
	rendered INTEGER NOT NULL, 
	CONSTRAINT pk_item_sizes PRIMARY KEY (item_id)
);
CREATE TABLE claims (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"key" VARCHAR(64), 
	holder VARCHAR(32) NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	at VARCHAR(20) NOT NULL, 
	objects TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	steps TEXT NOT NULL, 
	ids TEXT NOT NULL, 
	report TEXT NOT NULL, 
	change_id INTEGER, 
	CONSTRAINT uq_claims_key UNIQUE ("key")
);
CREATE TABLE item_elementor (
	item_id INTEGER NOT NULL, 
	elementor_edit_mode VARCHAR(20) NOT NULL, 
	elementor_template_type VARCHAR(50) NOT NULL, 
	elementor_version VARCHAR(50) NOT NULL, 
	elementor_page_settings TEXT NOT NULL, 
	elementor_data TEXT NOT NULL, 
	digest VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_item_elementor PRIMARY KEY (item_id), 
	CONSTRAINT fk_item_elementor_item_id FOREIGN KEY(item_id) REFERENCES items (id) ON DELETE CASCADE
);
CREATE TABLE taxonomy_counts (
	taxonomy VARCHAR(32) NOT NULL, 
	count INTEGER NOT NULL, 
	CONSTRAINT pk_taxonomy_counts PRIMARY KEY (taxonomy)
);
INSERT INTO "alembic_version" VALUES('0013');
INSERT INTO "authors" VALUES(1,'Site owner','site-owner','');
INSERT INTO "item_counts" VALUES('post','publish',1);
INSERT INTO "item_counts" VALUES('page','publish',0);
INSERT INTO "item_counts" VALUES('page','trash',1);
INSERT INTO "revisions" VALUES(1,1,'1097d1992c06','2026-11-21T12:00:00Z','owner','create','{"type": "post", "status": "publish", "slug": "first", "parent": 0, "menu_order": 0, "date": "2026-11-21T12:00:00Z", "author": 1, "featured_media": 0, "sticky": false, "password": "", "title": "First", "excerpt": "", "content": null, "terms": [1]}','{"content": "bbc4a15cc04626ae84ceb32091ea3bb8a2361711e11ed435ea4cc3afe61f50f3"}');
INSERT INTO "revisions" VALUES(2,1,'3428777d5985','2026-11-21T12:00:00Z','owner','update','{"type": "post", "status": "publish", "slug": "first", "parent": 0, "menu_order": 0, "date": "2026-11-21T12:00:00Z", "author": 1, "featured_media": 0, "sticky": false, "password": "sha256:49c84b220d407f435c09ac8a5e4a68da:e329e9bd05a0dd26bf6e76cb2d88a2ccd34fd988c72baa713560e4cf3b2e3256", "title": "Second", "excerpt": "", "content": null, "terms": [1]}','{"content": "bbc4a15cc04626ae84ceb32091ea3bb8a2361711e11ed435ea4cc3afe61f50f3"}');
INSERT INTO "revisions" VALUES(3,2,'3ec7e8380fbb','2026-11-21T12:00:00Z','owner','create','{"type": "page", "status": "publish", "slug": "about", "parent": 0, "menu_order": 0, "date": "2026-11-21T12:00:00Z", "author": 1, "featured_media": 0, "sticky": false, "password": "", "title": "About", "excerpt": "", "content": "<p>Us</p>"}',NULL);
INSERT INTO "revisions" VALUES(4,2,'30f1f2085709','2026-11-21T12:00:00Z','owner','trash','{"type": "page", "status": "trash", "slug": "about__trashed", "parent": 0, "menu_order": 0, "date": "2026-11-21T12:00:00Z", "author": 1, "featured_media": 0, "sticky": false, "password": "", "title": "About", "excerpt": "", "content": "<p>Us</p>"}',NULL);
INSERT INTO "terms" VALUES(1,'category','news','News','',0,1);
INSERT INTO "items" VALUES(1,'post','publish','first',0,0,'2026-11-21T12:00:00Z','2026-11-21T12:00:00Z',1,0,0,'sha256:49c84b220d407f435c09ac8a5e4a68da:e329e9bd05a0dd26bf6e76cb2d88a2ccd34fd988c72baa713560e4cf3b2e3256','Second','Second','','<p>A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long […]</p>','<!-- wp:paragraph -->
<p>A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. </p>
<!-- /wp:paragraph -->','<p>A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. </p>','/2026/11/first/','3428777d5985',0,'',NULL);
INSERT INTO "items" VALUES(2,'page','trash','about__trashed',0,0,'2026-11-21T12:00:00Z','2026-11-21T12:00:00Z',1,0,0,'','About','About','','<p>Us</p>','<p>Us</p>','<p>Us</p>','/about__trashed/','30f1f2085709',0,'publish',NULL);
INSERT INTO "item_terms" VALUES(1,1);
INSERT INTO "changes" VALUES(1,'2026-11-21T12:00:00Z',63,'r1','owner','Owner','admin','cli','sitehand/3.8.0','create_term','{"name": "News", "taxonomy": "category"}','done',NULL,'[]','0000000000000000000000000000000000000000000000000000000000000000','41b852706994fb50d9dd21515a5a900f216762a40ecfffae651fb2e1416e866e',NULL,2);
INSERT INTO "changes" VALUES(2,'2026-11-21T12:00:00Z',38,'r1','owner','Owner','admin','cli','sitehand/3.8.0','create_post','{"categories": [1], "content": "<!-- wp:paragraph -->\n<p>A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once. A text that is long enough to be stored once.… (328 characters)", "status": "publish", "title": "First"}','done',NULL,'[]','41b852706994fb50d9dd21515a5a900f216762a40ecfffae651fb2e1416e866e','09a6c4f1479ff48ad292996edf963a193b1d9b6b5e1da91e7b02418eb2311423',NULL,2);
INSERT INTO "changes" VALUES(3,'2026-11-21T12:00:00Z',22,'r1','owner','Owner','admin','cli','sitehand/3.8.0','update_post','{"id": 1, "password": "(hidden)", "title": "Second"}','done',NULL,'[]','09a6c4f1479ff48ad292996edf963a193b1d9b6b5e1da91e7b02418eb2311423','79eaffc3789d8de3f0c198b01610bdbe1a747f6eb3ddd0333f28f88ea9099ac0',NULL,2);
INSERT INTO "changes" VALUES(4,'2026-11-21T12:00:00Z',10,'r1','owner','Owner','admin','cli','sitehand/3.8.0','create_page','{"content": "<p>Us</p>", "status": "publish", "title": "About"}','done',NULL,'[]','79eaffc3789d8de3f0c198b01610bdbe1a747f6eb3ddd0333f28f88ea9099ac0','857fef45a126bbf3faaeb3d4d609c3fda9b5ebe8acf73b32abc935c25ac6a22e',NULL,2);
INSERT INTO "changes" VALUES(5,'2026-11-21T12:00:00Z',15,'r1','owner','Owner','admin','cli','sitehand/3.8.0','delete_page','{"id": 2}','done',NULL,'[]','857fef45a126bbf3faaeb3d4d609c3fda9b5ebe8acf73b32abc935c25ac6a22e','f5056bda89baca26f48d29f5d7154a0c3fe8da330d4ff7e1e5ecbc2a4d80faa4',NULL,2);
INSERT INTO "changed_objects" VALUES(1,1,'term','1','News',NULL,'{"id": 1, "taxonomy": "category", "slug": "news", "name": "News", "description": "", "parent": 0, "revision_token": "b5354f3e623a"}',NULL);
INSERT INTO "changed_objects" VALUES(2,2,'post','1','First',NULL,'{"id": 1, "type": "post", "status": "publish", "slug": "first", "parent": 0, "menu_order": 0, "date": "2026-11-21T12:00:00Z", "modified": "2026-11-21T12:00:00Z", "author": 1, "featured_media": 0, "sticky": 0, "password": "", "title": "First", "excerpt": "", "content": null, "floating_date": 0, "status_before_trash": "", "import_source": null, "categories": [1], "revision_token": "1097d1992c06"}','{"after": {"content": "bbc4a15cc04626ae84ceb32091ea3bb8a2361711e11ed435ea4cc3afe61f50f3"}}');
INSERT INTO "changed_objects" VALUES(3,3,'post','1','Second','{"password": "", "title": "First", "revision_token": "1097d1992c06"}','{"password": "sha256:49c84b220d407f435c09ac8a5e4a68da:e329e9bd05a0dd26bf6e76cb2d88a2ccd34fd988c72baa713560e4cf3b2e3256", "title": "Second", "revision_token": "3428777d5985"}',NULL);
INSERT INTO "changed_objects" VALUES(4,4,'page','2','About',NULL,'{"id": 2, "type": "page", "status": "publish", "slug": "about", "parent": 0, "menu_order": 0, "date": "2026-11-21T12:00:00Z", "modified": "2026-11-21T12:00:00Z", "author": 1, "featured_media": 0, "sticky": 0, "password": "", "title": "About", "excerpt": "", "content": "<p>Us</p>", "floating_date": 0, "status_before_trash": "", "import_source": null, "revision_token": "3ec7e8380fbb"}',NULL);
INSERT INTO "changed_objects" VALUES(5,5,'page','2','About','{"status": "publish", "slug": "about", "status_before_trash": "", "revision_token": "3ec7e8380fbb"}','{"status": "trash", "slug": "about__trashed", "status_before_trash": "publish", "revision_token": "30f1f2085709"}',NULL);
INSERT INTO "texts" VALUES('bbc4a15cc04626ae84ceb32091ea3bb8a2361711e11ed435ea4cc3afe61f50f3',3,X'7801E5D0C10980300C05D0BB537C0788BD4B29384AD5D00AD28436A2E3AB5757F0FE4ECFF7443875D45863AA51338842E7354C30BE0C96A3616BD8A524709123659860663493CA2BA42C3CE01FDA3B7D6EDE31F72DBB01FAD56F9D');
INSERT INTO "creators" VALUES('page','2','owner');
INSERT INTO "creators" VALUES('post','1','owner');
INSERT INTO "creators" VALUES('term','1','owner');
INSERT INTO "item_sizes" VALUES(1,328,545);
INSERT INTO "item_sizes" VALUES(2,9,18);
INSERT INTO "taxonomy_counts" VALUES('category',1);
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" VALUES('authors',1);
INSERT INTO "sqlite_sequence" VALUES('key_makers',0);
INSERT INTO "sqlite_sequence" VALUES('terms',1);
INSERT INTO "sqlite_sequence" VALUES('changes',5);
INSERT INTO "sqlite_sequence" VALUES('changed_objects',5);
INSERT INTO "sqlite_sequence" VALUES('items',2);
INSERT INTO "sqlite_sequence" VALUES('revisions',4);
INSERT INTO items_fts (items_fts) VALUES ('rebuild');
CREATE INDEX ix_revisions_item ON revisions (item_id, id);
CREATE INDEX ix_items_list ON items (type, date, id, status);
CREATE INDEX ix_items_parent ON items (type, parent, menu_order);
CREATE INDEX ix_items_navigation ON items (parent, menu_order, title) WHERE type = 'page' AND status = 'publish';
CREATE INDEX ix_items_path ON items (type, path);
CREATE INDEX ix_items_status ON items (type, status, date, id);
CREATE UNIQUE INDEX ux_items_slug ON items (type, slug, parent) WHERE slug <> '';
CREATE INDEX ix_menu_entries_menu_id ON menu_entries (menu_id);
CREATE INDEX ix_retired_secrets_key_id ON retired_secrets (key_id);
CREATE TRIGGER items_inserted AFTER INSERT ON items BEGIN INSERT INTO items_fts (rowid, title, content) VALUES (new.id, new.title, new.content); INSERT INTO item_counts VALUES (new.type, new.status, 1)
    ON CONFLICT (type, status) DO UPDATE SET count = count + 1; END;
CREATE TRIGGER items_deleted AFTER DELETE ON items BEGIN INSERT INTO items_fts (items_fts, rowid, title, content) VALUES ('delete', old.id, old.title, old.content); UPDATE item_counts SET count = count - 1 WHERE type = old.type AND status = old.status; END;
CREATE TRIGGER items_reworded AFTER UPDATE OF title, content ON items
    WHEN old.title <> new.title OR old.content <> new.content BEGIN INSERT INTO items_fts (items_fts, rowid, title, content) VALUES ('delete', old.id, old.title, old.content); INSERT INTO items_fts (rowid, title, content) VALUES (new.id, new.title, new.content); END;
CREATE TRIGGER items_moved AFTER UPDATE OF type, status ON items
    WHEN old.type <> new.type OR old.status <> new.status BEGIN UPDATE item_counts SET count = count - 1 WHERE type = old.type AND status = old.status; INSERT INTO item_counts VALUES (new.type, new.status, 1)
    ON CONFLICT (type, status) DO UPDATE SET count = count + 1; END;
CREATE INDEX ix_changes_caller ON changes (caller, id);
CREATE INDEX ix_changes_operation ON changes (operation, id);
CREATE INDEX ix_changes_request ON changes (request_id);
CREATE INDEX ix_pending_changes_caller ON pending_changes (caller);
CREATE INDEX ix_pending_changes_state ON pending_changes (state);
CREATE INDEX ix_replays_at ON replays (at);
CREATE INDEX ix_changed_objects_change_id ON changed_objects (change_id);
CREATE INDEX ix_changed_objects_object ON changed_objects (kind, object, change_id);
CREATE INDEX ix_undone_changes_change_id ON undone_changes (change_id);
CREATE INDEX ix_key_makers_key ON key_makers ("key");
CREATE INDEX ix_items_modified ON items (type, modified, id, status);
CREATE INDEX ix_items_title ON items (type, title COLLATE NOCASE, id, status);
CREATE INDEX ix_items_slug ON items (type, slug, id, status);
CREATE INDEX ix_items_menu_order ON items (type, menu_order, id, status);
CREATE INDEX ix_items_id ON items (type, id, status);
CREATE INDEX ix_items_author ON items (type, author, date, id, status);
CREATE INDEX ix_items_sticky ON items (type, date, id) WHERE sticky = 1;
CREATE INDEX ix_item_terms_term ON item_terms (term_id, item_id);
CREATE INDEX ix_items_featured_media ON items (featured_media) WHERE featured_media <> 0;
CREATE TRIGGER items_sized AFTER INSERT ON items BEGIN
        INSERT INTO item_sizes (item_id, raw, rendered)
        VALUES (new.id, length(CAST(new.content AS BLOB)) + length(CAST(new.excerpt AS BLOB)), length(CAST(new.content_rendered AS BLOB)) + length(CAST(new.excerpt_rendered AS BLOB))); END;
CREATE TRIGGER items_resized AFTER UPDATE OF content, content_rendered, excerpt, excerpt_rendered ON items BEGIN
        UPDATE item_sizes SET raw = length(CAST(new.content AS BLOB)) + length(CAST(new.excerpt AS BLOB)), rendered = length(CAST(new.content_rendered AS BLOB)) + length(CAST(new.excerpt_rendered AS BLOB))
        WHERE item_id = new.id; END;
CREATE TRIGGER items_unsized AFTER DELETE ON items BEGIN DELETE FROM item_sizes WHERE item_id = old.id; END;
CREATE INDEX ix_claims_state ON claims (state);
CREATE TRIGGER terms_given AFTER INSERT ON item_terms WHEN EXISTS (SELECT 1 FROM items WHERE id = new.item_id AND status = 'publish')
    BEGIN UPDATE terms SET count = count + 1 WHERE id = new.term_id; END;
CREATE TRIGGER terms_taken AFTER DELETE ON item_terms WHEN EXISTS (SELECT 1 FROM items WHERE id = old.item_id AND status = 'publish')
    BEGIN UPDATE terms SET count = count - 1 WHERE id = old.term_id; END;
CREATE TRIGGER terms_of_deleted BEFORE DELETE ON items WHEN old.status = 'publish'
    BEGIN UPDATE terms SET count = count - 1 WHERE id IN (SELECT term_id FROM item_terms WHERE item_id = old.id); END;
CREATE TRIGGER terms_published AFTER UPDATE OF status ON items
    WHEN new.status = 'publish' AND old.status <> 'publish' BEGIN UPDATE terms SET count = count + 1 WHERE id IN (SELECT term_id FROM item_terms WHERE item_id = new.id); END;
CREATE TRIGGER terms_unpublished AFTER UPDATE OF status ON items
    WHEN old.status = 'publish' AND new.status <> 'publish' BEGIN UPDATE terms SET count = count - 1 WHERE id IN (SELECT term_id FROM item_terms WHERE item_id = new.id); END;
CREATE TRIGGER terms_added AFTER INSERT ON terms BEGIN
    INSERT INTO taxonomy_counts VALUES (new.taxonomy, 1) ON CONFLICT (taxonomy) DO UPDATE SET count = count + 1; END;
CREATE TRIGGER terms_removed AFTER DELETE ON terms BEGIN
    UPDATE taxonomy_counts SET count = count - 1 WHERE taxonomy = old.taxonomy;
    DELETE FROM taxonomy_counts WHERE taxonomy = old.taxonomy AND count = 0; END;
CREATE INDEX ix_terms_name ON terms (taxonomy, name COLLATE NOCASE, id);
CREATE INDEX ix_terms_id ON terms (taxonomy, id);
CREATE INDEX ix_terms_count ON terms (taxonomy, count, id);
CREATE INDEX ix_terms_parent ON terms (taxonomy, parent, name COLLATE NOCASE);
CREATE INDEX ix_media_date ON media (date, id);
CREATE INDEX ix_media_modified ON media (modified, id);
CREATE INDEX ix_media_title ON media (title COLLATE NOCASE, id);
CREATE INDEX ix_media_slug ON media (slug, id);
CREATE INDEX ix_media_parent ON media (parent);
CREATE INDEX ix_media_sha256 ON media (sha256);
CREATE UNIQUE INDEX ux_media_address ON media (source_url) WHERE sha256 <> '';
