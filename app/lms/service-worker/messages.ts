// The messages between a page and the service worker.

export type ToWorker =
  /** A desk is open with this account, so its dashboard should be cached. */
  | { type: "deskOpen"; account: string }
  | { type: "signedOut" }
  /** The newer version of the service worker may take over now. */
  | { type: "update" };

/** Someone clicked a notification. The page confirms on the message's port. */
export type ToPage = { type: "open"; url: string };

/** The prefix of the names of the service worker's caches. */
export const cachePrefix = "lead desk ";

/** Marks a page of a shared device, which must not be cached. */
export const sharedHeader = "Shared-Device";
