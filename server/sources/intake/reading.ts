// The input and result of a keyed source's reader.
import type { Submission } from "./store-submission.ts";

export type ReceivedBody = {
  body: string;
  isFormEncoded: boolean;
  /** Sent by the owner to test the source. */
  isTest: boolean;
  receivedAt: Date;
  /** The owner has reviewed it and is retrying it. */
  isReplayed: boolean;
};

/** `spam` and `unmapped`: see `keyedResults`. */
export type Reading = { submission: Submission } | { result: "spam" | "unmapped" };
