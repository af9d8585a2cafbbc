// One contact request with its full history.
import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import type { Booking } from "#contract/bookings.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import {
  accounts,
  agencyClientId,
  clients,
  contactRequestCalls,
  contactRequestEvents,
  contactRequests,
  mailedLinks,
  mails,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { toAnswers } from "#server/documents/presentation/makeover-answers.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { findBooking } from "#server/messages/mail/booking-rows.ts";
import { ownerNameOf } from "./answers.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";
import { listAssignees } from "./next-step.ts";
import { replyKind } from "./refresh-contact-request.ts";
import { fillReplyTemplates } from "./reply-templates.ts";

/** How many earlier requests from the same email address the page lists. */
const maxOthers = 10;

type Tools = Pick<Deps, "db" | "config">;

/**
 * Handles `GET /api/admin/contact-requests/{id}`. Throws `not_found`, even for an erased request.
 */
export async function getContactRequest(
  deps: Tools,
  { accountId }: SignedInAdmin,
  contactRequestId: string,
): Promise<ContactRequestDetail> {
  const [row] = await deps.db
    .select()
    .from(contactRequests)
    .where(and(eq(contactRequests.id, contactRequestId), isNull(contactRequests.erasedAt)));
  if (!row) throw new AppError("not_found");
  return {
    contactRequest: toContactRequest(row),
    message: row.message,
    questions: row.questions ?? [],
    attribution: row.attribution ?? null,
    consent: row.consent,
    calls: await listCalls(deps, row.id),
    events: await listEvents(deps, row.id),
    replies: await listReplies(deps, row.id, accountId),
    booking: await showBooking(deps, row),
    earlier: await listEarlier(deps, row.id),
    others: await listOthers(deps, row),
    practiceName: toAnswers(row.questions, row.language).practice,
    invitation: await findInvitation(deps, row),
    owners: await listAssignees(deps, accountId),
    templates: await fillReplyTemplates(deps, row, await ownerNameOf(deps.db, accountId)),
  };
}

async function listCalls({ db }: Tools, contactRequestId: string) {
  const rows = await db
    .select({ call: contactRequestCalls, by: nameOfOwner })
    .from(contactRequestCalls)
    .leftJoin(accounts, eq(accounts.id, contactRequestCalls.accountId))
    .where(eq(contactRequestCalls.contactRequestId, contactRequestId))
    .orderBy(asc(contactRequestCalls.calledAt));
  return rows.map(({ call, by }) => ({
    _id: call.id,
    calledAt: call.calledAt.toISOString(),
    isEnteredLater: call.isEnteredLater,
    outcome: call.outcome,
    callBackAt: call.callBackAt?.toISOString() ?? null,
    voidedAt: call.voidedAt?.toISOString() ?? null,
    by: fullName(by),
  }));
}

async function listEvents({ db }: Tools, contactRequestId: string) {
  const rows = await db
    .select({ event: contactRequestEvents, by: nameOfOwner })
    .from(contactRequestEvents)
    .leftJoin(accounts, eq(accounts.id, contactRequestEvents.accountId))
    .where(eq(contactRequestEvents.contactRequestId, contactRequestId))
    .orderBy(asc(contactRequestEvents.at), asc(contactRequestEvents.id));
  return rows.map(({ event, by }) => ({
    _id: event.id,
    at: event.at.toISOString(),
    kind: event.kind,
    by: fullName(by),
    text: event.text,
  }));
}

const nameOfOwner = { firstName: accounts.firstName, lastName: accounts.lastName };

function fullName(owner: { firstName: string; lastName: string } | null): string | null {
  return owner && `${owner.firstName} ${owner.lastName}`;
}

async function listReplies({ db }: Tools, contactRequestId: string, readerId: string) {
  const rows = await db
    .select({ mail: mails, by: accounts.firstName })
    .from(mails)
    .leftJoin(accounts, eq(accounts.id, mails.accountId))
    .where(
      and(
        eq(mails.clientId, agencyClientId),
        eq(mails.contactRequestId, contactRequestId),
        eq(mails.kind, replyKind),
      ),
    )
    .orderBy(asc(mails.id));
  return rows.map(({ mail: { id, text, state, createdAt, accountId }, by }) => ({
    ...{ _id: id, text, state, by },
    isOwn: accountId === readerId,
    createdAt: createdAt.toISOString(),
  }));
}

async function showBooking({ db }: Tools, { id }: ContactRequestRow): Promise<Booking | null> {
  const booking = await findBooking(db, id);
  return (
    booking && {
      startsAt: booking.startsAt.toISOString(),
      endsAt: booking.endsAt.toISOString(),
      timeZone: booking.timeZone,
      canceledAt: booking.canceledAt?.toISOString() ?? null,
      canceledBy: booking.canceledBy,
    }
  );
}

async function listEarlier({ db }: Tools, contactRequestId: string) {
  const rows = await db
    .select({ id: contactRequests.id, receivedAt: contactRequests.receivedAt })
    .from(contactRequests)
    .where(and(eq(contactRequests.foldedInto, contactRequestId), isNull(contactRequests.erasedAt)))
    .orderBy(asc(contactRequests.receivedAt));
  return rows.map(({ id, receivedAt }) => ({ _id: id, receivedAt: receivedAt.toISOString() }));
}

async function listOthers({ db }: Tools, { id, email }: ContactRequestRow) {
  const rows = await db
    .select()
    .from(contactRequests)
    .where(
      and(
        eq(contactRequests.email, email),
        ne(contactRequests.id, id),
        isNull(contactRequests.foldedInto),
      ),
    )
    .orderBy(desc(contactRequests.receivedAt))
    .limit(maxOthers);
  return rows.map((other) => ({
    _id: other.id,
    kind: other.kind,
    state: other.state,
    receivedAt: other.receivedAt.toISOString(),
  }));
}

async function findInvitation({ db }: Tools, row: ContactRequestRow) {
  if (!row.invitedAt) return null;
  const [link] = row.invitationId
    ? await db.select().from(mailedLinks).where(eq(mailedLinks.id, row.invitationId))
    : [];
  const [practice] = row.practiceId
    ? await db.select().from(clients).where(eq(clients.id, row.practiceId))
    : [];
  return {
    // The link itself is deleted a month after it expires.
    email: link?.email ?? row.email,
    invitedAt: row.invitedAt.toISOString(),
    practice: practice ? { _id: practice.id, name: practice.name } : null,
  };
}
