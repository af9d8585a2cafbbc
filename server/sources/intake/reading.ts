// What the reader of a keyed source gets and returns.
import type { Submission } from "./store-submission.ts";

export type ReceivedBody = {
  body: string;
  isFormEncoded: boolean;
  /** The owner sent it to test the source. */
  isTest: boolean;
  receivedAt: Date;
  /** The owner has reviewed it and replays it. */
  isReplayed: boolean;
};

/** For the meaning of `spam` and `unmapped`, see `keyedResults`. */
export type Reading = { submission: Submission } | { result: "spam" | "unmapped" };
