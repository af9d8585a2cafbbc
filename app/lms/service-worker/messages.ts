// Messages between a page and the service worker.

export type ToWorker =
  /** A desk is open with this account, so its dashboard should be cached. */
  | { type: "deskOpen"; account: string }
  | { type: "signedOut" }
  /** The newer version of the worker may take over. */
  | { type: "update" };

/** Someone tapped a notification. The response goes to the message's port. */
export type ToPage = { type: "open"; url: string };

/** The prefix of the worker's cache names. */
export const cachePrefix = "lead desk ";

/** Marks a page of a shared device, which must not be cached. */
export const sharedHeader = "Shared-Device";
