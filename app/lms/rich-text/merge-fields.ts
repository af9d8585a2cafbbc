// Merge fields are kept as text, `{{ lead.firstName | default: "there" }}`, and edited as one piece
// that reads "First name": these are the two ways between.
import { editorWords } from "#content/desk/templates.ts";
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
  return fallback ? editorWords.fieldOr(name, fallback) : name;
}

/** A subject as a person reads and writes it: "Hello [First name, or “there”]". */
export function toBrackets(subject: string): string {
  return subject.replace(known, (text: string, field: string, fallback = "") =>
    isMergeField(field) && !/[[\]]/.test(fallback) ? `[${fieldLabel(field, fallback)}]` : text,
  );
}

/** A subject as it is kept; brackets around anything but a field stay as they are. */
export function fromBrackets(subject: string): string {
  return subject.replace(/\[([^[\]]+)\]/g, (text: string, label: string) => {
    const [, name = label, fallback = ""] = labelWithFallback.exec(label) ?? [];
    const field = mergeFields.find((one) => mergeFieldWords[one].name === name);
    return field ? fieldText(field, fallback) : text;
  });
}

/** What `editorWords.fieldOr` writes, read back. */
const labelWithFallback = new RegExp(`^${editorWords.fieldOr("(.+?)", '([^"<>]+)')}$`);

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
