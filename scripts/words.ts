// Checks that everything is in plain American English. cspell checks the spelling (cspell.json,
// with names and terms in docs/words.txt), and phrases.ts checks the phrases.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/root.ts";
import { findPhrases } from "./phrases.ts";

const cspellConfig = path.join(projectRoot, "cspell.json");

/** Returns the findings in all files of a folder, in the format "file:line:column - problem". */
export function findWords(root: string): string[] {
  const { files: globs, ignorePaths } = JSON.parse(readFileSync(cspellConfig, "utf8"));
  const files = globSync(globs, { cwd: root, exclude: ignorePaths }).sort();
  return files.length > 0 ? [...checkSpelling(root, files), ...checkPhrases(root, files)] : [];
}

function checkSpelling(root: string, files: string[]): string[] {
  const cspell = path.join(projectRoot, "node_modules/cspell/bin.mjs");
  const cache = path.join(root, "node_modules/.cache/cspell.json");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[cspell, "lint", "--file-list", "stdin", "--config", cspellConfig, "--root", root],
      ...["--cache", "--cache-strategy", "content", "--cache-location", cache],
      ...["--relative", "--no-progress", "--no-summary", "--no-color", "--no-must-find-files"],
    ],
    { cwd: root, encoding: "utf8", input: files.join("\n") },
  );
  const lines = stdout.split("\n").filter(Boolean);
  // If cspell fails without findings, something is wrong with cspell itself, such as an unknown
  // setting.
  return status === 0 || lines.length > 0 ? lines : [`cspell: ${stderr}`];
}

function checkPhrases(root: string, files: string[]): string[] {
  return files.flatMap((file) =>
    findPhrases(file, readFileSync(path.join(root, file), "utf8")).map(
      ({ line, column, found, instead }) =>
        `${file}:${line}:${column} - "${found}": write ${instead}`,
    ),
  );
}

if (import.meta.main) {
  const findings = findWords(projectRoot);
  for (const finding of findings) console.log(finding);
  console.log(findings.length === 0 ? "Every word is plain." : `${findings.length} to rewrite`);
  process.exit(findings.length > 0 ? 1 : 0);
}
