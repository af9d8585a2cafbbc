// The server's text for visitors of the marketing site, in English: its responses, the emails, the
// PDF of the makeover presentation, and the page of a booked call.
import type { Translated } from "#contract/languages.ts";
import { bookedCallWords } from "./booked-call.ts";
import { callInviteWords } from "./console/contact-requests.ts";
import { bookingBooked, bookingCanceled, bookingMoved, bookingReminder } from "./emails/booking.ts";
import { contactRequestReply } from "./emails/contact-request-reply.ts";
import { makeoverPresentation } from "./emails/makeover-presentation.ts";
import { englishMarketing } from "./marketing-words.ts";
import {
  bookingMessages,
  contactBookedMessage,
  contactLaterMessage,
  contactMessages,
  errorMessages,
  fieldMessages,
  slotTakenMessage,
} from "./messages.ts";
import { presentation } from "./presentation.ts";
import { type ReplyTemplate, replyTemplates } from "./reply-templates.ts";

export const englishVisitorWords = {
  errors: errorMessages,
  fieldErrors: fieldMessages,
  contact: contactMessages,
  contactBooked: contactBookedMessage,
  contactLater: contactLaterMessage,
  slotTaken: slotTakenMessage,
  bookingAnswers: bookingMessages,
  bookedCall: bookedCallWords,
  bookingEmails: {
    booked: bookingBooked,
    moved: bookingMoved,
    canceled: bookingCanceled,
    reminder: bookingReminder,
  },
  invite: callInviteWords.person,
  makeoverEmail: makeoverPresentation,
  presentation,
  replyEmail: contactRequestReply,
  replyTemplates,
  site: englishMarketing,
} as const;

export type VisitorWords = Translated<Omit<typeof englishVisitorWords, "replyTemplates">> & {
  /** The templates with which the owner can start a reply. */
  replyTemplates: readonly ReplyTemplate[];
};
