// Reads the figures page, and calculates what it must show for the given waits.
import type { Page } from "playwright-core";
import { weekDays } from "#content/desk/calendar.ts";
import { curveWords, figureWords, readingNames } from "#content/desk/figures.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import {
  type Bucket,
  calledWithin,
  expectedBucketOf,
  hourOf,
  isOne,
  type View,
  type Wait,
} from "#server/testing/expected-figures.ts";

const buckets = ["lt10", "lt60", "other"] as const;
/** The page shows percentages only from this many inquiries on. */
const fewest = 20;

/** Returns every figure on the page, as text. */
export async function readFigures(page: Page) {
  const texts = async (selector: string) =>
    (await page.locator(`main ${selector}`).allInnerTexts()).map(oneLine);
  const table = async (name: string | RegExp) => {
    const rows = await page.getByRole("table", { name }).locator("tbody tr").all();
    return Promise.all(
      rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map(oneLine)),
    );
  };
  const onTime = page.getByRole("region", { name: "Calls on Time" });
  const hours = page.getByRole("region", { name: "On time by hour and weekday" });
  const cells = hours.getByRole("link", { name: /under 10 minutes/ });
  return {
    heading: (await texts("p")).find((text) => text.includes(" inquir")),
    onTime: await table(/^Calls on time, \d+ inquir/),
    ring: oneLine((await onTime.locator("svg text").textContent()) ?? ""),
    enteredLater: (await onTime.getByRole("link", { name: /logged after/ }).allInnerTexts()).join(),
    within: await texts("dl dd"),
    curve: await table("Percentage called, by time since the inquiry"),
    asked: (await texts("p")).find((text) => /^\d+ inquir\w+\. /.test(text))?.split(".")[0],
    hours: (
      await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label") ?? ""))
    ).toSorted(),
    cameOfIt: await table("Reached and booked, by time to first call"),
    campaigns: (await table("Calls on time by campaign")).toSorted(byName),
    sources: (await table("Calls on time by source")).toSorted(byName),
  };
}

/** Returns the same figures, calculated from the waits of the displayed period. */
export function figuresOf(waits: Wait[], period: string, view: View): Read {
  const counted = waits.filter((wait) => expectedBucketOf(wait, view) !== "running");
  const running = waits.length - counted.length;
  const later = counted.filter(({ isEnteredLater }) => isEnteredLater).length;
  const soon = counted.filter(isOne("lt10", view)).length;
  const inquiries = inquiriesText(counted.length);
  const onTheClock = running > 0 ? `, and ${running} ${figureWords.onTheClock}` : "";
  const within = calledWithin(waits, view);
  const isFew = waits.length < fewest;
  return {
    heading: `${period}, ${readingNames[view.reading].toLowerCase()}: ${inquiries}${onTheClock}.`,
    onTime: buckets.map((bucket) => {
      const count = counted.filter(isOne(bucket, view)).length;
      return [bucketSpans[bucket], String(count), shareOr("", count, counted.length)];
    }),
    ring: shareOr(`${soon}/${counted.length}`, soon, counted.length),
    enteredLater:
      later === 0
        ? ""
        : later === 1
          ? "1 call was logged after the fact"
          : `${later} calls were logged after the fact`,
    within: [within.half, within.nineInTen].map((minutes) =>
      isFew ? curveWords.few(waits.length, figureWords.few) : withinText(minutes),
    ),
    curve: isFew
      ? []
      : [
          [2, 5, 20, 40].flatMap((minutes) => {
            const share = within.shares.get(minutes);
            return share === undefined ? [] : [shareText(share)];
          }),
        ].filter((row) => row.length > 0),
    asked: inquiriesText(waits.length),
    hours: hourCells(counted, view).toSorted(),
    cameOfIt: buckets.map((bucket) => cameOfItRow(counted.filter(isOne(bucket, view)), bucket)),
    campaigns: splitRows(counted, "campaign", figureWords.noCampaign, view),
    sources: splitRows(counted, "source", figureWords.noSource, view),
  };
}

function inquiriesText(count: number): string {
  return count === 1 ? "1 inquiry" : `${count} inquiries`;
}

type Read = Awaited<ReturnType<typeof readFigures>>;

function cameOfItRow(waits: Wait[], bucket: (typeof buckets)[number]): string[] {
  const share = (count: number) => shareOr(figureWords.few, count, waits.length);
  const cell = (count: number, word: string) =>
    `${share(count)} ${count === 0 ? "none" : `${count} ${word}`}`;
  return [
    bucketSpans[bucket] + laterText(waits),
    String(waits.length),
    cell(waits.filter(({ isReached }) => isReached).length, "reached"),
    cell(waits.filter(({ isBooked }) => isBooked).length, "booked"),
  ];
}

function splitRows(waits: Wait[], by: "campaign" | "source", none: string, view: View): string[][] {
  const names = [...new Set(waits.map((wait) => wait[by]))];
  return names
    .map((name) => {
      const its = waits.filter((wait) => wait[by] === name);
      const counts = buckets.map((bucket) => its.filter(isOne(bucket, view)).length);
      return [
        (name ?? none) + laterText(its),
        ...counts.map(String),
        shareOr(figureWords.few, counts[0] ?? 0, its.length),
        String(its.length),
      ];
    })
    .toSorted(byName);
}

function laterText(waits: Wait[]): string {
  const later = waits.filter(({ isEnteredLater }) => isEnteredLater).length;
  return later > 0 ? ` ${later} logged after the fact` : "";
}

/**
 * Returns the accessible text of the cells for each hour, each day, and each combination that has
 * inquiries.
 */
function hourCells(waits: Wait[], view: View): string[] {
  const places = waits.map((wait) => hourOf(wait, view.hours.timeZone));
  const groups = new Map<string, Wait[]>();
  for (const [index, { weekday, hour }] of places.entries()) {
    const day = weekDays[weekday] ?? "";
    const time = `${hour % 12 || 12} ${hour < 12 ? "am" : "pm"}`;
    const wait = waits[index];
    for (const name of [`${day}, ${time}`, `${day}, All`, `All, ${time}`, "All, All"]) {
      groups.set(name, [...(groups.get(name) ?? []), ...(wait ? [wait] : [])]);
    }
  }
  return [...groups].map(([name, its]) => {
    const soon = its.filter(isOne("lt10", view)).length;
    const late = its.filter(isOne("other", view)).length;
    const short = shareOr(`${soon}/${its.length}`, soon, its.length);
    return `${short}: ${name}: ${soon} of ${its.length} under 10 minutes, ${late} late`;
  });
}

function withinText(minutes: number | "over_an_hour" | "not_yet"): string {
  if (minutes === "not_yet") return "not yet";
  return minutes === "over_an_hour" ? "over 60 min" : `under ${minutes} min`;
}

function shareOr(few: string, part: number, total: number): string {
  return total < fewest ? few : shareText(part / total);
}

/** Formats a share as a percentage. Rounding never turns another share into 0% or 100%. */
export function shareText(share: number): string {
  const percent = Math.round(share * 100);
  if (share > 1e-9 && share < 1 - 1e-9) return `${Math.min(99, Math.max(1, percent))}%`;
  return `${percent}%`;
}

// ── The lists behind a figure ───────────────────────────────────────────────────────────────────

export type Link = { href: string; says: number };

/** Returns the links from the page's numbers to their lists, each with its number. */
export async function figureLinks(page: Page): Promise<Link[]> {
  const links = await page.locator('main a[href^="/lms/inquiries"]:visible').evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute("href") ?? "",
      text: link.getAttribute("aria-label") ?? link.textContent ?? "",
    })),
  );
  return (
    links
      // The ring's segments don't have a number; the table next to it has the same links.
      .filter(({ text }) => /\d/.test(text))
      .map(({ href, text }) => ({
        href,
        says: Number((/ of (\d+) under/.exec(text) ?? /(\d+)/.exec(text))?.[1]),
      }))
  );
}

type Names = { campaigns: Map<string, string>; sources: Map<string, string> };

/** Returns the waits that the list at this URL must show. */
export function behind(href: string, waits: Wait[], names: Names, view: View): Wait[] {
  const asked = new URL(href, "http://desk").searchParams;
  const named = (id: string | null, known: Map<string, string>) =>
    id === "none" ? null : known.get(id ?? "");
  const has = (name: string, isSo: (wait: Wait, value: string) => boolean) => (wait: Wait) => {
    const value = asked.get(name);
    return value === null || isSo(wait, value);
  };
  const hourIn = (wait: Wait) => hourOf(wait, view.hours.timeZone);
  return waits
    .filter((wait) => {
      const bucket = expectedBucketOf(wait, view);
      return (
        bucket === ((asked.get("bucket") as Bucket | null) ?? (bucket === "running" ? "" : bucket))
      );
    })
    .filter(has("weekday", (wait, day) => hourIn(wait).weekday === Number(day)))
    .filter(has("hour", (wait, hour) => hourIn(wait).hour === Number(hour)))
    .filter(has("campaign", ({ campaign }, id) => campaign === named(id, names.campaigns)))
    .filter(has("source", ({ source }, id) => source === named(id, names.sources)))
    .filter(has("cameOfIt", (wait, what) => (what === "booked" ? wait.isBooked : wait.isReached)))
    .filter(has("enteredLater", ({ isEnteredLater }) => isEnteredLater));
}

export type List = { rows: number; exported: string[] };

/**
 * Opens each list's page with all rows shown. Returns the number of rows, and the inquiries in the
 * list's export.
 */
export async function readLists(page: Page, hrefs: string[]): Promise<List[]> {
  const read = await page.evaluate(
    (hrefs) =>
      Promise.all(
        hrefs.map(async (href) => {
          const whole = new URL(href, location.href);
          whole.searchParams.set("show", "50");
          const html = await (await fetch(whole)).text();
          const list = new DOMParser().parseFromString(html, "text/html");
          const address = list.querySelector("a[download]")?.getAttribute("href");
          return {
            rows: list.querySelectorAll("main li").length,
            csv: address ? await (await fetch(address)).text() : "",
          };
        }),
      ),
    hrefs,
  );
  return read.map(({ rows, csv }) => ({
    rows,
    // In the export, the inquiry's id comes before the fields that a front desk fills in.
    exported: [...csv.matchAll(/,[\da-f-]{36},([\da-f-]{36})[,\r]/g)]
      .map(([, id]) => id ?? "")
      .toSorted(),
  }));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function byName([one = ""]: string[], [other = ""]: string[]): number {
  return one < other ? -1 : 1;
}
