import { expect, test } from "vitest";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { archiveReasonOf } from "./archive-reason.ts";

const at = (hour: number) => `2026-03-17T${hour}:00:00.000Z`;
const byHand = { kind: "archived", at: at(12), data: { reason: "Duplicate" } };

test.each<[string, object, object[], string]>([
  ["someone archived by hand", { lastOutcome: null, lastCalledAt: null }, [byHand], "Duplicate"],
  [
    "someone archived by hand after a call",
    { lastOutcome: "wrong_number", lastCalledAt: at(11) },
    [byHand],
    "Duplicate",
  ],
  [
    "a later call archived again",
    { lastOutcome: "wrong_number", lastCalledAt: at(13) },
    [byHand],
    "wrong_number",
  ],
  ["a call archived", { lastOutcome: "asked_to_stop", lastCalledAt: at(13) }, [], "asked_to_stop"],
  [
    "was archived before the timeline was cut",
    { lastOutcome: "voicemail", lastCalledAt: at(13) },
    [],
    "Archived",
  ],
])("the reason of a lead that %s is found", (_, lead, timeline, reason) => {
  expect(archiveReasonOf({ lead, timeline } as unknown as LeadDetail)).toBe(reason);
});
