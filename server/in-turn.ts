// The middleware that makes an operation wait for its turn in a fair queue.
import { createMiddleware } from "hono/factory";
import type { FairQueue } from "./fair-queue.ts";
import type { Env } from "./guards.ts";

/** For an operation of a practice that keeps the processor busy; stands behind its guard. */
export function inTurn(queues: FairQueue) {
  return createMiddleware<Env>((c, next) => queues.take(c.get("client").clientId, next));
}
