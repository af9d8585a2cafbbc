// Erases a requester's personal data. Times and counts remain, so that the response time doesn't
// change.
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { dayMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  agencyClientId,
  bookings,
  contactRequestEvents,
  contactRequests,
  mailedLinks,
  mails,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyOwners } from "#server/desk/live/notify.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { ContactRequestRow } from "./contact-request-rows.ts";
import { isFromOwner } from "./owner-requests.ts";
import { lockContactRequest } from "./refresh-contact-request.ts";

type Tools = Pick<Deps, "db" | "now">;

/** How many days a contact request is retained, as the privacy policy says. */
const keptDays = {
  /** Days to keep a request with only the first step of the questionnaire. */
  unfinished: 90,
  /**
   * Days to keep a request after it was closed or lost. Requests that became practices are kept.
   */
  closed: 2 * 365,
} as const;

/** The most rows in one transaction, so that locks aren't held for long. */
const batchSize = 100;

/** Erases the request. Irreversible. Queued emails are never sent. Throws `not_found`. */
export async function eraseContactRequest(
  deps: Tools,
  owner: { accountId: string; address: string },
  contactRequestId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    for (const one of [row, ...(await lockFolded(tx, row.id))]) await erase(deps, tx, one);
    await audit(deps, tx, {
      ...owner,
      action: "contact_request_erased",
      detail: { contactRequest: row.id },
    });
    await notifyOwners(tx, row.id);
  });
}

/**
 * Finds the questionnaires that were merged into the request and are listed only in its history.
 */
function lockFolded(tx: Transaction, contactRequestId: string): Promise<ContactRequestRow[]> {
  return tx
    .select()
    .from(contactRequests)
    .where(and(eq(contactRequests.foldedInto, contactRequestId), isNull(contactRequests.erasedAt)))
    .orderBy(contactRequests.id)
    .for("no key update");
}

/** Erases requests whose retention period is over. Idempotent. */
export async function eraseExpiredContactRequests(deps: Tools): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * dayMs);
  const isExpired = and(
    isNull(contactRequests.erasedAt),
    or(
      and(
        eq(contactRequests.state, "unfinished"),
        lt(contactRequests.receivedAt, before(keptDays.unfinished)),
      ),
      and(
        inArray(contactRequests.state, ["closed", "lost"]),
        lt(contactRequests.closedAt, before(keptDays.closed)),
      ),
    ),
  );
  for (;;) {
    const erased = await deps.db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(contactRequests)
        .where(isExpired)
        .limit(batchSize)
        .for("no key update", { skipLocked: true });
      for (const row of rows) await erase(deps, tx, row);
      return rows.length;
    });
    if (erased < batchSize) return;
  }
}

async function erase(
  deps: Tools,
  tx: Transaction,
  { id, closedAt, closeReason, state }: ContactRequestRow,
) {
  const ofThis = and(eq(mails.clientId, agencyClientId), eq(mails.contactRequestId, id));
  await tx
    .update(mails)
    // A mail server's error may contain the email address.
    .set({ to: "", subject: "", text: "", html: null, replyTo: null, problem: null })
    .where(ofThis);
  await tx
    .update(mails)
    .set({ state: "failed", problem: mailMessages.erased })
    .where(and(ofThis, eq(mails.state, "queued")));
  await tx
    .update(contactRequestEvents)
    .set({ text: "" })
    .where(
      and(
        eq(contactRequestEvents.contactRequestId, id),
        inArray(contactRequestEvents.kind, ["note", "invited", "step_saved", "step_done"]),
      ),
    );
  await tx.delete(bookings).where(eq(bookings.contactRequestId, id));
  await tx.delete(mailedLinks).where(eq(mailedLinks.contactRequestId, id));
  const isOver = state === "won" || state === "lost" || state === "closed";
  await tx
    .update(contactRequests)
    .set({
      ...{ fullName: "", email: "", phone: null, message: null, questions: null },
      ...{ attribution: null, consent: null, submissionId: null, contactAt: null },
      ...{ nextStep: null, nextStepOn: null, assignee: null, assigneeName: null },
      ...{ uncalledSince: null, callBackAt: null, openCallId: null, openCalledAt: null },
      // An owner's own request would count once its email address is erased.
      isTimed: sql`${contactRequests.isTimed} and not (${isFromOwner})`,
      ...(!isOver && {
        state: "closed" as const,
        closedAt: closedAt ?? deps.now(),
        closeReason: closeReason ?? ("done" as const),
      }),
      erasedAt: deps.now(),
    })
    .where(eq(contactRequests.id, id));
}
