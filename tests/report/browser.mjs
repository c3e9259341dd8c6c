// Opens a page in headless Chromium, steps its replay, and asks axe-core about it.
// Usage: node browser.mjs TOOLS CHROMIUM PAGE [SHOTS]; prints one JSON document.
// TOOLS holds node_modules with axe-core and playwright-core; SHOTS takes pictures of the page.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [tools, executablePath, page_file, shots] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(tools), "index.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const browser = await chromium.launch({ executablePath, headless: true, args });
const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
const page = await context.newPage();
const found = { errors: [], requests: [], axe: [], overflows: [], scrolls: [] };
page.on("pageerror", (error) => found.errors.push(String(error)));
page.on("console", (said) => { if (said.type() === "error") found.errors.push(said.text()); });
page.on("request", (request) => found.requests.push(request.url()));

async function judge(name, options) {
  await page.emulateMedia({ colorScheme: options.dark ? "dark" : "light", media: "screen" });
  await page.setViewportSize({ width: options.width, height: 900 });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
    resultTypes: ["violations"],
  }));
  for (const { id, impact, nodes } of violations) {
    found.axe.push({ view: name, id, impact, at: nodes.map((node) => node.target.join(" ")) });
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  if (wide) found.overflows.push(name);
  const scrolled = await page.evaluate(() => [...document.querySelectorAll("body *")].filter(
    (one) => one.scrollWidth > one.clientWidth + 1
      && ["auto", "scroll"].includes(getComputedStyle(one).overflowX),
  ).map((one) => `${one.tagName} ${one.id}`));
  for (const one of scrolled) found.scrolls.push(`${name}: ${one}`);
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
}

const seen = () => page.evaluate(() => ({
  at: document.getElementById("at").textContent,
  action: document.getElementById("action").textContent,
  happenings: [...document.querySelectorAll("#happenings li")].map((one) => one.textContent),
  board: [...document.querySelectorAll("#board tbody tr")].map((row) =>
    [...row.cells].map((cell) => cell.textContent)),
  game: document.getElementById("game").textContent,
}));

await page.goto(pathToFileURL(page_file).href);
found.title = await page.title();
found.injected = await page.evaluate(() => "injected" in globalThis);
found.replay = (await page.locator("#replay").count()) > 0;
if (found.replay) {
  const walk = (found.walk = {});
  walk.start = await seen();
  await page.click("#next");
  walk.next = await seen();
  await page.click("#previous");
  walk.previous = await seen();
  await page.click("#last");
  walk.last = await seen();
  await page.locator("#last").press("ArrowLeft");
  walk.left = await seen();
  await page.locator("#last").press("Home");
  walk.home = await seen();
  await page.locator("#last").press("ArrowRight");
  walk.right = await seen();
  await page.locator("#slider").fill("2");
  walk.slider = await seen();
  const events = await page.locator("#events option").count();
  await page.locator("#events").selectOption({ index: events - 1 });
  walk.event = await seen();
  walk.event_words = await page.locator("#events option").last().textContent();
}
await page.evaluate(() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
});
await judge("light", { width: 1100 });
await judge("dark", { dark: true, width: 1100 });
await judge("tablet", { width: 700 });
await judge("phone", { dark: true, width: 400 });
await judge("narrow", { width: 320 });
await page.evaluate(() => {
  for (const one of document.querySelectorAll("details")) one.open = false;
});
if (shots) {
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.screenshot({ path: path.join(shots, "closed.png"), fullPage: true });
  await page.emulateMedia({ media: "print" });
  await page.pdf({ path: path.join(shots, "print.pdf"), format: "A4", printBackground: false });
}
await browser.close();
process.stdout.write(JSON.stringify(found));
