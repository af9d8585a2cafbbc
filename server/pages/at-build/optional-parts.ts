// Marks the parts of a page that the running app may leave out (`#server/pages/filled-pages.ts`):
// the links to the live demo (app/ui/demo-link.tsx), and the agency's own response time
// (app/marketing/response-time.tsx). The component adds an attribute to such a part.
import { placeholders } from "#contract/placeholders.ts";
import {
  elementsIn,
  hasAttribute,
  type Page,
  removeAttribute,
  setAttribute,
  surround,
} from "./html.ts";

const { demoBegins, demoEnds, demoState } = placeholders;
const { responseTimeBegins, responseTimeEnds, responseTime } = placeholders;

/**
 * `state` is the value of the document's attribute. The browser reads it when it renders the part
 * again.
 */
const optional = [
  { attribute: "data-demo", begins: demoBegins, ends: demoEnds, state: demoState },
  {
    attribute: "data-response-time",
    begins: responseTimeBegins,
    ends: responseTimeEnds,
    state: responseTime,
  },
];

export function markOptionalParts(page: Page) {
  for (const { attribute, begins, ends, state } of optional) {
    markParts(page, attribute, begins, ends);
    for (const element of elementsIn(page)) {
      if (element.tagName === "html") setAttribute(element, attribute, state);
    }
  }
}

/**
 * Marks both ends of each part. If a marked part contains another one, only the outer one counts,
 * and it's left out as a whole.
 */
function markParts(page: Page, attribute: string, begins: string, ends: string) {
  const marked = [...elementsIn(page)].filter((one) => hasAttribute(one, attribute));
  const inner = new Set(marked.flatMap((one) => [...elementsIn(one)]));
  for (const element of marked) {
    removeAttribute(element, attribute);
    if (!inner.has(element)) surround(element, begins, ends);
  }
}
