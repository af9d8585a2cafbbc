// Who has a lead open right now. Temporary: no history is stored.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

/** A device reports this often while it has a lead open … */
export const presenceEverySeconds = 10;
/** … and expires when it has not for this long: a closed tab, a lost connection. */
export const presenceSeconds = 25;

/** `GET /api/leads/presence`: the practice's other signed-in devices. */
export const Presence = z.object({
  present: z.array(
    z.object({
      leadId: uuid,
      /** First name. */
      name: z.string(),
      /** The browser's user agent. */
      device: z.string(),
      until: instant,
    }),
  ),
});
export type Presence = z.infer<typeof Presence>;

/** `POST /api/leads/{id}/presence` */
export const PresenceAnswer = z.object({ until: instant });
