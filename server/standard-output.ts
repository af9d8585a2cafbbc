// Writes to standard output. A line that it can't take is left out: a disk that is full, or a
// reader that is gone, must not fail a request.
import { writeSync } from "node:fs";

const standardOutput = 1;
/** A reader that is slow gets a moment, such as a terminal that scrolls. */
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
