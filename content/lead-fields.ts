// The names of a lead's fields on screens and in exports.
import type { LeadFactName } from "#contract/lead-facts.ts";
import type { LeadFieldName } from "#contract/lead-fields.ts";

export const leadFieldLabels: Record<LeadFieldName, string> = {
  interest: "Interested in",
  insurance: "Insurance",
  bestTime: "Best time to call",
};

/** The yes/no facts about a lead. */
export const leadFactLabels: Record<LeadFactName, string> = {
  insuranceVerified: "Insurance verified",
};

/** The language that a lead speaks, on screens and in exports. */
export const leadLanguageWords = {
  label: "Language",
  /** Shown before "Spanish" where only the language is shown. */
  speaks: "Speaks",
} as const;
