// A shared device: one browser at the front desk that several people unlock with their initials and
// a PIN. A PIN works only in that browser.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";
import { countingModes } from "./figures.ts";
import { Holiday, OpenWeek } from "./open-hours.ts";
import { Credentials } from "./sessions.ts";

/** How many minutes a shared device can stay unlocked without input. */
export const idleMinuteChoices = [1, 2, 5, 10, 15] as const;
export const usualIdleMinutes = 5;

/** After this many wrong PINs since a person's last unlock, only their password works. */
export const maxWrongPins = 5;
/**
 * After this many wrong PINs in total within an hour, only passwords work until the hour is over.
 */
export const maxWrongPinsPerHour = 10;

/** A page reports input at most this often. */
export const activityEverySeconds = 20;

/** How many waiting leads' clocks the locked screen shows, in the order to call them. */
export const maxLockedClocks = 20;

const pinDigits = 4;
const pin = z.string("required").regex(new RegExp(`^\\d{${pinDigits}}$`), "not_a_pin");
/** A new PIN. Easily guessed ones are rejected. */
const newPin = pin.refine((typed) => !isEasyPin(typed), "easy_pin");

/**
 * Checks for four identical digits or consecutive digits in either direction: 1111, 1234, 4321.
 * Pure.
 */
export function isEasyPin(typed: string): boolean {
  const steps = [...typed].slice(1).map((digit, index) => Number(digit) - Number(typed[index]));
  const [first = 0] = steps;
  return Math.abs(first) <= 1 && steps.every((step) => step === first);
}

/** One to three letters, uppercase, unique among the people on a device. */
const initials = z
  .string("required")
  .trim()
  .toUpperCase()
  .min(1, "required")
  .regex(/^\p{L}{1,3}$/u, "not_initials");

const { password } = Credentials.shape;

/** `POST /api/shared-device`: the manager's own password, initials and PIN. */
export const SharedDeviceStart = z.object({
  password,
  // For the API document, whose generator would list only the first choice.
  idleMinutes: z.literal(idleMinuteChoices, "invalid").meta({ enum: [...idleMinuteChoices] }),
  initials,
  pin: newPin,
});
export type SharedDeviceStart = z.output<typeof SharedDeviceStart>;

/** `POST /api/shared-device/unlocks` */
export const PinUnlock = z.object({ accountId: uuid, pin });
export type PinUnlock = z.output<typeof PinUnlock>;

/** `POST /api/shared-device/passwords`: initials and PIN are both set or both omitted. */
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

/** Someone who can unlock the device. */
export const DevicePerson = z.object({
  _id: uuid,
  name: z.string(),
  /** Null if the person has no PIN on this device. */
  initials: z.string().nullable(),
  /** True after `maxWrongPins` wrong PINs by this person. */
  isPasswordNeeded: z.boolean(),
});
export type DevicePerson = z.infer<typeof DevicePerson>;

/** The waiting leads, without names and phone numbers. */
export const WaitingOutside = z.object({
  /** Leads waiting for a first call. */
  uncalled: z.int(),
  /**
   * The first `maxLockedClocks` waiting leads: when they asked, and when a call paused the clock,
   * or null if no call has.
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

/** A browser that is a shared device, locked or not. */
export const SharedState = z.object({
  isShared: z.literal(true),
  isLocked: z.boolean(),
  idleMinutes: z.int(),
  /** When the device locks without further input, by the server's clock. Null if it's locked. */
  locksAt: instant.nullable(),
  /** Who unlocked the device, or null if it's locked. */
  unlocked: DevicePerson.nullable(),
  practice: z.string(),
  people: z.array(DevicePerson),
  /** True for everyone after `maxWrongPinsPerHour` wrong PINs. */
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

/** A new session replaced the browser's old one. `token` is also set as a cookie. */
export const SharedDeviceStarted = z.object({ token: z.string(), message: z.string() });

/** Without further input, the device stays unlocked until `locksAt`. */
export const DeviceUnlocked = z.object({ locksAt: instant, message: z.string() });
