// Alerts: how a practice learns of a new lead when no one is watching its screen, and the state of
// each alert.
import { z } from "zod";
import { emailAddress, instant, requiredLine, uuid } from "./fields.ts";

/**
 * Why an alert is sent. `now`: a new inquiry, or at opening if it came while the practice was
 * closed. `unseen`: it hasn't been opened. `uncalled`: it hasn't been called; to the owner.
 * `callback`: a promised callback is due. `called`: silently replaces the others after a call.
 */
export const alertSteps = ["now", "unseen", "uncalled", "callback", "called"] as const;
export type AlertStep = (typeof alertSteps)[number];

/** More new inquiries than this within a minute are sent as one message. */
export const burstSize = 5;

/** `owner`: an email to the owner. */
export const alertChannels = ["push", "email", "text", "owner"] as const;
export type AlertChannel = (typeof alertChannels)[number];

/**
 * `accepted`: the push, mail or text service took it; that proves nothing about the desk.
 * `refused`: it didn't. `unknown`: the process ended while sending. `shown`: the device's service
 * worker reported showing it. `opened`: someone tapped it.
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

/** Why a device's last message failed. `gone`: its browser or push service ended the subscription. */
export const alertDeviceProblems = ["refused", "too_large", "busy", "unreachable", "gone"] as const;

/** The person opted out, or the address can't get alerts. */
export const alertAddressProblems = ["opted_out", "refused"] as const;

/** A browser's push subscription, as `PushSubscription.toJSON()` gives it (RFC 8030, RFC 8291). */
export const NewAlertDevice = z.object({
  endpoint: z.url("invalid").max(2000, "too_long"),
  keys: z.object({
    /** The device's public key: 65 bytes, base64url. */
    p256dh: requiredLine(100).regex(/^[\w-]{86,88}={0,2}$/, "invalid"),
    /** 16 bytes, base64url. */
    auth: requiredLine(40).regex(/^[\w-]{21,24}={0,2}$/, "invalid"),
  }),
});
export type NewAlertDevice = z.infer<typeof NewAlertDevice>;

/** A device that gets push notifications. */
export const AlertDevice = z.object({
  _id: uuid,
  /** The browser's user agent. */
  device: z.string(),
  /** Whether this request comes from it (the same session). */
  isThisDevice: z.boolean(),
  /** Also alert while the practice is closed. */
  alertsWhenClosed: z.boolean(),
  createdAt: instant,
  /** When a notification was last reported as shown. */
  lastShownAt: instant.nullable(),
  /** Why the last one failed, or null if it didn't. A code of `content/desk/alerts.ts`. */
  problem: z.enum(alertDeviceProblems).nullable(),
  /** The name of the person who is signed in there. */
  person: z.string(),
  /** Whether it is the caller's own. */
  isYours: z.boolean(),
});
export type AlertDevice = z.infer<typeof AlertDevice>;

/** `isGone`: the browser has dropped its subscription and won't subscribe again. */
export const AlertDeviceChange = z.union([
  z.object({ alertsWhenClosed: z.boolean("invalid") }),
  z.object({ isGone: z.literal(true) }),
]);

/** An email address or US number that gets alerts once its code has been entered. */
export const AlertAddress = z.object({
  _id: uuid,
  kind: z.enum(["email", "text"]),
  /** An email address, or a number in E.164. */
  address: z.string(),
  isConfirmed: z.boolean(),
  /** Why the provider rejects it: the person opted out, or the number can't get texts. */
  problem: z.enum(alertAddressProblems).nullable(),
  createdAt: instant,
});
export type AlertAddress = z.infer<typeof AlertAddress>;

export const NewAlertAddress = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("email"), address: emailAddress }),
  z.object({ kind: z.literal("text"), address: requiredLine(40) }),
]);
export type NewAlertAddress = z.infer<typeof NewAlertAddress>;

/** The six digits that were sent to the address. */
export const AlertCode = z.object({ code: requiredLine(6).regex(/^\d{6}$/, "invalid") });

/** How many devices and addresses may get a practice's alerts. */
export const maxAlertDevices = 20;
export const maxAlertAddresses = 10;

/** `GET /api/alerts` */
export const AlertSettings = z.object({
  /** The application server key for `pushManager.subscribe`, base64url (RFC 8292). */
  pushKey: z.string(),
  /**
   * This browser's last known subscription, so that it can tell whether it was dropped. `isGone`:
   * it has expired. Null if notifications were never turned on here, or were turned off.
   */
  subscription: z.object({ endpoint: z.string(), isGone: z.boolean() }).nullable(),
  /** Whether a text provider is configured. Without it no screen mentions texts. */
  hasTexts: z.boolean(),
  /** When texts resume after today's limit was used up. Null if they are being sent. */
  textsResumeAt: instant.nullable(),
  /** Whether a mail server is configured. */
  hasMail: z.boolean(),
  /** Whether a notification names the campaign, which can reveal a treatment. */
  showsCampaign: z.boolean(),
  devices: z.array(AlertDevice),
  /** Without an address, alerts go to the managers' sign-in addresses. */
  addresses: z.array(AlertAddress),
  /** The managers' sign-in addresses, with commas, which get email alerts while `addresses` has no confirmed email. */
  defaultEmail: z.string(),
  /**
   * Whether anything would reach the practice with no screen open: a device, an address or a number
   * that works.
   */
  isReachable: z.boolean(),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

/** `PATCH /api/alerts` */
export const AlertSettingsChange = z.object({ showsCampaign: z.boolean("invalid") });

/** The response to every change: all settings as they are now. */
export const AlertSettingsChanged = z.object({ alerts: AlertSettings, message: z.string() });

/**
 * The decrypted payload of a push message. The service worker shows it as it is; the server has
 * chosen the words. `_id` is the alert, reported to `POST /api/alerts/{id}/shown` and `…/opened`.
 */
export const PushPayload = z.object({
  _id: uuid,
  title: z.string(),
  body: z.string(),
  /** The lead's page, `/lms/lead?id=…`, or the dashboard for several leads. */
  url: z.string(),
  /** A newer notification with the same tag replaces the older one. */
  tag: z.string(),
  /** Replaces without a sound; the alert itself is over. */
  isSilent: z.boolean(),
});
export type PushPayload = z.infer<typeof PushPayload>;
