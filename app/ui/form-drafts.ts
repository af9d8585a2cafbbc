// Saves a form's draft in the tab's session storage and restores it after a reload. It uses only
// the DOM, so an inline script can run it before hydration.

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The hidden field with the submission's id, named as in the contract. */
export const submissionIdField = "submissionId";

/** The hidden field with the version that the form's fields show, named as in the contract. */
export const versionField = "changedAt";

/** The product's own hidden fields. They are restored with a draft, but don't count as changes. */
const ownFields: string[] = [submissionIdField, versionField];

const prefix = "typed:";
const keyOf = (name: string) => prefix + name;
const sourceKeyOf = (name: string) => `${prefix}from:${name}`;

/** Stores what a draft was started from, together with the draft. Null deletes it. */
export function saveDraftSource(name: string, source: string | null) {
  try {
    if (source === null) sessionStorage.removeItem(sourceKeyOf(name));
    else sessionStorage.setItem(sourceKeyOf(name), source);
  } catch {
    // Storage is unavailable, so the form has no draft.
  }
}

export function readDraftSource(name: string): string | null {
  try {
    return sessionStorage.getItem(sourceKeyOf(name));
  } catch {
    return null;
  }
}

/** Deletes all drafts in this tab, because someone else is about to use the tab. */
export function forgetDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is unavailable, so there are no drafts.
  }
}

/** Saves a form's draft in this tab, without passwords; null deletes the draft. */
export function saveDraft(name: string, form: HTMLFormElement | null) {
  try {
    // A draft without changes isn't saved. Otherwise it would later be restored over a newer
    // version, as if someone had typed it.
    const isUntouched = form?.elements.namedItem(versionField) && !isFormChanged(form);
    if (!form || isUntouched) return sessionStorage.removeItem(keyOf(name));
    sessionStorage.setItem(keyOf(name), JSON.stringify(keepable(form)));
  } catch {
    // Storage is unavailable, so the form has no draft.
  }
}

/**
 * Restores a draft, but only into fields that haven't changed, and not into `busy`, where the user
 * is about to type.
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
    else if (isUnchanged(field) || ownFields.includes(field.name)) field.value = value;
  }
}

/** Returns whether the field still has its initial value. */
function isUnchanged(field: FieldElement): boolean {
  if (field instanceof HTMLSelectElement) return field.value === "" || !isChanged(field);
  return field.value === field.defaultValue;
}

/** Returns whether any field differs from its initial value. */
export function isFormChanged(form: HTMLFormElement): boolean {
  return fieldsOf(form).some((field) => !ownFields.includes(field.name) && isChanged(field));
}

/**
 * The state of each field at one moment: its text, whether it was checked, or which options were
 * chosen.
 */
export type FormSnapshot = ReadonlyMap<FieldElement, string | boolean | ReadonlySet<string>>;

/** Returns the current state of the fields. */
export function takeSnapshot(form: HTMLFormElement): FormSnapshot {
  return new Map(fieldsOf(form).map((field) => [field, heldBy(field)]));
}

function heldBy(field: FieldElement): string | boolean | ReadonlySet<string> {
  if (field instanceof HTMLSelectElement) {
    return new Set([...field.selectedOptions].map(({ value }) => value));
  }
  return isInput(field, "checkbox") || isInput(field, "radio") ? field.checked : field.value;
}

/**
 * Makes the submitted values the initial ones. What was typed after the submission still counts as
 * a change.
 */
export function keepAsInitial(sent: FormSnapshot) {
  for (const [field, held] of sent) {
    if (field instanceof HTMLSelectElement) {
      if (typeof held === "object") keepChosen(field, held);
    } else if (typeof held === "string") {
      field.defaultValue = held;
    } else if (field instanceof HTMLInputElement && field.defaultChecked !== held) {
      field.defaultChecked = held === true;
    }
  }
}

/**
 * Changes only the initial state. Otherwise an option that no one has touched would change along
 * with it.
 */
function keepChosen(list: HTMLSelectElement, held: ReadonlySet<string>) {
  const options = [...list.options];
  const chosen = options.map(({ selected }) => selected);
  for (const option of options) option.defaultSelected = held.has(option.value);
  for (const [index, option] of options.entries()) {
    const isChosen = chosen[index] === true;
    if (option.selected !== isChosen) option.selected = isChosen;
  }
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
      // A select without a name isn't a form field; a menu of merge fields is one.
      (element instanceof HTMLSelectElement && element.name !== ""),
  );
}

/** Returns whether the draft includes this input. An input without a name isn't submitted. */
function isKept({ type, name }: HTMLInputElement): boolean {
  if (name === "") return false;
  return ownFields.includes(name) || (type !== "password" && type !== "hidden");
}

function isInput(field: FieldElement, type: "checkbox" | "radio"): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === type;
}
