// Finds the ad that a submission came from. Forms pass on the URL parameters of the landing page.
// Pure.
import { type Attribution, type ClickId, clickIds } from "#contract/inquiries.ts";
import { wordsOf } from "./field-names.ts";
import type { Field } from "./fields.ts";
import { oneLine, truncateTo } from "./typed-person.ts";

/** The names of parameters, which are Google's but used by all platforms. */
const parameters = {
  utmsource: "source",
  utmmedium: "medium",
  utmcampaign: "campaign",
  utmterm: "term",
  utmcontent: "content",
} as const satisfies Record<string, Exclude<keyof Attribution, "clickId">>;
type Parameter = keyof typeof parameters;

/** The names of all parameters that can identify an ad in a URL. */
export const adParameters: readonly string[] = [
  ...Object.values(parameters).map((name) => `utm_${name}`),
  ...clickIds,
];

const maxLength = 200;
/** How many characters of a URL are read, and how many URLs. */
const maxAddressLength = 4000;
const maxAddresses = 20;

/**
 * Reads parameters that are fields themselves, and then those in URLs that are fields, such as
 * `page_url`. The attribution is null if there are none. `said` are the fields that have nothing
 * else in them.
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

/** A placeholder that the platform didn't fill in: "{{campaign.name}}", "[utm_source]". */
const placeholder = /^[[{<%]|^(?:null|undefined|none)$/i;

/** Returns the parameter for a name such as "utm_campaign", "UTM Campaign" or "GCLID". */
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
