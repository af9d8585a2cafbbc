// Promised callbacks.
import { z } from "zod";
import { instant } from "./fields.ts";

/**
 * `GET /api/leads/callback`: what a screen needs to alert on time. Leads that must not be called
 * aren't included.
 */
export const Callbacks = z.object({
  /** How many are due now. */
  due: z.int(),
  /** When the next one is due, or null if none is scheduled. */
  nextDueAt: instant.nullable(),
});
export type Callbacks = z.infer<typeof Callbacks>;

/** A later date is a typing error that would leave the person waiting forever. */
export const maxCallbackDays = 366;

/**
 * `POST /api/leads/{id}/callback`: sets or changes the time without logging a call. It must be in
 * the future.
 */
export const CallbackRequest = z.object({ callBackAt: instant });
export type CallbackRequest = z.infer<typeof CallbackRequest>;
