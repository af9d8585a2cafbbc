import { SelectField, TextField } from "#app/ui/fields.tsx";
import { languageOptions } from "#app/ui/language-options.ts";
import { leadFieldLabels, leadLanguageWords } from "#content/lead-fields.ts";
import { leadFieldNames } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";

/** The input for the language, and one for each field in contract/lead-fields.ts. */
export function LeadFieldInputs({ lead }: { lead?: Lead }) {
  return (
    <>
      <SelectField
        name="language"
        label={leadLanguageWords.label}
        defaultValue={lead?.language ?? ""}
        options={languageOptions}
        autoComplete="off"
      />
      {leadFieldNames.map((name) => (
        <TextField
          key={name}
          name={name}
          label={leadFieldLabels[name]}
          defaultValue={lead?.[name]}
          autoComplete="off"
        />
      ))}
    </>
  );
}
