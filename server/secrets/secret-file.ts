// The secret that is kept in the data folder, and the one that replaces it: written beside it before
// the database changes, and moved into place after.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** On the disk before it returns. */
export function writeNextSecret(secretFile: string, secret: string): void {
  const half = `${nextOf(secretFile)}.half`;
  writeFileSync(half, secret, { mode: 0o600, flush: true });
  renameSync(half, nextOf(secretFile));
  flushFolder(secretFile);
}

/** Null: no rotation was begun. */
export function readNextSecret(secretFile: string): string | null {
  const file = nextOf(secretFile);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Of two processes at once, one moves it. */
export function moveNextSecret(secretFile: string): void {
  try {
    renameSync(nextOf(secretFile), secretFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  flushFolder(secretFile);
}

function nextOf(secretFile: string): string {
  return `${secretFile}.next`;
}

function flushFolder(file: string): void {
  const folder = openSync(path.dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
