// A folder that is made once and read by every start after it, also by two that come together.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** No start takes as long: what is older belongs to an earlier build, or to a start that died. */
const oldAfterMs = 60 * 60_000;

/**
 * Made beside its place and renamed into it, so that it is there whole or not at all. Another start
 * that was quicker made the same: its folder is taken.
 */
export function makeFolderOnce(folder: string, fill: (making: string) => void) {
  mkdirSync(path.dirname(folder), { recursive: true });
  const making = mkdtempSync(`${folder}.`);
  fill(making);
  try {
    renameSync(making, folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    rmSync(making, { recursive: true });
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
