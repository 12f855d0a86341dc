// The block parser of a WordPress release, warm: the least milliseconds of a round over texts, given as a JSON list.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const [, , parser, rounds] = process.argv;
const window = {};
runInNewContext(readFileSync(parser, "utf8"), { window, wp: (window.wp = {}) });
const { parse } = window.wp.blockSerializationDefaultParser;
const texts = JSON.parse(readFileSync(0, "utf8"));
let least = Infinity;
for (let round = 0; round < Number(rounds); round += 1) {
  const before = process.cpuUsage();
  texts.forEach((text) => parse(text));
  const { user, system } = process.cpuUsage(before);
  least = Math.min(least, (user + system) / 1000);
}
process.stdout.write(JSON.stringify(least));
