// A folder that is made once and reused by every later start, even if two starts race.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { hourMs } from "#contract/durations.ts";

/**
 * No start takes this long. An older temporary folder is from an earlier build or a crashed start.
 */
const oldAfterMs = hourMs;

/**
 * Makes a folder under a temporary name and renames it, so the folder is either complete or absent.
 * If another start was faster, its identical folder is used.
 */
export function makeCachedFolder(folder: string, fill: (temporary: string) => void) {
  mkdirSync(path.dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}.`);
  fill(temporary);
  try {
    renameSync(temporary, folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    rmSync(temporary, { recursive: true });
  }
  removeOldSiblings(folder);
}

function removeOldSiblings(folder: string) {
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent)) {
    const sibling = path.join(parent, name);
    const changedAt = statSync(sibling, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (sibling === folder || Date.now() - changedAt < oldAfterMs) continue;
    rmSync(sibling, { recursive: true, force: true });
  }
}
