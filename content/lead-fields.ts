// What the fields of a lead are called on screens and in exports.
import type { LeadFieldName } from "#contract/lead-fields.ts";

export const leadFieldLabels: Record<LeadFieldName, string> = {
  interest: "Interested in",
};
