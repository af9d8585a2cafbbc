// Tests that documents have no stale names. After a rename that forgets a document, this fails with
// the document's line.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { allJobs } from "#server/all-jobs.ts";
import { projectRoot } from "#server/root.ts";
import { documents, findStaleNames } from "./doc-paths.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

test("documents name only files, headings, functions, tables and tests that exist", () => {
  expect(documents.flatMap((file) => findStaleNames(file, read(file)))).toEqual([]);
});

test("the map lists every job and nothing else", () => {
  const [, section = ""] = read("docs/map.md").split("## Jobs");
  const [table = ""] = section.split("\n## ");
  const listed = [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(allJobs.map(({ name }) => name).sort());
});

test("each threat in the security document names its tests", () => {
  const [table = ""] = read("docs/security.md").split("\n## ");
  const [, , ...rows] = table.split("\n").filter((line) => line.startsWith("|"));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !/`: "/.test(row))).toEqual([]);
});

test("each of the runbook's ten problems names the tests that reproduce it", () => {
  const [, ...sections] = read("docs/runbook.md").split(/^## (?=\d+\. )/m);
  expect(sections.map((section) => Number.parseInt(section, 10))).toEqual(
    Array.from({ length: 10 }, (_, index) => index + 1),
  );
  expect(sections.filter((section) => !/^- \*\*Shown by:\*\* .*`: "/m.test(section))).toEqual([]);
});

test.each([
  ["a file that doesn't exist", "See `server/desk/queue/live.ts`.", ["server/desk/queue/live.ts"]],
  ["a file name in several folders", "See `mail.ts`.", ["mail.ts"]],
  [
    "a file in one folder, even by the end of its path",
    "`queue-order.ts`, `queue/queue-order.ts`",
    [],
  ],
  [
    "a folder that doesn't exist",
    "`server/desk/leads/`, `server/outbox/`, `app/desk`",
    ["server/outbox/", "app/desk"],
  ],
  ["a pattern", "`server/<folder>/<folder>.routes.ts`, `*.jobs.ts`", []],
  ["a pattern without matches", "`server/*.view.ts`", ["server/*.view.ts"]],
  ["names that aren't paths", "`lt10`, `/api/docs`, `client=`, `text/html`, `build/a.js`", []],
  ["a link", "[a](docs/map.md#jobs) [b](docs/maps.md)", ["docs/maps.md"]],
  [
    "a heading that doesn't exist",
    "[a](docs/map.md#folders-and-jobs)",
    ["docs/map.md#folders-and-jobs"],
  ],
  ["a function", "`sendMail` in `server/messages/mail/send-mail.ts`", []],
  ["a function in another file", "`sendMail` in `server/messages/mail/mail.ts`", ["sendMail"]],
  ["a name in parentheses", "`server/messages/mail/send-mail.ts` (`sentMail`)", ["sentMail"]],
  ["a table", "table `leads`, table `asks`", ["asks"]],
  [
    "words in a test's comment",
    '`server/sources/intake/meta.test.ts`: "Webhooks for leads"',
    ["Webhooks for leads"],
  ],
  [
    "a drill",
    '`e2e/full-disk.drill.ts`: "no such drill", `e2e/a-walk.cluster.ts`: "no such walk"',
    ["no such drill", "no such walk"],
  ],
  ["a test", '`scripts/words.test.ts`: "in %s, “%s”", "no such test"', ["no such test"]],
])("a stale name in a document is reported: %s", (_, text, stale) => {
  expect(findStaleNames("README.md", text)).toEqual(
    stale.map((name) => expect.stringContaining(`README.md:1: ${name} (`)),
  );
});

test("the folders in a tree are looked up inside the folder at the start of their line", () => {
  const tree = "```\nserver/  desk/ messages/\napp/  lms/, outbox/\n```";
  expect(findStaleNames("README.md", tree)).toEqual(["README.md:3: outbox/ (doesn't exist)"]);
});
