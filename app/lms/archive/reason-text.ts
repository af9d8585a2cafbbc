import { outcomeNames } from "#content/desk/outcomes.ts";

/** Why a lead is archived, as people read it: a call's outcome, or the words somebody typed. */
export function reasonText(reason: string): string {
  return reason === "not_interested" || reason === "wrong_number" ? outcomeNames[reason] : reason;
}
