// A fair queue for work that takes CPU time or memory. It runs one task at a time per process, and
// practices take turns, so a practice with many tasks doesn't delay another practice's only task.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/errors.ts";

/** The maximum number of queued tasks per practice. Opening a page needs two or three. */
const maxWaiting = 8;
/** The longest pause after a task. A task that mostly waited for I/O doesn't need a longer one. */
const longestPauseMs = 100;

export type FairQueue = {
  /**
   * Runs the work when it's this practice's turn. Throws `too_many_requests` if the practice has
   * too many queued tasks. `most` overrides `maxWaiting`.
   */
  run<Done>(who: string, work: () => Promise<Done>, most?: number): Promise<Done>;
};

/**
 * Makes a queue. `maxPauseMs` is 0 for work that mostly waits for the database, because other
 * requests can run at the same time anyway.
 */
export function makeFairQueue({ maxPauseMs = longestPauseMs } = {}): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  async function wait(who: string, most: number): Promise<void> {
    const own = waiting.get(who) ?? [];
    if (own.length >= most) throw new AppError("too_many_requests", { retryAfterSeconds: 2 });
    waiting.set(who, own);
    await new Promise<void>((resolve) => own.push(resolve));
  }

  function startNext() {
    const [first] = waiting;
    if (!first) {
      isBusy = false;
      return;
    }
    const [who, own] = first;
    const start = own.shift();
    // A practice with more tasks goes to the end of the line.
    waiting.delete(who);
    if (own.length > 0) waiting.set(who, own);
    start?.();
  }

  return {
    async run(who, work, most = maxWaiting) {
      if (isBusy) await wait(who, most);
      isBusy = true;
      const begun = performance.now();
      try {
        return await work();
      } finally {
        // Other requests then get as much time as the task took.
        const pauseMs = Math.min(performance.now() - begun, maxPauseMs);
        void sleep(pauseMs).then(startNext);
      }
    },
  };
}
