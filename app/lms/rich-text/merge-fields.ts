// Merge fields are kept as text, `{{ lead.firstName | default: "there" }}`, and edited as one piece
// that reads "First name": these are the two ways between.
import { mergeFieldWords } from "#content/templates.ts";
import { type MergeField, mergeFields } from "#contract/templates.ts";

/** Two words and at most one fallback; whatever else is written stays text, and the server judges it. */
const known = /\{\{\s*(\w+\.\w+)\s*(?:\|\s*default:\s*"([^"<>]*)"\s*)?\}\}/g;

export function isMergeField(name: string): name is MergeField {
  return mergeFields.some((field) => field === name);
}

/** The field as it is kept. */
export function fieldText(field: string, fallback: string): string {
  return fallback ? `{{ ${field} | default: "${fallback}" }}` : `{{ ${field} }}`;
}

/** The field as a person reads it. */
export function fieldLabel(field: string, fallback: string): string {
  const name = isMergeField(field) ? mergeFieldWords[field].name : field;
  return fallback ? `${name}, or “${fallback}”` : name;
}

/** Rich text for the editor. */
export function withMergeFieldChips(html: string): string {
  return html.replace(known, (text: string, field: string, fallback = "") =>
    isMergeField(field)
      ? `<span data-field="${field}" data-fallback="${fallback.replaceAll('"', "&quot;")}"></span>`
      : text,
  );
}

/** What the editor wrote, as it is kept. */
export function withMergeFieldText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const chip of page.querySelectorAll<HTMLElement>("span[data-field]")) {
    chip.replaceWith(fieldText(chip.dataset.field ?? "", chip.dataset.fallback ?? ""));
  }
  return page.body.innerHTML;
}
