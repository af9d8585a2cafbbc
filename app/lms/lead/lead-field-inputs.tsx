import { TextField } from "#app/ui/fields.tsx";
import { leadFieldLabels } from "#content/lead-fields.ts";
import { leadFieldNames } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";

/** One input for each of the fields in contract/lead-fields.ts. */
export function LeadFieldInputs({ lead }: { lead?: Lead }) {
  return leadFieldNames.map((name) => (
    <TextField
      key={name}
      name={name}
      label={leadFieldLabels[name]}
      defaultValue={lead?.[name]}
      autoComplete="off"
    />
  ));
}
