// A ring's stored events, as `ringOf` reads them.

import type { ringEvents } from "#server/db/schema.ts";
import { lineEndings, type RingEvent } from "#server/desk/phone/ring.ts";

type EventRow = typeof ringEvents.$inferSelect;

export function toRingEvent({ kind, attempt, detail, answer, seconds, at }: EventRow): RingEvent {
  const as = lineEndings.find((ending) => ending === detail) ?? "failed";
  switch (kind) {
    case "placed":
    case "ringing":
      return { kind, attempt, at };
    case "answered":
      return { kind, attempt, by: detail === "person" || detail === "machine" ? detail : null, at };
    case "key":
      return { kind, attempt, key: detail, answer: answer ?? "over", at };
    case "ended":
      return { kind, attempt, as, at };
    case "lead_ended":
      return { kind, as, seconds, at };
    default:
      return { kind, at };
  }
}
