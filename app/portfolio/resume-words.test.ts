import { expect, test } from "vitest";
import {
  lengthInYears,
  monthsOf,
  skillGroups,
  slugOf,
  splitLabel,
  yearsOf,
} from "./resume-words.ts";

test("a job shows its years, and a job that hasn't ended shows present as its end", () => {
  expect(yearsOf({ startDate: "2019-02", endDate: "2022-02" })).toBe("2019–2022");
  expect(yearsOf({ startDate: "2022-03" })).toBe("2022–present");
  expect(yearsOf({ startDate: "2020", endDate: "2020-11" })).toBe("2020");
  expect(yearsOf({ endDate: "2012" })).toBe("2012");
});

test("a job on the résumé shows months if its dates have them", () => {
  expect(monthsOf({ startDate: "2019-02", endDate: "2022-02" })).toBe("Feb 2019 – Feb 2022");
  expect(monthsOf({ startDate: "2022-03" })).toBe("Mar 2022 – present");
  expect(monthsOf({ startDate: "2008", endDate: "2012" })).toBe("2008 – 2012");
});

test("skills are grouped by what their level means, the highest level first, without empty groups", () => {
  const skills = [
    { name: "Go", level: "84" },
    { name: "Rust", level: "44" },
    { name: "SQL", level: "100" },
    { name: "Swift", level: "0" },
  ];
  expect(skillGroups(skills, ["read", "use", "ship", "teach"])).toEqual([
    { says: "teach", names: ["Go", "SQL"] },
    { says: "use", names: ["Rust"] },
    { says: "read", names: ["Swift"] },
  ]);
});

test("a job's length is in years, and months count as fractions", () => {
  const now = new Date("2026-11-21T00:00:00Z");
  expect(lengthInYears({ startDate: "2019-02", endDate: "2022-02" }, now)).toBe(3);
  expect(lengthInYears({ startDate: "2022-03" }, now)).toBeCloseTo(4 + 8 / 12);
  expect(lengthInYears({ startDate: "2026-12" }, now)).toBe(0);
});

test("only text before a colon at the start of a line is a label", () => {
  expect(splitLabel("Result: 6 min.")).toEqual({ label: "Result", text: "6 min." });
  const plain = "I wrote it. It did one thing: wait.";
  expect(splitLabel(plain)).toEqual({ label: null, text: plain });
});

test("a project's name becomes a URL slug", () => {
  expect(slugOf("Coast Light")).toBe("coast-light");
  expect(slugOf("Café Nº 1 & Co.")).toBe("cafe-n-1-co");
});
