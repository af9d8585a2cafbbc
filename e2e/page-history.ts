// When a test fails, it prints what its pages did last, because some failures occur only once in
// hundreds of runs.
import type { Page } from "playwright-core";
import { afterEach, beforeEach } from "vitest";

const longest = 120;
let histories: string[][] = [];

/** Keeps the page's latest requests and URLs, with the milliseconds since it was opened. */
export function keepHistory(page: Page): void {
  const history: string[] = [];
  const openedAt = performance.now();
  const add = (what: string, url: string) => {
    // The query is left out, because it may contain a token.
    const [path = url] = url.replace(/^https?:\/\/[^/]+/, "").split("?");
    history.push(`${Math.round(performance.now() - openedAt)} ${what} ${path}`);
    if (history.length > longest) history.shift();
  };
  page.on("request", (sent) => {
    if (!/\/assets\//.test(sent.url())) add(sent.method(), sent.url());
  });
  page.on("response", (answer) => {
    // Of the hundreds of assets, only the ones that failed are of interest.
    const isAsset = /\/assets\//.test(answer.url());
    if (!isAsset || !answer.ok()) add(String(answer.status()), answer.url());
  });
  page.on("requestfailed", (sent) => add(sent.failure()?.errorText ?? "failed", sent.url()));
  page.on("framenavigated", (frame) => add("at", frame.url()));
  page.on("close", () => add("closed", ""));
  histories.push(history);
}

/** Prints the histories; called by the setup of all journeys. */
export function printHistoriesOfFailures(): void {
  beforeEach(() => {
    histories = histories.filter((history) => !history.at(-1)?.includes("closed"));
  });
  afterEach(({ task }) => {
    if (task.result?.state !== "fail") return;
    const pages = histories.map((history) => `A page:\n  ${history.join("\n  ")}\n`);
    process.stderr.write(`${task.name}\n${pages.join("")}`);
  });
}
