// Runs axe inside the page. Its script is injected once per page, even if axe runs several times.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Result, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations in the page's current state. */
export async function findViolations(page: Page, options: RunOptions = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(runAxe, options);
}

/** Runs in the page. */
async function runAxe(options: RunOptions): Promise<Result[]> {
  // axe would wait forever for a response from a frame that can't run scripts.
  const where = { exclude: ['iframe[sandbox=""]'] };
  const { violations } = await window.axe.run(where, { ...options, resultTypes: ["violations"] });
  return violations;
}

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}
