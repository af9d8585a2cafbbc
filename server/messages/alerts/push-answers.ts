// Records what a push service's response says about the device.
import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { pushDevices } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { PushAnswer } from "#server/outside/push.ts";

type Device = typeof pushDevices.$inferSelect;

const firstPauseSeconds = 5;
const longestPauseSeconds = 10 * 60;

/**
 * Stores a push service's response on the device. `gone` removes the device, and a failure is shown
 * until the next success. Returns when to retry, or null if never.
 */
export async function recordPushAnswer(
  deps: Pick<Deps, "now">,
  db: Database | Transaction,
  { clientId, id, failures }: Pick<Device, "clientId" | "id" | "failures">,
  answer: PushAnswer,
): Promise<Date | null> {
  const retryAt = answer.result === "later" ? retryTime(deps.now(), failures, answer) : null;
  await db
    .update(pushDevices)
    .set({
      retryAt,
      problem: problemOf(answer),
      failures: "problem" in answer ? failures + 1 : 0,
      ...(answer.result === "gone" && { endedAt: deps.now() }),
    })
    .where(and(eq(pushDevices.clientId, clientId), eq(pushDevices.id, id)));
  return retryAt;
}

function problemOf(answer: PushAnswer): Device["problem"] {
  if (answer.result === "gone") return "gone";
  return "problem" in answer ? answer.problem : null;
}

/** Returns when the push service asks to retry, or else uses exponential backoff. */
function retryTime(
  now: Date,
  failures: number,
  { retryAfterSeconds }: { retryAfterSeconds?: number },
) {
  const backoff = Math.min(firstPauseSeconds * 2 ** Math.min(failures, 10), longestPauseSeconds);
  return new Date(now.getTime() + (retryAfterSeconds ?? backoff) * 1000);
}
