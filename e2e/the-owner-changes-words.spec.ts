// In a copy of the project with the same packages, the owner runs setup and builds. Then the sites
// belong to the owner everywhere, or the build reports the mistake in one line. Browsers don't load
// any server code.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContent } from "#scripts/setup/content.ts";
import { findTraces, tracesOf } from "#scripts/setup/traces.ts";

const copied = [
  ...["app", "content", "contract", "public", "scripts", "server"],
  ...[
    "package.json",
    "package-lock.json",
    "react-router.config.ts",
    "tsconfig.json",
    "vite.config.ts",
  ],
];

/**
 * A sentence that is only in the server's code, and a value for each setting of the build machine.
 */
const planted = "planted where no browser may read it";
const settings = (readFileSync(".env.example", "utf8").match(/^[A-Z_]+(?==)/gm) ?? []).filter(
  (name) => /SECRET|TOKEN|PASSWORD|KEY|SID|_URL$/.test(name),
);

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "front-desk-words-"));
  for (const name of copied) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  edit("server/db/embedded.ts", "The database is back.", planted);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("an invalid field in the content stops the build at once, with a one-line error that names the file, field and reason", () => {
  const right = readFileSync(path.join(copy, "content/resume.json"), "utf8");
  const job = { name: "Keepers", position: "Keeper", highlights: ["Light."] };
  const wrong = { ...JSON.parse(right), work: [{ ...job, startDate: "March 2022" }] };
  writeFileSync(path.join(copy, "content/resume.json"), JSON.stringify(wrong));
  const { status, stdout, stderr } = build();
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "content/resume.json: work[0].startDate: must be a date like 2026, 2026-03 or 2026-03-31\n",
  );
  writeFileSync(path.join(copy, "content/resume.json"), right);
});

test("the pages, résumé, structured data and server all name the new owner after a setup", async () => {
  // Starts as before the first setup, even if the content already has an owner.
  const facts = JSON.parse(readFileSync(path.join(copy, "content/owner.json"), "utf8"));
  writeFileSync(
    path.join(copy, "content/owner.json"),
    JSON.stringify({ ...facts, isSample: true }),
  );
  const traces = tracesOf(readContent(copy));
  const resume = {
    work: [
      {
        ...{ name: "Coast Light", position: "Lighthouse keeper", startDate: "2016-02" },
        highlights: ["Result: no ship was lost."],
      },
    ],
  };
  writeFileSync(path.join(copy, "my-resume.json"), JSON.stringify(resume));
  const answers = {
    ...JSON.parse(readFileSync("scripts/setup/fixtures/owner-answers.json", "utf8")),
    ...{ label: "Engineer of lighthouses", p2Price: 1311, resume: "my-resume.json" },
  };
  writeFileSync(path.join(copy, "answers.json"), JSON.stringify(answers));
  const setup = spawnSync(process.execPath, ["scripts/setup.ts", "--answers", "answers.json"], {
    ...{ cwd: copy, encoding: "utf8" },
  });
  expect([setup.status, setup.stderr]).toEqual([0, ""]);
  const { status, stderr } = build();
  expect([status, stderr]).toEqual([0, expect.anything()]);

  const home = made("index.html");
  expect(home).toContain("Lighthouse keeper");
  expect(home).toContain(answers.says);
  expect(home).toContain('"jobTitle":"Engineer of lighthouses"');
  expect(home).not.toContain('href="/#projects"');
  expect(made("marketing/index.html")).toContain("$1,311");
  expect(made("marketing/index.html")).toContain(`around ${answers.area}`);
  expect(made("favicon.svg")).toContain(answers.accent);
  const pdf = await getDocumentProxy(
    new Uint8Array(readFileSync(path.join(copy, "build/client/resume.pdf"))),
  );
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("Lighthouse keeper");

  const texts = /\.(html|js|css|json|svg|xml|txt|webmanifest)$/;
  const built = readdirSync(path.join(copy, "build"), { recursive: true, encoding: "utf8" });
  const found = built
    .filter((name) => texts.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(copy, "build", name), "utf8");
      return findTraces(text, traces).map((trace) => `${name}: ${trace}`);
    });
  expect([...found, ...findTraces(text, traces)]).toEqual([]);
});

test("files that browsers load don't contain server code or settings of the build machine", () => {
  expect(settings).toEqual(expect.arrayContaining(["SECRET", "META_APP_SECRET", "SMTP_URL"]));
  // This is the last file that a build writes. Usually the previous test has built it already.
  if (!existsSync(path.join(copy, "build/licenses.md"))) expect(build().status).toBe(0);
  const filesWith = (folder: string, words: string) =>
    readdirSync(path.join(copy, folder), { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.\w+$/.test(name) && readFileSync(path.join(copy, folder, name)).includes(words),
    );
  expect(filesWith("build/server", planted)).toEqual(["index.js"]);
  expect(filesWith("build/client", planted)).toEqual([]);
  expect(filesWith("build", "planted-setting")).toEqual([]);
});

function edit(name: string, from: string, to: string) {
  const file = path.join(copy, name);
  const text = readFileSync(file, "utf8");
  expect([name, text.includes(from)]).toEqual([name, true]);
  writeFileSync(file, text.replaceAll(from, to));
}

function build() {
  const env = {
    ...process.env,
    ...Object.fromEntries(settings.map((name) => [name, `planted-setting-${name}`])),
  };
  return spawnSync(process.execPath, ["scripts/build.ts"], { cwd: copy, env, encoding: "utf8" });
}

function made(name: string): string {
  return readFileSync(path.join(copy, "build/client", name), "utf8");
}
