// Calls that somebody was promised.
import { z } from "zod";
import { instant } from "./fields.ts";

/** `GET /api/leads/callback`: what a desk must know to speak up in time. */
export const CallBacks = z.object({
  /** How many are due by now. */
  due: z.int(),
  /** When the next one falls due; null: none is promised. */
  nextDueAt: instant.nullable(),
});
export type CallBacks = z.infer<typeof CallBacks>;

/** Nobody means a later promise: it would put the person off for good. */
export const furthestCallBackDays = 366;

/** `POST /api/leads/{id}/callback`: a time, or another one, without a call. Later than now. */
export const CallBackRequest = z.object({ callBackAt: instant });
export type CallBackRequest = z.infer<typeof CallBackRequest>;
