// What stands in the questionnaire's fields, judged step by step, and the submission made of it.
import { z } from "zod";
import { questionnaire } from "#content/questionnaire.ts";
import { contactRequestLimits, type Questionnaire } from "#contract/contact-requests.ts";
import { emailAddress, line, requiredLine, words } from "#contract/fields.ts";
import {
  contactAtText,
  isPastDay,
  isPastMoment,
  isWrittenAsDay,
  momentOf,
  readDay,
} from "./contact-time.ts";

/** The fields of each step, in the order in which they stand. */
export const stepFields = [
  ["fullName", "email", "phone"],
  ["triedMarketing", "howItWorked", "hasTeam", "teamProblems"],
  ["hasWebsite", "website", "contactDate", "contactTime"],
] as const;

const yesOrNo = z.enum(["yes", "no"]).optional();
const packageIds = ["p1", "p2", "p3"] as const;

/** `now` is asked when the form is judged: a page may have stood open since yesterday. */
export function answersSchema(now: () => Date) {
  const contactDate = requiredLine(20)
    .refine(isWrittenAsDay, { error: "not_a_date", abort: true })
    .refine((text) => readDay(text) !== null, { error: "no_such_day", abort: true })
    .refine((text) => !isPast(text, now()), "in_the_past");
  return z
    .object({
      fullName: requiredLine(contactRequestLimits.name),
      email: emailAddress,
      phone: requiredLine(contactRequestLimits.phone),
      triedMarketing: yesOrNo,
      howItWorked: words(contactRequestLimits.answer).default(""),
      hasTeam: yesOrNo,
      teamProblems: words(contactRequestLimits.answer).default(""),
      hasWebsite: yesOrNo,
      website: line(contactRequestLimits.answer).default(""),
      contactDate,
      contactTime: requiredLine(5).regex(/^\d\d:\d\d$/, "invalid"),
      /** Anything else than one of the three means none. */
      package: z.enum(packageIds).optional().catch(undefined),
      submissionId: z.string().optional(),
      consent: z.string().optional(),
      captcha: z.string().optional(),
    })
    .refine(
      ({ contactDate, contactTime }) => {
        const day = readDay(contactDate);
        // A past day is said at the day.
        return !day || isPastDay(day, now()) || !isPastMoment(day, contactTime, now());
      },
      { path: ["contactTime"], error: "in_the_past" },
    );
}
export type Answers = z.output<ReturnType<typeof answersSchema>>;

/** The wire's shape: pairs of one question and its answer, the last one the package. */
export function toSubmission(
  answers: Answers,
  timeZone: string,
): Omit<Questionnaire, "attribution"> {
  const { fullName, email, phone, submissionId, consent, captcha } = answers;
  const day = readDay(answers.contactDate);
  return {
    fullName,
    email,
    phone,
    // The product's own spelling.
    page: "Questionairre",
    test: true,
    questions: pairsOf(answers, timeZone),
    contactAt: day ? momentOf(day, answers.contactTime).toISOString() : undefined,
    submissionId,
    consent,
    captcha,
  };
}

/** Only what was answered; a follow-up counts when the answer before it is yes. */
function pairsOf(answers: Answers, timeZone: string): Record<string, string>[] {
  const { questions } = questionnaire;
  const day = readDay(answers.contactDate);
  const given: [string, string | undefined][] = [
    [questions.triedMarketing, answers.triedMarketing],
    [questions.howItWorked, answers.triedMarketing === "yes" ? answers.howItWorked : ""],
    [questions.hasTeam, answers.hasTeam],
    [questions.teamProblems, answers.hasTeam === "yes" ? answers.teamProblems : ""],
    [questions.hasWebsite, answers.hasWebsite],
    [questions.website, answers.hasWebsite === "yes" ? answers.website : ""],
    [questions.contactAt, day ? contactAtText(day, answers.contactTime, timeZone) : ""],
    [questions.package, answers.package ?? "none"],
  ];
  return given.flatMap(([question, answer]) => (answer ? [{ [question]: answer }] : []));
}

function isPast(text: string, now: Date): boolean {
  const day = readDay(text);
  return day !== null && isPastDay(day, now);
}
