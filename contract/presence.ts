// Who has a lead open right now. This is temporary, and no history is stored.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

/** How often a device that has a lead open reports it. */
export const presenceEverySeconds = 10;
/**
 * A device expires if it hasn't reported for this many seconds, for example because its tab was
 * closed or its connection was lost.
 */
export const presenceSeconds = 25;

/** `GET /api/leads/presence`: lists the practice's other devices. */
export const Presence = z.object({
  present: z.array(
    z.object({
      leadId: uuid,
      /** The first name of the device's person. */
      name: z.string(),
      /** The user agent of the browser. */
      device: z.string(),
      until: instant,
    }),
  ),
});
export type Presence = z.infer<typeof Presence>;

/** `POST /api/leads/{id}/presence` */
export const PresenceAnswer = z.object({ until: instant });
