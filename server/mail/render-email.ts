// Fills an e-mail's words with what they are about. The words are ours; the fields never are.
import { Liquid } from "liquidjs";

/** Subject and text with merge fields: `{{ fullName }}`. */
export type EmailWords = { subject: string; text: string };

// Fields are data and never templates; a missing one is our mistake and should be noticed.
const liquid = new Liquid({ strictVariables: true, strictFilters: true, ownPropertyOnly: true });
const longestSubject = 200;

export async function renderEmail(
  words: EmailWords,
  fields: Record<string, unknown>,
): Promise<EmailWords> {
  const subject = await liquid.parseAndRender(words.subject, fields);
  return {
    // A line break here would start a header of the sender's choice.
    subject: subject
      .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
      .trim()
      .slice(0, longestSubject),
    text: (await liquid.parseAndRender(words.text, fields)).trim(),
  };
}
