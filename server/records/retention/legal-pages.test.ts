// The retention periods match what the legal pages promise.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endedDays } from "#contract/practices.ts";
import { practiceRetention } from "#contract/retention.ts";
import { projectRoot } from "#server/root.ts";
import { retentionDays } from "./retention.ts";

const readPage = (name: string) => readFileSync(path.join(projectRoot, "content", name), "utf8");
const patientData = readPage("legal/patient-data.md");

test("the page about patients' data states the number of days after which records are deleted", () => {
  const said = (line: RegExp) => Number(line.exec(patientData)?.[1]?.replaceAll(",", ""));
  expect({
    deliveries: said(/The raw submissions .*: (\d+) days/),
    sessions: said(/Login sessions that have ended: (\d+) days/),
    auditEntries: said(/The audit log: (\d+) days, which is two years/),
  }).toEqual({
    deliveries: retentionDays.deliveries,
    sessions: retentionDays.sessions,
    auditEntries: retentionDays.auditEntries,
  });
  const longest = said(/raw submissions and ended sessions to up to ([\d,]+) days/);
  expect([longest, longest, said(/its audit log to up to ([\d,]+) days/)]).toEqual([
    practiceRetention.deliveries.most,
    practiceRetention.sessions.most,
    practiceRetention.auditEntries.most,
  ]);
});

test("the pages state when leads are erased, and no other number of days", () => {
  const days = [...patientData.matchAll(/([\d,]+) days/g)].map(([, count]) => count);
  expect(days).toEqual([String(endedDays), "90", "30", "730", "730", "3,650"]);
  expect(patientData).toContain("- Leads: until your practice erases them.");
  expect(readPage("legal/privacy-policy.md")).toContain(
    `A practice’s leads: until the practice erases them, or ${endedDays} days after it stops working with us.`,
  );
});

test("the Spanish pages state the same numbers as the English pages, in the same order", () => {
  const numbers = (name: string) => readPage(name).match(/\d[\d,.]*\d|\d/g);
  for (const name of ["patient-data.md", "privacy-policy.md", "terms-and-conditions.md"]) {
    expect(numbers(`es/legal/${name}`)).toEqual(numbers(`legal/${name}`));
  }
});
