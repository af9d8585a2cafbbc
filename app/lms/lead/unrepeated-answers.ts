// A form's answers without those that the contact card already shows: a platform's form also sends
// name, phone and email as answers.
import type { Inquiry } from "#contract/inquiries.ts";
import type { Lead } from "#contract/leads.ts";

type Answer = Inquiry["answers"][number];
type Known = Pick<Lead, "firstName" | "lastName" | "email" | "phone">;

/**
 * Leaves out a standard field whose value is on the contact card; a value that could not be used is
 * kept.
 */
export function unrepeatedAnswers(answers: Answer[], inquiry: Known): Answer[] {
  const { firstName, lastName, email, phone } = inquiry;
  const onCard: Record<string, string[]> = {
    full_name: [`${firstName} ${lastName}`],
    first_name: [firstName],
    last_name: [lastName],
    email: [email],
    phone_number: [phone],
    phone: [phone],
  };
  return answers.filter(({ name, values }) => {
    const known = onCard[name]?.map(bare);
    return values.some((value) => value && !known?.includes(bare(value)));
  });
}

/**
 * A platform's field name as a question: "what_are_you_interested_in" has neither spaces nor
 * capitals.
 */
export function questionText(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  const question = text.charAt(0).toUpperCase() + text.slice(1);
  return asks.test(text) ? `${question}?` : question;
}

/** Matches text that begins like a question and has no punctuation. */
const asks =
  /^(what|when|where|which|who|why|how|are|do|does|did|is|have|has|would|can)\b.*[^?.!:]$/i;

/** Normalizes a value: a phone number is equal in any notation, a name in any case. */
function bare(value: string): string {
  const text = value.toLowerCase().replace(/\s+/g, " ").trim();
  return /^[+\d() .-]+$/.test(text) ? text.replace(/\D/g, "").slice(-10) : text;
}
