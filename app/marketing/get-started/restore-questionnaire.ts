// Stands at the end of the questionnaire's form: puts it as it was left, or as the address asks,
// before it is drawn, and keeps what is typed before React is there.

import { saveDraft } from "#app/ui/form-drafts.ts";
import { draftKey, openQuestionnaire } from "./open-questionnaire.ts";

const form = document.currentScript?.closest("form");
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (form) {
  openQuestionnaire(form, visit?.type === "reload" || visit?.type === "back_forward");
  form.addEventListener("input", () => saveDraft(draftKey, form));
}
