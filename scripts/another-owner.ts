// A copy of the project that setup gave to another owner. `npm run test:long` runs the tests of the
// owner's content in it, because no test may depend on the sample.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/root.ts";

export const contentUnitTests = [
  ...["app/generated-files/", "app/marketing/", "app/portfolio/"],
  ...["scripts/check-content.test.ts", "scripts/spanish.test.ts"],
  ...["server/agency/", "server/documents/"],
];
export const contentJourneys = [
  "booked-calls",
  "get-started",
  "makeover-is-mailed-once",
  "marketing",
  "portfolio",
  "spanish",
  "visitor-sends-a-message",
].map((name) => `e2e/${name}.spec.ts`);

const answers = "scripts/setup/fixtures/owner-answers.json";
const leftOut = /^(node_modules|build|shots|data(-.*)?|\.(git|env|react-router|preparing))$/;

/** Makes and builds the copy. Returns its folder, and the error if setup or build fails. */
export function copyForAnotherOwner(): { folder: string; error: string | null } {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-another-owner-"));
  const isCopied = (file: string) =>
    !leftOut.test(path.relative(projectRoot, file).split(path.sep)[0] ?? "");
  cpSync(projectRoot, folder, { recursive: true, filter: isCopied });
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  for (const args of [["scripts/setup.ts", "--answers", answers], ["scripts/build.ts"]]) {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) return { folder, error: `${args[0]}: ${stderr}` };
  }
  return { folder, error: null };
}
