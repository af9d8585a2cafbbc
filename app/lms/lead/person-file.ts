// Converts a person's data export to a readable file, with headings and words instead of the API's
// field names and codes.
import { mailStateWords } from "#content/desk/emails.ts";
import { notDialedWords, notRungWords, timelineWords } from "#content/desk/lead.ts";
import { leadStateNames, outcomeNames } from "#content/desk/outcomes.ts";
import { personFileHeadings } from "#content/desk/person-file.ts";
import { textDirectionWords, textStateWords } from "#content/desk/texts.ts";
import { languageNames } from "#content/languages.ts";
import { leadFactLabels, leadFieldLabels } from "#content/lead-fields.ts";

const headings: Record<string, string> = {
  ...personFileHeadings,
  ...leadFieldLabels,
  ...leadFactLabels,
};

/** The words for each code, by the name of the field that contains it. */
const values: Record<string, Record<string, string>> = {
  state: { ...leadStateNames, ...textStateWords, ...mailStateWords },
  direction: textDirectionWords,
  outcome: outcomeNames,
  lastOutcome: outcomeNames,
  kind: timelineWords.names,
  language: languageNames,
  why: { ...notRungWords, ...notDialedWords },
};

export function personFile(kept: object): string {
  return JSON.stringify(readable(kept), null, 2);
}

function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [
      headings[field] ?? field,
      typeof one === "string" ? (values[field]?.[one] ?? one) : readable(one),
    ]),
  );
}
