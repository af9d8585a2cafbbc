// Converts merge fields between the stored text, such as `{{ lead.firstName | default: "there" }}`,
// and what the editor shows, such as "First name".
import { readTyped } from "#app/ui/form-values.ts";
import { languageIn } from "#app/ui/language-options.ts";
import { editorWords } from "#content/desk/templates.ts";
import { mergeFieldFallbacks, mergeFieldWords } from "#content/templates.ts";
import { type MergeField, mergeFields } from "#contract/templates.ts";

/**
 * Matches a field with at most one fallback. Any other text isn't changed, and the server validates
 * it.
 */
const known = /\{\{\s*(\w+\.\w+)\s*(?:\|\s*default:\s*"([^"<>]*)"\s*)?\}\}/g;

export function isMergeField(name: string): name is MergeField {
  return mergeFields.some((field) => field === name);
}

export function fieldText(field: string, fallback: string): string {
  return fallback ? `{{ ${field} | default: "${fallback}" }}` : `{{ ${field} }}`;
}

export function fieldLabel(field: string, fallback: string): string {
  const name = isMergeField(field) ? mergeFieldWords[field].name : field;
  return fallback ? editorWords.fieldOr(name, fallback) : name;
}

/** Returns the field's fallback in the language that is selected in the form. */
export function fallbackIn(form: HTMLFormElement | null | undefined, field: MergeField): string {
  const language = form ? languageIn(readTyped(form)) : "en";
  return mergeFieldFallbacks[language][field] ?? "";
}

/** Converts a stored subject for editing, for example to "Hello [First name, or “there”]". */
export function toBrackets(subject: string): string {
  return subject.replace(known, (text: string, field: string, fallback = "") =>
    isMergeField(field) && !/[[\]]/.test(fallback) ? `[${fieldLabel(field, fallback)}]` : text,
  );
}

/**
 * Converts an edited subject for storage. Text in brackets that isn't a merge field isn't changed.
 */
export function fromBrackets(subject: string): string {
  return subject.replace(/\[([^[\]]+)\]/g, (text: string, label: string) => {
    const [, name = label, fallback = ""] = labelWithFallback.exec(label) ?? [];
    const field = mergeFields.find((one) => mergeFieldWords[one].name === name);
    return field ? fieldText(field, fallback) : text;
  });
}

/** Matches a label with a fallback, as `editorWords.fieldOr` formats it. */
const labelWithFallback = new RegExp(`^${editorWords.fieldOr("(.+?)", '([^"<>]+)')}$`);

/** Converts stored rich text to the editor's HTML. */
export function withMergeFieldChips(html: string): string {
  return html.replace(known, (text: string, field: string, fallback = "") =>
    isMergeField(field)
      ? `<span data-field="${field}" data-fallback="${fallback.replaceAll('"', "&quot;")}"></span>`
      : text,
  );
}

/** Converts the editor's HTML to stored rich text. */
export function withMergeFieldText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const chip of page.querySelectorAll<HTMLElement>("span[data-field]")) {
    chip.replaceWith(fieldText(chip.dataset.field ?? "", chip.dataset.fallback ?? ""));
  }
  return page.body.innerHTML;
}

/** Fills in a made-up person's details, or the field's name, for counting characters. */
export function withSamples(text: string): string {
  return text.replace(known, (whole: string, field: string) => {
    if (!isMergeField(field)) return whole;
    const { sample, name } = mergeFieldWords[field];
    return sample || name;
  });
}
