// What a new practice has already done with its lead desk.
import { z } from "zod";

/** `GET /api/clients/me/first-steps` */
export const FirstSteps = z.object({
  /** Whether someone there has set or confirmed its business hours: see `OpenHours`. */
  hasHours: z.boolean(),
  /** Whether it has any lead, even one that was added by hand, is a test or is archived. */
  hasLead: z.boolean(),
  /** Whether it has any call with a result that was not undone. */
  hasCall: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;
