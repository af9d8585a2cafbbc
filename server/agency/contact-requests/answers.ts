// The owner's actions on a contact request, besides calls and notes: reply by email, mark as
// answered, promise a callback, close, reopen.
import { eq } from "drizzle-orm";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import type { AuditAction } from "#contract/audit.ts";
import type {
  Closing,
  ContactRequest,
  ContactRequestCallback,
  NewContactRequestReply,
} from "#contract/contact-request-work.ts";
import { cancelCall } from "#server/agency/slots/bookings.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { parseCallbackTime } from "#server/desk/calls/callbacks.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { findBooking, isComing } from "#server/messages/mail/booking-rows.ts";
import { callTimeOf } from "#server/messages/mail/call-invite.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { voidLink } from "#server/people/mailed-links.ts";
import { audit } from "#server/records/audit/audit.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";
import {
  type ContactRequestChange,
  isMarkedAnswered,
  lockContactRequest,
  refreshContactRequest,
  replyKind,
  writeEvent,
} from "./refresh-contact-request.ts";
import { unfold } from "./unfinished.ts";

type Tools = Pick<Deps, "db" | "now">;

/** The acting owner; `address` is the request's IP address, for the audit log. */
export type ActingOwner = SignedInAdmin & { address: string };

/**
 * Writes the email, signed by the owner who sends it, and marks the request as answered in one
 * transaction. Idempotent by `submissionId`. Throws `conflict` for an invite without a time.
 */
export async function replyToContactRequest(
  deps: Deps,
  acting: ActingOwner,
  contactRequestId: string,
  reply: NewContactRequestReply,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    const isPersonal = row.kind === "personal";
    if (reply.hasInvite && !callTimeOf(row)) throw new AppError("conflict");
    const { accountId } = acting;
    const owner = await ownerNameOf(tx, accountId);
    const written = await queueMail(deps, tx, {
      kind: replyKind,
      causeKey: `${replyKind}:${reply.submissionId}`,
      to: row.email,
      replyTo: isPersonal ? site.email : agencyReplyTo(deps),
      ...(isPersonal && { fromName: owner }),
      contactRequestId: row.id,
      accountId,
      ...(reply.hasInvite && { attachment: "call-invite" as const }),
      words: visitorWords[row.language].replyEmail,
      fields: {
        text: reply.text,
        owner,
        agency: isPersonal ? site.owner : site.mailName,
        phone: site.phone,
        // The owner writes personal messages in their own name.
        signature: isPersonal ? "" : deps.config.replies.signature,
      },
    });
    if (!written) return toContactRequest(row);
    await note(deps, tx, acting, row, "contact_request_replied");
    return toContactRequest(await refreshContactRequest(deps, tx, row));
  });
}

/** Returns the owner's first and last name, which sign a reply. */
export async function ownerNameOf(
  db: Transaction | Deps["db"],
  accountId: SignedInAdmin["accountId"],
): Promise<string> {
  const [owner] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!owner) throw new AppError("unauthorized");
  return `${owner.firstName} ${owner.lastName}`;
}

/** Marks a request as answered in another way, for example in person. Idempotent. */
export async function markAnswered(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
): Promise<ContactRequest> {
  return change(deps, owner, contactRequestId, ({ answeredAt }) =>
    answeredAt ? null : { kind: "answered" },
  );
}

/**
 * Undoes the mark that a request was answered; a request with a reply stays answered. Idempotent.
 */
export async function undoAnswered(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
): Promise<ContactRequest> {
  return change(deps, owner, contactRequestId, async ({ id }, tx) =>
    (await isMarkedAnswered(tx, id)) ? { kind: "unanswered" } : null,
  );
}

/** Sets or moves a callback. Throws `conflict` while a clock is running, as for a lead. */
export async function setContactRequestCallback(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
  { callBackAt, version }: ContactRequestCallback,
): Promise<ContactRequest> {
  const now = deps.now();
  const promisedAt = parseCallbackTime(callBackAt, { since: now, now });
  const write = ({ uncalledSince }: ContactRequestRow) => {
    if (uncalledSince) throw new AppError("conflict");
    return { kind: "callback_set", text: promisedAt.toISOString() } as const;
  };
  return change(deps, owner, contactRequestId, write, { version });
}

/**
 * Closes a request. Idempotent: closing again keeps the first reason. An upcoming booked call is
 * canceled, and the person is notified unless it was spam.
 */
export async function closeContactRequest(
  deps: Pick<Deps, "config" | "db" | "jobs" | "now">,
  owner: ActingOwner,
  contactRequestId: string,
  { reason, version }: Closing,
): Promise<ContactRequest> {
  const write = ({ closedAt }: ContactRequestRow) =>
    closedAt ? null : ({ kind: "closed", text: reason } as const);
  const isSilent = reason === "spam";
  const also = async (tx: Transaction, row: ContactRequestRow) => {
    if (isSilent) await unfold(tx, row.id);
    const booking = await findBooking(tx, row.id);
    if (!booking || !isComing(booking, deps.now())) return;
    await cancelCall(deps, tx, { booking, booker: row, by: "owner", isSilent });
    // An open link could book another slot.
    if (isSilent) await voidLink(deps, tx, booking.linkId);
    const event = { kind: "call_canceled", text: booking.startsAt.toISOString() } as const;
    await writeEvent(deps, tx, row, { ...event, accountId: owner.accountId });
  };
  return change(deps, owner, contactRequestId, write, { version, also });
}

/** Restores the state from before the request was closed. */
export async function reopenContactRequest(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
): Promise<ContactRequest> {
  return change(deps, owner, contactRequestId, ({ closedAt }) =>
    closedAt ? { kind: "reopened" } : null,
  );
}

type ChangeOptions = {
  version?: string | undefined;
  /** Runs in the same transaction, before the event is written. */
  also?: (tx: Transaction, row: ContactRequestRow) => Promise<void>;
};

/** Writes an event. Returns null if there is nothing to change. */
async function change(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
  eventFor: (
    row: ContactRequestRow,
    tx: Transaction,
  ) => ContactRequestChange | null | Promise<ContactRequestChange | null>,
  { version, also }: ChangeOptions = {},
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId, version);
    const event = await eventFor(row, tx);
    if (!event) return toContactRequest(row);
    await also?.(tx, row);
    await writeEvent(deps, tx, row, { ...event, accountId: owner.accountId });
    const action = auditActionOf[event.kind];
    if (action) await note(deps, tx, owner, row, action);
    return toContactRequest(await refreshContactRequest(deps, tx, row));
  });
}

/** A callback is the owner's own reminder, so it isn't audited. */
const auditActionOf: { [Kind in ContactRequestChange["kind"]]?: AuditAction } = {
  answered: "contact_request_answered",
  unanswered: "contact_request_unanswered",
  closed: "contact_request_closed",
  reopened: "contact_request_reopened",
};

function note(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { accountId, address }: ActingOwner,
  { id }: ContactRequestRow,
  action: AuditAction,
): Promise<void> {
  return audit(deps, tx, { action, accountId, address, detail: { contactRequest: id } });
}
