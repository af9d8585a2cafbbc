// How the questionnaire stands when it opens: the answers of before, the package that the address
// names, and the step that its hash names. Used by an inline script before React is there, and by
// React when the page is reached from within the site.
import { restoreDraft } from "#app/ui/form-drafts.ts";

export const draftKey = "get-started";

/** The address of each step: moving between them is the browser's own back and forward. */
export const stepHashes = ["", "#step-2", "#step-3"] as const;

/**
 * `isReturn`: a reload, or back from another page; then what was chosen before counts more than
 * what the address says.
 */
export function openQuestionnaire(form: HTMLFormElement, isReturn: boolean) {
  restoreDraft(draftKey, form);
  const wanted = new URLSearchParams(location.search).get("p");
  const isChosen = new FormData(form).has("package");
  if (wanted !== null && !(isReturn && isChosen)) choosePackage(form, wanted);
  showStep(stepOf(location.hash, form));
  form.dataset.opened = "";
}

/** The step that the hash names; the first one while its answers are missing. */
export function stepOf(hash: string, form: HTMLFormElement): number {
  const step = (stepHashes as readonly string[]).indexOf(hash);
  const details = ["fullName", "email", "phone"].map((name) => form.elements.namedItem(name));
  const isBegun = details.every((field) => field instanceof HTMLInputElement && field.value.trim());
  return isBegun && step > 0 ? step : 0;
}

/** The style sheet shows the one step that the document names. */
export function showStep(step: number | null) {
  const { dataset } = document.documentElement;
  if (step === null) delete dataset.step;
  else dataset.step = String(step + 1);
}

/** What is none of the packages chooses none. */
function choosePackage(form: HTMLFormElement, wanted: string) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.name === "package") {
      field.checked = field.value === wanted;
    }
  }
}
