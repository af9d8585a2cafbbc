// When a visitor is reminded of a booked call. Pure.
import { hourMs } from "#contract/durations.ts";

/** When reminders are sent, in hours before the call. */
export const reminderSteps = { day: 24, hour: 1 } as const;
export type ReminderStep = keyof typeof reminderSteps;

/**
 * The shortest time between the confirmation and a reminder. An earlier reminder would only repeat
 * the confirmation.
 */
const quietHours = 2;
/**
 * After this share of its lead time, a reminder is too late: the next one, or the call, is near.
 */
const latestShare = { day: 0.5, hour: 0.75 } as const;
const maxEarlyMs = 60_000;

/** Returns the reminders of a call that was booked, or moved, at `bookedAt`, in order. */
export function reminderTimes({ startsAt, bookedAt }: { startsAt: Date; bookedAt: Date }): {
  step: ReminderStep;
  at: Date;
}[] {
  const quietUntil = bookedAt.getTime() + quietHours * hourMs;
  return (Object.keys(reminderSteps) as ReminderStep[])
    .map((step) => ({ step, at: new Date(startsAt.getTime() - reminderSteps[step] * hourMs) }))
    .filter(({ at }) => at.getTime() >= quietUntil);
}

/**
 * Checks whether a reminder may be sent at `now`. It may be too late after downtime, or too early,
 * because jobs run by the database's clock, which may be ahead.
 */
export function isTimely(step: ReminderStep, startsAt: Date, now: Date): boolean {
  const leftMs = startsAt.getTime() - now.getTime();
  const leadMs = reminderSteps[step] * hourMs;
  return leftMs <= leadMs + maxEarlyMs && leftMs > leadMs * (1 - latestShare[step]);
}
