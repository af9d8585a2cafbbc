// Where a visitor came from: kept in the visitor's own browser, told to nobody but with a contact request
// that the visitor sends. It must never be the reason why a contact request is refused, so everything is
// cut and cleaned to what the contract takes.

/** One visit's traces by name; short texts only. */
export type Touch = Record<string, string>;
export type Attribution = { first?: Touch; last?: Touch };

const storageKey = "attribution";
/** The contract's longest value. */
const longest = 300;
/** After this an advertisement has nothing to do with a contact request any more. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

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

/** What this visit tells: its campaign, the foreign page that it came from, where it landed. */
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

/** A visit without a campaign or a foreign page takes nothing from the one that had them. */
export function addTouch(kept: Attribution, touch: Touch, now: Date): Attribution {
  const first = isFresh(kept.first, now) ? kept.first : touch;
  const last = isFresh(kept.last, now) && isDirect(touch) ? kept.last : touch;
  return { first, last };
}

/** Notes the visit that just began; once per opened document. */
export function recordVisit() {
  const now = new Date();
  const isMove = document.referrer.startsWith(`${location.origin}/`);
  // A move within the site is no new visit; but who went on before the first page had noted theirs
  // still tells its address.
  if (isMove && readKept().first) return;
  const touch = isMove
    ? touchOf({ url: document.referrer, referrer: "", now })
    : touchOf({ url: location.href, referrer: document.referrer, now });
  try {
    localStorage.setItem(storageKey, JSON.stringify(addTouch(readKept(), touch, now)));
  } catch {
    // A browser that keeps nothing: the contact request comes without it.
  }
}

/** What goes along with a contact request; the package that was asked for last counts. */
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

/** Storage may hold anything: only known fields with short texts come back. */
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

/** Without its query: another site's may hold what is nobody's business. */
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
