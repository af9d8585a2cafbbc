// Reads a calendar on a thread of its own, which is ended if it takes too long: the library never
// returns from some rules that match no day, such as every seventh day if that is a Tuesday.
import { Worker } from "node:worker_threads";
import type { BusyTimes, findBusyTimes } from "./busy-times.ts";

export type FindBusyTimes = (...of: Parameters<typeof findBusyTimes>) => Promise<BusyTimes>;

/** A calendar of 10 MB takes about a second. */
const defaultLimitMs = 10_000;

/** `file`: the built `busy-times-thread.ts`. Returns `too_large` if the limit is reached. */
export function findOnThread(file: string | URL, limitMs = defaultLimitMs): FindBusyTimes {
  return async (text, options) => {
    const worker = new Worker(file, {
      ...{ name: "calendar", workerData: { text, options } },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // A process that is stopping doesn't wait for the thread.
    worker.unref();
    const found = Promise.withResolvers<BusyTimes>();
    const limit = setTimeout(() => found.resolve("too_large"), limitMs);
    worker.once("message", found.resolve);
    worker.once("error", found.reject);
    worker.once("exit", () => found.reject(new Error("The thread that reads calendars has ended")));
    try {
      return await found.promise;
    } finally {
      clearTimeout(limit);
      await worker.terminate();
    }
  };
}
