// When someone calls, a silent notification replaces the lead's alert on every device showing it.
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, ne } from "drizzle-orm";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { alerts, calls } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { listWorkingDevices } from "./devices.ts";

/** A notification older than this is no longer on screen. */
const shownHours = 24;

/**
 * Notifies each device once per call, except the caller's own, whose open page closes its
 * notifications. Doesn't notify after a burst, which is about many leads.
 */
export async function tellCalled(
  deps: Deps,
  { clientId, callId }: { clientId: string; callId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [call] = await tx
      .select({ sessionId: calls.sessionId, leadId: calls.leadId })
      .from(calls)
      .where(and(eq(calls.clientId, clientId), eq(calls.id, callId), isNull(calls.voidedAt)))
      // A merge moves the call first, then its lead's alerts.
      .for("share");
    if (!call) return;
    const { leadId } = call;
    const now = deps.now();
    const told = await tx
      .selectDistinctOn([alerts.recipientId])
      .from(alerts)
      .where(
        and(
          eq(alerts.clientId, clientId),
          eq(alerts.leadId, leadId),
          eq(alerts.channel, "push"),
          isNull(alerts.burstCount),
          ne(alerts.step, "text"),
          inArray(alerts.state, ["sending", "accepted", "shown", "opened"]),
          gt(alerts.createdAt, new Date(now.getTime() - shownHours * hourMs)),
        ),
      )
      .orderBy(alerts.recipientId, desc(alerts.createdAt), desc(alerts.id));
    const working = await listWorkingDevices({ db: tx, now: deps.now }, clientId);
    const others = new Set(
      working.filter(({ sessionId }) => sessionId !== call.sessionId).map(({ id }) => id),
    );
    // A device whose newest message says "Called by …" no longer shows the alert.
    const showing = told.filter((one) => one.step !== "called" && others.has(one.recipientId));
    for (const { inquiryId, recipientId, recipient } of showing) {
      const messageId = randomUUID();
      const added = await tx
        .insert(alerts)
        .values({
          ...{ clientId, messageId, leadId, inquiryId, recipientId, recipient },
          ...{ step: "called", occasion: callId, channel: "push", createdAt: now },
          expiresAt: new Date(now.getTime() + lateAfterMinutes * minuteMs),
        })
        .onConflictDoNothing()
        .returning({ id: alerts.id });
      if (added.length > 0) await deps.jobs.enqueue(tx, "send-alert", { clientId, messageId });
    }
  });
}
