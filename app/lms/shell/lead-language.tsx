// Shows a lead's language before the call, unless it is English.
import { Hidden } from "#app/ui/hidden.tsx";
import { languageNames } from "#content/languages.ts";
import { leadLanguageWords } from "#content/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";

export function LeadLanguage({ lead }: { lead: Lead }) {
  const name = spokenLanguage(lead);
  if (!name) return null;
  return (
    <span title={`${leadLanguageWords.speaks} ${name}`}>
      <Hidden>{leadLanguageWords.speaks} </Hidden>
      {name}
    </span>
  );
}

/** Returns the language to show, or null if it is English or unknown. */
export function spokenLanguage({ language }: Lead): string | null {
  return language && language !== "en" ? languageNames[language] : null;
}
