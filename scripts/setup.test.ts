// Tests that `npm run setup` gives the sites to another owner: files made from content/ don't
// contain a trace of the previous owner. e2e/the-owner-changes-words.spec.ts builds the product
// with another owner's content.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setupWords } from "#content/setup.ts";
import { projectRoot } from "#server/root.ts";
import { readContent } from "./setup/content.ts";
import { findTraces, tracesOf } from "./setup/traces.ts";

const answersFile = path.join(projectRoot, "scripts/setup/fixtures/owner-answers.json");
const answers = JSON.parse(readFileSync(answersFile, "utf8"));
const copied = ["app", "content", "contract", "public", "scripts", "server", "package.json"];
const written = ["content", "public"];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "front-desk-setup-"));
  for (const name of copied) {
    cpSync(path.join(projectRoot, name), path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(copy, "node_modules"));
});
beforeEach(() => {
  for (const name of written) {
    rmSync(path.join(copy, name), { recursive: true });
    cpSync(path.join(projectRoot, name), path.join(copy, name), { recursive: true });
  }
  // This restores the state before the first setup, even if the content already belongs to an
  // owner.
  change("content/owner.json", (owner) => ({ ...owner, isSample: true }));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("another owner's answers make valid content without traces of the previous owner", () => {
  const traces = tracesOf(readContent(copy));
  expect(setup("--answers", answersFile)).toMatchObject({ status: 0, stderr: "" });
  const after = made();
  const found = Object.entries(after).flatMap(([place, text]) =>
    findTraces(text, traces).map((trace) => `${place}: ${trace}`),
  );
  expect(found).toEqual([]);
  const all = Object.values(after).join("\n");
  for (const fact of [answers.name, answers.agency, answers.postalAddress, "(305) 555-0188"]) {
    expect(all).toContain(fact);
  }
  expect(after["/resume.pdf"]).toContain(answers.name);
  expect(after["presentation, es"]).toContain("$1,450");
  expect(after["content/marketing.ts"]).toContain(`Everything in ${answers.p1Title}, plus`);
  expect(after["content/office-hours.ts"]).toContain("Tuesday through Saturday, 9 am to 5 pm");
  expect(after["content/es/office.ts"]).toContain("de 9 a.m. a 5 p.m.");
  expect(after["content/legal/terms-and-conditions.md"]).toContain(
    `Florida law applies, and the courts of ${answers.courts} have jurisdiction.`,
  );
  // The case studies are empty until the owner writes some.
  expect(readContent(copy).studies).toEqual([]);
  expect(readContent(copy).resume).toMatchObject({ work: [], projects: [], skills: [] });
});

test("a name counts as a trace only if it's a whole word, but a phone number counts anywhere", () => {
  const traces = ["Ann", "(813) 555-0100"];
  expect(findTraces("Anna, Announce: (813) 555-010", traces)).toEqual([]);
  expect(findTraces("Ask Ann’s desk: tel(813) 555-0100", traces)).toEqual(traces);
});

test("a second setup keeps earlier answers, facts that it doesn't ask for, and changes made since", () => {
  setup("--answers", answersFile);
  const about = { statement: "I like quiet.", paragraphs: ["Since 2016."], asides: [] };
  change("content/story.json", (story) => ({ ...story, about }));
  const second = path.join(copy, "second.json");
  writeFileSync(second, JSON.stringify({ city: "Sarasota", p2Price: 1500 }));
  expect(setup("--answers", second, "--json").status).toBe(0);
  const { story, owner, resume } = readContent(copy);
  expect(story.about).toEqual(about);
  expect(owner.packages.p2).toEqual({ title: answers.p2Title, price: 1500 });
  expect(resume.basics).toMatchObject({ name: answers.name, location: { city: "Sarasota" } });
  expect(JSON.parse(setup("--answers", second, "--json").stdout).wrote).toEqual([]);
});

test("all invalid answers are reported, and nothing is written", () => {
  const before = readContent(copy);
  const wrong = path.join(copy, "wrong.json");
  const bad = {
    ...answers,
    phone: "555",
    accent: "blue",
    hours: "17-9",
    days: "Sun-Mo-Tu",
    firstName: "T",
    name: "",
  };
  writeFileSync(wrong, JSON.stringify(bad));
  const { status, stderr } = setup("--answers", wrong);
  expect(status).toBe(1);
  expect(stderr.trim().split("\n").sort()).toEqual([
    `accent: ${setupWords.problems.color}`,
    `days: ${setupWords.problems.days}`,
    `hours: ${setupWords.problems.hours}`,
    `name: ${setupWords.problems.missing}`,
    `phone: ${setupWords.problems.phone}`,
  ]);
  expect(readContent(copy)).toEqual(before);

  writeFileSync(wrong, JSON.stringify({ ...answers, wrongName: "Tobias" }));
  expect(setup("--answers", wrong).stderr).toContain("There is no question “wrongName”.");
});

test("setup asks again after an invalid answer on a terminal, and Enter accepts the default in brackets", () => {
  const keys = Object.keys(setupWords.asks);
  const lines = keys.flatMap((key) => {
    if (key === "email") return ["tobias", answers.email];
    if (["firstName", "agencyEmail", "timeZone", "p1Title", "photo", "resume"].includes(key))
      return [""];
    return [String(answers[key])];
  });
  const { status, stdout } = setup({ typed: `${lines.join("\n")}\n` });
  expect([status, stdout]).toEqual([0, expect.stringContaining("content/owner.json")]);
  expect(stdout).toContain(setupWords.problems.email);
  const { owner } = readContent(copy);
  expect(owner.firstName).toBe("Tobias");
  expect(owner.agency.email).toBe(answers.email);
});

test("quitting setup halfway doesn't write anything", () => {
  const before = readContent(copy);
  expect(setup({ typed: `${answers.name}\n\n` })).toMatchObject({
    ...{ status: 1, stdout: expect.stringContaining(setupWords.stopped) },
  });
  expect(readContent(copy)).toEqual(before);
});

test("setup imports a résumé and a photo, and a second run doesn't remove them", async () => {
  const picture = {
    create: { width: 1200, height: 900, channels: 3, background: "#888888" },
  } as const;
  await sharp(picture).jpeg().toFile(path.join(copy, "me.jpg"));
  const resume = {
    basics: { name: "Ignored" },
    work: [
      { name: "Coast Clinic", position: "Lead", startDate: "2016", highlights: ["Answered."] },
    ],
  };
  writeFileSync(path.join(copy, "resume-of-mine.json"), JSON.stringify(resume));
  const file = path.join(copy, "with-files.json");
  writeFileSync(
    file,
    JSON.stringify({ ...answers, photo: "me.jpg", resume: "resume-of-mine.json" }),
  );
  for (const from of [file, answersFile]) {
    expect(setup("--answers", from)).toMatchObject({ status: 0, stderr: "" });
    const { owner, resume: written } = readContent(copy);
    expect(owner.photo).toEqual({ file: "/pictures/owner.webp", width: 960, height: 720 });
    expect(existsSync(path.join(copy, "public/pictures/owner.webp"))).toBe(true);
    expect(written.basics.name).toBe(answers.name);
    expect(written.work).toEqual(resume.work);
  }
});

function setup(...args: (string | { typed: string })[]) {
  const flags = args.filter((arg) => typeof arg === "string");
  const input = args.find((arg) => typeof arg === "object")?.typed ?? "";
  return spawnSync(process.execPath, ["scripts/setup.ts", ...flags], {
    ...{ cwd: copy, encoding: "utf8", input },
  });
}

function made(): Record<string, string> {
  const args = ["scripts/setup/print-made.ts"];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ cwd: copy, encoding: "utf8", maxBuffer: 100_000_000 },
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

function change(name: string, make: (json: object) => object) {
  const file = path.join(copy, name);
  writeFileSync(file, JSON.stringify(make(JSON.parse(readFileSync(file, "utf8")))));
}
