import { z } from "zod";

/** Call outcomes (dispositions). */
export const callOutcomes = [
  "spoke",
  "voicemail",
  "no_answer",
  "booked",
  "call_back",
  "not_interested",
  "wrong_number",
  "asked_to_stop",
] as const;
export const CallOutcome = z.enum(callOutcomes);
export type CallOutcome = z.infer<typeof CallOutcome>;

/** The outcomes of calls in which the right person answered. */
export const spokenOutcomes: CallOutcome[] = [
  ...(["spoke", "booked", "call_back", "not_interested", "asked_to_stop"] as const),
];
