import { expect, test } from "vitest";
import { usualAttemptGaps } from "#contract/attempt-plan.ts";
import type { Lead } from "#contract/leads.ts";
import { goneText } from "./gone-text.ts";

const open = [{ from: "08:00", to: "17:00" }];
const practice = {
  attemptGaps: usualAttemptGaps,
  timeZone: "America/New_York",
  week: [[], open, open, open, open, open, []],
  holidays: [],
};
// A Tuesday at 10:00 am in Tampa.
const now = new Date("2026-03-17T14:00:00.000Z");
const lead = {
  state: "new",
  phone: "+18135550142",
  timeZones: ["America/New_York"],
  uncalledSince: null,
  doNotCall: null,
  openCall: null,
  ring: null,
  unreadTexts: 0,
  missedCallAt: null,
  thirdLastCalledAt: null,
  lastOutcome: "voicemail",
  lastCalledAt: now.toISOString(),
  attempts: 1,
  callBackAt: null,
} as unknown as Lead;

test.each<[string, Partial<Lead> | null, string, boolean]>([
  ["was deleted", null, "No longer in the queue", false],
  ["was archived", { state: "archived" }, "Archived", false],
  ["is booked", { state: "customer" }, "Booked", false],
  [
    "has a callback",
    { state: "callback", callBackAt: "2026-03-18T18:00:00.000Z" },
    "Callback Wed 2:00 pm",
    true,
  ],
  ["didn't answer", {}, "Voicemail saved. Next attempt 1:00 pm", true],
  ["was spoken to", { lastOutcome: "spoke" }, "Spoke with them saved.", true],
  ["asked again", { uncalledSince: now.toISOString() }, "No longer in the queue", false],
  ["was never called", { lastOutcome: null, attempts: 0 }, "No longer in the queue", false],
  ["was called by an office phone", { lastOutcome: null }, "Result missing.", true],
])("the row of a lead that %s says what happened", (_, change, text, isInQueue) => {
  const newest = change && { ...lead, ...change };
  expect(goneText(newest, practice, now)).toEqual({ text, isInQueue });
});
