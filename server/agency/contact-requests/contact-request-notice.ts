// Notifies the owners of a contact request.
import { ownZone } from "#content/booked-call.ts";
import {
  contactRequestActions,
  contactRequestNotice,
} from "#content/emails/contact-request-notice.ts";
import { languageNames } from "#content/languages.ts";
import { packageTitle } from "#content/marketing.ts";
import { zonedText } from "#contract/booked-time.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { findBooking } from "#server/messages/mail/booking-rows.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { asksForPackage, type ContactRequestRow } from "./contact-request-rows.ts";

export async function queueNotice(deps: Deps, tx: Transaction, contactRequest: ContactRequestRow) {
  await queueOwnerNotice(deps, tx, {
    kind: "contact-request-notice",
    area: "contactRequests",
    causeKey: `contact-request-notice:${contactRequest.id}:${contactRequest.finishedAt ? "whole" : "unfinished"}`,
    replyTo: contactRequest.email,
    contactRequestId: contactRequest.id,
    words: contactRequestNotice,
    fields: {
      action: contactRequestActions[contactRequest.finishedAt ? contactRequest.kind : "unfinished"],
      fullName: contactRequest.fullName,
      email: contactRequest.email,
      phone: contactRequest.phone,
      language: contactRequest.language === "en" ? "" : languageNames[contactRequest.language],
      message: contactRequest.message,
      answers: answersOf(contactRequest),
      booked: await ownTimeText(deps, tx, contactRequest),
      link: `${deps.config.origin}/admin/requests/${contactRequest.id}`,
    },
  });
}

/** Returns the time of the booked call in the owner's time zone; empty if there is none. */
async function ownTimeText({ config }: Deps, tx: Transaction, { id }: ContactRequestRow) {
  const booking = await findBooking(tx, id);
  return booking ? zonedText(booking.startsAt, ownZone(config.calls.timeZone)) : "";
}

/** Returns the answers for the owner, with a package's name instead of its id. */
function answersOf({ questions }: ContactRequestRow): [question: string, answer: string][] {
  return (questions ?? [])
    .flatMap((pair) => Object.entries(pair))
    .map(([question, answer]) => [
      question,
      (asksForPackage(question) && packageTitle(answer)) || answer,
    ]);
}
