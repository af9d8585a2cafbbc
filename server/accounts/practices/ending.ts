// The end of a practice: its people can't log in, leads aren't accepted, and its emails aren't
// sent. Until it is erased, a month later, it can be restored to its previous state.
import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { practiceErasure } from "#content/emails/practice-erasure.ts";
import { accountMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { dayMs } from "#contract/durations.ts";
import { longDateText } from "#contract/moment-text.ts";
import { weekOf } from "#contract/office-hours.ts";
import {
  endedDays,
  erasureNoticeDays,
  erasureOf,
  type PracticeEnding,
} from "#contract/practices.ts";
import { endSessions } from "#server/accounts/sign-in/sessions.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { commandLine } from "#server/people/accounts.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { eraseInBatches, erasePracticeRows } from "#server/records/retention/erase-practice.ts";
import { archiveLock } from "./archive-lock.ts";
import { lockClient } from "./practices.ts";

/**
 * Ends a practice, which also suspends it. Ending it twice keeps the first time. Throws `not_found`,
 * and `invalid` unless the name is the practice's.
 */
export async function endPractice(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
  { name }: PracticeEnding,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const people = await lockClient(tx, clientId);
    const [practice] = await tx
      .select()
      .from(clients)
      .where(and(eq(clients.id, clientId), isRealPractice))
      .for("update");
    if (!practice) throw new AppError("not_found");
    if (name !== practice.name.trim())
      throw new AppError("invalid", { fields: { name: "mismatch" } });
    if (practice.endedAt) return;
    // The end must be later than a suspension, because a restoration keeps the suspension.
    const earliest = (practice.suspendedAt?.getTime() ?? 0) + 1;
    const endedAt = new Date(Math.max(deps.now().getTime(), earliest));
    await tx
      .update(clients)
      .set({ endedAt, suspendedAt: practice.suspendedAt ?? endedAt })
      .where(eq(clients.id, clientId));
    for (const { id } of people) await endSessions(deps, tx, id);
    await audit(deps, tx, { action: "client_ended", accountId, clientId, address });
  });
}

/**
 * Restores an ended practice to its previous state. Throws `conflict` once its erasure has begun.
 */
export async function restorePractice(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockClient(tx, clientId);
    const [practice] = await tx
      .select()
      .from(clients)
      .where(eq(clients.id, clientId))
      .for("update");
    if (practice?.erasureBegunAt) {
      throw new AppError("conflict", { sentence: accountMessages.erasing });
    }
    if (!practice?.endedAt) return;
    const { suspendedAt, endedAt } = practice;
    const isOnlyEnded = suspendedAt?.getTime() === endedAt.getTime();
    await tx
      .update(clients)
      .set({ endedAt: null, suspendedAt: isOnlyEnded ? null : suspendedAt })
      .where(eq(clients.id, clientId));
    await audit(deps, tx, { action: "client_restored", accountId, clientId, address });
  });
}

/**
 * Notifies the owners of upcoming erasures, and erases the practices whose time is up. Idempotent;
 * the next run continues an interrupted one.
 */
export async function eraseEndedPractices(deps: Deps): Promise<void> {
  for (const practice of await listEndedBefore(deps, endedDays - erasureNoticeDays)) {
    if (!practice.erasureBegunAt) await tellOfErasure(deps, practice);
  }
  for (const { id } of await listEndedBefore(deps, endedDays)) await eraseEnded(deps, id);
}

type Ended = Awaited<ReturnType<typeof listEndedBefore>>[number];

function listEndedBefore(deps: Pick<Deps, "db" | "now">, days: number) {
  const { id, name, endedAt, erasureBegunAt } = clients;
  return deps.db
    .select({ id, name, endedAt, erasureBegunAt })
    .from(clients)
    .where(and(isRealPractice, lte(clients.endedAt, daysAgo(deps, days))));
}

function daysAgo({ now }: Pick<Deps, "now">, days: number): Date {
  return new Date(now().getTime() - days * dayMs);
}

async function tellOfErasure(deps: Deps, { id, name, endedAt }: Ended): Promise<void> {
  if (!endedAt) return;
  await deps.db.transaction((tx) =>
    queueOwnerNotice(deps, tx, {
      kind: "practice-erasure",
      words: practiceErasure,
      fields: {
        practice: name,
        day: longDateText(erasureOf(endedAt), weekOf(site.officeHours).timeZone),
        link: `${deps.config.origin}/admin/practice?id=${id}`,
      },
      // The email is erased with the practice.
      clientId: id,
      causeKey: `practice-erasure:${endedAt.toISOString()}`,
    }),
  );
}

async function eraseEnded(deps: Deps, clientId: string): Promise<void> {
  if (!(await beginErasure(deps, clientId))) return;
  await eraseInBatches(deps, clientId);
  await deps.db.transaction(async (tx) => {
    const [practice] = await tx
      .select({ name: clients.name })
      .from(clients)
      .where(and(eq(clients.id, clientId), isNotNull(clients.erasureBegunAt)))
      .for("update");
    if (!practice) return;
    await erasePracticeRows(tx, clientId);
    const detail = changesDetail(changesIn({ name: practice.name }, {}));
    await audit(deps, tx, {
      action: "client_erased",
      clientId: null,
      address: commandLine,
      detail,
    });
  });
}

/** Begins the erasure. Returns false if the practice is being exported or was restored. */
function beginErasure(deps: Deps, clientId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ is_free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${archiveLock(clientId)}) as is_free`,
    );
    if (!rows[0]?.is_free) return false;
    const isOver = lte(clients.endedAt, daysAgo(deps, endedDays));
    const begun = await tx
      .update(clients)
      .set({
        erasureBegunAt: sql`coalesce(${clients.erasureBegunAt}, ${deps.now().toISOString()})`,
      })
      .where(and(eq(clients.id, clientId), isRealPractice, isOver))
      .returning({ id: clients.id });
    return begun.length > 0;
  });
}
