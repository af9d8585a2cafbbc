// Promised callbacks.
import { z } from "zod";
import { instant } from "./fields.ts";

/**
 * `GET /api/leads/callback`: what a screen needs to alert people on time. Leads that must not be
 * called aren't included.
 */
export const Callbacks = z.object({
  /** The number of callbacks that are due now. */
  due: z.int(),
  /** When the next one is due, or null if none is scheduled. */
  nextDueAt: instant.nullable(),
});
export type Callbacks = z.infer<typeof Callbacks>;

/**
 * How many days ahead a callback can be. A later date is probably a typing error, and would leave
 * the person waiting.
 */
export const maxCallbackDays = 366;

/**
 * `POST /api/leads/{id}/callback`: sets or changes the callback's time without logging a call. The
 * time must be in the future.
 */
export const CallbackRequest = z.object({ callBackAt: instant });
export type CallbackRequest = z.infer<typeof CallbackRequest>;
