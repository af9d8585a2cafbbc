// cspell:ignore Inicio
import { expect, test } from "vitest";
import { portfolio } from "#content/portfolio.ts";
import { resume } from "#content/resume.ts";
import { CaseStudies } from "#contract/case-studies.ts";
import { Portfolio, Resume } from "#contract/content.ts";
import { findContentErrors, issuesOf, missingIn } from "./check-content.ts";

test("the shipped content is valid", async () => {
  expect(await findContentErrors()).toEqual([]);
});

test("a sentence without a Spanish version is reported with its place", () => {
  const one = { title: "Hi", menu: [{ name: "Home" }, { name: "Help" }], why: null, of: () => "x" };
  const other = { title: "", menu: [{ name: "Inicio" }], why: null };
  expect(missingIn(one, other)).toEqual(["title", "menu.1", "of"]);
});

const job = {
  ...{ name: "Coast Light", position: "Keeper", startDate: "2016-02" },
  highlights: ["No ship was lost."],
};

test("an invalid field is reported with its file and the reason", () => {
  const wrong = { ...resume, work: [{ ...job, startDate: "March 2022" }] };
  expect(issuesOf("content/resume.json", Resume, wrong)).toEqual([
    "content/resume.json: work[0].startDate: must be a date like 2026, 2026-03 or 2026-03-31",
  ]);
});

test("a missing field and a misspelled field are both reported", () => {
  const { position, ...rest } = job;
  const wrong = { ...resume, work: [{ ...rest, positon: position }] };
  expect(issuesOf("content/resume.json", Resume, wrong)).toEqual([
    "content/resume.json: work[0].position: expected string, received undefined",
    'content/resume.json: work[0]: Unrecognized key: "positon"',
  ]);
});

test.each([
  ["101", 'must be a text from "0" to "100"'],
  [92, "expected string, received number"],
])("a skill can't have the level %o", (level, reason) => {
  const wrong = { ...resume, skills: [{ name: "Go", keywords: ["7 years"], level }] };
  expect(issuesOf("r", Resume, wrong)).toEqual([`r: skills[0].level: ${reason}`]);
});

test("a description is rejected if a search engine would truncate it", () => {
  const wrong = { ...portfolio, description: "word ".repeat(40).trim() };
  expect(issuesOf("p", Portfolio, wrong)).toEqual([
    "p: description: must have at most 160 characters",
  ]);
});

test("a sequence diagram's steps are between two of its parties", () => {
  const steps = [
    { from: "Browser", to: "Server", says: "A question." },
    { from: "Server", to: "Somewhere", says: "An answer." },
  ];
  const sequence = { title: "A call", parties: ["Browser", "Server"], steps };
  expect(issuesOf("c", CaseStudies, [{ sequence }])).toContain(
    "c: [0].sequence: must have steps between two of its parties",
  );
});
