// Messages between a page and the service worker.

export type ToWorker =
  /** A desk is open on this account: keep its dashboard. */
  | { type: "deskOpen"; account: string }
  | { type: "signedOut" }
  /** The newer version of the worker may take over. */
  | { type: "update" };

/** Someone tapped a notification. The response goes to the message's port. */
export type ToPage = { type: "open"; url: string };

/** The names of its caches begin with this. */
export const cachePrefix = "lead desk ";

/** Marks a desk's page on a shared device, which must not be cached. */
export const sharedHeader = "Shared-Device";
