// Tests each rule of .dependency-cruiser.mjs by breaking it once, in one run of the tool over files
// that exist only here. The ban of ../ is in biome.json.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

type Line = [file: string, line: string];
type Breach = [...Line, rule: string];

type Violation = { from: string; cycle?: { name: string }[]; rule: { name: string } };

const types = (file: string) => `import type { One } from "${file}";`;
const values = (file: string) => `import { one } from "${file}";`;

const breaches: Breach[] = [
  ["contract/a.ts", values("pg"), "contract-imports-only-zod"],
  ["contract/b.ts", values("#content/site.ts"), "contract-imports-only-zod"],
  ["contract/c.ts", types("#server/api.ts"), "contract-imports-only-zod"],
  ["content/a.ts", types("#server/deps.ts"), "content-imports-only-contract"],
  ["content/b.ts", types("zod"), "content-imports-only-contract"],
  ["content/c.ts", values("#contract/fields.ts"), "content-imports-only-types"],
  ["app/a.tsx", types("#server/deps.ts"), "app-knows-only-the-api"],
  ["app/b.ts", values("#server/api.ts"), "app-imports-no-server-values"],
  ["app/c.ts", `const api = import("#server/api.ts");`, "app-imports-no-server-values"],
  ["app/d.ts", `export { one } from "#server/api.ts";`, "app-imports-no-server-values"],
  ["app/portfolio/a.tsx", types("#server/api.ts"), "places-import-no-server"],
  ["app/ui/a.tsx", types("#server/api.ts"), "places-import-no-server"],
  ["app/portfolio/b.tsx", values("#app/marketing/one.tsx"), "places-do-not-import-each-other"],
  ["app/marketing/a.tsx", values("#app/portfolio/one.tsx"), "places-do-not-import-each-other"],
  ["app/lms/a.tsx", values("#app/admin/one.tsx"), "places-do-not-import-each-other"],
  ["app/lms/leads/a.tsx", types("#app/admin/one.tsx"), "places-do-not-import-each-other"],
  ["app/admin/a.tsx", values("#app/lms/leads/one.tsx"), "places-do-not-import-each-other"],
  ["app/ui/b.tsx", values("#app/lms/leads/one.tsx"), "ui-imports-no-place"],
  ["server/desk/clock/b.ts", values("temporal-polyfill"), "only-tests-import-temporal"],
  ["server/a.ts", values("#app/ui/one.tsx"), "server-imports-no-screens"],
  ["server/desk/queue/a.ts", values("#app/ui/one.tsx"), "server-imports-no-screens"],
  ["server/desk/leads/a.ts", values("#server/desk/calls/calls.ts"), "rooms-import-earlier-rooms"],
  [
    "server/desk/clock/a.ts",
    types("#server/desk/reports/figures.ts"),
    "rooms-import-earlier-rooms",
  ],
  ["server/sources/intake/a.ts", values("#server/testing/one.ts"), "product-imports-no-tests"],
  ["server/pages/a.ts", values("./at-build/one.ts"), "pages-are-prepared-at-build"],
  ["server/desk/leads/b.ts", values("parse5"), "pages-are-prepared-at-build"],
  ["server/pages/b.ts", values("lightningcss"), "pages-are-prepared-at-build"],
  ["server/desk/mail/a.ts", values("#server/messages/mail/mail.ts"), "rooms-are-listed"],
  ["server/records/audit/a.ts", types("#server/desk/leads/lead.ts"), "rooms-import-earlier-rooms"],
  ["server/new-folder/a.ts", values("#server/errors.ts"), "rooms-are-listed"],
  ["server/desk/new-room/a.ts", values("#server/errors.ts"), "rooms-are-listed"],
  [
    "server/desk/calls/a.ts",
    values("#server/desk/leads/leads.routes.ts"),
    "rooms-import-only-verbs",
  ],
  ["server/desk/calls/b.ts", values("#server/desk/leads/leads.jobs.ts"), "rooms-import-only-verbs"],
  ["server/desk/calls/c.ts", types("#server/http/guards.ts"), "verbs-import-no-http"],
  ["server/desk/calls/calls.jobs.ts", values("#server/http/openapi.ts"), "verbs-import-no-http"],
  [
    "server/outside/a.ts",
    values("#server/messages/mail/mail.ts"),
    "db-and-outside-import-no-folder",
  ],
  ["server/db/a.ts", values("#server/messages/mail/mail.ts"), "db-and-outside-import-no-folder"],
  [
    "server/db/b.ts",
    types("#server/agency/contact-requests/one.ts"),
    "db-and-outside-import-no-folder",
  ],
  ["server/desk/calls/d.ts", values("#server/db/make.ts"), "product-imports-no-makers"],
  ["server/db/c.ts", values("./demo-mails.ts"), "product-imports-no-makers"],
  ["server/b.ts", values("./testing/one.ts"), "product-imports-no-tests"],
  ["scripts/a.ts", values("#server/testing/one.ts"), "product-imports-no-tests"],
  ["server/desk/calls/e.ts", values("./one.test.ts"), "product-imports-no-tests"],
  ["e2e/a.spec.ts", values("#app/ui/one.tsx"), "journeys-import-no-insides"],
  ["e2e/b.spec.ts", values("#server/messages/mail/mail.ts"), "journeys-import-no-insides"],
  ["bench/a.ts", values("#server/db/demo.ts"), "journeys-import-no-insides"],
  ["server/one.ts", values("./two.ts"), "no-circular"],
  ["server/two.ts", types("./one.ts"), "no-circular"],
  ["contract/d.ts", `export type One = import("./d-too.ts").Two;`, "no-circular"],
  ["contract/d-too.ts", types("./d.ts"), "no-circular"],
];

const allowed: Line[] = [
  ["contract/may.ts", values("zod")],
  ["contract/may-too.ts", values("./fields.ts")],
  ["content/may.ts", types("#contract/fields.ts")],
  ["content/may-too.ts", values("./site.ts")],
  ["app/may.ts", types("#server/api.ts")],
  ["app/may-too.ts", `import { type One } from "#server/api.ts";`],
  ["app/lms/may.tsx", values("#app/ui/one.tsx")],
  ["app/lms/may-too.tsx", values("#app/one.ts")],
  ["app/lms/leads/may.tsx", values("#app/lms/calls/one.tsx")],
  ["server/desk/calls/may.ts", values("#server/desk/leads/lead.ts")],
  ["server/desk/calls/may-too.ts", types("#server/http/signed-in.ts")],
  ["server/desk/calls/calls.routes.ts", values("#server/http/guards.ts")],
  ["server/desk/leads/may.test.ts", values("#server/desk/calls/calls.ts")],
  ["server/desk/leads/may-too.test.ts", values("#server/testing/one.ts")],
  ["server/db/make.ts", values("#server/desk/calls/calls.ts")],
  ["server/outside/may.ts", types("#server/config.ts")],
  ["scripts/may.ts", values("#server/db/demo.ts")],
  ["e2e/may.spec.ts", values("#server/db/make.ts")],
  ["e2e/may-too.spec.ts", values("#server/testing/one.ts")],
];

const configFile = path.join(projectRoot, ".dependency-cruiser.mjs");
const copy = mkdtempSync(path.join(tmpdir(), "borders-"));
let found: { file: string; rule: string }[] = [];
beforeAll(() => {
  for (const name of ["package.json", "biome.json"]) {
    cpSync(path.join(projectRoot, name), path.join(copy, name));
  }
  for (const [file, line] of [...breaches, ...allowed]) plant(file, line);
  const { stdout, stderr } = run("dependency-cruiser/bin/dependency-cruiser.mjs", [
    ...["--config", configFile, "--output-type", "json", "**/*.{ts,tsx}"],
  ]);
  if (stderr) throw new Error(stderr);
  const violations: Violation[] = JSON.parse(stdout).summary.violations;
  // A cycle is reported once, but for all of its files.
  found = violations.flatMap(({ from, cycle = [], rule }) =>
    [from, ...cycle.map(({ name }) => name)].map((file) => ({ file, rule: rule.name })),
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a module's functions can't import files of server/http that import Hono", async () => {
  const { default: config } = await import(configFile);
  const rule = config.forbidden.find(
    ({ name }: { name: string }) => name === "verbs-import-no-http",
  );
  const closed = new RegExp(rule.to.path);
  const files = globSync("server/http/*.ts", { cwd: projectRoot }).filter(
    (file) =>
      !file.endsWith(".test.ts") &&
      !file.endsWith(".routes.ts") &&
      /from "(hono|@hono)/.test(readFileSync(path.join(projectRoot, file), "utf8")),
  );
  expect(files.filter((file) => !closed.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
});

test.each(breaches)("a file with a forbidden import is reported: %s, %s", (file, _line, rule) => {
  expect(rulesAgainst(file)).toContain(rule);
});

test.each(allowed)("a file with an allowed import isn't reported: %s, %s", (file) => {
  expect(rulesAgainst(file)).toEqual([]);
});

test("every rule is broken by at least one test", async () => {
  const { default: config } = await import(configFile);
  const names = config.forbidden.map(({ name }: { name: string }) => name);
  expect(new Set(breaches.map(([, , rule]) => rule))).toEqual(new Set(names));
});

test("the list of modules contains exactly the folders of server/", async () => {
  const { wings, serverRooms, tools } = await import(configFile);
  const below = (folder: string): string[] =>
    readdirSync(path.join(projectRoot, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const folders = below("server").flatMap((wing) =>
    wings[wing]?.length > 0 ? below(`server/${wing}`).map((room) => `${wing}/${room}`) : wing,
  );
  const listed = [...serverRooms, ...tools, "testing", "whole-api"];
  expect(listed.toSorted()).toEqual(folders.toSorted());
});

test("the map describes every module and lists each wing's modules in order", async () => {
  const { wings, serverRooms } = await import(configFile);
  const map = readFileSync(path.join(projectRoot, "docs/map.md"), "utf8");
  const described = [...map.matchAll(/^\| (`[\w-]+`(?:, `[\w-]+`)*) \|/gm)].flatMap(
    ([, names = ""]) => names.replaceAll("`", "").split(", "),
  );
  const rooms = serverRooms.map((room: string) => path.basename(room));
  expect(described).toEqual(expect.arrayContaining(rooms));
  const drawn = [...map.matchAll(/^\| `server\/(\w+)\/` \| [^|]* \|([^|]*)\|$/gm)].map(
    ([, wing = "", names = ""]) => [wing, names.trim().split(", ").filter(Boolean)],
  );
  expect(drawn.toReversed()).toEqual(Object.entries(wings));
});

test.each([
  ["app/ui/form.tsx", values("../one.ts")],
  ["server/desk/leads/leads.ts", types("../errors.ts")],
])("a path with ../ is reported: %s, %s", (file, line) => {
  plant(file, line);
  const { stderr, stdout } = run("@biomejs/biome/bin/biome", ["lint", "--vcs-enabled=false", file]);
  expect(stdout + stderr).toContain("noRestrictedImports");
});

function rulesAgainst(file: string): string[] {
  return found.filter((one) => one.file === file).map(({ rule }) => rule);
}

/**
 * Writes a file with this line, and an empty file for each of its imports, because rules don't
 * match unresolved imports.
 */
function plant(file: string, line: string) {
  write(file, `${line}\n`);
  for (const [, name = ""] of line.matchAll(/"([#.][^"]+)"/g)) {
    const target = name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name);
    if (!existsSync(path.join(copy, target))) write(target, "export {};\n");
  }
}

function write(file: string, text: string) {
  const target = path.join(copy, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function run(program: string, args: string[]) {
  const file = path.join(projectRoot, "node_modules", program);
  return spawnSync(process.execPath, [file, ...args], { cwd: copy, encoding: "utf8" });
}
