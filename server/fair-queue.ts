// Work that keeps the processor, or much memory, for a while: one piece at a time in a process, by
// turns of those who ask, so that what takes a moment comes in between and nobody's heap of work
// stands before another's one piece.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "./errors.ts";

/** Of one asker; a person who waits for a page asks for two or three. */
const mostWaiting = 8;
/** Of a piece that mostly waited itself nobody needs to recover for long. */
const longestPauseMs = 100;

export type FairQueue = {
  /**
   * Does the work when it is this asker's turn. Throws `too_many_requests` when too much of theirs
   * waits already, unless `most` says that it may wait however long the line is.
   */
  take<Done>(who: string, work: () => Promise<Done>, most?: number): Promise<Done>;
};

export function makeFairQueue(): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;

  async function wait(who: string, most: number): Promise<void> {
    const own = waiting.get(who) ?? [];
    if (own.length >= most) throw new AppError("too_many_requests", { retryAfterSeconds: 2 });
    waiting.set(who, own);
    await new Promise<void>((resolve) => own.push(resolve));
  }

  function passOn() {
    const [first] = waiting;
    if (!first) {
      isTaken = false;
      return;
    }
    const [who, own] = first;
    const begin = own.shift();
    // Whoever has more waiting goes behind the others.
    waiting.delete(who);
    if (own.length > 0) waiting.set(who, own);
    begin?.();
  }

  return {
    async take(who, work, most = mostWaiting) {
      if (isTaken) await wait(who, most);
      isTaken = true;
      const begun = performance.now();
      try {
        return await work();
      } finally {
        // As long as it took belongs to all the others.
        const pauseMs = Math.min(performance.now() - begun, longestPauseMs);
        void sleep(pauseMs).then(passOn);
      }
    },
  };
}
