// Yes/no facts that a front desk records about a lead. Each is on the lead's page with who said so
// and when, in the timeline and both exports, and is erased with the person. docs/recipes.md lists
// the places that a new one needs.
import { z } from "zod";
import { instant } from "./fields.ts";

export const leadFactNames = ["insuranceVerified"] as const;
export type LeadFactName = (typeof leadFactNames)[number];

/** If the fact is true: when it was set, and the name of the person who set it. */
export const LeadFact = z.object({ at: instant, by: z.string() });
export type LeadFact = z.infer<typeof LeadFact>;

/** Returns the values of all facts, each computed from its name. */
export function eachLeadFact<Value>(
  make: (name: LeadFactName) => Value,
): Record<LeadFactName, Value> {
  const made = leadFactNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<LeadFactName, Value>;
}

/** The facts in API responses; null means no or unknown. */
export const LeadFacts = z.object(eachLeadFact(() => LeadFact.nullable()));
export type LeadFacts = z.infer<typeof LeadFacts>;

/** The facts in a change; omitted facts don't change. */
export const LeadFactChanges = z.object(eachLeadFact(() => z.boolean().optional()));
