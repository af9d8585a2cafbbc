// Who has a lead open right now. Temporary, without any stored history.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

/** A device with an open lead reports it this often. */
export const presenceEverySeconds = 10;
/**
 * A device that hasn't reported for this long expires, for example because its tab was closed or
 * its connection was lost.
 */
export const presenceSeconds = 25;

/** `GET /api/leads/presence`: the practice's other devices. */
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
