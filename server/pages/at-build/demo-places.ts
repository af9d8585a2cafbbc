// Marks what a page says about the live demo, so that a start with `DEMO=off` leaves it out
// (`#server/pages/filled-pages.ts`). A component marks its part with `data-demo` (app/ui/demo-link.tsx).
import { placeholders } from "#contract/placeholders.ts";
import {
  elementsIn,
  hasAttribute,
  type Page,
  removeAttribute,
  setAttribute,
  surround,
} from "./html.ts";

/** A marked part may hold another: the outer one is left out whole. */
export function markDemo(page: Page) {
  const marked = [...elementsIn(page)].filter((one) => hasAttribute(one, "data-demo"));
  const inner = new Set(marked.flatMap((one) => [...elementsIn(one)]));
  for (const element of marked) {
    removeAttribute(element, "data-demo");
    if (!inner.has(element)) surround(element, placeholders.demoBegins, placeholders.demoEnds);
  }
  for (const element of elementsIn(page)) {
    if (element.tagName === "html") setAttribute(element, "data-demo", placeholders.demoState);
  }
}
