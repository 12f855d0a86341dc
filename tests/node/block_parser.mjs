// WordPress's own block parser, from the file of a release that the one argument names. Each line of the input is a
// text as JSON, and is answered by a line: its tree as JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { runInNewContext } from "node:vm";

const window = {};
runInNewContext(readFileSync(process.argv[2], "utf8"), { window, wp: (window.wp = {}) });
const { parse } = window.wp.blockSerializationDefaultParser;

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  process.stdout.write(`${JSON.stringify(parse(JSON.parse(line)))}\n`);
}
