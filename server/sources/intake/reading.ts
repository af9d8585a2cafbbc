// What a keyed source's reader is given, and what it finds in it.
import type { Submission } from "./store-submission.ts";

export type ReceivedBody = {
  body: string;
  isFormEncoded: boolean;
  /** Sent by the owner to try the source out. */
  isTest: boolean;
  receivedAt: Date;
  /** The owner has looked at it and vouches for it. */
  isReplayed: boolean;
};

/** `spam` and `unmapped`: see `keyedResults`. */
export type Reading = { submission: Submission } | { result: "spam" | "unmapped" };
