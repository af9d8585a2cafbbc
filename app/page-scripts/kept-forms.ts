// What was typed into a form before a reload stands in it again at once: whoever sees it empty until
// the framework is there types it twice. What is typed before that is kept too.
import { recall, remember } from "#app/ui/kept-values.ts";

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-kept-as]")) {
  const name = form.dataset.keptAs ?? "";
  recall(name, form, document.activeElement);
  form.addEventListener("input", () => remember(name, form));
}
