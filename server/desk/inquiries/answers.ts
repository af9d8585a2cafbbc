// Prepares a form's additional answers for storage. A bad answer must not cause the loss of the
// lead or of another answer.
import { answerLimits, type IncomingLead } from "#contract/inquiries.ts";
import { decodeEntities } from "./html-entities.ts";

type Answers = IncomingLead["answers"];

/** Shows where an answer was cut off. */
export const cutMark = "… [cut]";

/**
 * Limits each answer, and all answers together, to the contract's limits, and marks what was cut.
 * It decodes HTML entities, so it must be called only once, with the original input.
 */
export function truncateAnswers(answers: Answers): Answers {
  const kept = takeFirst(answers, answerLimits.answers, { name: cutMark, values: [cutMark] });
  return truncateToBytes(
    kept.map(({ name, values }) => ({
      name: cut(plain(name).replace(/[\p{Cc}\u2028\u2029]+/gu, " "), answerLimits.name) || "?",
      values: takeFirst(values, answerLimits.values, cutMark).map((value) =>
        cut(plain(value), answerLimits.characters),
      ),
    })),
  );
}

/** Keeps as many answers from the start as fit, followed by the mark. */
function truncateToBytes(answers: Answers): Answers {
  const texts = answers.flatMap(({ name, values }) => [name, ...values]);
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= answerLimits.bytes) {
    return answers;
  }
  // The mark may be needed both as a name and as a value.
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

/** Decodes entities, then removes what PostgreSQL can't store: NUL and lone surrogates. */
function plain(text: string): string {
  return decodeEntities(text).replaceAll("\u0000", "").toWellFormed();
}

function cut(text: string, longest: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= longest) return trimmed;
  const head = trimmed.slice(0, longest - cutMark.length).replace(/[\ud800-\udbff]$/, "");
  return `${head}${cutMark}`;
}

function takeFirst<Item>(items: Item[], count: number, mark: Item): Item[] {
  return items.length <= count ? items : [...items.slice(0, count - 1), mark];
}
