// Restores a form's draft before hydration, because a visitor who sees an empty form would type
// everything again. Also saves what is typed before hydration.
import { restoreDraft, saveDraft } from "#app/ui/form-drafts.ts";

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft-key]")) {
  const name = form.dataset.draftKey ?? "";
  restoreDraft(name, form, document.activeElement);
  form.addEventListener("input", () => saveDraft(name, form));
}
