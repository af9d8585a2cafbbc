// Who has a lead open right now. Nothing of it is kept.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

/** A device says so this often while it has a lead open … */
export const presenceEverySeconds = 10;
/** … and counts as gone when it has not for this long: a tab that was closed, a line that is down. */
export const presenceSeconds = 25;

/** `GET /api/leads/presence`: the practice's other signed-in devices. */
export const Presence = z.object({
  present: z.array(
    z.object({
      leadId: uuid,
      /** First name. */
      name: z.string(),
      /** What the browser calls itself. */
      device: z.string(),
      until: instant,
    }),
  ),
});
export type Presence = z.infer<typeof Presence>;

/** `POST /api/leads/{id}/presence` */
export const PresenceAnswer = z.object({ until: instant });
