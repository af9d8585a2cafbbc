// What a front desk records about a lead besides the name, phone number and email address. The
// fields in this list are on the lead's page, in its forms, the timeline and both exports, and are
// erased with the person. To add a field, see docs/recipes.md.
import { z } from "zod";
import { line } from "./fields.ts";

export const leadFields = {
  /** What the person is interested in, in the front desk's words: "Invisalign for my daughter". */
  interest: line(300),
  /** What the person says about their insurance: "Delta Dental PPO", "None". */
  insurance: line(120),
  /** When the person wants to be called: "Weekdays after 5". */
  bestTime: line(120),
};

export type LeadFieldName = keyof typeof leadFields;
export const leadFieldNames = Object.keys(leadFields) as LeadFieldName[];

/** Returns a value for each field, which is computed from the field's name. */
export function eachLeadField<Value>(
  make: (name: LeadFieldName) => Value,
): Record<LeadFieldName, Value> {
  const made = leadFieldNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<LeadFieldName, Value>;
}

/** The fields in API responses. An empty text means that the field is unknown. */
export const leadFieldsInAnswers = eachLeadField(() => z.string());
/** The fields in requests for a new lead or a change. Fields that are omitted don't change. */
export const leadFieldsInRequests = eachLeadField((name) => leadFields[name].optional());
