// Yes/no facts that a front desk records about a lead. The lead's page shows each with who recorded
// it and when. They are in the timeline and both exports, and are erased with the person. To add
// one, see docs/recipes.md.
import { z } from "zod";
import { instant } from "./fields.ts";

export const leadFactNames = ["insuranceVerified"] as const;
export type LeadFactName = (typeof leadFactNames)[number];

/** When the fact was recorded and who recorded it, if it's true. */
export const LeadFact = z.object({ at: instant, by: z.string() });
export type LeadFact = z.infer<typeof LeadFact>;

/** Returns the values of all facts, each computed from its name. */
export function eachLeadFact<Value>(
  make: (name: LeadFactName) => Value,
): Record<LeadFactName, Value> {
  const made = leadFactNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<LeadFactName, Value>;
}

/** The facts in API responses. Null means no or unknown. */
export const LeadFacts = z.object(eachLeadFact(() => LeadFact.nullable()));
export type LeadFacts = z.infer<typeof LeadFacts>;

/** The facts in a change request. Omitted facts don't change. */
export const LeadFactChanges = z.object(eachLeadFact(() => z.boolean().optional()));
