// The makeover's optional answers are stored as pairs of question and answer in the visitor's
// language and read back for the presentation.
import { visitorWords } from "#content/visitor-words.ts";
import type { MakeoverRequest } from "#contract/contact-requests.ts";
import type { Language } from "#contract/languages.ts";
import type { MakeoverChoices } from "#contract/makeover-plan.ts";

export type MakeoverAnswers = MakeoverChoices & { practice: string | null; city: string | null };

/** What one presentation is made from. */
export type Makeover = MakeoverAnswers & {
  /** Null if the greeting has no name. */
  name: string | null;
  language: Language;
  madeAt: Date;
  origin: string;
};

/** Returns the answers that were given, in the form's order. */
export function toQuestions(
  request: MakeoverRequest,
  language: Language,
): Record<string, string>[] {
  const { questions, specialties, worries, delays } = visitorWords[language].site.makeoverForm;
  const { practice, city, specialty, worry, delay } = request;
  const answers: [question: string, answer: string | undefined][] = [
    [questions.practice, practice],
    [questions.city, city],
    [questions.specialty, specialty && specialties[specialty].name],
    [questions.worry, worry && worries[worry].name],
    [questions.delay, delay && delays[delay].name],
  ];
  return answers.flatMap(([question, answer]) => (answer ? [{ [question]: answer }] : []));
}

/** Reads the answers. Ignores an answer whose wording has changed since. */
export function toAnswers(
  answered: Record<string, string>[] | null,
  language: Language,
): MakeoverAnswers {
  const { questions, specialties, worries, delays } = visitorWords[language].site.makeoverForm;
  const given = new Map((answered ?? []).flatMap((pair) => Object.entries(pair)));
  return {
    practice: given.get(questions.practice) ?? null,
    city: given.get(questions.city) ?? null,
    specialty: idOf(specialties, given.get(questions.specialty)),
    worry: idOf(worries, given.get(questions.worry)),
    delay: idOf(delays, given.get(questions.delay)),
  };
}

/** Checks whether a plan can be made from the answers. */
export function hasChoice({ specialty, worry, delay }: MakeoverChoices): boolean {
  return specialty !== null || worry !== null || delay !== null;
}

function idOf<Id extends string>(all: Record<Id, { name: string }>, name?: string): Id | null {
  const ids = Object.keys(all) as Id[];
  return ids.find((id) => all[id].name === name) ?? null;
}
