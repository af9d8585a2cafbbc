// The questionnaire's schema, which validates one step at a time, and the submission that is made
// from the answers.
import { z } from "zod";
import type { MarketingWords } from "#content/marketing-words.ts";
import { contactRequestLimits, type Questionnaire } from "#contract/contact-requests.ts";
import { emailAddress, line, requiredLine, words } from "#contract/fields.ts";
import {
  contactAtText,
  hasDayFormat,
  isPastDay,
  isPastMoment,
  momentOf,
  readDay,
} from "./contact-time.ts";
import { isTyped } from "./slots.ts";

/** The fields of each step, in page order. */
export const stepFields = [
  ["fullName", "email", "phone"],
  ["triedMarketing", "howItWorked", "hasTeam", "teamProblems"],
  ["hasWebsite", "website", "contactDate", "contactTime", "slot"],
] as const;

const yesOrNo = z.enum(["yes", "no"]).optional();
const packageIds = ["p1", "p2", "p3"] as const;

/**
 * Creates the schema. `now` is called at each validation, because the page may have been open since
 * yesterday.
 */
export function answersSchema(now: () => Date) {
  // The error has no `abort`, which would also skip the question about the phone number.
  const contactDate = requiredLine(20).superRefine((text, { addIssue }) => {
    const message = problemOfDay(text, now());
    if (message) addIssue({ code: "custom", message });
  });
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
      /** The free slot that the date and time match; empty if they match none. */
      slot: z.string().default(""),
      /** Any other value than the three ids means that no package is selected. */
      package: z.enum(packageIds).optional().catch(undefined),
      /** The checkbox's value. Forms send a checkbox only if it is checked. */
      prefersSpanish: z.literal("on").optional().catch(undefined),
      submissionId: z.string().optional(),
      consent: z.string().optional(),
      captcha: z.string().optional(),
    })
    .refine(
      ({ contactDate, contactTime }) => {
        const day = readDay(contactDate);
        // If the date has passed, the date field has the error, not this one.
        return !day || isPastDay(day, now()) || !isPastMoment(day, contactTime, now());
      },
      { path: ["contactTime"], error: "in_the_past" },
    );
}
export type Answers = z.output<ReturnType<typeof answersSchema>>;

/** The questions in the visitor's language. */
type Questions = MarketingWords["questionnaire"]["questions"];

/**
 * Converts the answers to the API's format: pairs of a question and its answer. The package comes
 * last.
 */
export function toSubmission(
  answers: Answers,
  timeZone: string,
  questions: Questions,
): Omit<Questionnaire, "attribution"> {
  const { fullName, email, phone, prefersSpanish, submissionId, consent, captcha } = answers;
  const day = readDay(answers.contactDate);
  const booked = isTyped(answers.slot, answers, timeZone) ? answers.slot : undefined;
  const typed = day ? momentOf(day, answers.contactTime).toISOString() : undefined;
  return {
    fullName,
    email,
    phone,
    prefersSpanish: prefersSpanish === "on",
    // The API requires this misspelling.
    page: "Questionairre",
    test: true,
    questions: pairsOf(answers, timeZone, questions),
    contactAt: booked ?? typed,
    ...(booked && { slot: booked, timeZone }),
    submissionId,
    consent,
    captcha,
  };
}

/**
 * Returns the questions that were answered. A follow-up question is included only if its main
 * question is answered with yes.
 */
function pairsOf(
  answers: Answers,
  timeZone: string,
  questions: Questions,
): Record<string, string>[] {
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

function problemOfDay(text: string, now: Date): string | null {
  if (!hasDayFormat(text)) return "not_a_date";
  const day = readDay(text);
  if (!day) return "no_such_day";
  return isPastDay(day, now) ? "in_the_past" : null;
}
