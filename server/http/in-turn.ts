// Middleware that makes an operation wait its turn in a fair queue.
import { createMiddleware } from "hono/factory";
import type { FairQueue } from "./fair-queue.ts";
import type { Env } from "./guards.ts";

/** Queues a practice's CPU-heavy operation. Runs after the guard. */
export function inTurn(queues: FairQueue) {
  return createMiddleware<Env>((c, next) => queues.run(c.get("client").clientId, next));
}
