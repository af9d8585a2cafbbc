// Writes one event as an iCalendar file (RFC 5545). Pure.
import { minuteMs } from "./durations.ts";

type CalendarEvent = {
  /** The event's id, which stays the same when the event is sent again with a higher `sequence`. */
  uid: string;
  sequence: number;
  /** `CANCEL` removes the event from a calendar that has it. */
  method?: "PUBLISH" | "CANCEL";
  /** The event's organizer. A calendar accepts a cancellation only from them. */
  organizer?: { name: string; address: string };
  writtenAt: Date;
  startsAt: Date;
  /** Absent if nobody knows how long it takes. */
  minutes?: number;
  title: string;
  location?: string;
  description: string;
};

/**
 * Writes a calendar with the event. A calendar that has the event with the same `uid` updates it.
 */
export function writeCalendar(event: CalendarEvent): string {
  const { method = "PUBLISH", organizer, startsAt, minutes, location } = event;
  const isCanceled = method === "CANCEL";
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Front desk//Contact requests//EN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.writtenAt)}`,
    `DTSTART:${utc(startsAt)}`,
    ...(minutes ? [`DTEND:${utc(new Date(startsAt.getTime() + minutes * minuteMs))}`] : []),
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(organizer ? [`ORGANIZER;CN="${quoted(organizer.name)}":mailto:${organizer.address}`] : []),
    // cspell:disable-next-line
    ...(isCanceled ? ["STATUS:CANCELLED"] : alarm(event.title)),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function alarm(title: string): string[] {
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT10M",
    `DESCRIPTION:${escaped(title)}`,
    "END:VALARM",
  ];
}

/** A parameter's value can't contain a quotation mark (section 3.2). */
function quoted(text: string): string {
  return text.replaceAll(/["\p{Cc}]/gu, "");
}

/** `20261124T143000Z`. A file with UTC times doesn't need a time zone definition. */
function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Section 3.3.11. Other control characters are not allowed. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/(?!\t)\p{Cc}/gu, "");
}

/** The maximum number of octets in a line, without its line break (section 3.1). */
const maxOctets = 75;

/** Folds a long line: each continuation begins with a space, and characters aren't split. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > maxOctets) {
      parts.push(part);
      part = "";
      // The space counts too.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
