// Which of the first steps a new practice has already done with its lead desk.
import { z } from "zod";

/** `GET /api/clients/me/first-steps` */
export const FirstSteps = z.object({
  /** Whether someone at the practice has set or confirmed its business hours: see `OpenHours`. */
  hasHours: z.boolean(),
  /**
   * Whether the practice has a lead, even an archived one, a test, or one that was added by hand.
   */
  hasLead: z.boolean(),
  /** Whether the practice has a call with a result that wasn't undone. */
  hasCall: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;
