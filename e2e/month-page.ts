// Reads a month's report from its page, and calculates what the page, its PDF and the Monday email
// must show for the given waits, if the month or week before had no inquiries.
import type { Page } from "playwright-core";
import { readingNames } from "#content/desk/figures.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import { shortMomentText } from "#contract/moment-text.ts";
import {
  calledWithin,
  expectedBucketOf,
  isOne,
  type Reading,
  type View,
  type Wait,
} from "#server/testing/expected-figures.ts";
import { shareText } from "./figures-page.ts";

const buckets = ["lt10", "lt60", "other"] as const;
const readings = ["wall", "open"] as const;
/** The report shows shares and times only from this many inquiries on. */
const fewest = 10;
const toldMinutes = [2, 5, 10, 20, 40, 60];
const shownTiles = ["inquiries", "onTime", "half", "uncalled"] as const;

type ReadView = Omit<View, "reading">;

/**
 * Returns the lines of a month's or week's report. Each has a name, the value, the previous value,
 * and the change.
 */
export function linesOf(waits: Wait[], view: ReadView): string[][] {
  const counted = countedIn(waits, { ...view, reading: "wall" });
  const countedOpen = countedIn(waits, { ...view, reading: "open" });
  const within = calledWithin(waits, { ...view, reading: "wall" });
  const soon = (all: Wait[], reading: Reading) => all.filter(isOne("lt10", { ...view, reading }));
  return [
    [words.lines.inquiries, ...countCells(waits)],
    [words.lines.onTime, ...shareCells(soon(counted, "wall"), counted)],
    [words.lines.onTimeOpen, ...shareCells(soon(countedOpen, "open"), countedOpen)],
    [words.lines.half, timeText(within.half, waits), words.few, "–"],
    [words.lines.nineInTen, timeText(within.nineInTen, waits), words.few, "–"],
    [words.lines.uncalled, ...countCells(counted.filter(isUncalled))],
    [words.lines.reached, ...shareCells(counted.filter(isReached), counted)],
    [words.lines.booked, ...shareCells(counted.filter(isBooked), counted)],
    [words.lines.enteredLater, ...countCells(counted.filter(isEnteredLater))],
  ];
}

/** Returns every figure on the page, as text. */
export async function readMonth(page: Page) {
  const part = (title: string) => page.getByRole("region", { name: title, exact: true });
  const rowsOf = async (title: string) => {
    const rows = await part(title).locator("tbody tr").all();
    return Promise.all(
      rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map(oneLine)),
    );
  };
  const itemsOf = async (title: string, item: string) =>
    (await part(title).locator(item).allInnerTexts()).map(oneLine);
  return {
    tiles: (await page.getByLabel(words.summary).locator("dd").allInnerTexts()).map(oneLine),
    changes: await rowsOf(words.changes),
    onTime: await rowsOf(words.onTime),
    within: [...(await itemsOf(words.within, "dd")), ...(await itemsOf(words.within, "li"))],
    rates: [...(await itemsOf(words.rates, "h4")), ...(await itemsOf(words.rates, "li"))],
    campaigns: await rowsOf(words.campaigns),
    sources: await rowsOf(words.sources),
  };
}

/** Returns the same figures, calculated from the waits. */
export function monthOf(waits: Wait[], before: string, view: ReadView): Read {
  return {
    tiles: tilesOf(waits, before, view),
    changes: linesOf(waits, view).map(withDirection),
    onTime: onTimeRows(waits, view),
    within: withinItems(waits, view),
    rates: rateItems(waits, view),
    campaigns: splitRows(splitsOf(waits, "campaign", view), words.noCampaign),
    sources: splitRows(splitsOf(waits, "source", view), words.noSource),
  };
}

type Read = Awaited<ReturnType<typeof readMonth>>;

function tilesOf(waits: Wait[], before: string, view: ReadView): string[] {
  const lines = new Map(linesOf(waits, view).map(([name = "", ...cells]) => [name, cells]));
  return shownTiles.flatMap((name) => {
    const [now = "", then = ""] = lines.get(words.lines[name]) ?? [];
    const was = words.wasBefore(then, before);
    const counted = countedIn(waits, { ...view, reading: "wall" });
    const soon = counted.filter(isOne("lt10", { ...view, reading: "wall" }));
    return [now, name === "onTime" ? `${partText(soon, counted)} · ${was}` : was];
  });
}

/**
 * Marks a change as worse if there are more inquiries that were never called or were logged after
 * the fact.
 */
function withDirection([name = "", now = "", before = "", change = ""]: string[]): string[] {
  const isBad = name === words.lines.uncalled || name === words.lines.enteredLater;
  return [name, now, before, isBad && change.startsWith("+") ? `${change} ${words.worse}` : change];
}

function onTimeRows(waits: Wait[], view: ReadView): string[][] {
  const rows = [
    [bucketSpans.lt10, (wait: Wait, of: View) => isOne("lt10", of)(wait)],
    [bucketSpans.lt60, (wait: Wait, of: View) => isOne("lt60", of)(wait)],
    [words.lateCalled, (wait: Wait, of: View) => isOne("other", of)(wait) && !isUncalled(wait)],
    [words.uncalled, (wait: Wait) => isUncalled(wait)],
  ] as const;
  const cells = rows.map(([name, isSo]) => [
    name,
    ...readings.map((reading) => {
      const of = { ...view, reading };
      const counted = countedIn(waits, of);
      const its = counted.filter((wait) => isSo(wait, of));
      return counted.length < fewest
        ? String(its.length)
        : `${its.length} ${shareText(its.length / counted.length)}`;
    }),
  ]);
  const totals = readings.map((reading) => countedIn(waits, { ...view, reading }).length);
  return [...cells, [words.total, ...totals.map(String)]];
}

function withinItems(waits: Wait[], view: ReadView): string[] {
  const { half, nineInTen, shares } = calledWithin(waits, { ...view, reading: "wall" });
  const told = waits.length < fewest ? [] : toldMinutes;
  return [
    timeText(half, waits),
    timeText(nineInTen, waits),
    words.n(String(waits.length)),
    ...told.map((end) => `${words.withinMinutes(end)} ${shareText(shares.get(end) ?? 0)}`),
  ];
}

function rateItems(waits: Wait[], view: ReadView): string[] {
  const groups = buckets.map((bucket) =>
    countedIn(waits, { ...view, reading: "wall" }).filter(
      isOne(bucket, { ...view, reading: "wall" }),
    ),
  );
  const rates = groups.flatMap((group) =>
    ([words.reached, words.booked] as const).map((name) => {
      const part = group.filter(name === words.reached ? isReached : isBooked);
      return `${name} ${shareCells(part, group)[0]} ${partText(part, group)}`;
    }),
  );
  const heads = buckets.map(
    (bucket, index) => `${bucketSpans[bucket]} ${words.n(String(groups[index]?.length))}`,
  );
  return [...heads, ...rates];
}

function splitRows(splits: SplitOf[], none: string): string[][] {
  return splits.map(({ name, its, inBucket, onTime }) => [
    name ?? none,
    String(its.length),
    `${onTime} ${partText(inBucket("lt10"), its)}`,
  ]);
}

type SplitOf = ReturnType<typeof splitsOf>[number];

function splitsOf(waits: Wait[], by: "campaign" | "source", view: ReadView) {
  const wall = { ...view, reading: "wall" } as const;
  const counted = countedIn(waits, wall);
  return [...new Set(counted.map((wait) => wait[by]))].map((name) => {
    const its = counted.filter((wait) => wait[by] === name);
    const inBucket = (bucket: (typeof buckets)[number]) => its.filter(isOne(bucket, wall));
    return { name, its, inBucket, onTime: shareCells(inBucket("lt10"), its)[0] ?? "" };
  });
}

/**
 * Returns the same figures as the PDF's text, without dots and parentheses: tiles, tables, bars,
 * and the inquiries behind them.
 */
export function pdfTextsOf(waits: Wait[], before: string, view: ReadView): string[] {
  const { tiles, onTime, rates } = monthOf(waits, before, view);
  const { half, nineInTen, shares } = calledWithin(waits, { ...view, reading: "wall" });
  const told = waits.length < fewest ? [] : toldMinutes;
  return [
    ...shownTiles.map((name, at) => [words.lines[name], ...tiles.slice(2 * at, 2 * at + 2)]),
    ...readings.map((reading, at) => [
      readingNames[reading],
      ...onTime.map((row) => row[at + 1] ?? ""),
    ]),
    told.flatMap((end) => [shareText(shares.get(end) ?? 0), words.withinMinutes(end)]),
    [
      words.lineOf(words.lines.half, timeText(half, waits)),
      words.lineOf(words.lines.nineInTen, timeText(nineInTen, waits)),
      words.n(String(waits.length)),
    ],
    linesOf(waits, view).flat(),
    ...rates.map((rate) => [rate]),
    ...namedSplits(waits, "campaign", view).map(bucketCells(words.noCampaign)),
    ...namedSplits(waits, "source", view).map(bucketCells(words.noSource)),
    ...waits.map((wait) => inquiryCells(wait, view.hours.timeZone)),
  ].map((cells) => plainText(cells.join(" ")));
}

/** The PDF leaves out a table that would only repeat the totals. */
function namedSplits(...of: Parameters<typeof splitsOf>): SplitOf[] {
  const splits = splitsOf(...of);
  return splits.some(({ name }) => name !== null) ? splits : [];
}

export function plainText(text: string): string {
  return oneLine(text.replaceAll(/[()·]/g, " "));
}

const bucketCells = (none: string) => (split: SplitOf) => {
  const { name, its, inBucket, onTime } = split;
  const counts = buckets.map((bucket) => String(inBucket(bucket).length));
  return [name ?? none, String(its.length), ...counts, onTime];
};

function inquiryCells(wait: Wait, timeZone: string): string[] {
  const { askedAt, calledAt, isEnteredLater, source, campaign } = wait;
  const text = (at: number) => shortMomentText(new Date(at), timeZone);
  const from = campaign ?? source ?? "–";
  if (calledAt === null) return [text(askedAt), from, words.notCalled, "–"];
  const later = isEnteredLater ? [words.afterTheFact] : [];
  const result = wait.isBooked ? [words.booked] : wait.isReached ? [words.reached] : [];
  return [text(askedAt), from, text(calledAt), ...later, tookText(calledAt - askedAt), ...result];
}

/** Returns a duration such as "4:12" or "2:05:00". */
function tookText(ms: number): string {
  const [hours = "", ...rest] = new Date(ms).toISOString().slice(11, 19).split(":");
  const isHours = Number(hours) > 0;
  return (isHours ? [hours, ...rest] : rest).join(":").replace(/^0(?=\d)/, "");
}

// ── Cells ───────────────────────────────────────────────────────────────────────────────────────

function countedIn(waits: Wait[], view: View): Wait[] {
  return waits.filter((wait) => expectedBucketOf(wait, view) !== "running");
}

const isUncalled = ({ calledAt }: Wait) => calledAt === null;
const isReached = (wait: Wait) => wait.isReached;
const isBooked = (wait: Wait) => wait.isBooked;
const isEnteredLater = (wait: Wait) => wait.isEnteredLater;

function countCells({ length }: Wait[]): string[] {
  return [String(length), "0", length === 0 ? words.same : `+${length}`];
}

function shareCells(part: Wait[], all: Wait[]): string[] {
  const share = all.length < fewest ? words.few : shareText(part.length / all.length);
  return [share, words.few, "–"];
}

function partText(part: Wait[], all: Wait[]): string {
  return words.partOf(String(part.length), String(all.length));
}

function timeText(minutes: number | "over_an_hour" | "not_yet", all: Wait[]): string {
  return all.length < fewest ? words.few : words.calledIn(minutes);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
