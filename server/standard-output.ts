// Writes to standard output. A line that can't be written is dropped, because a full disk or a
// reader that has gone away must not fail a request.
import { writeSync } from "node:fs";

const standardOutput = 1;
/**
 * How often a write is retried, so that a slow reader, such as a scrolling terminal, can catch up.
 */
const maxTries = 20;
const tryAgainMs = 10;

export const output = {
  write(line: string): void {
    for (let tries = 0; tries < maxTries; tries += 1) {
      try {
        writeSync(standardOutput, line);
        return;
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tryAgainMs);
      }
    }
  },
};
