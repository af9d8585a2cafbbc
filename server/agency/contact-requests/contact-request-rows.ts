// A contact request's row, as the console sees it.
import { visitorWords } from "#content/visitor-words.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import type { contactRequests } from "#server/db/schema.ts";
import { readPhone } from "#server/desk/phone/phone.ts";

export type ContactRequestRow = typeof contactRequests.$inferSelect;

/** A list shows only this many characters of a message. */
const maxExcerpt = 200;

export function toContactRequest(row: ContactRequestRow): ContactRequest {
  return {
    _id: row.id,
    kind: row.kind,
    language: row.language,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    dials: dialOf(row.phone),
    message: row.message && excerptOf(row.message),
    package: packageOf(row),
    state: row.state,
    receivedAt: row.receivedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    contactAt: row.contactAt?.toISOString() ?? null,
    isTimed: row.isTimed,
    uncalledSince: row.uncalledSince?.toISOString() ?? null,
    firstCalledAt: row.firstCalledAt?.toISOString() ?? null,
    callBackAt: row.callBackAt?.toISOString() ?? null,
    openCall:
      row.openCallId && row.openCalledAt
        ? { _id: row.openCallId, calledAt: row.openCalledAt.toISOString() }
        : null,
    attempts: row.attempts,
    lastOutcome: row.lastOutcome,
    lastCalledAt: row.lastCalledAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    closeReason: row.closeReason,
    nextStep: row.nextStep === null ? null : { text: row.nextStep, on: row.nextStepOn },
    assignee: row.assignee === null ? null : { _id: row.assignee, name: row.assigneeName ?? "" },
    version: row.changedAt.toISOString(),
  };
}

/** Returns the number in E.164, or null if it can't be dialed as it was typed. */
function dialOf(typed: string | null): string | null {
  const phone = typed ? readPhone(typed) : null;
  return phone?.isValid ? phone.text : null;
}

function excerptOf(message: string): string {
  return message.length <= maxExcerpt ? message : `${message.slice(0, maxExcerpt).toWellFormed()}…`;
}

function packageOf({ questions }: ContactRequestRow): string | null {
  const answers = (questions ?? []).flatMap(Object.entries);
  return answers.find(([question]) => asksForPackage(question))?.[1] ?? null;
}

/** Checks every language: someone who prefers Spanish may have filled in the English form. */
export function asksForPackage(question: string): boolean {
  return Object.values(visitorWords).some(
    ({ site }) => question === site.questionnaire.questions.package,
  );
}
