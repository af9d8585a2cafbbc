// Moments at which tests might fail if they read the real clock. `npm run test:long` runs the
// time-dependent tests at each of them.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "#server/root.ts";

export const oddMoments: [name: string, moment: string][] = [
  ["two minutes before midnight", "2027-03-10T23:58:00-05:00"],
  ["December 31", "2026-12-31T14:00:00-05:00"],
  ["February 29", "2028-02-29T14:00:00-05:00"],
  ["a federal holiday", "2027-07-05T10:00:00-04:00"],
  ["before the hour that is skipped", "2027-03-14T01:58:00-05:00"],
  ["in the hour that comes twice", "2027-11-07T01:30:00-04:00"],
];

export const timedUnitTests = [
  ...["server/desk/clock/", "server/desk/calls/", "server/desk/reports/"],
  "server/messages/alerts/",
];
export const timedJourneys = [
  "desk-tasks",
  "figures",
  "lead-is-called-in-time",
  "practice-day",
  "queue",
].map((name) => `e2e/${name}.spec.ts`);

/**
 * Returns the environment that sets the clock of a process, and of all processes that it starts, to
 * that moment. The database's clock doesn't change.
 */
export function clockAt(moment: string, now = Date.now()): Record<string, string> {
  const shifted = pathToFileURL(path.join(projectRoot, "scripts/shifted-clock.mjs"));
  return {
    NODE_OPTIONS: `--import=${shifted}`,
    CLOCK_SHIFT_MS: String(new Date(moment).getTime() - now),
  };
}
