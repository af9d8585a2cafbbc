// Returns a form's answers without those that the contact card already shows, because a platform
// sends name, phone and email as answers too.
import { fieldInAnswer } from "#contract/fields-in-answers.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import { languageInAnswers } from "#contract/language-in-answers.ts";
import type { LeadFieldName } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";

type Answer = Inquiry["answers"][number];
type Known = Pick<Lead, "firstName" | "lastName" | "email" | "phone" | "language" | LeadFieldName>;

/**
 * Leaves out the answers whose values are on the contact card. An answer whose value couldn't be
 * used is kept.
 */
export function unrepeatedAnswers(answers: Answer[], person: Known): Answer[] {
  const { firstName, lastName, email, phone, language } = person;
  const onCard: Record<string, string[]> = {
    full_name: [`${firstName} ${lastName}`],
    first_name: [firstName],
    last_name: [lastName],
    email: [email],
    phone_number: [phone],
    phone: [phone],
  };
  return answers.filter((answer) => {
    const { name, values } = answer;
    const known = onCard[name]?.map(bare);
    const { field, value } = fieldInAnswer(answer) ?? {};
    if (language && languageInAnswers([answer]) === language) return false;
    if (field && person[field].includes(value ?? "")) return false;
    return values.some((value) => value && !known?.includes(bare(value)));
  });
}

/**
 * Returns a form's field name as readable text. It converts names such as
 * "what_are_you_interested_in", "your-message" and "fields[bestTime]".
 */
export function questionText(name: string): string {
  const own = /\[([^\][]+)\]$/.exec(name)?.[1] ?? name;
  const text = isSlug(own) ? own.replace(/[_-]+/g, " ").replace(camelCase, "$1 $2").trim() : own;
  const words = isSlug(own) ? text.toLowerCase() : text.replaceAll("_", " ").trim();
  const question = words.charAt(0).toUpperCase() + words.slice(1);
  return asks.test(question) ? `${question}?` : question;
}

/**
 * Returns an answer as readable text. For a choice, a platform sends a name such as
 * "as_soon_as_possible".
 */
export function answerText(name: string, values: string[]): string {
  const text = values.filter(Boolean).join(", ");
  if (!isSlug(name) || !/^[a-z0-9]+(_[a-z0-9]+)+\??$/.test(text)) return text;
  const words = text.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns whether a name was written for programs, not people: it contains no spaces. */
function isSlug(name: string): boolean {
  return !/\s/.test(name.trim());
}

const camelCase = /([a-z])([A-Z])/g;

/** Matches text that begins like a question but doesn't end with punctuation. */
const asks =
  /^(what|when|where|which|who|why|how|are|do|does|did|is|have|has|would|can)\b.*[^?.!:]$/i;

/** Normalizes a value, so that a phone number matches in any notation and a name in any case. */
function bare(value: string): string {
  const text = value.toLowerCase().replace(/\s+/g, " ").trim();
  return /^[+\d() .-]+$/.test(text) ? text.replace(/\D/g, "").slice(-10) : text;
}
