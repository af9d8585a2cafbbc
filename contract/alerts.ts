// Alerts, which notify a practice of a new lead when no one is watching its screen, and their
// state.
import { z } from "zod";
import { emailAddress, instant, requiredLine, uuid } from "./fields.ts";

/**
 * `now`: there is a new inquiry (sent at opening if it came while closed). `unseen`: no one has
 * opened it. `uncalled`: no one has called, so the owner is notified. `callback`: a promised
 * callback is due. `text`: a lead texted. `missed_call`: a lead called,
 * and nobody has called back. `called`: silently replaces the other alerts after a call.
 */
export const alertSteps = [
  "now",
  "unseen",
  "uncalled",
  "callback",
  "text",
  "missed_call",
  "called",
] as const;
export type AlertStep = (typeof alertSteps)[number];

/**
 * If more than this many new inquiries arrive within a minute, their alerts are sent as one
 * message.
 */
export const burstSize = 5;

/** `owner` is an email to the owner. */
export const alertChannels = ["push", "email", "text", "owner"] as const;
export type AlertChannel = (typeof alertChannels)[number];

/**
 * `accepted`: the push, email or text service accepted the alert, which doesn't prove that anyone
 * saw it. `refused`: the service rejected it. `unknown`: the process ended while sending. `shown`:
 * the device's service worker reported showing it. `opened`: someone tapped it.
 */
export const alertStates = [
  "queued",
  "sending",
  "accepted",
  "refused",
  "unknown",
  "shown",
  "opened",
] as const;

/**
 * Why a device's last message failed. `gone`: the browser or push service ended the subscription.
 */
export const alertDeviceProblems = ["refused", "too_large", "busy", "unreachable", "gone"] as const;

/** Why an address doesn't get alerts: the person opted out, or the provider rejects the address. */
export const alertAddressProblems = ["opted_out", "refused"] as const;

/**
 * A browser's push subscription in the format of `PushSubscription.toJSON()` (RFC 8030, RFC 8291).
 */
export const NewAlertDevice = z.object({
  endpoint: z.url("invalid").max(2000, "too_long"),
  keys: z.object({
    /** The device's public key, which has 65 bytes, in base64url. */
    p256dh: requiredLine(100).regex(/^[\w-]{86,88}={0,2}$/, "invalid"),
    /** The device's authentication secret, which has 16 bytes, in base64url. */
    auth: requiredLine(40).regex(/^[\w-]{21,24}={0,2}$/, "invalid"),
  }),
});
export type NewAlertDevice = z.infer<typeof NewAlertDevice>;

/** A device that gets push notifications. */
export const AlertDevice = z.object({
  _id: uuid,
  /** The user agent of the browser. */
  device: z.string(),
  /** Whether this request comes from that device, in the same session. */
  isThisDevice: z.boolean(),
  /** Whether the device gets alerts even while the practice is closed. */
  alertsWhenClosed: z.boolean(),
  createdAt: instant,
  /** When a notification was last reported as shown. */
  lastShownAt: instant.nullable(),
  /**
   * Why the last notification failed, or null if it didn't. `content/desk/alerts.ts` has the text
   * for each code.
   */
  problem: z.enum(alertDeviceProblems).nullable(),
  /** The name of the person who is logged in on the device. */
  person: z.string(),
  /** Whether the device belongs to the caller. */
  isYours: z.boolean(),
});
export type AlertDevice = z.infer<typeof AlertDevice>;

/** `isGone` reports that the browser dropped its subscription and won't subscribe again. */
export const AlertDeviceChange = z.union([
  z.object({ alertsWhenClosed: z.boolean("invalid") }),
  z.object({ isGone: z.literal(true) }),
]);

/** An email address or US phone number that gets alerts once its code has been entered. */
export const AlertAddress = z.object({
  _id: uuid,
  kind: z.enum(["email", "text"]),
  /** The email address, or the phone number in E.164. */
  address: z.string(),
  isConfirmed: z.boolean(),
  /** Why the provider rejects the address: the person opted out, or the number can't get texts. */
  problem: z.enum(alertAddressProblems).nullable(),
  createdAt: instant,
});
export type AlertAddress = z.infer<typeof AlertAddress>;

export const NewAlertAddress = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("email"), address: emailAddress }),
  z.object({ kind: z.literal("text"), address: requiredLine(40) }),
]);
export type NewAlertAddress = z.infer<typeof NewAlertAddress>;

/** The six-digit code that was sent to the address. */
export const AlertCode = z.object({ code: requiredLine(6).regex(/^\d{6}$/, "invalid") });

/** The most devices and addresses that can get a practice's alerts. */
export const maxAlertDevices = 20;
export const maxAlertAddresses = 10;

/** `GET /api/alerts` */
export const AlertSettings = z.object({
  /** The application server key for `pushManager.subscribe`, base64url (RFC 8292). */
  pushKey: z.string(),
  /**
   * The last known subscription of this browser, by which the browser can tell whether it was
   * dropped. `isGone` means that it has expired. Null if notifications were never turned on here or
   * were turned off.
   */
  subscription: z.object({ endpoint: z.string(), isGone: z.boolean() }).nullable(),
  /** Whether a text provider is configured. If not, no screen mentions texts. */
  hasTexts: z.boolean(),
  /** When texts resume after today's limit was used up, or null if texts aren't paused. */
  textsResumeAt: instant.nullable(),
  /** Whether a mail server is configured. */
  hasMail: z.boolean(),
  /** Whether notifications name the campaign, which can reveal a treatment. */
  showsCampaign: z.boolean(),
  devices: z.array(AlertDevice),
  /**
   * The confirmed and pending addresses. If there are none, alerts go to the managers' login
   * addresses.
   */
  addresses: z.array(AlertAddress),
  /**
   * The managers' login addresses, separated by commas. They get email alerts until `addresses`
   * contains a confirmed email address.
   */
  defaultEmail: z.string(),
  /**
   * Whether an alert would reach the practice while no screen is open, through a working device,
   * email address or number.
   */
  isReachable: z.boolean(),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

/** `PATCH /api/alerts` */
export const AlertSettingsChange = z.object({ showsCampaign: z.boolean("invalid") });

/** The response to every change, with all current settings. */
export const AlertSettingsChanged = z.object({ alerts: AlertSettings, message: z.string() });

/**
 * The decrypted payload of a push message. The service worker shows it as is. `_id` is the id of
 * the alert, for `POST /api/alerts/{id}/shown` and `…/opened`.
 */
export const PushPayload = z.object({
  _id: uuid,
  title: z.string(),
  body: z.string(),
  /**
   * The URL of the lead's page, `/lms/lead?id=…`, or of the dashboard if there are several leads.
   */
  url: z.string(),
  /** The notification's tag. A newer notification with the same tag replaces an older one. */
  tag: z.string(),
  /**
   * Whether the notification replaces another without a sound, because the alert itself is over.
   */
  isSilent: z.boolean(),
});
export type PushPayload = z.infer<typeof PushPayload>;
