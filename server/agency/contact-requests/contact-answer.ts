// The response to a contact request, and what a request asks for.
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import type { Contact, ContactAnswer, NewContactRequest } from "#contract/contact-requests.ts";
import { isOfficeMoment, nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import { phoneText } from "#contract/phone.ts";
import { visitorTimeText } from "#server/agency/slots/booking-mails.ts";
import type { Deps } from "#server/deps.ts";
import { findBooking } from "#server/messages/mail/booking-rows.ts";
import type { ContactRequestRow } from "./contact-request-rows.ts";

// The API's specification has this misspelling, so it is kept.
const pageOf = {
  personal: "Personal",
  marketing: "Marketing",
  makeover: "Marketing",
  questionnaire: "Questionairre",
} as const;

export async function toAnswer(
  deps: Deps,
  row: ContactRequestRow,
  request: NewContactRequest,
): Promise<ContactAnswer> {
  const contact: Contact = {
    _id: row.id,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    message: row.message,
    page: pageOf[row.kind],
    makeOver: row.kind === "makeover",
    test: row.test,
  };
  const message = (await bookedMessage(deps, row, request)) ?? officeHoursMessage(row, request);
  return { contact, message: message ?? visitorWords[row.language].contact[row.kind] };
}

async function bookedMessage(deps: Deps, row: ContactRequestRow, request: NewContactRequest) {
  const booking = slotOf(request) && (await findBooking(deps.db, row.id));
  if (!booking) return null;
  const { contactBooked } = visitorWords[row.language];
  return contactBooked(visitorTimeText(deps, booking, row.language), phoneText(row.phone ?? ""));
}

/**
 * Suggests the next possible time, instead of promising the requested one, if that is outside
 * office hours.
 */
function officeHoursMessage(
  { language }: ContactRequestRow,
  request: NewContactRequest,
): string | null {
  if (!("contactAt" in request) || !request.contactAt) return null;
  const wanted = new Date(request.contactAt);
  if (isOfficeMoment(wanted, site.officeHours)) return null;
  const next = nextOfficeMoment(wanted, site.officeHours);
  const { contactLater, site: words } = visitorWords[language];
  const hours = { ...site.officeHours, zoneName: words.zoneName };
  return contactLater(officeMomentText(next, hours, language));
}

/** Returns the slot that a request books; the first step of a questionnaire doesn't book one. */
export function slotOf(request: NewContactRequest): Date | null {
  return "slot" in request && request.slot && !isUnfinished(request)
    ? new Date(request.slot)
    : null;
}

export function isUnfinished(request: NewContactRequest): boolean {
  return "unfinished" in request && request.unfinished === true;
}
