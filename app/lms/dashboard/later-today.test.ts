import { expect, test } from "vitest";
import { noChanges } from "#app/lms/shell/live-leads.ts";
import type { Lead } from "#contract/leads.ts";
import { laterToday } from "./later-today.ts";

const timeZone = "America/New_York";
// 10:14 am in Tampa.
const now = new Date("2026-12-01T15:14:00.000Z");
const lead = (_id: string, callBackAt: string | null, state: Lead["state"] = "callback") =>
  ({ _id, state, callBackAt, doNotCall: null }) as Lead;
const at = (hour: number) => `2026-12-01T${hour}:00:00.000Z`;
const loaded = {
  leads: [
    lead("overdue", at(14)),
    lead("next", at(16)),
    lead("midnight", "2026-12-02T04:59:00.000Z"),
    lead("tomorrow", "2026-12-02T05:00:00.000Z"),
  ],
  now: "2026-12-01T15:13:00.000Z",
};

test("only callbacks due later on the same day in the practice's time zone are shown, soonest first", () => {
  const ids = laterToday(loaded, noChanges, now, timeZone).map(({ _id }) => _id);
  expect(ids).toEqual(["next", "midnight"]);
});

test("a callback of a lead that asked not to be called isn't shown", () => {
  const doNotCall = { since: at(15), reason: "Asked us to stop" };
  const stopped = {
    ...loaded,
    leads: [...loaded.leads, { ...lead("stopped", at(17)), doNotCall }],
  };
  const ids = laterToday(stopped, noChanges, now, timeZone).map(({ _id }) => _id);
  expect(ids).toEqual(["next", "midnight"]);
});

test("callbacks that changed after the load are moved, added or removed", () => {
  const row = (changed: Lead | null) => ({ lead: changed, now: now.getTime() });
  const rows = new Map([
    ["next", row(lead("next", at(20)))],
    ["new", row(lead("new", at(19)))],
    ["midnight", row(null)],
    ["tomorrow", row(lead("tomorrow", at(18), "archived"))],
  ]);
  const ids = laterToday(loaded, { ...noChanges, rows }, now, timeZone).map(({ _id }) => _id);
  expect(ids).toEqual(["new", "next"]);
});
