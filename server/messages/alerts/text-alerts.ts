// "New text" on the practice's devices: the first step of the ladder, and no other. It says nothing
// of what was written.
import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import { isOpenAt } from "#contract/open-time.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { getOpenHours } from "#server/accounts/people/open-hours.ts";
import type { Transaction } from "#server/db/database.ts";
import { alerts, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { recipientsOf } from "./recipients.ts";

/**
 * Queues a notification for each device; while the practice is closed, for those that want alerts
 * then. A device gets one per text.
 */
export async function queueTextAlert(
  deps: Deps,
  tx: Transaction,
  { clientId, leadId, textId }: { clientId: string; leadId: string; textId: string },
): Promise<void> {
  const [newest] = await tx
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)))
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
    .limit(1);
  if (!newest) return;
  const now = deps.now();
  const isOpen = isOpenAt(now, await getOpenHours({ db: tx }, clientId, now));
  const devices = await recipientsOf({ ...deps, db: tx }, clientId, isOpen ? "now" : "closed");
  for (const device of devices) {
    const messageId = randomUUID();
    const added = await tx
      .insert(alerts)
      .values({
        ...{ clientId, messageId, leadId, inquiryId: newest.id, step: "text", occasion: textId },
        ...{ channel: device.channel, recipientId: device.id, recipient: device.name },
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + lateAfterMinutes * minuteMs) },
      })
      .onConflictDoNothing()
      .returning({ id: alerts.id });
    if (added.length > 0) await deps.jobs.enqueue(tx, "send-alert", { clientId, messageId });
  }
}
