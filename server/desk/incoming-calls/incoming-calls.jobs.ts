import { and, isNull, lt } from "drizzle-orm";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { incomingCalls } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { scheduledJob } from "#server/jobs/jobs.ts";
import { type IncomingCall, settleCall, thisIncomingCall } from "./settle-call.ts";

export const incomingCallJobs = [
  scheduledJob("sweep-incoming-calls", "* * * * *", sweepIncomingCalls),
];

/** Longer than most calls ring: a call that is open for longer may have lost its last report. */
const lostMs = 2 * minuteMs;
/** After this time, no provider is asked anymore, because no call lasts as long. */
const givenUpMs = 3 * hourMs;
/** Twilio ended these calls. */
const over = new Set(["completed", "busy", "no-answer", "canceled", "failed"]);

/** Settles calls whose last report was lost, by asking the provider. Idempotent. */
export async function sweepIncomingCalls(deps: Deps): Promise<void> {
  const { voice } = deps;
  if (!voice) return;
  const now = deps.now().getTime();
  for (const call of await listOpenCalls(deps, new Date(now - lostMs))) {
    const found = await voice.read(call.sid);
    const report = found === "missing" ? null : found;
    const isOver = found === "missing" || (report !== null && over.has(report.status));
    if (!isOver && call.receivedAt.getTime() > now - givenUpMs) continue;
    const at = report?.at && report.at < deps.now() ? report.at : deps.now();
    await deps.db.transaction((tx) => settleLost(deps, tx, call, at));
  }
}

/** Without the last report, a pressed key is the only evidence that someone took the call. */
async function settleLost(deps: Deps, tx: Transaction, found: IncomingCall, at: Date) {
  const [call] = await tx.select().from(incomingCalls).where(thisIncomingCall(found));
  if (!call) return;
  const outcome = call.acceptedAt ? "answered" : "missed";
  await settleCall(deps, tx, call, { outcome, at });
}

function listOpenCalls({ db }: Deps, before: Date): Promise<IncomingCall[]> {
  return db
    .select()
    .from(incomingCalls)
    .where(and(isNull(incomingCalls.endedAt), lt(incomingCalls.receivedAt, before)));
}
