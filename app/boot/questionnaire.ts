// Stands at the end of the questionnaire's form and puts it as it was left, or as the address asks,
// before it is drawn.
import { openQuestionnaire } from "#app/marketing/get-started/open-questionnaire.ts";

const form = document.currentScript?.closest("form");
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (form) openQuestionnaire(form, visit?.type === "reload" || visit?.type === "back_forward");
