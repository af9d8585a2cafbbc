// Recomputes a contact request: its clock, its state, and the columns of the lists.
import { and, asc, eq, min } from "drizzle-orm";
import { closeReasons, type contactRequestEventKinds } from "#contract/contact-request-work.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  agencyClientId,
  contactRequestCalls,
  contactRequestEvents,
  contactRequests,
  mails,
} from "#server/db/schema.ts";
import { nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { clocksOf } from "#server/desk/clock/clock.ts";
import { notifyOwners } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { findBooking } from "#server/messages/mail/booking-rows.ts";
import type { ContactRequestRow } from "./contact-request-rows.ts";
import { type ContactRequestFacts, contactRequestStanding } from "./contact-request-state.ts";

/** The `kind` of a reply in the mail log. */
export const replyKind = "contact-request-reply";

/**
 * Locks a contact request, to serialize changes from two tabs. Throws `not_found`, even for an
 * erased one, and `stale` when `version` isn't current.
 */
export async function lockContactRequest(
  tx: Transaction,
  contactRequestId: string,
  version?: string,
): Promise<ContactRequestRow> {
  const [row] = await tx
    .select()
    .from(contactRequests)
    .where(eq(contactRequests.id, contactRequestId))
    .for("no key update");
  if (!row || row.erasedAt) throw new AppError("not_found");
  refuseStale(row, version);
  return row;
}

/** Throws `stale` when `version` is given and isn't current. */
export function refuseStale(
  { changedAt }: Pick<ContactRequestRow, "changedAt">,
  version: string | undefined,
): void {
  if (version && new Date(version).getTime() !== changedAt.getTime()) throw new AppError("stale");
}

/**
 * Refreshes a contact request and notifies the owners' open consoles. Every function that changes a
 * contact request calls this in its transaction, with the row locked.
 */
export async function refreshContactRequest(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  row: ContactRequestRow,
): Promise<ContactRequestRow> {
  const { id } = row;
  const calls = await tx
    .select()
    .from(contactRequestCalls)
    .where(eq(contactRequestCalls.contactRequestId, id))
    .orderBy(asc(contactRequestCalls.calledAt), asc(contactRequestCalls.id));
  const events = await readEvents(tx, id);
  const [replied] = await tx
    .select({ at: min(mails.createdAt) })
    .from(mails)
    .where(
      and(
        eq(mails.clientId, agencyClientId),
        eq(mails.contactRequestId, id),
        eq(mails.kind, replyKind),
      ),
    );
  const booking = await findBooking(tx, id);
  const made = calls.flatMap(({ outcome, voidedAt, ...call }) =>
    outcome && !voidedAt ? { ...call, outcome } : [],
  );
  const answeredAt = earliest([replied?.at ?? null, markedAt(events)]);
  const facts: ContactRequestFacts = {
    isFinished: row.finishedAt !== null,
    receivedAt: row.receivedAt,
    calls: made.map(({ calledAt: at, outcome, callBackAt }) => ({
      kind: "called",
      at,
      outcome,
      callBackAt,
    })),
    changes: events.flatMap(changeOf),
    answeredAt,
    invitedAt: row.invitedAt,
    booking: booking && booking.canceledAt === null ? booking : null,
  };
  const { state, standing } = contactRequestStanding(facts);
  const asked = row.finishedAt ?? row.receivedAt;
  const [clock] = clocksOf([{ id, submittedAt: asked, isTimed: row.isTimed }], made);
  const open = calls.findLast(({ outcome, voidedAt }) => !outcome && !voidedAt);
  const lastCall = made.at(-1);
  const [written] = await tx
    .update(contactRequests)
    .set({
      state,
      uncalledSince: clock && !clock.firstCall ? clock.startedAt : null,
      firstCalledAt: clock?.firstCall?.calledAt ?? null,
      callBackAt: standing.callBackAt,
      ...(booking && { contactAt: booking.canceledAt ? null : booking.startsAt }),
      attempts: made.length,
      lastOutcome: lastCall?.outcome ?? null,
      lastCalledAt: lastCall?.calledAt ?? null,
      openCallId: open?.id ?? null,
      openCalledAt: open?.calledAt ?? null,
      touchedAt: latest([asked, lastCall?.calledAt ?? null, answeredAt]),
      answeredAt,
      // A merged request is listed again once someone has worked on it or its sender has finished
      // it.
      ...(state !== "unfinished" && { foldedInto: null }),
      closedAt: standing.archivedAt,
      closeReason: closeReasons.find((one) => one === standing.archiveReason) ?? null,
      changedAt: nextVersion(contactRequests.changedAt, deps.now()),
    })
    .where(eq(contactRequests.id, id))
    .returning();
  if (!written) throw new Error("The contact request that was locked no longer exists");
  await notifyOwners(tx, id);
  return written;
}

/** Checks whether the request was marked as answered by hand and the mark wasn't undone. */
export async function isMarkedAnswered(
  tx: Transaction,
  contactRequestId: string,
): Promise<boolean> {
  return markedAt(await readEvents(tx, contactRequestId)) !== null;
}

function readEvents(tx: Transaction, contactRequestId: string) {
  return tx
    .select()
    .from(contactRequestEvents)
    .where(eq(contactRequestEvents.contactRequestId, contactRequestId))
    .orderBy(asc(contactRequestEvents.at), asc(contactRequestEvents.id));
}

function markedAt(events: (typeof contactRequestEvents.$inferSelect)[]): Date | null {
  const undone = events.findLastIndex(({ kind }) => kind === "unanswered");
  return events.slice(undone + 1).find(({ kind }) => kind === "answered")?.at ?? null;
}

export type ContactRequestChange = {
  kind: (typeof contactRequestEventKinds)[number];
  text?: string;
};

/** Adds an event to the request's history. `accountId` is null for the visitor or the system. */
export async function writeEvent(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { id }: Pick<ContactRequestRow, "id">,
  event: ContactRequestChange & { accountId: string | null },
): Promise<void> {
  await tx.insert(contactRequestEvents).values({ ...event, contactRequestId: id, at: deps.now() });
}

function changeOf({
  kind,
  at,
  text,
}: typeof contactRequestEvents.$inferSelect): ContactRequestFacts["changes"] {
  switch (kind) {
    case "closed":
      return [{ kind: "archived", at, reason: text }];
    case "reopened":
      return [{ kind: "restored", at }];
    case "callback_set":
      return [{ kind: "call_back_set", at, callBackAt: new Date(text) }];
    default:
      return [];
  }
}

function earliest(moments: (Date | null)[]): Date | null {
  const known = moments.flatMap((at) => at?.getTime() ?? []);
  return known.length > 0 ? new Date(Math.min(...known)) : null;
}

function latest(moments: (Date | null)[]): Date {
  return new Date(Math.max(...moments.flatMap((at) => at?.getTime() ?? [])));
}
