import { expect, test } from "vitest";
import { countryOf, isUsNumber, timeZonesOf } from "./area-codes.ts";

test.each([
  ["a Tampa number", "+18135550142", ["America/New_York"]],
  ["an Orlando overlay", "+16895550142", ["America/New_York"]],
  ["the Florida Panhandle, in two zones", "+18505550142", ["America/Chicago", "America/New_York"]],
  ["the Panhandle's overlay", "+14485550142", ["America/Chicago", "America/New_York"]],
  ["Arizona, without daylight saving", "+16025550142", ["America/Phoenix"]],
  ["Hawaii", "+18085550142", ["Pacific/Honolulu"]],
  ["Toronto", "+14165550142", ["America/Toronto"]],
  ["Puerto Rico", "+17875550142", ["America/Puerto_Rico"]],
  ["an area code that is not in use", "+12225550142", []],
  ["a toll-free number", "+18885550142", []],
  ["a foreign number", "+442079460142", []],
  ["an invalid number", "call me", []],
  ["no number", "", []],
])("a phone number's time zones are found by its area code: %s", (_, phone, timeZones) => {
  expect(timeZonesOf(phone)).toEqual(timeZones);
});

test.each([
  ["364", "270"],
  ["448", "850"],
  ["689", "407"],
  ["729", "423"],
  ["879", "709"],
  ["930", "812"],
])("overlay area code %s has the same time zones as %s", (overlay, older) => {
  const zones = timeZonesOf(`+1${overlay}5550142`);
  expect(zones).not.toEqual([]);
  expect(zones).toEqual(timeZonesOf(`+1${older}5550142`));
});

test.each([
  ["Tampa", "+18135550142", "US"],
  ["Hawaii", "+18085550142", "US"],
  ["Toronto", "+14165550142", "CA"],
  ["the Canadian territories, in five zones", "+18675550142", "CA"],
  ["Newfoundland", "+17095550142", "CA"],
  ["Jamaica", "+18765550142", null],
  ["Puerto Rico", "+17875550142", null],
  ["a premium number", "+19005550142", null],
  ["London", "+442079460142", null],
  ["no number", "", null],
])("a phone number's country is found by its area code: %s", (_, phone, country) => {
  expect(countryOf(phone)).toBe(country);
  expect(isUsNumber(phone)).toBe(country === "US");
});

test("every area code has valid IANA time zones", () => {
  for (let code = 200; code < 1000; code += 1) {
    for (const timeZone of timeZonesOf(`+1${code}5550100`)) {
      expect(() => new Intl.DateTimeFormat("en-US", { timeZone })).not.toThrow();
    }
  }
});
