// Finds which ad a submission came from, from the landing page's URL parameters that forms pass on.
// Pure.
import { type Attribution, type ClickId, clickIds } from "#contract/inquiries.ts";
import { wordsOf } from "./field-names.ts";
import type { Field } from "./fields.ts";
import { oneLine, truncateTo } from "./typed-person.ts";

/** Keyed by Google's parameter names, which all platforms use. */
const parameters = {
  utmsource: "source",
  utmmedium: "medium",
  utmcampaign: "campaign",
  utmterm: "term",
  utmcontent: "content",
} as const satisfies Record<string, Exclude<keyof Attribution, "clickId">>;
type Parameter = keyof typeof parameters;

/** The parameters' names in a URL. */
export const adParameters: readonly string[] = [
  ...Object.values(parameters).map((name) => `utm_${name}`),
  ...clickIds,
];

const maxLength = 200;
/** The maximum length of a URL, and the maximum number of URLs. */
const maxAddressLength = 4000;
const maxAddresses = 20;

/**
 * Reads parameters from the fields themselves, then from URLs in them, such as `page_url`. Returns
 * null if there are none. `said`: the fields that contain nothing else.
 */
export function attributionIn(fields: Field[]): { attribution: Attribution | null; said: Field[] } {
  const found = new Map<Parameter | ClickId, string>();
  const add = (name: string, value: string) => {
    const known = parameterNamed(name);
    const text = truncateTo(maxLength, oneLine(value));
    const isOne = known !== null && text !== "" && !placeholder.test(text);
    if (isOne && !found.has(known)) found.set(known, text);
    return known !== null;
  };
  const said = fields.filter(({ names, values }) =>
    names.some((name) => add(name, values[0] ?? "")),
  );
  for (const address of addressesIn(fields)) {
    for (const [name, value] of address.searchParams) add(name, value);
  }
  if (found.size === 0) return { attribution: null, said };
  const clicked = clickIds.find((name) => found.has(name));
  return {
    attribution: {
      source: found.get("utmsource") ?? "",
      medium: found.get("utmmedium") ?? "",
      campaign: found.get("utmcampaign") ?? "",
      term: found.get("utmterm") ?? "",
      content: found.get("utmcontent") ?? "",
      clickId: clicked ? { name: clicked, value: found.get(clicked) ?? "" } : null,
    },
    said,
  };
}

/** A platform's placeholder that wasn't filled in: "{{campaign.name}}", "[utm_source]". */
const placeholder = /^[[{<%]|^(?:null|undefined|none)$/i;

/** "utm_campaign", "UTM Campaign", "GCLID". */
function parameterNamed(name: string): Parameter | ClickId | null {
  const plain = wordsOf(name).replace(/ /g, "");
  return (
    clickIds.find((one) => one === plain) ??
    (Object.keys(parameters) as Parameter[]).find((one) => one === plain) ??
    null
  );
}

function addressesIn(fields: Field[]): URL[] {
  const texts = fields
    .flatMap(({ values }) => values)
    .filter((text) => /^https?:.*[?&]/.test(text));
  return texts
    .slice(0, maxAddresses)
    .flatMap((text) => URL.parse(text.slice(0, maxAddressLength)) ?? []);
}
