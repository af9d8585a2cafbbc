// Computes when a calendar is busy: the spans of its events, including repeated ones. Titles and
// guests are never read. Pure, except for pauses that let other requests run.
import { setImmediate } from "node:timers/promises";
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
/** How many events are read between two pauses. They take a few milliseconds. */
const eventsAtOnce = 100;

type Options = {
  /** Only spans that overlap this one are returned. */
  span: Span;
  /** The zone of whole days and of times without a zone. */
  timeZone: string;
  /** Identifies events that are calls booked here, which already take their slots. */
  isOurs: (uid: string) => boolean;
};

/** Returns null if the text isn't a calendar. The spans are unordered and may overlap. */
export async function findBusyTimes(text: string, options: Options): Promise<Span[] | null> {
  const blocks = blocksOf(text);
  if (!blocks) return null;
  const masters: Repeated[] = [];
  const moved = new Map<string, Set<string>>();
  const spans: Span[] = [];
  for (const [index, block] of blocks.events.entries()) {
    if (index % eventsAtOnce === eventsAtOnce - 1) await setImmediate();
    const event = readEvent(block, blocks.zones);
    if (!event) continue;
    const uid = String(event.uid ?? "");
    const movedFrom = event.component.getFirstPropertyValue("recurrence-id");
    if (movedFrom) moved.set(uid, (moved.get(uid) ?? new Set()).add(String(movedFrom)));
    if (!isBusy(event.component) || options.isOurs(uid)) continue;
    if (!movedFrom && event.isRecurring()) masters.push({ event, uid });
    else add(spans, options, event.startDate, event.endDate);
  }
  const count = { left: maxOccurrences };
  for (const { event, uid } of masters) {
    await addOccurrences(spans, options, { event, skipped: moved.get(uid), count }).catch(
      () => undefined,
    );
  }
  return spans;
}

async function addOccurrences(
  spans: Span[],
  options: Options,
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
    if (count.left % eventsAtOnce === 0) await setImmediate();
    const start = occurrences.next();
    if (!start || momentOf(start, options) >= options.span.to) return;
    if (skipped?.has(String(start))) continue;
    const end = start.clone();
    end.addDuration(duration);
    add(spans, options, start, end);
  }
}

type Repeated = { event: ICAL.Event; uid: string };

/** Splits the text, so that no piece of work is as long as the whole file. */
function blocksOf(text: string): { zones: Map<string, string>; events: string[] } | null {
  if (!/^\uFEFF?BEGIN:VCALENDAR\s/i.test(text)) return null;
  const blocks = { zones: new Map<string, string>(), events: [] as string[] };
  let lines: string[] | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^BEGIN:(VEVENT|VTIMEZONE)$/i.test(line)) lines = [];
    lines?.push(line);
    const end = /^END:(VEVENT|VTIMEZONE)$/i.exec(line)?.[1];
    if (!end || !lines) continue;
    const block = `${lines.join("\r\n")}\r\n`;
    const zone = lines.find((one) => /^TZID:/i.test(one))?.slice("TZID:".length);
    if (end.toUpperCase() === "VEVENT") blocks.events.push(block);
    else if (zone && block.length <= maxZoneLength) blocks.zones.set(zone, block);
    lines = null;
  }
  return blocks;
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

function add(spans: Span[], options: Options, start: ICAL.Time, end: ICAL.Time) {
  const span = { from: momentOf(start, options), to: momentOf(end, options) };
  const isInside =
    span.from < span.to && span.to > options.span.from && span.from < options.span.to;
  if (isInside) spans.push(span);
}

/**
 * Uses our own time zone data if it has the zone's name, because the calendar's copy of the rules
 * may be old.
 */
function momentOf(time: ICAL.Time, { timeZone }: Options): Date {
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
