// What Lighthouse says about addresses as search engines see them: of each its score, and the audits that fail.
// Arguments: the path of Chromium, and the addresses.
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

const [chromePath, ...addresses] = process.argv.slice(2);
const settings = {
  ...desktopConfig.settings,
  onlyCategories: ["seo"],
  throttlingMethod: "simulate",
  ignoreStatusCode: true,
  // The pages are quiet once they are loaded: there is nothing to wait for.
  pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0,
};
const chrome = await launch({
  chromePath,
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
});
const said = {};
try {
  for (const address of addresses) {
    const { lhr } = await lighthouse(address, { port: chrome.port, logLevel: "silent" }, { ...desktopConfig, settings });
    const failed = Object.values(lhr.audits).filter(audit => audit.score !== null && audit.score < 1);
    said[address] = { score: lhr.categories.seo.score, failed: failed.map(audit => audit.id) };
  }
} finally {
  chrome.kill();
}
console.log(JSON.stringify(said));
