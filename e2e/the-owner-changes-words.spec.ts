// The owner edits content/ and builds: the site shows the new words everywhere, or the build
// reports the mistake in one line. Runs in a copy of the project, which shares its packages.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";

const copied = [
  ...["app", "content", "contract", "public", "scripts", "server"],
  ...["package.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"],
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "front-desk-words-"));
  for (const name of copied) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a wrong field stops the build before it begins, with file, field and reason in one line", () => {
  const right = edit("content/resume.json", '"startDate": "2022-03"', '"startDate": "March 2022"');
  const { status, stdout, stderr } = build();
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "content/resume.json: work[0].startDate: must be a date like 2026, 2026-03 or 2026-03-31\n",
  );
  writeFileSync(path.join(copy, "content/resume.json"), right);
});

test("new words appear on the pages, in the résumé's PDF and in the data for search engines", async () => {
  edit("content/resume.json", "Founder and lead engineer", "Founder and lighthouse keeper");
  edit("content/resume.json", "Software engineer and entrepreneur", "Engineer of lighthouses");
  edit("content/portfolio.ts", "I build quiet systems", "I build lighthouses");
  edit("content/marketing.ts", "price: 1297", "price: 1311");
  const { status, stderr } = build();
  expect([status, stderr]).toEqual([0, expect.anything()]);

  const home = made("index.html");
  expect(home).toContain("Founder and lighthouse keeper");
  expect(home).toContain("I build lighthouses");
  expect(home).toContain('"jobTitle":"Engineer of lighthouses"');
  expect(made("marketing/index.html")).toContain("$1,311");
  const pdf = await getDocumentProxy(
    new Uint8Array(readFileSync(path.join(copy, "build/client/resume.pdf"))),
  );
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("Founder and lighthouse keeper");
  expect(text).not.toContain("Founder and lead engineer");
});

/** Returns the file's previous text. */
function edit(name: string, from: string, to: string): string {
  const file = path.join(copy, name);
  const text = readFileSync(file, "utf8");
  expect([name, text.includes(from)]).toEqual([name, true]);
  writeFileSync(file, text.replaceAll(from, to));
  return text;
}

function build() {
  return spawnSync(process.execPath, ["scripts/build.ts"], { cwd: copy, encoding: "utf8" });
}

function made(name: string): string {
  return readFileSync(path.join(copy, "build/client", name), "utf8");
}
