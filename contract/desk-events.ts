// The lead desk's event stream, `GET /api/leads/events`. An event about a change contains the
// changed leads, so that a dashboard can update their rows without a request.
import { z } from "zod";
import { Callbacks } from "./callbacks.ts";
import { instant, uuid } from "./fields.ts";
import { Lead } from "./leads.ts";
import { LeadList } from "./queue.ts";

/**
 * `hello`: the stream is open. `changed`: leads have changed, with a `DeskChange`. `presence`:
 * another device opened or closed a lead. `refetch`: events may have been missed, or campaigns have
 * changed. `beat`: a heartbeat. A client reads everything again after `hello` and `refetch`.
 */
export const deskEventNames = ["hello", "changed", "presence", "refetch", "beat"] as const;
export type DeskEventName = (typeof deskEventNames)[number];

/**
 * The data of a `changed` event. Changes that happen while the server reads are combined into the
 * next event, without delaying it.
 */
export const DeskChange = z.object({
  /**
   * The practice that the event belongs to, because the tabs of a browser may be logged in to
   * different practices.
   */
  client: uuid,
  /** The changed leads, each listed once. `lead` is null if it was deleted or erased. */
  leads: z.array(z.object({ leadId: uuid, lead: Lead.nullable() })),
  /** The counts for the whole queue. */
  queue: LeadList.pick({ total: true, uncalled: true, doNotCall: true }),
  callbacks: Callbacks,
  /** In how many threads nobody has opened a text. */
  unreadTexts: z.int(),
  /**
   * The server's time before it read the leads. Data that was read more than `clockSkewMs` after
   * this time already includes the change.
   */
  now: instant,
});
export type DeskChange = z.infer<typeof DeskChange>;

/** The largest difference between the clocks of two servers that share a database. */
export const clockSkewMs = 1000;

/**
 * How often a heartbeat is sent. A client that receives nothing for slightly more than two
 * intervals is offline.
 */
export const heartbeatSeconds = 10;
