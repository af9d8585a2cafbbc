// An inline script at the end of the questionnaire's form. It restores the draft, the package and
// the step before the first paint, and saves what is typed before hydration.

import { saveDraft } from "#app/ui/form-drafts.ts";
import { draftKey, openQuestionnaire } from "./open-questionnaire.ts";

const form = document.currentScript?.closest("form");
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (form) {
  openQuestionnaire(form, visit?.type === "reload" || visit?.type === "back_forward");
  form.addEventListener("input", () => saveDraft(draftKey, form));
}
