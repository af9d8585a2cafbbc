// Computes when a calendar is busy: the spans of its events, including repeated ones. Titles and
// guests are never read. The running product calls it on its own thread (`busy-times-on-thread.ts`),
// because the library never returns from some rules that match no day.
import ICAL from "ical.js";
import { isTimeZone } from "#contract/open-hours.ts";
import { momentAt } from "#contract/zones.ts";
import type { Span } from "./free-slots.ts";

/**
 * The most occurrences that are read, which is more than a person's calendar has. Each costs the
 * same.
 */
const maxOccurrences = 50_000;
/**
 * Time zones are limited, because a zone's rules are parsed again for each event that names the
 * zone.
 */
const maxZoneLength = 20_000;
const maxZonesOfEvent = 4;
/** The properties that tell when an event is busy. The others aren't parsed. */
const readLine =
  /^(BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS)[:;]/i;
/** An event with longer lists of dates is skipped: reading them takes more than linear time. */
const maxEventLength = 50_000;

export type BusyTimesOptions = {
  /** Only spans that overlap this one are returned. */
  span: Span;
  /** The zone of whole days and of times without a zone. */
  timeZone: string;
  /** How the ids of calls that were booked here begin. These already take their slots. */
  ownUidPrefix: string;
};

/** The spans are unordered and may overlap. */
export type BusyTimes = Span[] | "not_a_calendar" | "too_large";

/** Returns `too_large` for more repeated events than a person's calendar has. */
export function findBusyTimes(text: string, options: BusyTimesOptions): BusyTimes {
  const blocks = blocksOf(text);
  if (!blocks) return "not_a_calendar";
  const masters: Repeated[] = [];
  const moved = new Map<string, Set<string>>();
  const spans: Span[] = [];
  for (const block of blocks.events) {
    const event = readEvent(block, blocks.zones);
    if (!event) continue;
    const uid = String(event.uid ?? "");
    const movedFrom = event.component.getFirstPropertyValue("recurrence-id");
    if (movedFrom) moved.set(uid, (moved.get(uid) ?? new Set()).add(String(movedFrom)));
    if (!isBusy(event.component) || uid.startsWith(options.ownUidPrefix)) continue;
    if (!movedFrom && event.isRecurring()) masters.push({ event, uid });
    else add(spans, options, event.startDate, event.endDate);
  }
  const count = { left: maxOccurrences };
  for (const { event, uid } of masters) {
    try {
      addOccurrences(spans, options, { event, skipped: moved.get(uid), count });
    } catch {
      // An invalid rule doesn't hide the other events.
    }
    if (count.left === 0) return "too_large";
  }
  return spans;
}

function addOccurrences(
  spans: Span[],
  options: BusyTimesOptions,
  {
    event,
    skipped,
    count,
  }: { event: ICAL.Event; skipped: Set<string> | undefined; count: { left: number } },
) {
  const { duration } = event;
  // The library leaves out the first occurrence of an event that has only added days.
  if (!event.component.hasProperty("rrule")) add(spans, options, event.startDate, event.endDate);
  const occurrences = event.iterator();
  for (; count.left > 0; count.left -= 1) {
    const start = occurrences.next();
    if (!start || momentOf(start, options) >= options.span.to) return;
    if (skipped?.has(String(start))) continue;
    const end = start.clone();
    end.addDuration(duration);
    add(spans, options, start, end);
  }
}

type Repeated = { event: ICAL.Event; uid: string };

/** Returns each event and each time zone by itself, without the lines that aren't read. */
function blocksOf(text: string): { zones: Map<string, string>; events: string[] } | null {
  if (!/^\uFEFF?BEGIN:VCALENDAR\s/i.test(text)) return null;
  const blocks = { zones: new Map<string, string>(), events: [] as string[] };
  let lines: string[] = [];
  /** The names of the components that the line is in, and whether the line before was taken. */
  const within: string[] = [];
  let isTaken = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    const isContinued = line.startsWith(" ") || line.startsWith("\t");
    const [, edge = "", name = ""] = /^(BEGIN|END):(\S+)$/i.exec(line) ?? [];
    const component = name.toUpperCase();
    const isBegin = edge.toUpperCase() === "BEGIN";
    // A component that doesn't end hides neither its own event nor the next one.
    if (isBlock(component)) within.length = Math.min(within.length, isBegin ? 1 : 2);
    if (isBegin) within.push(component);
    if (isBegin && isBlock(component)) lines = [];
    const [outer, inner] = [within.at(1), within.at(2)];
    // Nested components of an event are reminders, which have lengths of their own.
    if (!isContinued) isTaken = outer === "VTIMEZONE" || (!inner && readLine.test(line));
    if (outer && isBlock(outer) && isTaken) lines.push(line);
    if (edge.toUpperCase() !== "END") continue;
    if (!isBlock(component)) {
      within.pop();
      continue;
    }
    if (outer !== component) continue;
    within.length = 1;
    const block = `${lines.join("\r\n")}\r\n`;
    const zone = lines.find((one) => /^TZID:/i.test(one))?.slice("TZID:".length);
    if (component === "VEVENT" && block.length <= maxEventLength) blocks.events.push(block);
    else if (zone && block.length <= maxZoneLength) blocks.zones.set(zone, block);
  }
  return blocks;
}

function isBlock(component: string): boolean {
  return component === "VEVENT" || component === "VTIMEZONE";
}

/**
 * Returns null for an event that can't be read, so that the calendar's other events still count.
 */
function readEvent(block: string, zones: Map<string, string>): ICAL.Event | null {
  const named = [...block.matchAll(/;TZID=("[^"]*"|[^;:"]*)/gi)].map(([, name = ""]) => name);
  const needed = [...new Set(named)].slice(0, maxZonesOfEvent);
  const own = needed.map((name) => zones.get(name.replaceAll('"', "")) ?? "").join("");
  const text = `BEGIN:VCALENDAR\r\n${own}${block}END:VCALENDAR\r\n`;
  try {
    const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
    const event = component && new ICAL.Event(component, { strictExceptions: true });
    return event?.startDate ? event : null;
  } catch {
    return null;
  }
}

/** By RFC 5545, an event is busy unless it says that it is transparent or canceled. */
function isBusy(component: ICAL.Component): boolean {
  const has = (name: string, value: string) =>
    String(component.getFirstPropertyValue(name)).toUpperCase() === value;
  return !has("transp", "TRANSPARENT") && !has("status", "CANCELLED"); // cspell:disable-line
}

function add(spans: Span[], options: BusyTimesOptions, start: ICAL.Time, end: ICAL.Time) {
  const span = { from: momentOf(start, options), to: momentOf(end, options) };
  const isInside =
    span.from < span.to && span.to > options.span.from && span.from < options.span.to;
  if (isInside) spans.push(span);
}

/**
 * Uses our own time zone data if it has the zone's name, because the calendar's copy of the rules
 * may be old.
 */
function momentOf(time: ICAL.Time, { timeZone }: BusyTimesOptions): Date {
  const { tzid } = time.zone ?? {};
  const isFloating = time.isDate || !tzid || tzid === "floating";
  if (!isFloating && !(tzid !== "UTC" && isTimeZone(tzid))) return time.toJSDate();
  const day = `${String(time.year).padStart(4, "0")}-${two(time.month)}-${two(time.day)}`;
  const minute = momentAt(
    day,
    time.isDate ? "00:00" : `${two(time.hour)}:${two(time.minute)}`,
    isFloating ? timeZone : tzid,
  );
  return new Date(minute.getTime() + (time.isDate ? 0 : time.second * 1000));
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
