// The lead desk's event stream, `GET /api/leads/events`. A change contains the changed leads, so a
// dashboard updates their rows without a request.
import { z } from "zod";
import { Callbacks } from "./callbacks.ts";
import { instant, uuid } from "./fields.ts";
import { Lead } from "./leads.ts";
import { LeadList } from "./queue.ts";

/**
 * `hello`: the stream is open. `changed`: leads changed, with a `DeskChange`. `presence`: another
 * device opened or closed a lead. `refetch`: events may have been missed, or campaigns changed.
 * `beat`: a heartbeat. After `hello` and `refetch`, a client reads everything again.
 */
export const deskEventNames = ["hello", "changed", "presence", "refetch", "beat"] as const;
export type DeskEventName = (typeof deskEventNames)[number];

/**
 * The data of a `changed` event. Events that arrive while the server is reading are combined into
 * the next one without delaying it.
 */
export const DeskChange = z.object({
  /**
   * The practice that it belongs to, because tabs of one browser may be logged in to different
   * practices.
   */
  client: uuid,
  /** Each changed lead once. `lead` is null if it was deleted or erased. */
  leads: z.array(z.object({ leadId: uuid, lead: Lead.nullable() })),
  /** The counts of the whole queue. */
  queue: LeadList.pick({ total: true, uncalled: true, doNotCall: true }),
  callbacks: Callbacks,
  /**
   * The server's time before it read the leads. Data read more than `clockSkewMs` after this
   * already includes the change.
   */
  now: instant,
});
export type DeskChange = z.infer<typeof DeskChange>;

/** The largest clock difference between two servers that share a database. */
export const clockSkewMs = 1000;

/** A client that gets nothing for slightly more than two intervals is offline. */
export const heartbeatSeconds = 10;
