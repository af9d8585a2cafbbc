import { contactRequestWords } from "#content/console/contact-requests.ts";
import { packageTitle } from "#content/marketing.ts";
import type { ContactRequest } from "#contract/contact-requests.ts";

/** What each trace is called, in the order in which it helps. */
const names: Record<string, string> = contactRequestWords.attribution.rows;

/** One row per trace that either visit left. */
export function attributionRows(
  attribution: ContactRequest["attribution"],
): { name: string; first: string; last: string }[] {
  const { first = {}, last = {} } = attribution ?? {};
  const left = Object.keys(names).filter((field) => first[field] || last[field]);
  return left.map((field) => ({
    name: names[field] ?? field,
    first: textOf(field, first[field]),
    last: textOf(field, last[field]),
  }));
}

/** Moments to the minute: nobody's advertisement is judged by seconds. */
function textOf(field: string, value = ""): string {
  if (field === "package") return packageTitle(value) ?? value;
  return field === "at" ? value.replace(/^(.{10})T(.{5}).*$/, "$1 $2 UTC") : value;
}
