// Calls that visitors book: the owner's settings, the free slots, and a booking as the visitor and
// the owner see it.
import { z } from "zod";
import { calendarDay, instant, line, requiredLine, uuid } from "./fields.ts";
import { Language } from "./languages.ts";
import { Holiday, isTimeZone, OpenWeek } from "./open-hours.ts";

/** The limits of the owner's settings. */
export const callBounds = {
  minutes: { min: 10, max: 120 },
  bufferMinutes: { min: 0, max: 120 },
  noticeHours: { min: 0, max: 168 },
  daysAhead: { min: 1, max: 60 },
} as const;

const bounded = ({ min, max }: { min: number; max: number }) =>
  z.coerce.number("invalid").int("invalid").min(min, "out_of_range").max(max, "out_of_range");

/** The owner's settings for when visitors may book calls. */
export const CallSettings = z.object({
  isOn: z.boolean(),
  timeZone: requiredLine(80).refine(isTimeZone, "unknown_time_zone"),
  week: OpenWeek,
  holidays: z.array(Holiday).max(100, "too_long"),
  /**
   * Whether the agency is closed on every federal holiday, in addition to `holidays`. True for
   * settings that were saved before this choice existed.
   */
  isClosedOnFederalHolidays: z.boolean().default(true),
  /** The length of a slot, which is the length of a call. */
  minutes: bounded(callBounds.minutes),
  /** The free time after each call. */
  bufferMinutes: bounded(callBounds.bufferMinutes),
  /** How much notice a visitor must give at least. */
  noticeHours: bounded(callBounds.noticeHours),
  /** How many days ahead visitors can book, counted from today. */
  daysAhead: bounded(callBounds.daysAhead),
});
export type CallSettings = z.infer<typeof CallSettings>;

/**
 * Why a calendar couldn't be read. `refused`: the calendar's server returned a 4xx status, for
 * example because the URL was revoked.
 */
export const calendarProblems = [
  ...(["unreachable", "refused", "too_large", "not_a_calendar", "private_address"] as const),
] as const;
export type CalendarProblem = (typeof calendarProblems)[number];

/** The result of the last read of the owner's calendar, whose busy times can't be booked. */
export const CalendarState = z.object({
  /**
   * When the calendar was last read successfully. Its busy times are used until the next successful
   * read.
   */
  readAt: instant.nullable().default(null),
  /** Why the latest read failed, or null if it didn't. */
  problem: z.enum(calendarProblems).nullable().default(null),
  /** The number of busy times, which block slots. Overlapping events count as one. */
  busyTimes: z.int().default(0),
});
export type CalendarState = z.infer<typeof CalendarState>;

/**
 * The number of slots that are listed. Later ones are left out, because more wouldn't be useful.
 */
export const mostSlotsListed = 500;

/** `GET /api/call-slots`: lists only free slots, so that other people's bookings stay private. */
export const CallSlots = z.object({
  /** The length of a call. */
  minutes: z.int(),
  /** The owner's time zone. */
  timeZone: z.string(),
  /** The start times of the free slots, in order. Empty if booking is off. */
  slots: z.array(instant),
});
export type CallSlots = z.infer<typeof CallSlots>;

// ── The link in the visitor's email ─────────────────────────────────────────────────────────────

const token = requiredLine(100);
export const BookingLink = z.object({ t: token });

/**
 * `coming`: the call can be moved or canceled. `canceled`: a new time can be chosen. `past`:
 * neither is possible.
 */
const bookingStates = ["coming", "canceled", "past"] as const;

/** `GET /api/bookings/link?t=…` */
export const LinkedBooking = z.object({
  /** The language of the page on which the call was booked. */
  language: Language,
  state: z.enum(bookingStates),
  startsAt: instant,
  /** The visitor's time zone, as reported by their browser. */
  timeZone: z.string(),
  call: CallSlots,
});
export type LinkedBooking = z.infer<typeof LinkedBooking>;

/** `POST /api/bookings/link/moves`: moving a call to its current time doesn't change anything. */
export const BookingMove = z.object({ t: token, slot: instant });
/** `POST /api/bookings/link/cancellations` */
export const BookingCancellation = z.object({ t: token });
export const BookingAnswer = z.object({ booking: LinkedBooking, message: z.string() });

// ── The owner's side ────────────────────────────────────────────────────────────────────────────

export const bookingEnders = ["visitor", "owner"] as const;

/** A contact request's booked call. */
export const Booking = z.object({
  startsAt: instant,
  endsAt: instant,
  /** The visitor's time zone. */
  timeZone: z.string(),
  canceledAt: instant.nullable(),
  canceledBy: z.enum(bookingEnders).nullable(),
});
export type Booking = z.infer<typeof Booking>;

/**
 * `PUT /api/admin/contact-requests/{id}/booking`: accepts any future time that doesn't overlap
 * another call.
 */
export const BookingChange = z.object({ startsAt: instant });

/** A time when calls can't be booked. */
export const BlockedTime = z.object({
  _id: uuid,
  startsAt: instant,
  endsAt: instant,
  note: z.string(),
});
export type BlockedTime = z.infer<typeof BlockedTime>;

const clockTime = line(5).regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "not_a_time");

/**
 * `POST /api/admin/blocked-times`: times are in the owner's time zone. Whole days are blocked if no
 * times are given.
 */
export const NewBlockedTime = z
  .object({
    /** Generated when the form opens, so that saving is idempotent. */
    _id: uuid,
    firstDay: requiredLine(10).pipe(calendarDay),
    /** The last blocked day. Empty means the same day. */
    lastDay: z.literal("").or(requiredLine(10).pipe(calendarDay)).default(""),
    /** The time at which the block starts. Empty means the start of the day. */
    from: clockTime.default(""),
    /** The time at which the block ends. Empty means the end of the day. */
    to: clockTime.default(""),
    note: line(200).default(""),
  })
  .refine(({ firstDay, lastDay }) => !lastDay || lastDay >= firstDay, {
    path: ["lastDay"],
    error: "ends_before_it_begins",
  })
  .refine(
    ({ firstDay, lastDay, from, to }) =>
      (lastDay && lastDay !== firstDay) || to === "" || from < to,
    { path: ["to"], error: "ends_before_it_begins" },
  );
export type NewBlockedTime = z.output<typeof NewBlockedTime>;

/** A booked call in the owner's list. */
export const OwnerCall = z.object({
  contactRequestId: uuid,
  fullName: z.string(),
  /** The visitor's phone number as typed. */
  phone: z.string().nullable(),
  /** The phone number in E.164, or null if the number as typed can't be dialed. */
  dials: z.string().nullable(),
  /** The package's id or `none`, or null if the visitor wasn't asked. */
  package: z.string().nullable(),
  startsAt: instant,
  endsAt: instant,
  /** The visitor's time zone. */
  timeZone: z.string(),
  /** Whether the person has been called since they booked. */
  isCalled: z.boolean(),
});
export type OwnerCall = z.infer<typeof OwnerCall>;

/** The most calls and the most blocked times that are listed. No owner has more upcoming ones. */
export const mostCallsListed = 200;

export const BlockedTimeAnswer = z.object({ blockedTime: BlockedTime, message: z.string() });

/** `GET /api/admin/calls`: lists calls from the start of the owner's current day. */
export const OwnerCalls = z.object({
  calls: z.array(OwnerCall),
  blockedTimes: z.array(BlockedTime),
  call: CallSlots,
  /** The result of the last read of the owner's calendar, or null if there is no calendar. */
  calendar: CalendarState.nullable(),
  isOn: z.boolean(),
});
export type OwnerCalls = z.infer<typeof OwnerCalls>;
