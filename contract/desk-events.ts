// What a desk's event stream says, `GET /api/leads/events`: names and ids; whoever hears one fetches
// what it may see.

/**
 * `hello`: the stream is open. `inquiry`: somebody asked. `lead`: something else about a lead
 * changed. `presence`: another device opened or left one. `refetch`: something may have been missed.
 * `beat`: it is alive.
 */
export const deskNews = ["hello", "inquiry", "lead", "presence", "refetch", "beat"] as const;
export type DeskNews = (typeof deskNews)[number];

/** Who hears nothing for twice as long and a little more is not live. */
export const beatSeconds = 10;
