// What a page and the service worker tell each other.

export type ToWorker =
  /** A desk is open on this account: keep its dashboard. */
  | { type: "deskOpen"; account: string }
  | { type: "signedOut" }
  /** The newer version of the worker may take over. */
  | { type: "update" };

/** Somebody pressed a notification. Answered on the message's port. */
export type ToPage = { type: "open"; url: string };

/** The names of its caches begin with this. */
export const cachePrefix = "lead desk ";

/** A desk's page has this header on a shared device: nothing of it is kept. */
export const sharedHeader = "Shared-Device";
