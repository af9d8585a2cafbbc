// What was typed into a form before a reload stands in it again at once: whoever sees it empty until
// the framework is there types it twice. What is typed before that is kept too.
import { restoreDraft, saveDraft } from "#app/ui/form-drafts.ts";

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft-key]")) {
  const name = form.dataset.draftKey ?? "";
  restoreDraft(name, form, document.activeElement);
  form.addEventListener("input", () => saveDraft(name, form));
}
