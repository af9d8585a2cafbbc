// Writes a misspelling and a listed phrase into files, and checks that both are found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findPhrases, phrases } from "./phrases.ts";
import { findWords } from "./words.ts";

const folder = mkdtempSync(path.join(tmpdir(), "words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("British spelling, unknown words and old phrases are reported with their lines", () => {
  write("content/messages.ts", `export const a = "Choose a favourite colour.";\n`);
  write("app/lms/lead.ts", "// The first line.\nconst cancelledAt = 1;\nconst thelead = 2;\n");
  write("docs/map.md", "Fine.\n\nWhat came\nof it?\n");
  write("server/desk/leads/clock.ts", "/**\n * An inquiry waits in\n * vain.\n */\n");
  expect(findWords(folder)).toEqual([
    expect.stringMatching(/^app\/lms\/lead\.ts:2:7 .*\(cancelled\) fix: \(canceled\)/),
    expect.stringMatching(/^app\/lms\/lead\.ts:3:7 .*Unknown word \(thelead\)/),
    expect.stringMatching(/^content\/messages\.ts:1:28 .*favourite.*favorite/),
    expect.stringMatching(/^content\/messages\.ts:1:38 .*colour.*color/),
    'docs/map.md:3:1 - "What came of": write the result of, how it went',
    'server/desk/leads/clock.ts:2:21 - "in * vain": write without success',
  ]);
});

test("a word that one file allows is still found in other files", () => {
  write(
    "bench/old.ts",
    "// Sent by older versions: cspell:ignore enquiry\nconst a = { enquiryId: 1 };\n",
  );
  write("bench/new.ts", "const a = { enquiryId: 1 };\n");
  const found = findWords(folder).filter((one) => one.startsWith("bench/"));
  expect(found.map((one) => one.split(" ")[0])).toEqual(["bench/new.ts:1:13", "bench/new.ts:1:13"]);
});

test.each([
  ["content/desk.ts", "Sent by itself", ["by itself"]],
  ["server/jobs/jobs.ts", "Each file is checked by itself", []],
  ["app/lms/lead.tsx", "E-mails and e-mailed", ["E-mails", "e-mailed"]],
  ["app/lms/lead.tsx", 'import { dueAt } from "./call-backs.ts";', []],
  ["app/lms/lead.tsx", "a call-back is due", ["call-back"]],
  ["app/keys.ts", '// cspell:ignore single keys\nconst key = "single keys";', []],
  ["docs/map.md", "Dear Jo, a second index is dear", ["is dear"]],
  ["docs/map.md", "amended, recommended and mended", ["mended"]],
  ["docs/map.md", "63 % of them, 63% of them", ["63 %"]],
])("in %s, “%s”", (file, text, found) => {
  expect(findPhrases(file, text).map((one) => one.found)).toEqual(found);
});

test("each listed phrase is found in an example of it", () => {
  for (const { phrase, only } of phrases) {
    const example = phrase
      .replaceAll(/\(([^|)]*)[^)]*\)/g, "$1")
      .replaceAll(/(\w)\?/g, "$1")
      .replaceAll("*", "")
      .replace("\\d+", "8");
    expect(findPhrases(`${only?.[0] ?? "docs"}/a.md`, example), phrase).not.toEqual([]);
  }
});

function write(file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
