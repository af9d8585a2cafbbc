// Every sentence that the product answers with.
import type { ErrorCode, FieldCode } from "#contract/errors.ts";

export const errorMessages: Record<ErrorCode, string> = {
  malformed: "The request could not be read.",
  unauthorized: "Please sign in.",
  wrong_credentials: "That e-mail address and password do not go together.",
  forbidden: "Your account may not do this.",
  cross_origin: "This request came from another site and was not carried out.",
  account_pending: "Your account is waiting for approval. We will e-mail you when it is ready.",
  account_suspended: "Your account is suspended. Please call us.",
  not_found: "There is nothing here.",
  method_not_allowed: "This address does not take that kind of request.",
  timeout: "That took too long. Please try again.",
  conflict: "Somebody else changed this in the meantime. Please look again.",
  stale:
    "Somebody else saved this after you opened it. Nothing was changed, and what you typed is still here.",
  same_call: "Another device logged a call to this person just now. Is it the same call?",
  too_large: "That is more than we can take at once.",
  unsupported_media_type: "The request must be sent as JSON.",
  invalid: "Please check the marked fields.",
  too_many_requests: "That was too often. Please wait a little and try again.",
  internal: "Something went wrong on our side. It has been noted.",
  unavailable: "We cannot answer just now. Please try again in a moment.",
};

export const fieldMessages: Record<FieldCode, string> = {
  required: "Please fill this in.",
  invalid: "This is not something we can use here.",
  too_long: "This is too long.",
  too_short: "This is too short.",
  not_an_email: "This does not look like an e-mail address.",
  bad_characters: "This has characters that we cannot keep.",
  mismatch: "The two do not match.",
  captcha: "Please wait for the check to finish, then send again.",
  unknown_admin_id: "We do not know this code. Please ask us for it.",
  common_password: "Too many people use this password.",
  too_short_password: "Please take at least 10 characters.",
  wrong_password: "This is not your password.",
  dead_link: "This link is no longer good. Please ask for a new one.",
  not_a_phone: "Please give all ten digits.",
  not_a_state: "Please choose a state or territory.",
  not_a_zip: "Five digits, or nine with a dash.",
  not_a_time: "This is not a time of the day.",
  ends_before_it_begins: "This ends before it begins.",
  overlaps: "This begins before the one above ends.",
  never_open: "Please open for an hour a week at least.",
  unknown_time_zone: "We do not know this time zone.",
  not_a_date: "Please give the date as MM/DD/YYYY, for example 11/24/2026.",
  no_such_day: "There is no such day: please look at the month and the day again.",
  in_the_future: "This lies in the future.",
  in_the_past: "This lies in the past.",
  before_inquiry: "This was before the inquiry came in.",
  too_far_off: "Please choose a day within a year.",
  merge_field: "A field in this cannot be filled in.",
  not_a_picture: "This is no picture that can be used. Please take a JPEG, PNG, WebP or GIF.",
  missing_picture: "A picture in this is not among yours. Please insert it anew.",
  too_many_pictures: "An e-mail carries at most five pictures.",
};

/** What the sender of a practice's own web form reads, where the form has no page for it. */
export const formPages = {
  received: { title: "Thank you", text: "We got your message and will be in touch soon." },
  empty: {
    title: "We need a way to reach you",
    text: "Please go back, enter your name and a phone number or email address, and send the form again.",
  },
  gone: {
    title: "This form isn't available",
    text: "Your message wasn't sent. Please call the office instead.",
  },
  tooMuch: {
    title: "That's more than we can take",
    text: "Your message wasn't sent. Please go back, shorten it, and send the form again.",
  },
  tooOften: {
    title: "Please wait a little",
    text: "We've had too many messages in a short time, and yours wasn't sent. Please try again in an hour, or call the office.",
  },
  unreadable: {
    title: "We couldn't read your message",
    text: "Please go back and send the form again, or call the office.",
  },
  failed: {
    title: "Something went wrong on our end",
    text: "Your message may not have been sent. Please wait a minute, go back, and send the form again, or call the office.",
  },
} as const;

/** What a contact form's sender reads, by the kind of contact request. */
export const contactMessages = {
  personal: "We will contact you shortly.",
  marketing: "We will contact you shortly.",
  makeover: "Your marketing makeover presentation was sent to your email.",
  questionnaire: "Thank you. We will contact you at the time you chose.",
} as const;

/** To whoever chose a time at which nobody calls; `next` is the first one after it. */
export const contactLaterMessage = (next: string) =>
  `Thank you. The time you chose is outside our hours: we will contact you at the next time we are there, ${next}.`;

/** What the console answers about a contact request. */
export const contactRequestMessages = {
  replied: "Your reply is on its way.",
  answered: "Noted as answered.",
  closed: "The contact request is closed.",
  reopened: "The contact request is open again.",
} as const;

export const sessionMessages = {
  signedIn: "You are signed in.",
  signedOut: "You are signed out.",
} as const;

export const accountMessages = {
  /** Under the practice's own number. */
  ownPhone: "We call you by it, and your e-mails to leads may name it.",
  registered:
    "Thank you. Please open the link that we have just mailed you and confirm your email address with your password. You can log in as soon as we have approved your account.",
  registeredByInvitation: "Thank you. Your account is ready: you can log in now.",
  passwordHint: "At least 10 characters; several words are easy to remember.",
  deadInvitation: "This invitation is no longer good. Please ask us for a new one.",
  ownersCode: "You have it from the owner; an invitation fills it in.",
  speakFirst: "Please make sure you already spoke to the owner about registering",
  passwordsDiffer: "Passwords don't match",
  recoverySent:
    "If this address has an account, a link to set a new password is on its way. It is good for one hour.",
  passwordReset: "Your new password is set, and every device is signed out. Please log in with it.",
  passwordChanged: "Your new password is set. Every other device is signed out.",
  addressConfirmed:
    "Thank you: this email address is confirmed. If your account isn't approved yet, we'll email you when it is.",
  /** On the confirm page, below its field. */
  confirmWithPassword: "The one you chose when you registered.",
  /** On the confirm page, for somebody who did not register with this password. */
  notTheRegistrant:
    "This isn't the password that was registered with this address. Didn't you register? Then close this page. To use your invitation, open the link in that email; to use this address anyway, choose “Forgot the password?” on the log in page.",
  /** Instead of `account_pending`, before the address is confirmed. */
  pendingAndUnconfirmed:
    "Your account is waiting for approval. First confirm your email address: open the link that we emailed you when you registered. Can't find it? Choose “Forgot the password?”, and the link in that email confirms it too.",
  /** To the owner, who would approve too soon. */
  confirmFirst:
    "They need to confirm their email address first, with the link that we emailed them. If it has expired, invite them again, or tell them to choose “Forgot the password?” on the log in page.",
  addressConfirmedAndIn: "Thank you: this address is confirmed, and you can log in now.",
  oneAddressConfirmed:
    "Thank you. The change is made as soon as the other address confirms it too.",
  addressChanged: "The change is made: from now on you log in with the new address.",
  addressTaken: "Another account has this address by now.",
  newAddressAsked:
    "We have mailed both addresses a link. The change is made when both are followed, within a day.",
  saved: "Saved.",
  hoursFor:
    "Calls on time can be read by the wall clock or by your open hours: a lead at 9 pm is then due first thing at opening.",
  hoursSaved: "Saved. What came in before keeps the hours it came in under.",
  deviceEnded: "That device is signed out.",
  approved: "Approved: they can log in now.",
  suspended: "Suspended: every device is signed out.",
  reinstated: "Reinstated: they can log in again.",
  invited: "The invitation is on its way.",
  withdrawn: "Taken back: the link is good no longer.",
  hasAccount: "This address has an account already.",
} as const;

/** What is wrong with a merge field, and where: lines as they are read, columns from 1. */
export const mergeMessages = {
  at: (line: number, column: number, what: string) => `Line ${line}, column ${column}: ${what}`,
  notClosed: "this field has no }} at its end.",
  notOpened: "there is a }} without its {{.",
  noField: (name: string) => `there is no field “${name}”.`,
  noFilter: (name: string) => `“${name}” cannot be done to a field.`,
  noTag: "only fields can be filled in, written as {{ lead.firstName }}.",
  unreadable: "this field cannot be read.",
} as const;

export const templateMessages = {
  saved: "Saved.",
  deleted: "Deleted.",
  restored: "It is back.",
  copied: "Copied.",
  copyOf: (title: string) => `${title} (copy)`,
  started: "They are yours now: change them as you like.",
  notEmpty: "There are templates of this kind already.",
  full: (most: number) => `A practice keeps at most ${most} of a kind. Please delete one first.`,
  testQueued: (address: string) => `A test is on its way to ${address}.`,
} as const;

export const pictureMessages = {
  full: (most: number) => `A practice keeps at most ${most} pictures.`,
} as const;

export const mailMessages = {
  resent: "It is in the queue again.",
  lost: "The process ended while handing the mail over.",
  erased: "The person it was for was erased.",
  queued: "It is on its way.",
  noAddress: "This lead has no e-mail address.",
  stopped: "No more automatic e-mails go to this address.",
  allowed: "Automatic e-mails go to this address again.",
  unsubscribed: "Done: no more automatic e-mails go to this address.",
  deadLink: "This link is not whole. Please answer the e-mail instead, and it is done by hand.",
  ownWish: "They asked for it themselves: only they can begin it again.",
} as const;

/** Why an automatic e-mail did not leave. */
export const keptBackMessages = {
  off: "The template was switched off or deleted before it left.",
  gone: "The lead is no longer in your lists, or has no e-mail address.",
  otherAddress: "The lead’s e-mail address was changed before it left.",
  unsubscribed: "Whoever reads this address has stopped your automatic e-mails.",
  refused: "The mail server of this address refuses its mail.",
  desk: "The desk was asked to send this person no mail.",
  tooMany: "This address has had as many automatic e-mails today as anybody gets.",
  tooLate: "It could not leave within a day of its time, and would make no sense by now.",
  neverOpen: "It leaves in open hours only, and the practice has none.",
} as const;

/** When somebody else has saved first. */
export const staleWords = {
  question: "Which version do you want to keep?",
  load: "Discard mine and load theirs",
  save: "Save mine over it",
} as const;

/** What forms say beside their fields. */
export const formMessages = {
  noAnswer:
    "We could not reach the server. What you typed is still here: please check your connection and try again.",
  unreadable: "The server gave an answer that we could not read. Please try again in a moment.",
  success: "Success!",
  phoneConsent: "We use this number only to talk about your request.",
  /** Beside the questionnaire's first step, which is sent when a visitor goes on from it. */
  unfinished:
    "Stop after this step and we keep these three answers, so that we can still help you.",
  /** There too, and beside the other steps, while that is not true. */
  unfinishedMissing:
    "Your name, e-mail and phone have not reached us yet: the line was down. We send them again when it is back, or when you go on.",
  healthHint: "Please leave health details out of your message.",
} as const;

/** The check that a form is sent by a person, in the words of each of its states. */
export const captchaMessages = {
  unsolved: "A check that you are a person starts by itself when you fill this in.",
  solving: "Checking that you are a person …",
  asking: "Please answer the check above.",
  solved: "Checked: you are a person.",
  expired: "The check has run out. Checking again …",
  failed: "The check did not work.",
} as const;

export const leadMessages = {
  notesFull: "This lead's notes are full, so this note wasn't saved.",
  deleted: "The lead is out of your lists.",
  seen: "Noted.",
  erased: "What was kept of this person is erased for good.",
  left: "Noted.",
} as const;

export const intakeMessages = {
  replayed: "It is being fetched again.",
  unreadableToken:
    "The page's token cannot be read with this SECRET. Start with the SECRET that it was saved under, or save it again: npm run admin -- set-page-token.",
} as const;
