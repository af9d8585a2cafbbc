import { contactRequestWords } from "#content/console/contact-requests.ts";
import { packageTitle } from "#content/marketing.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";

/** The label of each attribution field, with the most useful first. */
const names: Record<string, string> = contactRequestWords.attribution.rows;

/** Returns one row per field that the first or last visit recorded. */
export function attributionRows(
  attribution: ContactRequestDetail["attribution"],
): { name: string; first: string; last: string }[] {
  const { first = {}, last = {} } = attribution ?? {};
  const left = Object.keys(names).filter((field) => first[field] || last[field]);
  return left.map((field) => ({
    name: names[field] ?? field,
    first: textOf(field, first[field]),
    last: textOf(field, last[field]),
  }));
}

/** Returns a value as text. Times have no seconds, because those don't matter for an ad. */
function textOf(field: string, value = ""): string {
  if (field === "package") return packageTitle(value) ?? value;
  return field === "at" ? value.replace(/^(.{10})T(.{5}).*$/, "$1 $2 UTC") : value;
}
