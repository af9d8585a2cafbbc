// Yes/no facts about a lead that a front desk records. The lead's page shows who recorded each
// fact, and when. Facts are in the timeline and both exports, and are erased with the person. To
// add a fact, see docs/recipes.md.
import { z } from "zod";
import { instant } from "./fields.ts";

export const leadFactNames = ["insuranceVerified"] as const;
export type LeadFactName = (typeof leadFactNames)[number];

/** When the fact was recorded, and who recorded it. Set only if the fact is true. */
export const LeadFact = z.object({ at: instant, by: z.string() });
export type LeadFact = z.infer<typeof LeadFact>;

/** Returns a value for each fact, which is computed from the fact's name. */
export function eachLeadFact<Value>(
  make: (name: LeadFactName) => Value,
): Record<LeadFactName, Value> {
  const made = leadFactNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<LeadFactName, Value>;
}

/** The facts in API responses. Null means that the fact is false or unknown. */
export const LeadFacts = z.object(eachLeadFact(() => LeadFact.nullable()));
export type LeadFacts = z.infer<typeof LeadFacts>;

/** The facts in a request for a change. Facts that are omitted don't change. */
export const LeadFactChanges = z.object(eachLeadFact(() => z.boolean().optional()));
