// What a front desk writes down about a lead beside name, phone and email. A field named here is on
// the lead's page and in its forms, in the timeline of changes and both exports, and is erased with
// the person; docs/recipes.md lists the places that a new one takes.
import { z } from "zod";
import { line } from "./fields.ts";

export const leadFields = {
  /** What the person is interested in, in the front desk's words: "Invisalign for my daughter". */
  interest: line(300),
};

export type LeadFieldName = keyof typeof leadFields;
export const leadFieldNames = Object.keys(leadFields) as LeadFieldName[];

/** The values of all fields, each made of its name. */
export function eachLeadField<Value>(
  make: (name: LeadFieldName) => Value,
): Record<LeadFieldName, Value> {
  const made = leadFieldNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<LeadFieldName, Value>;
}

/** As they go over the wire; empty: not known. */
export const shownLeadFields = eachLeadField(() => z.string());
/** Of a new lead, and of a change: what is left out stays as it is. */
export const typedLeadFields = eachLeadField((name) => leadFields[name].optional());
