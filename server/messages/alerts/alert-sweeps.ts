// Recovers from a crashed process or lost jobs: finds due alerts and messages without a job, and
// messages whose process died while sending.
import { and, eq, inArray, isNotNull, isNull, lt, not, type SQL } from "drizzle-orm";
import { hourMs } from "#contract/durations.ts";
import { alertSchedule, alerts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { settleAlerts } from "./settle-alerts.ts";

/** A handoff that began longer ago was lost, because no attempt takes this long. */
export const handoffLimitSeconds = 60;
const keptHours = 24;

/** Sweeps the alerts, at startup and every minute. Idempotent. */
export async function sweepAlerts(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - handoffLimitSeconds * 1000);
  await requeueDue(deps, before);
  await endLostHandoffs(deps, before);
  await requeueQueued(deps, before);
  await forgetDone(deps, new Date(deps.now().getTime() - keptHours * hourMs));
}

/** Requeues overdue steps. The job finds all steps of a practice. */
async function requeueDue(deps: Deps, before: Date) {
  const isLost = and(isNull(alertSchedule.doneAt), lt(alertSchedule.dueAt, before));
  for (const clientId of await practicesWithSteps(deps, isLost)) {
    await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "alert-practice", { clientId }));
  }
}

/**
 * A text may already have been sent, so it isn't retried. A push is resent, because its topic and
 * tag replace the first one.
 */
async function endLostHandoffs(deps: Deps, before: Date) {
  const isLost = and(eq(alerts.state, "sending"), isMessage, lt(alerts.sendingAt, before));
  for (const key of await messagesWith(deps, isLost)) {
    await deps.db.transaction(async (tx) => {
      const { clientId, messageId, channel } = key;
      const isThis = and(eq(alerts.clientId, clientId), eq(alerts.messageId, messageId));
      const [lost] = await tx
        .select()
        .from(alerts)
        .where(and(isThis, isLost))
        .limit(1)
        .for("update");
      if (!lost) return;
      if (channel === "text") return settleAlerts(deps, tx, key, { state: "unknown" });
      await tx.update(alerts).set({ state: "queued" }).where(and(isThis, isLost));
      await deps.jobs.enqueue(tx, "send-alert", { clientId, messageId });
    });
  }
}

async function requeueQueued(deps: Deps, before: Date) {
  const isLost = and(
    eq(alerts.state, "queued"),
    isMessage,
    lt(alerts.createdAt, before),
    not(hasJob("send-alert", "messageId", alerts.messageId)),
  );
  for (const { clientId, messageId } of await messagesWith(deps, isLost)) {
    await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "send-alert", { clientId, messageId }));
  }
}

async function forgetDone(deps: Deps, before: Date) {
  const isOld = and(isNotNull(alertSchedule.doneAt), lt(alertSchedule.doneAt, before));
  for (const clientId of await practicesWithSteps(deps, isOld)) {
    await deps.db.delete(alertSchedule).where(and(eq(alertSchedule.clientId, clientId), isOld));
  }
}

/** Emails have their own sweeps. */
const isMessage = inArray(alerts.channel, ["push", "text"]);

async function practicesWithSteps({ db }: Pick<Deps, "db">, where: SQL | undefined) {
  const found = await db
    .selectDistinct({ clientId: alertSchedule.clientId })
    .from(alertSchedule)
    .where(where);
  return found.map(({ clientId }) => clientId);
}

function messagesWith({ db }: Pick<Deps, "db">, where: SQL | undefined) {
  const { clientId, messageId, channel } = alerts;
  return db.selectDistinct({ clientId, messageId, channel }).from(alerts).where(where);
}
