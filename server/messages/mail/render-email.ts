// Fills merge fields into our own email texts. The texts are trusted; the field values never are.
import { Liquid } from "liquidjs";

/** Subject and text with merge fields: `{{ fullName }}`. */
export type EmailWords = { subject: string; text: string };

// Fields are data, never templates. A missing field is a bug, so it throws.
const liquid = new Liquid({ strictVariables: true, strictFilters: true, ownPropertyOnly: true });
const maxSubjectLength = 200;

export async function renderEmail(
  words: EmailWords,
  fields: Record<string, unknown>,
): Promise<EmailWords> {
  const subject = await liquid.parseAndRender(words.subject, fields);
  return {
    // A line break here could inject a header.
    subject: subject
      .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
      .trim()
      .slice(0, maxSubjectLength),
    text: (await liquid.parseAndRender(words.text, fields)).trim(),
  };
}
