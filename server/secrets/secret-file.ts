// The secret file in the data folder. Its replacement is written next to it before the database
// changes, and moved into place afterward.
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

/** Writes the next secret, flushed to disk before it returns. */
export function writeNextSecret(secretFile: string, secret: string): void {
  const half = `${nextOf(secretFile)}.half`;
  writeFileSync(half, secret, { mode: 0o600, flush: true });
  renameSync(half, nextOf(secretFile));
  flushFolder(secretFile);
}

/** Returns the next secret, or null if no rotation is in progress. */
export function readNextSecret(secretFile: string): string | null {
  const file = nextOf(secretFile);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Moves the next secret into place. Safe if two processes do it at the same time. */
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
