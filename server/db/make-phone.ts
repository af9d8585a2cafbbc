// Makes phone numbers for made-up people.
import { randomInt } from "node:crypto";
import { timeZonesOf } from "#server/desk/phone/area-codes.ts";

/**
 * Returns a new number on each call. 555-0100 to 555-0199 are reserved for fictional people. The
 * area codes are unassigned, so the numbers are unique and don't imply a time zone.
 */
export function makePhone(): string {
  madePhones = (madePhones + 1) % (unassignedAreas.length * 100);
  const area = unassignedAreas[Math.floor(madePhones / 100)];
  return `(${area}) 555-01${String(madePhones % 100).padStart(2, "0")}`;
}

const unassignedAreas = Array.from({ length: 600 }, (_, index) => String(200 + index)).filter(
  // The numbering plan allows these codes: the second digit isn't 9, and the code isn't a service
  // code such as 411.
  (area) => /^[2-9](?!11)[0-8]/.test(area) && timeZonesOf(`+1${area}5550100`).length === 0,
);
// Numbers are sequential, so two people never share one. Each process starts at a different number.
let madePhones = randomInt(unassignedAreas.length * 100);
