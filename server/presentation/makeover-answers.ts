// The makeover's optional answers: stored as pairs of question and answer, which the owner reads, and
// read back for the presentation.
import {
  makeoverDelays,
  makeoverQuestions,
  makeoverSpecialties,
  makeoverWorries,
} from "#content/makeover.ts";
import type {
  MakeoverDelay,
  MakeoverRequest,
  MakeoverSpecialty,
  MakeoverWorry,
} from "#contract/contact-requests.ts";

export type MakeoverAnswers = {
  practice: string | null;
  city: string | null;
  specialty: MakeoverSpecialty | null;
  worry: MakeoverWorry | null;
  delay: MakeoverDelay | null;
};

/** The answers that were given, in the form's order. */
export function toQuestions(request: MakeoverRequest): Record<string, string>[] {
  const { practice, city, specialty, worry, delay } = request;
  const answers: [question: string, answer: string | undefined][] = [
    [makeoverQuestions.practice, practice],
    [makeoverQuestions.city, city],
    [makeoverQuestions.specialty, specialty && makeoverSpecialties[specialty].name],
    [makeoverQuestions.worry, worry && makeoverWorries[worry].name],
    [makeoverQuestions.delay, delay && makeoverDelays[delay].name],
  ];
  return answers.flatMap(([question, answer]) => (answer ? [{ [question]: answer }] : []));
}

/** An answer whose words have changed since counts as not given. */
export function toAnswers(questions: Record<string, string>[] | null): MakeoverAnswers {
  const given = new Map((questions ?? []).flatMap((pair) => Object.entries(pair)));
  return {
    practice: given.get(makeoverQuestions.practice) ?? null,
    city: given.get(makeoverQuestions.city) ?? null,
    specialty: idOf(makeoverSpecialties, given.get(makeoverQuestions.specialty)),
    worry: idOf(makeoverWorries, given.get(makeoverQuestions.worry)),
    delay: idOf(makeoverDelays, given.get(makeoverQuestions.delay)),
  };
}

function idOf<Id extends string>(all: Record<Id, { name: string }>, name?: string): Id | null {
  const ids = Object.keys(all) as Id[];
  return ids.find((id) => all[id].name === name) ?? null;
}
