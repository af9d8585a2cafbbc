// First-touch and last-touch attribution. It is stored in the visitor's browser and sent only with
// a contact request. Values are cleaned up and cut to what the contract accepts, so that they never
// cause a rejection.
import { dayMs } from "#contract/durations.ts";

/** The attribution of one visit, by field name. Its values are short. */
export type Touch = Record<string, string>;
export type Attribution = { first?: Touch; last?: Touch };

const storageKey = "attribution";
/** The maximum length that the contract accepts. */
const longest = 300;
/**
 * Attribution is dropped after this time, because an ad clicked longer ago no longer explains a
 * contact request.
 */
const keptMs = 90 * dayMs;

const campaignFields = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "gclid",
  "fbclid",
] as const;
const fields: readonly string[] = [...campaignFields, "referrer", "landing", "package", "at"];

/** Returns a visit's attribution: its campaign, the external referrer and the landing page. */
export function touchOf(visit: { url: string; referrer: string; now: Date }): Touch {
  const url = new URL(visit.url);
  const touch: Touch = {};
  for (const field of campaignFields) {
    const value = clean(url.searchParams.get(field) ?? "");
    if (value) touch[field] = value;
  }
  const referrer = foreignPage(visit.referrer, url.host);
  if (referrer) touch.referrer = clean(referrer);
  touch.landing = clean(url.pathname);
  const wanted = clean(url.searchParams.get("p") ?? "");
  if (wanted) touch.package = wanted;
  touch.at = visit.now.toISOString();
  return touch;
}

/**
 * Adds a visit's touch. A direct visit has no campaign and no external referrer, so it doesn't
 * replace the last touch.
 */
export function addTouch(kept: Attribution, touch: Touch, now: Date): Attribution {
  const first = isFresh(kept.first, now) ? kept.first : touch;
  const last = isFresh(kept.last, now) && isDirect(touch) ? kept.last : touch;
  return { first, last };
}

/** Records the current visit. Called once per document. */
export function recordVisit() {
  const now = new Date();
  const isMove = document.referrer.startsWith(`${location.origin}/`);
  // Navigation within the site isn't a new visit. But if the visitor navigated before the first
  // page could record the visit, it is recorded here.
  if (isMove && readKept().first) return;
  const touch = isMove
    ? touchOf({ url: document.referrer, referrer: "", now })
    : touchOf({ url: location.href, referrer: document.referrer, now });
  try {
    localStorage.setItem(storageKey, JSON.stringify(addTouch(readKept(), touch, now)));
  } catch {
    // The storage is unavailable, so the contact request is sent without attribution.
  }
}

/**
 * Returns the attribution for a contact request. If several packages were selected, the last one
 * counts.
 */
export function readAttribution(): Attribution | undefined {
  const { first, last } = readKept();
  if (!first || !last) return undefined;
  const wanted = clean(new URLSearchParams(location.search).get("p") ?? "");
  return { first, last: wanted ? { ...last, package: wanted } : last };
}

function readKept(): Attribution {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const { first, last } = kept as Record<string, unknown>;
    return { first: readTouch(first), last: readTouch(last) };
  } catch {
    return {};
  }
}

/** Returns only known fields with short values, because the storage may contain anything. */
function readTouch(kept: unknown): Touch | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const entries = Object.entries(kept).filter(([name]) => fields.includes(name));
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, clean(value)]] : [])),
  );
}

function isDirect(touch: Touch): boolean {
  return !touch.referrer && campaignFields.every((field) => !touch[field]);
}

function isFresh(touch: Touch | undefined, now: Date): boolean {
  return touch !== undefined && now.getTime() - Date.parse(touch.at ?? "") < keptMs;
}

/**
 * Returns the referrer if it is another site, without its query, which may contain private data.
 */
function foreignPage(referrer: string, ownHost: string): string {
  if (!URL.canParse(referrer)) return "";
  const { host, origin, pathname } = new URL(referrer);
  return host === ownHost ? "" : origin + pathname;
}

function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, "")
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}/gu, "");
}
