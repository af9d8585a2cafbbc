// What a form asked beside name and address, made fit to be kept. Nothing in it is a reason to lose
// the lead, or another answer.
import { answerLimits, type IncomingLead } from "#contract/leads.ts";

type Answers = IncomingLead["answers"];

/** Stands where something was longer, or more, than is kept. */
export const cutMark = "… [cut]";

/** Each answer, and all of them together, within the contract's limits; what was cut says so. */
export function keptAnswers(answers: Answers): Answers {
  const kept = most(answers, answerLimits.answers, { name: cutMark, values: [cutMark] });
  return withinBytes(
    kept.map(({ name, values }) => ({
      name: cut(plain(name).replace(/[\p{Cc}\u2028\u2029]+/gu, " "), answerLimits.name) || "?",
      values: most(values, answerLimits.values, cutMark).map((value) =>
        cut(plain(value), answerLimits.characters),
      ),
    })),
  );
}

/** As much, from the first, as there is room for; then a mark. */
function withinBytes(answers: Answers): Answers {
  const texts = answers.flatMap(({ name, values }) => [name, ...values]);
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= answerLimits.bytes) {
    return answers;
  }
  // The mark may stand as a name and as a value.
  let left = answerLimits.bytes - 2 * Buffer.byteLength(cutMark);
  const kept: Answers = [];
  for (const { name, values } of answers) {
    const fitting: string[] = [];
    left -= Buffer.byteLength(name);
    for (const value of values) {
      left -= Buffer.byteLength(value);
      if (left >= 0) fitting.push(value);
    }
    if (left >= 0) kept.push({ name, values });
    else if (fitting.length > 0) return [...kept, { name, values: [...fitting, cutMark] }];
    else return [...kept, { name: cutMark, values: [cutMark] }];
  }
  return kept;
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
