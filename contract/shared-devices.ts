// A shared device, which is one browser at the front desk that several people unlock with their
// initials and a PIN. A PIN works only in that browser.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";
import { countingModes } from "./figures.ts";
import { Holiday, OpenWeek } from "./open-hours.ts";
import { Credentials } from "./sessions.ts";

/** The choices for how many minutes a shared device stays unlocked without input. */
export const idleMinuteChoices = [1, 2, 5, 10, 15] as const;
export const usualIdleMinutes = 5;

/** After this many wrong PINs since a person's last unlock, only the person's password works. */
export const maxWrongPins = 5;
/**
 * After this many wrong PINs by anyone within an hour, only passwords work until the hour is over.
 */
export const maxWrongPinsPerHour = 10;

/** The shortest time between two reports of input by a page. */
export const activityEverySeconds = 20;

/**
 * The maximum number of clocks of waiting leads on the locked screen, in the order in which to call
 * the leads.
 */
export const maxLockedClocks = 20;

const pinDigits = 4;
const pin = z.string("required").regex(new RegExp(`^\\d{${pinDigits}}$`), "not_a_pin");
/** A new PIN. PINs that are easy to guess are rejected. */
const newPin = pin.refine((typed) => !isEasyPin(typed), "easy_pin");

/**
 * Returns whether a PIN has four identical digits or consecutive digits in either direction, such
 * as 1111, 1234 or 4321. Pure.
 */
export function isEasyPin(typed: string): boolean {
  const steps = [...typed].slice(1).map((digit, index) => Number(digit) - Number(typed[index]));
  const [first = 0] = steps;
  return Math.abs(first) <= 1 && steps.every((step) => step === first);
}

/**
 * One to three letters, which are stored in uppercase and must be unique among the people on a
 * device.
 */
const initials = z
  .string("required")
  .trim()
  .toUpperCase()
  .min(1, "required")
  .regex(/^\p{L}{1,3}$/u, "not_initials");

const { password } = Credentials.shape;

/** `POST /api/shared-device`: sends the manager's own password, initials and PIN. */
export const SharedDeviceStart = z.object({
  password,
  // The API document needs this, because its generator would list only the first choice.
  idleMinutes: z.literal(idleMinuteChoices, "invalid").meta({ enum: [...idleMinuteChoices] }),
  initials,
  pin: newPin,
});
export type SharedDeviceStart = z.output<typeof SharedDeviceStart>;

/** `POST /api/shared-device/unlocks` */
export const PinUnlock = z.object({ accountId: uuid, pin });
export type PinUnlock = z.output<typeof PinUnlock>;

/**
 * `POST /api/shared-device/passwords`: initials and a PIN must be either both set or both omitted.
 */
export const PasswordUnlock = z
  .object({
    accountId: uuid,
    password,
    initials: initials.optional(),
    pin: newPin.optional(),
  })
  .refine((one) => one.pin === undefined || one.initials !== undefined, {
    message: "required",
    path: ["initials"],
  })
  .refine((one) => one.initials === undefined || one.pin !== undefined, {
    message: "required",
    path: ["pin"],
  });
export type PasswordUnlock = z.output<typeof PasswordUnlock>;

/** A person who can unlock the device. */
export const DevicePerson = z.object({
  _id: uuid,
  name: z.string(),
  /** The person's initials, or null if the person has no PIN on this device. */
  initials: z.string().nullable(),
  /** Whether the person has entered `maxWrongPins` wrong PINs. */
  isPasswordNeeded: z.boolean(),
});
export type DevicePerson = z.infer<typeof DevicePerson>;

/** The waiting leads as the locked screen shows them, without names and phone numbers. */
export const WaitingOutside = z.object({
  /** The number of leads that are waiting for a first call. */
  uncalled: z.int(),
  /**
   * The first `maxLockedClocks` waiting leads, each with when the person asked, and when a call
   * paused the clock. The latter is null if no call has paused it.
   */
  clocks: z.array(z.object({ since: instant, heldAt: instant.nullable() })),
  callbacksDue: z.int(),
  /** The practice's counting mode. */
  reading: z.enum(countingModes),
  timeZone: z.string(),
  week: OpenWeek,
  holidays: z.array(Holiday),
});
export type WaitingOutside = z.infer<typeof WaitingOutside>;

/** A browser that is a shared device, whether it's locked or not. */
export const SharedState = z.object({
  isShared: z.literal(true),
  isLocked: z.boolean(),
  idleMinutes: z.int(),
  /**
   * When the device locks if there is no further input, by the server's clock. Null if it's already
   * locked.
   */
  locksAt: instant.nullable(),
  /** Who unlocked the device, or null if it's locked. */
  unlocked: DevicePerson.nullable(),
  practice: z.string(),
  people: z.array(DevicePerson),
  /** Whether everyone must use a password, because there were `maxWrongPinsPerHour` wrong PINs. */
  isPasswordNeeded: z.boolean(),
  waiting: WaitingOutside,
  now: instant,
});
export type SharedState = z.infer<typeof SharedState>;

/** `GET /api/shared-device` */
export const SharedDevice = z.discriminatedUnion("isShared", [
  z.object({ isShared: z.literal(false) }),
  SharedState,
]);
export type SharedDevice = z.infer<typeof SharedDevice>;

/**
 * The response contains the session that replaced the browser's old one. `token` is also set as a
 * cookie.
 */
export const SharedDeviceStarted = z.object({ token: z.string(), message: z.string() });

/** The device stays unlocked until `locksAt` if there is no further input. */
export const DeviceUnlocked = z.object({ locksAt: instant, message: z.string() });
