// Fills the disk that this run's products are on.
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";

/**
 * Takes every free byte on the disk, and every byte that becomes free, until `remove` is called.
 */
export function fillDisk() {
  const file = path.join(inject("runFolder"), "ballast");
  const handle = openSync(file, "w");
  let isFull = true;
  const filling = (async () => {
    while (isFull) {
      // Writes ever smaller blocks, so that even the last page of the disk is filled.
      for (const size of [1 << 20, 1 << 16, 1 << 12]) while (isFull && wrote(handle, size));
      await sleep(20);
    }
    closeSync(handle);
  })();
  return {
    async remove() {
      isFull = false;
      await filling;
      rmSync(file);
    },
  };
}

function wrote(handle: number, size: number): boolean {
  try {
    return writeSync(handle, Buffer.alloc(size, 1)) === size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
