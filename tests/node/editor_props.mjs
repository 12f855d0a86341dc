// Checks typed values with Elementor's own package, node by node, since its check is shallow.
// The one argument is a file with a JSON list of values; the answer is what was refused, and the types that it does not know.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const utils = createRequire(import.meta.url)("@elementor/editor-props");
const checks = new Map(
  Object.values(utils)
    .filter((each) => each && typeof each.isValid === "function" && typeof each.key === "string")
    .map((each) => [each.key, each]),
);
const refused = [];
const unknown = new Set();
const checked = new Map();

function visit(value) {
  if (Array.isArray(value)) return value.forEach(visit);
  if (!value || typeof value !== "object") return;
  if (typeof value.$$type === "string") {
    const check = checks.get(value.$$type);
    if (!check) unknown.add(value.$$type);
    else if (!check.isValid(value)) refused.push(value);
    checked.set(value.$$type, (checked.get(value.$$type) ?? 0) + 1);
  }
  Object.values(value).forEach(visit);
}

visit(JSON.parse(await readFile(process.argv[2], "utf8")));
console.log(JSON.stringify({ refused, unknown: [...unknown].sort(), checked: Object.fromEntries(checked) }));
