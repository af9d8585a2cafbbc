// Restores the questionnaire's state: the draft, the package in the URL, and the step in the hash.
// An inline script calls it before hydration, and React after client-side navigation.
import { restoreDraft } from "#app/ui/form-drafts.ts";

export const draftKey = "get-started";

/** The hash of each step, so that the browser's Back and Forward buttons move between steps. */
export const stepHashes = ["", "#step-2", "#step-3"] as const;

/**
 * Opens the questionnaire. `isReturn`: after a reload or the Back button, the draft's package
 * counts instead of the one in the URL.
 */
export function openQuestionnaire(form: HTMLFormElement, isReturn: boolean) {
  restoreDraft(draftKey, form);
  const wanted = new URLSearchParams(location.search).get("p");
  const isChosen = new FormData(form).has("package");
  if (wanted !== null && !(isReturn && isChosen)) choosePackage(form, wanted);
  showStep(stepOf(location.hash, form));
  form.dataset.opened = "";
}

/** Returns the step in the hash. If earlier answers are missing, returns the first step. */
export function stepOf(hash: string, form: HTMLFormElement): number {
  const step = (stepHashes as readonly string[]).indexOf(hash);
  const details = ["fullName", "email", "phone"].map((name) => form.elements.namedItem(name));
  const isBegun = details.every((field) => field instanceof HTMLInputElement && field.value.trim());
  return isBegun && step > 0 ? step : 0;
}

/** Sets an attribute for CSS, which shows this step. */
export function showStep(step: number | null) {
  const { dataset } = document.documentElement;
  if (step === null) delete dataset.step;
  else dataset.step = String(step + 1);
}

/** Selects a package. An unknown id selects none. */
function choosePackage(form: HTMLFormElement, wanted: string) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.name === "package") {
      field.checked = field.value === wanted;
    }
  }
}
