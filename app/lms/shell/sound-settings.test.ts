import { expect, test } from "vitest";
import { tomorrow } from "./sound-settings.ts";

test.each([
  ["2026-03-17T09:00:00", "2026-03-18T00:00:00"],
  ["2026-03-17T23:59:59", "2026-03-18T00:00:00"],
  ["2026-03-18T00:00:00", "2026-03-19T00:00:00"],
  ["2026-12-31T12:00:00", "2027-01-01T00:00:00"],
  // These nights have a daylight saving change.
  ["2026-03-07T22:00:00", "2026-03-08T00:00:00"],
  ["2026-03-08T01:30:00", "2026-03-09T00:00:00"],
  ["2026-11-01T00:30:00", "2026-11-02T00:00:00"],
])("muting a device at %s mutes it until %s on the device's clock", (at, until) => {
  expect(new Date(tomorrow(new Date(at)))).toEqual(new Date(until));
});
