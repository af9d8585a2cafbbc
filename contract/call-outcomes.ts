import { z } from "zod";

/** Call outcomes, which the field calls dispositions. */
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

/** Someone answered, and it was the right person. */
export const spokenOutcomes: CallOutcome[] = [
  ...(["spoke", "booked", "call_back", "not_interested", "asked_to_stop"] as const),
];
