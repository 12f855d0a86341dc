// The block editor of a WordPress release, from its own files in the folder that the first argument names. As on a page of
// wp-admin, it starts from what PHP tells of the blocks; the script of the second argument asks PHP.
// Each line of the input is a question as JSON, {"ask": name, ...}, and is answered by a line: the answer as JSON.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Script } from "node:vm";
import { JSDOM, VirtualConsole } from "jsdom";

const [folder, script] = process.argv.slice(2);
const VENDOR = { react: [], "react-dom": ["react"], "react-jsx-runtime": ["react"], moment: [], "wp-polyfill": [] };
const QUIET = ["log", "info", "warn", "error", "debug", "group", "groupCollapsed", "groupEnd"];

function readDependencies(includes) {
  const text = readFileSync(`${includes}/assets/script-loader-packages.php`, "utf8");
  const entries = text.matchAll(/'([a-z0-9-]+)\.js'\s*=>\s*array\(\s*'dependencies'\s*=>\s*array\(([^)]*)\)/g);
  const read = ([, name, list]) => [`wp-${name}`, [...list.matchAll(/'([^']+)'/g)].map(([, handle]) => handle)];
  return { ...VENDOR, ...Object.fromEntries([...entries].map(read)) };
}

function* inOrder(handle, dependencies, seen = new Set()) {
  if (seen.has(handle)) return;
  seen.add(handle);
  for (const other of dependencies[handle]) yield* inOrder(other, dependencies, seen);
  yield handle;
}

// What PHP tells of the blocks, those and those attributes included that plugins register.
const define = (plugins = {}) => execFileSync("php", [script, folder, JSON.stringify(plugins)], { encoding: "utf8" });

function startEditor(includes) {
  const dom = new JSDOM("", {
    url: "https://example.org/",
    runScripts: "outside-only",
    virtualConsole: new VirtualConsole(), // the editor's style sheets say more than jsdom can read
  });
  dom.window.console = Object.fromEntries(QUIET.map((name) => [name, () => {}]));
  for (const handle of inOrder("wp-block-library", readDependencies(includes))) {
    const name = handle in VENDOR ? `vendor/${handle}` : handle.slice("wp-".length);
    const file = `${includes}/js/dist/${name}.min.js`;
    new Script(readFileSync(file, "utf8"), { filename: file }).runInContext(dom.getInternalVMContext());
  }
  dom.window.wp.oldEditor = {}; // without it, text between blocks is a block that is missing
  return dom.window;
}

const { JSON: inside, wp } = startEditor(`${folder}/wp-includes`);
const { autop, blockEditor, blockLibrary, blocks, element } = wp;

// PHP's definitions come first, so they decide the order of a block's attributes.
function registerBlocks(plugins) {
  blocks.unstable__bootstrapServerSideBlockDefinitions(inside.parse(define(plugins)));
  blockLibrary.registerCoreBlocks();
}

function registerAgain(plugins) {
  for (const { name } of blocks.getBlockTypes()) blocks.unregisterBlockType(name);
  registerBlocks(plugins);
}

registerBlocks();

const showBlock = (block) => ({
  name: block.name,
  valid: block.isValid,
  attributes: block.attributes,
  expected: block.isValid ? null : blocks.getSaveContent(block.name, block.attributes, block.innerBlocks),
  inner: block.innerBlocks.map(showBlock),
});

// Values that an attribute could have.
function sample({ type, enum: values, query }) {
  if (values) return values;
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === "boolean") return [true, false];
  if (kind === "number" || kind === "integer") return [3, 4];
  if (kind === "array") return [query ? [fill(query)] : [3]];
  if (kind === "object") return [{ color: { text: "#123456", duotone: ["#111111", "#222222"] }, ratio: 3 }];
  return ["https://example.org/x", "image", "video", "1"];
}

const fill = (attributes) =>
  Object.fromEntries(Object.entries(attributes).map(([key, definition]) => [key, sample(definition)[0]]));

function save(name, attributes) {
  const made = blocks.createBlock(name, attributes);
  return blocks.getSaveContent(name, made.attributes, []);
}

// The attributes that show in the HTML of a block, wherever they are read from: alone, beside those that the HTML has, with
// one switch set, or with everything set.
function findShown({ name, attributes }) {
  const entries = Object.entries(attributes);
  const html = fill(Object.fromEntries(entries.filter(([, { source, role }]) => source || role === "content")));
  const switches = entries.filter(([, { type, enum: values }]) => values || type === "boolean" || type === "string");
  const set = switches.flatMap(([key, definition]) => sample(definition).map((value) => ({ ...html, [key]: value })));
  const bases = [{}, html, ...set, fill(attributes)];
  const shows = (key) => {
    const saves = (base) => new Set([undefined, ...sample(attributes[key])].map((value) => save(name, { ...base, [key]: value })));
    return bases.some((base) => saves(base).size > 1);
  };
  return Object.keys(attributes).filter(shows);
}

function writesHtml({ name, attributes }) {
  const draws = (values) => blocks.getSaveElement(name, blocks.createBlock(name, values).attributes, []) !== null;
  return draws({}) || draws(fill(attributes));
}

// Whether a block drops the blocks that are put into it: what it saves has none of them.
function isLeaf({ name, attributes }) {
  const inner = [blocks.createBlock("core/paragraph")];
  const saves = (values) => blocks.getSaveContent(name, blocks.createBlock(name, values).attributes, inner);
  return ![{}, fill(attributes)].some((values) => saves(values).includes("wp:paragraph"));
}

const ANSWERS = {
  // What the editor makes of a text: its blocks, and the text that it would store.
  check: ({ markup }) => {
    const parsed = blocks.parse(markup);
    return { blocks: parsed.map(showBlock), serialized: blocks.serialize(parsed) };
  },
  // The same with a block of a plugin, by its block.json, of which the text has nothing but the blocks in it; and the
  // attributes that it has then.
  checkWith: ({ settings, markup }) => {
    const save = () => element.createElement(blockEditor.InnerBlocks.Content);
    const defined = inside.parse(define({ types: [settings] }))[settings.name];
    blocks.unstable__bootstrapServerSideBlockDefinitions({ [settings.name]: defined });
    const { attributes } = blocks.registerBlockType(settings.name, { edit: () => null, save });
    try {
      return { attributes, ...ANSWERS.check({ markup }) };
    } finally {
      blocks.unregisterBlockType(settings.name);
    }
  },
  // The same with attributes that a plugin has registered for every block of core, and the names of those that each has.
  checkAdded: ({ added, markup }) => {
    registerAgain({ attributes: added });
    try {
      const names = blocks.getBlockTypes().map(({ name, attributes }) => [name, Object.keys(attributes)]);
      return { attributes: Object.fromEntries(names), ...ANSWERS.check({ markup }) };
    } finally {
      registerAgain();
    }
  },
  // A new block as the inserter would make it, as text.
  create: ({ name, attributes, inner }) => {
    const make = (block) => blocks.createBlock(block.name, block.attributes ?? {}, (block.inner ?? []).map(make));
    return blocks.serialize([make({ name, attributes, inner })]);
  },
  // What the editor makes of classic HTML.
  convert: ({ html }) => blocks.serialize(blocks.rawHandler({ HTML: autop.autop(html) })),
  // A text of blocks as another block, as text; null where the editor does not offer that.
  transform: ({ markup, name }) => {
    const parsed = blocks.parse(markup);
    const offered = blocks.getPossibleBlockTransformations(parsed).some((type) => type.name === name);
    const made = offered ? blocks.switchToBlockType(parsed, name) : null;
    return made && blocks.serialize(made);
  },
  // Every block: its settings as they are after the supports have added theirs.
  // Without their transforms, which refer to themselves once HTML was converted.
  describe: () =>
    blocks.getBlockTypes().map(({ transforms, ...type }) => ({
      ...type,
      writesHtml: writesHtml(type),
      leaf: isLeaf(type),
      shown: findShown(type),
    })),
};

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const question = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(ANSWERS[question.ask](question))}\n`);
}
