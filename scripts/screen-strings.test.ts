// Sentences that people read are in content/. Files that have a reason to contain some are listed
// here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";
import { findScreenStrings, screenFiles } from "./screen-strings.ts";

/** Files whose strings belong elsewhere; each has its reason. */
const stays: Record<string, string> = {
  "app/generated-files/link-preview.tsx": "names of fonts",
  "app/ui/calling/outcome-form.tsx": "the name of a key",
  "app/lms/dashboard/lead-list.tsx": "names of keys",
  "app/lms/dashboard/new-leads-bar.tsx": "names of keys",
  "app/lms/lists/selection-bar.tsx": "names of keys",
  "server/observe/metrics.ts": "help for the machine's owner, which monitoring programs show",
  "server/operations/system/measures.ts": "the same",
  "server/operations/system/metrics-page.ts": "the same",
  "server/outside/google-ads.ts": "reasons for the log",
  "server/outside/graph.ts": "reasons for the log",
  "server/outside/mail.ts": "reasons for the log",
  "server/secrets/sealed.ts": "a reason for the log",
};

const found = screenFiles().filter((file) => {
  const source = readFileSync(path.join(projectRoot, file), "utf8");
  return findScreenStrings(file, source).length > 0;
});

test("files that aren't listed don't contain sentences, which belong in content/", () => {
  expect(found.filter((file) => !(file in stays))).toEqual([]);
});

test("every listed file contains a sentence", () => {
  expect(Object.keys(stays).filter((file) => !found.includes(file))).toEqual([]);
});

test.each([
  ["text", `<p>Call {name} now</p>`, ["Call", "now"]],
  ["an entity or a number", `<p>&nbsp;· 12{" "}</p>`, []],
  ["a choice", `<p>{isNew ? "new" : lead.state === "late" ? "late" : ""}</p>`, ["new", "late"]],
  ["a spoken attribute", `<input aria-label="Search" name="search" />`, ["Search"]],
  ["a chosen attribute", `<a title={isOpen ? "Close" : undefined} />`, ["Close"]],
  ["a technical attribute", `<path className="Big one" d="M12 7v5l3 3" />`, []],
  ["a sentence in a list", `const words = { pending: "Waiting for your approval" };`, 1],
  ["a template", "say(`You have $" + "{count} new leads.`);", 1],
  ["a key", `const states = { "on time": "late", state: "new lead" };`, []],
  ["a rejection", `throw new AppError("conflict", { sentence: "That form is taken." });`, 1],
  ["an internal error", `throw new Error("The table has no rows.");`, []],
  ["a log line", `deps.log.info("The database is back.");`, []],
  ["a statement", "sql`Select the newest`; client.query('Select the newest.');", []],
  ["the API's document", `createRoute({ summary: "The signed-in practice." });`, []],
])("%s", (_, source, expected) => {
  const texts = findScreenStrings("app/a.tsx", source).map(({ text }) => text);
  if (typeof expected === "number") expect(texts.length).toBeGreaterThan(0);
  else expect(texts).toEqual(expected);
});
