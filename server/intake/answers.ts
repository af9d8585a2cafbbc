// What a form asked beside name and address, made fit to be kept. Nothing in it is a reason to lose
// the lead, or another answer.
import { answerLimits, type IncomingLead } from "#contract/leads.ts";

type Answers = IncomingLead["answers"];

/** Stands where something was longer, or more, than is kept. */
export const cutMark = "… [cut]";

/** Each answer within the contract's limits; what was cut says so. */
export function keptAnswers(answers: Answers): Answers {
  const kept = answers.map(({ name, values }) => ({
    name: cut(plain(name).replace(/[\p{Cc}\u2028\u2029]+/gu, " "), answerLimits.name) || "?",
    values: most(
      values.map((value) => cut(plain(value), answerLimits.characters)),
      answerLimits.values,
      cutMark,
    ),
  }));
  return most(kept, answerLimits.answers, { name: cutMark, values: [cutMark] });
}

/** What the database can hold: no NUL, no half of a character. */
function plain(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

function cut(text: string, longest: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= longest) return trimmed;
  const head = trimmed.slice(0, longest - cutMark.length).replace(/[\ud800-\udbff]$/, "");
  return `${head}${cutMark}`;
}

function most<Item>(items: Item[], count: number, mark: Item): Item[] {
  return items.length <= count ? items : [...items.slice(0, count - 1), mark];
}
