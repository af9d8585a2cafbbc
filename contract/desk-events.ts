// The lead desk's event stream, `GET /api/leads/events`: event names and ids only. A client that
// receives one fetches the data that it may see.

/**
 * `hello`: the stream is open. `inquiry`: a lead sent an inquiry. `lead`: a lead changed otherwise.
 * `presence`: another device opened or closed a lead. `refetch`: events may have been missed.
 * `beat`: heartbeat.
 */
export const deskEventNames = ["hello", "inquiry", "lead", "presence", "refetch", "beat"] as const;
export type DeskEventName = (typeof deskEventNames)[number];

/** A client that receives nothing for slightly more than two intervals is offline. */
export const heartbeatSeconds = 10;
