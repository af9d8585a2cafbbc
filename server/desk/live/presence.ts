// Stores who has a lead open, so that two people don't call the same person. It is in the database
// because several processes need it, and only while a lead is open.
import { and, eq, gt, isNotNull, lte, ne } from "drizzle-orm";
import { type Presence, presenceSeconds } from "#contract/presence.ts";
import { accounts, leadPresence, leads, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { notifyPractice } from "./notify.ts";

type Device = SignedInClient & { sessionId: string };

/**
 * Records that this device has the lead open, and notifies other devices unless it was recorded
 * before. Throws `not_found`.
 */
export async function openLead(
  deps: Pick<Deps, "db" | "now">,
  { clientId, accountId, sessionId }: Device,
  leadId: string,
): Promise<Date> {
  const now = deps.now();
  const until = new Date(now.getTime() + presenceSeconds * 1000);
  await deps.db.transaction(async (tx) => {
    const [lead] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
    if (!lead) throw new AppError("not_found");
    const here = and(
      eq(leadPresence.clientId, clientId),
      eq(leadPresence.leadId, leadId),
      eq(leadPresence.sessionId, sessionId),
    );
    const stayed = await tx
      .update(leadPresence)
      .set({ until })
      .where(and(here, gt(leadPresence.until, now)))
      .returning({ leadId: leadPresence.leadId });
    if (stayed.length > 0) return;
    // This includes expired rows of the practice's other leads.
    await tx
      .delete(leadPresence)
      .where(and(eq(leadPresence.clientId, clientId), lte(leadPresence.until, now)));
    await tx
      .insert(leadPresence)
      .values({ clientId, leadId, sessionId, accountId, until })
      .onConflictDoUpdate({
        target: [leadPresence.clientId, leadPresence.leadId, leadPresence.sessionId],
        set: { until },
      });
    await notifyPractice(tx, { clientId, leadId, kind: "presence" });
  });
  return until;
}

export async function leaveLead(
  deps: Pick<Deps, "db">,
  { clientId, sessionId }: Device,
  leadId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const left = await tx
      .delete(leadPresence)
      .where(
        and(
          eq(leadPresence.clientId, clientId),
          eq(leadPresence.leadId, leadId),
          eq(leadPresence.sessionId, sessionId),
        ),
      )
      .returning({ leadId: leadPresence.leadId });
    if (left.length > 0) await notifyPractice(tx, { clientId, leadId, kind: "presence" });
  });
}

/** The maximum number returned. No front desk has this many devices. */
const maxPresent = 200;

/** Lists who has which lead open, on logged-in devices other than the caller's own. */
export async function listPresence(
  deps: Pick<Deps, "db" | "now">,
  { clientId, sessionId }: Pick<SignedInClient, "clientId" | "sessionId">,
): Promise<Presence> {
  const present = await deps.db
    .select({
      leadId: leadPresence.leadId,
      name: accounts.firstName,
      device: sessions.device,
      until: leadPresence.until,
      endedAt: sessions.endedAt,
    })
    .from(leadPresence)
    .innerJoin(sessions, eq(sessions.id, leadPresence.sessionId))
    .innerJoin(accounts, eq(accounts.id, leadPresence.accountId))
    .where(
      and(
        eq(leadPresence.clientId, clientId),
        gt(leadPresence.until, deps.now()),
        sessionId ? ne(leadPresence.sessionId, sessionId) : isNotNull(leadPresence.sessionId),
      ),
    )
    .orderBy(leadPresence.leadId, leadPresence.until)
    .limit(maxPresent);
  return {
    present: present.flatMap(({ endedAt, until, ...one }) =>
      endedAt ? [] : [{ ...one, until: until.toISOString() }],
    ),
  };
}
