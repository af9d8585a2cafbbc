// All messages from the API, the forms and the captcha.
import type { ErrorCode, FieldCode } from "#contract/errors.ts";
import type { TextRefusal } from "#contract/texts.ts";

export const errorMessages: Record<ErrorCode, string> = {
  malformed: "We couldn’t read that request.",
  unauthorized: "Please log in.",
  wrong_credentials: "Wrong email or password.",
  forbidden: "You don’t have permission to do this.",
  cross_origin: "This request came from another site, so we blocked it.",
  account_pending: "Your account is waiting for approval. We’ll email you when it’s ready.",
  account_suspended: "Your account is suspended. Please call us.",
  account_ended:
    "Your practice has ended its work with us, so you can’t log in. If you have questions, please call us.",
  second_factor_required: "Enter the code from your authenticator app.",
  proof_required: "Enter your password to continue.",
  device_locked: "This device is locked. Unlock it with your PIN.",
  account_deactivated: "Your account was deactivated. Please talk to a manager at your practice.",
  not_found: "We couldn’t find that. It may have been deleted.",
  method_not_allowed: "This address doesn’t accept that kind of request.",
  timeout: "That took too long. Please try again.",
  conflict: "Someone else just changed this. Reload the page and try again.",
  stale:
    "Someone else saved this after you opened it. We haven’t saved your changes, but they’re still here.",
  same_call: "A call to this person was just logged on another device. Is it the same call?",
  too_large: "That’s too large to send. Please shorten it and try again.",
  unsupported_media_type: "The request must be sent as JSON.",
  invalid: "Please check the highlighted fields.",
  too_many_requests: "Too many attempts. Please wait a bit and try again.",
  internal: "Something went wrong on our end. We’ve been notified.",
  unavailable: "We’re having trouble right now. Please try again in a moment.",
};

export const fieldMessages: Record<FieldCode, string> = {
  required: "Please fill this in.",
  invalid: "This isn’t valid.",
  too_long: "This is too long.",
  too_short: "This is too short.",
  not_an_email: "Enter a valid email address.",
  bad_characters: "This has characters we can’t save. Please remove them.",
  mismatch: "These don’t match.",
  captcha: "Please wait for the check to finish, then try again.",
  unknown_admin_id: "That code isn’t valid. Please ask us for the right one.",
  common_password: "This password is too common. Choose another one.",
  too_many_lines: "Use at most three lines.",
  too_short_password: "Use at least 10 characters.",
  wrong_password: "Wrong password. Please try again.",
  dead_link: "This link has expired. Please get a new one.",
  wrong_code: "That’s not the code we sent. Check it and try again.",
  dead_code: "This code no longer works. Add the email or number again to get a new one.",
  wrong_app_code:
    "That code didn’t work. Use the one your app shows now, or a recovery code you haven’t used.",
  not_a_pin: "Enter four digits.",
  not_a_web_address: "Enter a full web address, such as https://example.com/thanks.",
  not_an_origin: "Enter only the start of the address, such as https://example.com.",
  not_digits: "Use numbers only.",
  not_a_calendar_url: "Enter a URL that starts with https://.",
  not_a_host: "Enter only the server’s name, such as smtp.example.com.",
  not_a_port: "Enter a number from 1 to 65535. Mail servers usually use 587 or 465.",
  not_a_version: "Enter a version, such as v24.0.",
  not_a_sid: "Enter the account SID: AC followed by 32 characters (0–9 and a–f).",
  not_a_customer_id: "Enter the customer ID: 10 digits, such as 123-456-7890.",
  not_e164: "Enter the number with its country code, such as +18135550100.",
  secret_again: "Enter this again. The saved one belongs to a different account.",
  easy_pin: "This PIN is too easy to guess. Choose another one.",
  wrong_pin: "Wrong PIN. Please try again.",
  too_many_pins: "Too many wrong PINs. Use your password.",
  not_a_name: "Enter a name without a web address, an email address or a phone number.",
  not_initials: "Enter one to three letters.",
  initials_taken: "Someone here already uses these initials. Choose different ones.",
  not_a_phone: "Enter a 10-digit phone number.",
  number_taken: "Another practice already has this number.",
  unusual_phone:
    "This doesn’t look like a phone number. Check it, or press the button again to use it anyway.",
  not_a_state: "Choose a state or territory.",
  not_a_zip: "Enter a ZIP code, such as 33602 or 33602-1234.",
  not_a_time: "Enter a valid time.",
  slot_taken: "That time was just taken. Please pick another one.",
  out_of_range: "This number is too small or too large.",
  ends_before_it_begins: "The end must be after the start.",
  overlaps: "These hours overlap the ones above.",
  never_open: "Add business hours for at least one day.",
  unknown_time_zone: "Choose a time zone from the list.",
  not_a_date: "Enter the date as MM/DD/YYYY, for example 11/24/2026.",
  no_such_day: "That date doesn’t exist.",
  in_the_future: "That’s in the future. Enter an earlier time.",
  future_day: "That day is in the future. Enter today or an earlier day.",
  part_of_cent: "Enter an amount with at most two decimals.",
  in_the_past: "That date has passed.",
  before_inquiry: "That’s before the inquiry came in. Enter a later time.",
  too_far_off: "Choose a date within the next year.",
  merge_field: "A field in this text can’t be filled in.",
  not_a_picture: "We can’t use this picture. Try a JPEG, PNG, WebP or GIF.",
  missing_picture: "A picture is missing from this message. Please insert it again.",
  too_many_pictures: "An email can have up to five pictures.",
  repeated_column: "Name, language and date can each be used for only one column.",
  too_many_contact_columns:
    "Choose up to eight columns with phone numbers, and up to eight with email addresses.",
  no_contact_column: "Choose at least one column with phone numbers or email addresses.",
  no_opt_out: "Add “Reply STOP to opt out.”",
};

/**
 * Shown after a practice's web form was submitted, if the practice doesn't have its own thank-you
 * page.
 */
export const formPages = {
  received: { title: "Thank you", text: "We got your message and will be in touch soon." },
  empty: {
    title: "We need a way to reach you",
    text: "Please go back, enter your name and a phone number or email address, and send the form again.",
  },
  gone: {
    title: "This form isn’t available",
    text: "Your message wasn’t sent. Please call the office instead.",
  },
  tooMuch: {
    title: "Your message is too long",
    text: "Your message wasn’t sent. Please go back, shorten it, and send the form again.",
  },
  tooOften: {
    title: "Please try again later",
    text: "We got too many messages in a short time, so yours wasn’t sent. Please try again in an hour, or call the office.",
  },
  unreadable: {
    title: "We couldn’t read your message",
    text: "Please go back and send the form again, or call the office.",
  },
  failed: {
    title: "Something went wrong on our end",
    text: "Your message may not have been sent. Please wait a minute, go back, and send the form again, or call the office.",
  },
} as const;

/** A hosted form: a web form's page on our own site. */
export const hostedFormWords = {
  name: "Name",
  phone: "Phone",
  email: "Email",
  message: "How can we help?",
  healthHint: "Please leave health details out of your message.",
  consent: (practice: string) =>
    `By sending this form, you agree that ${practice} may call, text or email you about your request. Agreeing is not a condition of service.`,
  privacy: "Privacy policy",
  privacyPath: "/lms/privacy-policy",
  send: "Send",
  noReach: "Enter your name and a phone number or email address.",
  thanks: {
    title: "Thank you",
    text: (practice: string) => `${practice} got your message and will be in touch soon.`,
  },
  closed: {
    title: (practice: string) => `${practice} isn’t taking requests here right now`,
    text: "Please call the office instead.",
  },
} as const;

/** Shown after a contact form is submitted, by the kind of contact request. */
export const contactMessages = {
  personal: "We will contact you shortly.",
  marketing: "We will contact you shortly.",
  makeover: "Your marketing makeover presentation was sent to your email.",
  questionnaire: "Thank you. We’ll contact you at the time you chose.",
} as const;

/**
 * The message after a questionnaire if the chosen slot was free. `when` is in the visitor's time
 * zone. `phone`: the number to call, as typed.
 */
export const contactBookedMessage = (when: string, phone: string) =>
  `Your call is booked: ${when}. We’ll call ${phone}. We’ve emailed you a confirmation with a link to reschedule or cancel it.`;

/** Shown if someone else has taken the chosen slot, or the slot is no longer offered. */
export const slotTakenMessage =
  "That time was just taken. Your answers are still here. Pick another time and submit again.";

/** The page on which a visitor reschedules or cancels a booked call, opened by an emailed link. */
export const bookingMessages = {
  moved: "Your call is rescheduled. We’ve emailed you a confirmation.",
  canceled: "Your call is canceled. We’ve emailed you a confirmation.",
  taken: "That time was just taken. Pick another one.",
  over: "This call has already started, so it can’t be changed here.",
} as const;

/** The console’s messages about booked calls. */
export const callMessages = {
  moved: "Call rescheduled. We’ve emailed them the new time.",
  booked: "Call booked. We’ve emailed them a confirmation.",
  canceled: "Call canceled. We’ve emailed them to let them know.",
  overlaps: "You have another call then. Pick another time.",
  blocked: "Blocked. Nobody can book that time.",
  blockedWithCalls: (count: number) =>
    count === 1
      ? "Blocked. You already have a call booked during that time. Reschedule or cancel it if you need to."
      : `Blocked. You already have ${count} calls booked during that time. Reschedule or cancel them if you need to.`,
  unblocked: "That time can be booked again.",
} as const;

/**
 * The message after a questionnaire if the chosen time is outside office hours. `next` is when the
 * office opens again.
 */
export const contactLaterMessage = (next: string) =>
  `Thank you. We’re closed at the time you chose, so we’ll contact you the next time we’re open: ${next}.`;

/** The console's messages about a contact request. */
export const contactRequestMessages = {
  replied: "Your reply is on its way.",
  answered: "Marked as answered.",
  unanswered: "No longer marked as answered.",
  closed: "Contact request closed.",
  reopened: "Contact request reopened.",
  called: "Call saved.",
  undone: "Call undone.",
  noted: "Note saved.",
  callbackSet: "Callback set.",
  stepSaved: "Next step saved.",
  stepDone: "Next step done.",
  erased: "Everything on file about this person has been erased for good.",
  notesFull: "This contact request’s notes are full, so this note wasn’t saved.",
} as const;

export const sessionMessages = {
  signedIn: "You’re logged in.",
  signedOut: "You’re logged out.",
  proved: "Thanks, you can continue.",
} as const;

export const accountMessages = {
  /** Shown below the practice's phone number. */
  ownPhone: "We use this number to call you. Your emails to leads can show it, too.",
  registered:
    "Thank you. We just emailed you a link. Open it and enter your password to confirm your email address. You can log in once we’ve approved your account.",
  registeredByInvitation: "Thank you. Your account is ready. You can log in now.",
  passwordHint: "At least 10 characters. A few words in a row are easy to remember.",
  deadInvitation: "This invitation has expired. Please ask us for a new one.",
  ownersCode: "We’ll give you this code. If we invited you, it’s already filled in.",
  speakFirst: "Please make sure you already spoke to the owner about registering",
  passwordsDiffer: "Passwords don't match",
  recoverySent:
    "If there’s an account for this email address, we just sent it a link to set a new password. The link works for one hour.",
  passwordReset:
    "Your new password is set, and you’ve been logged out on every device. Please log in.",
  passwordChanged: "Your new password is set, and you’ve been logged out on every other device.",
  addressConfirmed:
    "Thank you. Your email address is confirmed. If your account isn’t approved yet, we’ll email you when it is.",
  /** Shown below the field on the confirmation page. */
  confirmWithPassword: "The one you chose when you registered.",
  /** Shown on the confirmation page to someone who didn't register with this password. */
  notTheRegistrant:
    "This isn’t the password this address was registered with. If you didn’t register, close this page. If we invited you, use the link in your invitation instead. To use this address anyway, choose “Forgot your password?” on the login page.",
  /** Shown instead of `account_pending` until the email address has been confirmed. */
  pendingAndUnconfirmed:
    "Your account is waiting for approval. First, confirm your email address: open the link we emailed you when you registered. Can’t find it? Choose “Forgot your password?”, and we’ll email you a link that also confirms your address.",
  /** Shown to an owner who approves an account before its email address is confirmed. */
  confirmFirst:
    "They need to confirm their email address first, with the link we emailed them. If it has expired, invite them again, or tell them to choose “Forgot your password?” on the login page.",
  addressConfirmedAndIn: "Thank you. Your address is confirmed, and you can log in now.",
  oneAddressConfirmed:
    "Thank you. We’ll make the change once you click the link in the other email, too.",
  addressChanged: "Your email address has been changed. From now on, log in with the new one.",
  addressTaken: "Another account now uses this address.",
  newAddressAsked:
    "We emailed a link to both addresses. Click both links within 24 hours, and we’ll make the change.",
  saved: "Saved.",
  hoursFor:
    "Calls on Time can count all hours or only your business hours. With business hours, a lead that comes in at 9 pm is due first thing when you open.",
  hoursSaved: "Saved. The new hours apply to leads that come in from now on.",
  deviceEnded: "That device is logged out.",
  otherDevicesEnded: "Every other device is logged out.",
  approved: "Approved. They can log in now.",
  suspended: "Suspended. Every device is logged out.",
  ended: "Ended. Until the last day, you can restore it.",
  restored: "Restored. Its people can log in again.",
  erasing: "Its data is already being erased, so it can’t be restored.",
  reinstated: "Reinstated. They can log in again.",
  invited: "The invitation is on its way.",
  withdrawn: "Invitation canceled. The link no longer works.",
  hasAccount: "This address already has an account.",
} as const;

/** Two-step login. */
export const factorMessages = {
  totpName: "Authenticator app",
  tooMany: "You already have ten authenticator apps. Remove one first.",
  added: "Two-step login is on.",
  addedAnother: "Authenticator app added.",
  removed: "Removed.",
  renewed: "Your old recovery codes no longer work.",
  reset: "Their two-step login is off. We emailed them to let them know.",
  deadChallenge: "This login has expired. Please enter your password again.",
  passkeyName: "Passkey",
  passkeyAdded: "You can log in with your passkey now.",
  /** Shown if the person took too long or the device's response was invalid. */
  passkeyNotAdded: "We couldn’t add this passkey. Please try again.",
  samePasskey: "This passkey is already in use.",
  /**
   * The message is the same for every passkey that doesn't work, so that it doesn't reveal which
   * accounts exist.
   */
  wrongPasskey: "That passkey didn’t work. Try again, or log in with your password.",
  wrongSecondPasskey: "That passkey didn’t work. Try again, or enter a code.",
  noPasskeysHere: "Passkeys only work on a site with a domain name and HTTPS.",
} as const;

/** An error in a merge field, with its position. */
export const mergeMessages = {
  /** `before` contains the last words before the field. It's empty at the start of a line. */
  inText: (line: number, before: string, what: string) =>
    before ? `Line ${line}, after “${before}”: ${what}` : `Line ${line}: ${what}`,
  inSubject: (before: string, what: string) => (before ? `After “${before}”: ${what}` : what),
  notClosed: "This field is cut off at the end. Delete it and pick it from the list again.",
  notOpened: "This field is cut off at the start. Delete it and pick it from the list again.",
  noField: (name: string) => `There’s no field called “${name}”. Pick one from the list.`,
  noFilter: (name: string) =>
    `Fields don’t support “${name}”. Delete the field and pick it from the list again.`,
  noTag: "Only fields from the list work here.",
  unreadable: "We can’t read this field. Delete it and pick it from the list again.",
} as const;

export const templateMessages = {
  saved: "Saved.",
  deleted: "Deleted.",
  restored: "Restored.",
  copied: "Duplicated.",
  putBack: "Earlier text restored.",
  taken: (count: number, hasSettings: boolean) => {
    if (count === 0) return "Everything was already up to date.";
    if (hasSettings) return count === 1 ? "1 update made." : `${count} updates made.`;
    return count === 1 ? "1 template updated." : `${count} templates updated.`;
  },
  notNow: "Saved for later. Nothing has changed.",
  copyOf: (title: string) => `${title} (copy)`,
  started: "Added. Edit them any way you like.",
  notEmpty: "You already have templates of this type.",
  full: (most: number) => `You can have up to ${most} of each type. Please delete one first.`,
  testQueued: (address: string) => `A test email is on its way to ${address}.`,
  /** Shown if no mail server is configured. */
  testWaits: (address: string) =>
    `A test email to ${address} is queued. It goes out when email is set up.`,
} as const;

export const pictureMessages = {
  full: (most: number) => `You can have up to ${most} pictures. Please delete one first.`,
} as const;

/** Used in an email instead of a name that contains a URL, an email address or a phone number. */
export const neutralNames = {
  firstName: "there",
  lastName: "",
  practice: "Your practice",
  by: "Someone",
} as const;

export const mailMessages = {
  resent: "We’re sending your email again.",
  dismissed: "It no longer needs your attention. It stays in the mail log.",
  lost: "Sending was interrupted, so we don’t know if it arrived.",
  /** `said`: the reason in the bounce, or empty. */
  bounced: (said: string) =>
    `The mail server accepted it, but it came back later.${said ? ` The reason given: ${said}` : ""}`,
  noAttachment: "We couldn’t create the attachment.",
  erased: "This person’s data was erased.",
  queued: "Your email is on its way.",
  noAddress: "This lead has no email address.",
  stopped: "Automatic emails to this address are off.",
  allowed: "Automatic emails to this address are back on.",
  unsubscribed: "Done. This address won’t get any more automatic emails.",
  deadLink:
    "This link is incomplete. Please reply to the email instead, and the practice will take you off the list.",
  optedOut: "They opted out themselves, so only they can opt back in.",
} as const;

/** Why an automatic email wasn't sent. */
export const notSentMessages = {
  off: "The template was turned off or deleted before this email was sent.",
  gone: "The lead was deleted, or has no email address.",
  otherAddress: "The lead’s email address changed before this email was sent.",
  unsubscribed: "They opted out of your automatic emails.",
  refused: "Their mail server rejects this address.",
  desk: "They asked you not to email them.",
  tooMany: "This address had already reached the daily limit for automatic emails.",
  tooLate: "It couldn’t be sent within a day, so we canceled it.",
  changed: "The call was rescheduled or canceled before this could be sent.",
  over: "Someone saw or called the lead before this could be sent.",
  regularOff: "They turned this email off before it was sent.",
  regularOver: "It couldn’t be sent in time, so we canceled it.",
  noReader: "They may no longer read the practice’s reports.",
  otherLanguage: "The lead speaks another language than this email is in.",
  ended: "We no longer work with this practice, so this email wasn’t sent.",
  otherHours: "The template was changed, and no longer answers inquiries from that time of day.",
  neverOpen: "It’s only sent during business hours, and you haven’t set any.",
} as const;

/** Shown if someone else has saved a newer version. */
export const staleWords = {
  question: "Which version do you want to keep?",
  load: "Discard mine and load theirs",
  save: "Save mine over theirs",
} as const;

/** Shown if a request outside a form gets no answer. */
export const unreachableMessage =
  "We couldn’t reach the server. Please check your connection and try again.";

/** Shown next to form fields. */
export const formMessages = {
  noAnswer:
    "We couldn’t reach the server. What you typed is still here. Please check your connection and try again.",
  unreadable: "We couldn’t read the server’s response. Please try again in a moment.",
  success: "Success!",
  phoneConsent: "We’ll use this number only to talk with you about your request.",
  /**
   * Shown in the questionnaire's first step, because the data is sent when the visitor continues to
   * the second step.
   */
  unfinished: "If you stop here, we’ll keep these details to follow up.",
  /** Shown in the first step, and in the others, until the data has been received. */
  unfinishedMissing:
    "We haven’t received your name, email and phone yet because you’re offline. They’ll be sent when you’re back online or go to the next step.",
  healthHint: "Please leave health details out of your message.",
} as const;

/** The texts for the states of the captcha. */
export const captchaMessages = {
  unsolved: "We’ll automatically check that you’re not a robot.",
  solving: "Checking that you’re not a robot…",
  asking: "Please complete the check above.",
  solved: "Verified",
  expired: "The check expired. Checking again…",
  failed: "The check failed. Please try again.",
} as const;

export const alertMessages = {
  saved: "Saved.",
  deviceAdded: "This device now gets notifications.",
  deviceRemoved: "Removed. That device won’t get any more notifications.",
  tooManyDevices: "That’s the most devices you can have. Remove one first.",
  tooManyAddresses: "That’s the most addresses you can have. Remove one first.",
  codeSent: "We sent a code. Enter it to confirm.",
  confirmed: "Confirmed.",
  addressRemoved: "Removed.",
  testSent: "Sent. It should arrive within a few seconds.",
  testRefused:
    "We couldn’t send the test. Try again. If it still doesn’t work, remove this entry and add it again.",
  deviceGone: "That device no longer accepts notifications. Turn them back on there.",
  unconfirmed: "Enter the code first.",
  optedOut: "This number opted out of our texts. Reply START from that phone, then try again.",
  noMail: "No mail server is set up yet, so we can’t send an email.",
  noted: "Noted.",
} as const;

export const officePhoneMessages = {
  called: "We’re calling this phone now. Answer it, press 1, and enter the code you hear.",
  confirmed: "Confirmed.",
  ordered: "Saved.",
  removed: "Removed. That phone won’t ring anymore.",
  tooMany: "That’s the most phones you can have. Remove one first.",
  turnedOn: "Saved. Your phones ring for new leads while you’re open.",
  turnedOff: "Saved. Your phones don’t ring for new leads.",
  noPhone: "Add and confirm a phone first.",
  noNumber: "Your practice doesn’t have a calling number yet. Ask your agency to set one up.",
  notCalled: "We couldn’t call that phone. Check the number, then try again.",
} as const;

/** Why a lead can't be called from an office phone now. */
export const lineCallMessages = {
  off: officePhoneMessages.noNumber,
  no_phone: "That phone can’t be used anymore. Reload the page and pick another one.",
  not_a_number: "That’s not a phone number we can call.",
  service_number: "We don’t call emergency, service or premium numbers.",
  country: "We only call numbers in the US.",
  /** `name`: a person, or an office phone. */
  being_called: (name: string) => `${name} is already calling this lead.`,
  somebody: "Someone",
  phone_busy: "That phone is in use. Try again when it’s free, or pick another one.",
} as const;

export const textMessages = {
  queued: "Sending.",
  undone: "Text undone.",
  cannotOpen: "This file is too large or of a kind that we can’t open.",
  tooLate: "It’s already on its way, so it can’t be undone.",
  read: "Noted.",
  leadAdded: "Lead added.",
  turnedOn: "Saved. You can now text leads who agreed to it.",
  turnedOff: "Saved. Nobody can text leads anymore.",
  missedCallsOn: "Saved. Missed calls are answered with a text.",
  missedCallsOff: "Saved. Missed calls aren’t answered with a text.",
  noNumber: "Your practice doesn’t have its own number yet. Ask your agency to set one up.",
  /** Why a lead can't be texted now. */
  refusals: {
    off: "Texts are off for your practice.",
    test: "This is a test lead.",
    opted_out: "They opted out of texts, so we can’t text them. They can text START to undo that.",
    do_not_call: "They’re marked as do not call, so we don’t text them either.",
    number: "This number can’t get texts.",
    no_consent: "They haven’t agreed to texts. You can answer if they text you first.",
    hours: "It’s outside 8 am to 8 pm where they are.",
  } satisfies Record<TextRefusal, string>,
} as const;

export const leadMessages = {
  notesFull: "This lead’s notes are full, so this note wasn’t saved.",
  deleted: "Lead deleted.",
  seen: "Noted.",
  erased: "Everything on file about this person has been erased for good.",
  left: "Noted.",
} as const;

export const samePersonMessages = {
  apart: "Got it. We won’t suggest merging them again.",
  maybeSame: "Undone. We may suggest merging them again.",
  tooLate: "It’s too late to undo this merge.",
  first: "That’s this lead’s first inquiry. Edit the name instead, or split off the others.",
  merged: "That inquiry came with a merge. Undo the merge on the timeline instead.",
} as const;

export const intakeMessages = {
  wrongGoogleKey:
    "The key is wrong. Copy the key from the source’s page in your console, and paste it into the Google lead form.",
  noPerson: "There’s no name, phone number or email address in this lead.",
  noLeadId: "This lead has no lead_id.",
  noKey: "Meta forms don’t have a key. Save a new page access token instead.",
  metaTestLead: "To test a Meta form, use Meta’s Lead Ads Testing Tool.",
  sourceEnded: "This source is disconnected.",
  /** The name of a campaign for which a lead has only the campaign's ID. */
  unknownCampaign: "Google Ads (name not known yet)",
  replayed: "We’re fetching them again.",
  dismissed: "Dismissed. They stay in the source’s list of submissions.",
  metaRefuses: (reason: string) => `Meta rejected the request. ${reason}`,
  noMeta: "Meta didn’t respond. Try again in a moment.",
  unreadableToken:
    "The page’s token can’t be read with this SECRET. Restart with the SECRET it was saved under, or save the token again: npm run admin -- set-page-token.",
} as const;
