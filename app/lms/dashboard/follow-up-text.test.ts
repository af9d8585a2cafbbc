import { expect, test } from "vitest";
import { usualAttemptGaps } from "#contract/attempt-plan.ts";
import type { Lead } from "#contract/leads.ts";
import { followUpText, plannedAttempt } from "./follow-up-text.ts";

const open = [{ from: "08:00", to: "17:00" }];
const practice = {
  attemptGaps: usualAttemptGaps,
  timeZone: "America/New_York",
  week: [[], open, open, open, open, open, []],
  holidays: [],
};
// A Tuesday at 10:00 am in Tampa.
const called = "2026-03-17T14:00:00.000Z";
const lead = {
  state: "new",
  phone: "+18135550142",
  timeZones: ["America/New_York"],
  uncalledSince: null,
  doNotCall: null,
  openCall: null,
  ring: null,
  thirdLastCalledAt: null,
  lastOutcome: "voicemail",
  lastCalledAt: called,
  attempts: 1,
  callBackAt: null,
} as unknown as Lead;
const openCall = { _id: "1", calledAt: called, by: null, isUnanswered: false };

test.each<[string, Partial<Lead>, string, string | null, boolean]>([
  ["isn't due yet", {}, "2026-03-17T15:00:00.000Z", "Due 1:00 pm", true],
  ["is due", {}, "2026-03-17T17:00:00.000Z", "Due now", false],
  ["has been due for a while", {}, "2026-03-20T17:30:00.000Z", "3 days overdue", false],
  ["is being made", { openCall }, "2026-03-17T17:00:00.000Z", null, false],
])("an attempt that %s leads its row, with its time", (_, change, now, when, isLater) => {
  expect(textOf(change, now)).toEqual({ what: "Attempt 2 of 6", when, isLater });
});

test("a lead that the plan doesn't cover says what is left to do", () => {
  const spoke = textOf({ lastOutcome: "spoke", attempts: 2 }, called);
  expect(spoke).toEqual({ what: "Follow up", when: "2 attempts", isLater: false });
  const done = textOf({ attempts: 6 }, called);
  expect(done).toEqual({ what: "Tried 6 times.", when: null, isLater: false });
});

function textOf(change: Partial<Lead>, now: string) {
  const one = { ...lead, ...change };
  return followUpText(plannedAttempt(one, practice), one, new Date(now), practice.timeZone);
}
