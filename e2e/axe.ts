// axe, asked in the page itself: brought there once, however often it is asked.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Result, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What it holds against the page as it stands. */
export async function findViolations(page: Page, runOnly?: RunOptions["runOnly"]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(runAxe, runOnly);
}

/** Runs in the page. */
async function runAxe(runOnly: RunOptions["runOnly"]): Promise<Result[]> {
  // A frame in which nothing runs cannot be asked: axe would wait for its answer for ever.
  const where = { exclude: ['iframe[sandbox=""]'] };
  const { violations } = await window.axe.run(where, { runOnly, resultTypes: ["violations"] });
  return violations;
}

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}
