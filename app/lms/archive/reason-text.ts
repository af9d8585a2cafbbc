import { outcomeNames } from "#content/desk/outcomes.ts";
import { callOutcomes } from "#contract/call-outcomes.ts";

/** Returns why a lead was archived, as text: a call's outcome, or the words that someone typed. */
export function reasonText(reason: string): string {
  const outcome = callOutcomes.find((one) => one === reason);
  return outcome ? outcomeNames[outcome] : reason;
}
