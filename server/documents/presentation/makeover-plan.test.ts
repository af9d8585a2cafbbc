import { expect, test } from "vitest";
import { readMakeoverChoices, toMakeoverPlanPath, withUsualPlan } from "#contract/makeover-plan.ts";

test.each([
  [{ specialty: null, worry: null, delay: null }, "/marketing/makeover-plan"],
  [
    { specialty: "dentist", worry: null, delay: "hour" },
    "/marketing/makeover-plan?specialty=dentist&delay=hour",
  ],
  [
    { specialty: "other", worry: "map", delay: "nextDay" },
    "/marketing/makeover-plan?specialty=other&worry=map&delay=nextDay",
  ],
] as const)("the choices %j are written to the URL %s and read back from it", (choices, path) => {
  expect(toMakeoverPlanPath(choices)).toBe(path);
  expect(readMakeoverChoices(new URL(path, "https://example.com").searchParams)).toEqual(choices);
});

test("an unknown choice is ignored", () => {
  const query = new URLSearchParams("specialty=astrologer&worry=__proto__&delay=");
  expect(readMakeoverChoices(query)).toEqual({ specialty: null, worry: null, delay: null });
});

test("a question that wasn't answered gets the usual plan, and an answer stays", () => {
  const none = { specialty: null, worry: null, delay: null };
  expect(withUsualPlan(none)).toEqual({ specialty: "other", worry: "waiting", delay: null });
  expect(withUsualPlan({ ...none, specialty: "dentist" })).toMatchObject({
    ...{ specialty: "dentist", worry: "waiting" },
  });
  expect(withUsualPlan({ ...none, worry: "map" })).toMatchObject({
    ...{ specialty: "other", worry: "map" },
  });
});
