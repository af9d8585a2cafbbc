import { expect, test } from "vitest";
import { questionnaire } from "#content/questionnaire.ts";
import { Questionnaire } from "#contract/contact-requests.ts";
import { fieldCodesOf } from "#contract/errors.ts";
import { answersSchema, toSubmission } from "./answers.ts";

const now = () => new Date(2026, 2, 5, 14, 30);
const details = { fullName: "Dana Whitcombe", email: "dana@example.com", phone: "813 555 0100" };
const when = { contactDate: "03/06/2026", contactTime: "09:15" };

test("every answer is sent, in the order of the questions, with the package last", () => {
  const submission = submissionOf({
    ...details,
    ...when,
    triedMarketing: "yes",
    howItWorked: "Badly.\nNobody called back.",
    hasTeam: "yes",
    teamProblems: "None of us has the time",
    hasWebsite: "yes",
    website: "bayshore.example.com",
    package: "p2",
  });
  expect(submission.questions).toEqual([
    { "Have you tried marketing before?": "yes" },
    { "How did it go?": "Badly.\nNobody called back." },
    { "Do you have a marketing team?": "yes" },
    { "What problems have you had with the team?": "None of us has the time" },
    { "Do you have a website?": "yes" },
    { "What’s the web address?": "bayshore.example.com" },
    {
      "Preferred contact date and time": "03/06/2026 at 9:15 AM, Eastern Time (America/New_York)",
    },
    { "Package selected": "p2" },
  ]);
  expect(new Date(submission.contactAt ?? "")).toEqual(new Date(2026, 2, 6, 9, 15));
  expect(Questionnaire.safeParse(submission).error).toBeUndefined();
});

test("the answer to a follow-up question isn't sent if the main question is answered with no", () => {
  const { questions } = submissionOf({
    ...details,
    ...when,
    triedMarketing: "no",
    howItWorked: "typed before",
    hasTeam: "no",
    teamProblems: "typed before",
    hasWebsite: "no",
    website: "typed before",
  });
  expect(JSON.stringify(questions)).not.toContain("typed before");
  expect(questions.at(-1)).toEqual({ "Package selected": "none" });
});

test("an unknown package is sent as no package", () => {
  const { questions } = submissionOf({ ...details, ...when, package: "p9" });
  expect(questions.at(-1)).toEqual({ "Package selected": "none" });
});

test.each([
  [{ contactDate: "03/04/2026" }, { contactDate: "in_the_past" }],
  [{ contactDate: "soon" }, { contactDate: "not_a_date" }],
  [{ contactDate: "02/30/2027" }, { contactDate: "no_such_day" }],
  [{ contactDate: "13/40/2027" }, { contactDate: "no_such_day" }],
  [{ contactDate: "" }, { contactDate: "required" }],
  [{ contactTime: "" }, { contactTime: "required" }],
  [{ contactDate: "03/05/2026", contactTime: "09:00" }, { contactTime: "in_the_past" }],
  [{ fullName: " " }, { fullName: "required" }],
  [{ email: "dana@example" }, { email: "not_an_email" }],
])("the answers %o are rejected with the errors %o", (change, codes) => {
  const checked = answersSchema(now).safeParse({ ...details, ...when, ...change });
  expect(checked.error && fieldCodesOf(checked.error)).toEqual(codes);
});

test("the checkbox for Spanish is sent as true or false", () => {
  const submission = { ...details, ...when };
  expect(submissionOf(submission).prefersSpanish).toBe(false);
  expect(submissionOf({ ...submission, prefersSpanish: "on" }).prefersSpanish).toBe(true);
});

function submissionOf(typed: object) {
  const answers = answersSchema(now).parse(typed);
  return toSubmission(answers, "America/New_York", questionnaire.questions);
}
