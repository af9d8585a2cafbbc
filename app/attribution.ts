// First-touch and last-touch attribution, stored in the visitor's browser and sent only with a
// contact request. It must never cause a rejection, so values are sanitized and cut to what the
// contract accepts.
import { dayMs } from "#contract/durations.ts";

/** One visit's attribution by field name; short texts only. */
export type Touch = Record<string, string>;
export type Attribution = { first?: Touch; last?: Touch };

const storageKey = "attribution";
/** The longest value that the contract accepts. */
const longest = 300;
/** After this time an advertisement no longer explains a contact request. */
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
 * Adds a visit's touch. A direct visit, without a campaign or an external referrer, keeps the last
 * one.
 */
export function addTouch(kept: Attribution, touch: Touch, now: Date): Attribution {
  const first = isFresh(kept.first, now) ? kept.first : touch;
  const last = isFresh(kept.last, now) && isDirect(touch) ? kept.last : touch;
  return { first, last };
}

/** Records the current visit; called once per loaded document. */
export function recordVisit() {
  const now = new Date();
  const isMove = document.referrer.startsWith(`${location.origin}/`);
  // Navigation within the site is not a new visit. A visitor who navigated before the first page
  // recorded its visit is still recorded here.
  if (isMove && readKept().first) return;
  const touch = isMove
    ? touchOf({ url: document.referrer, referrer: "", now })
    : touchOf({ url: location.href, referrer: document.referrer, now });
  try {
    localStorage.setItem(storageKey, JSON.stringify(addTouch(readKept(), touch, now)));
  } catch {
    // Storage is unavailable: the contact request is sent without attribution.
  }
}

/** Returns what a contact request sends; the package that was selected last counts. */
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

/** Storage may contain anything: return only known fields with short texts. */
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

/** Drops the query string: another site's query may contain private data. */
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
