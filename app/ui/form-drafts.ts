// What is typed into a form is kept in this tab and put back after a reload. It knows nothing but
// the page, so that an inline script may use it before React is there.

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The hidden field that names a submission, in the contract's word. */
export const submissionIdField = "submissionId";

/** The hidden field that names the version its form's fields began with, in the contract's word. */
export const versionField = "changedAt";

/** Ours, not typed: they come back with what was typed, and never count as typed themselves. */
const ownFields: string[] = [submissionIdField, versionField];

const keyOf = (name: string) => `typed:${name}`;

/** Keeps what is typed in this tab, and with null forgets it. Passwords are never kept. */
export function saveDraft(name: string, form: HTMLFormElement | null) {
  try {
    // Untouched words would come back after a reload as if they had been typed over newer ones.
    const isUntouched = form?.elements.namedItem(versionField) && !isFormChanged(form);
    if (!form || isUntouched) return sessionStorage.removeItem(keyOf(name));
    sessionStorage.setItem(keyOf(name), JSON.stringify(keepable(form)));
  } catch {
    // A browser that keeps nothing: then a reload empties the form, as it always did.
  }
}

/**
 * Puts back what was kept, but only into fields that stand as they came; not into `busy`, where
 * somebody is about to type.
 */
export function restoreDraft(name: string, form: HTMLFormElement, busy?: Element | null) {
  const kept = readKept(name);
  const isChosen = (field: HTMLInputElement) =>
    fieldsOf(form).some((one) => one.name === field.name && "checked" in one && one.checked);
  for (const field of fieldsOf(form)) {
    const value = kept[field.name];
    if (value === undefined || field === busy) continue;
    if (isInput(field, "checkbox")) field.checked = value === "on";
    else if (isInput(field, "radio")) field.checked ||= field.value === value && !isChosen(field);
    else if (isAsItCame(field) || ownFields.includes(field.name)) field.value = value;
  }
}

/** Nobody has typed into it since the page came. */
function isAsItCame(field: FieldElement): boolean {
  if (field instanceof HTMLSelectElement) return field.value === "" || !isChanged(field);
  return field.value === field.defaultValue;
}

/** Whether something stands in a form that is not what the page came with. */
export function isFormChanged(form: HTMLFormElement): boolean {
  return fieldsOf(form).some((field) => !ownFields.includes(field.name) && isChanged(field));
}

function isChanged(field: FieldElement): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (isInput(field, "checkbox") || isInput(field, "radio")) {
    return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}

function keepable(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    if (isInput(field, "checkbox")) typed[field.name] = field.checked ? "on" : "";
    else if (isInput(field, "radio")) {
      if (field.checked) typed[field.name] = field.value;
    } else if (field.value !== "" || isChanged(field)) typed[field.name] = field.value;
  }
  return typed;
}

function readKept(name: string): Record<string, string | undefined> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "{}");
    const isRecord = typeof kept === "object" && kept !== null;
    const entries = isRecord ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

function fieldsOf(form: HTMLFormElement): FieldElement[] {
  return [...form.elements].filter(
    (element): element is FieldElement =>
      (element instanceof HTMLInputElement && isKept(element)) ||
      element instanceof HTMLTextAreaElement ||
      // A menu without a name, of things to insert, is no field.
      (element instanceof HTMLSelectElement && element.name !== ""),
  );
}

/** A field without a name belongs to another field's looks. */
function isKept({ type, name }: HTMLInputElement): boolean {
  if (name === "") return false;
  return ownFields.includes(name) || (type !== "password" && type !== "hidden");
}

function isInput(field: FieldElement, type: "checkbox" | "radio"): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === type;
}
