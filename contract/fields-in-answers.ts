// cspell:ignore mensaje comentarios preguntas consulta podemos ayudar consentimiento acepto
// cspell:ignore privacidad direcci fono ciudad nombre correo seguro dolor duele hinchaz sangra
// cspell:ignore emergencia urgencia urgente roto rota referr
// Finds what a form's answers say about the lead: the insurance, when to call, and the message.
import type { LeadFieldName } from "./lead-fields.ts";

type Answer = { name: string; values: string[] };
type FieldsInAnswers = Partial<Record<LeadFieldName, string>>;

/**
 * The limit from `leadFields`. Longer answers are explanations, so they are stored only as answers.
 */
const longest = 120;

/**
 * Finds the values of fields in answers. Only unambiguous questions count, because a wrong value in
 * a field is worse than none, and all answers are stored anyway. Two answers for the same field are
 * joined ("Yes, Delta Dental").
 */
export function fieldsInAnswers(answers: readonly Answer[]): FieldsInAnswers {
  const fields: FieldsInAnswers = {};
  for (const answer of answers) {
    const { field, value } = fieldInAnswer(answer) ?? {};
    if (!field || !value) continue;
    const joined = [fields[field], value].filter(Boolean).join(", ");
    if (joined.length <= longest) fields[field] = joined;
  }
  return fields;
}

/** Returns the field that a question asks for, with the answer as one line. */
export function fieldInAnswer({ name, values }: Answer) {
  const field = fieldAskedFor(name);
  return field && { field, value: oneLine(values) };
}

/** Returns whether the question asks for free text, which tells more than any choice. */
export function isMessage(question: string): boolean {
  return messageQuestions.test(plainWords(question));
}

/** How many characters of a message a lead has. Lists send them for each row. */
export const longestFirstWords = 300;

/**
 * Returns the person's message as one line. Without a message, returns what the person
 * is interested in, that they are in pain, and their longest sentence, because a form may ask in
 * any words. Returns an empty text if there is none of these.
 */
export function wordsIn(answers: readonly Answer[]): string {
  const answersTo = (questions: RegExp) =>
    answers.flatMap(({ name, values }) =>
      questions.test(plainWords(name)) ? oneLine(values) || [] : [],
    );
  const [message] = answersTo(messageQuestions);
  const [interest = ""] = answersTo(interestQuestions);
  const others = answers.filter(({ name }) => {
    const text = plainWords(name);
    return !besidePerson.test(text) && !interestQuestions.test(text) && !fieldAskedFor(name);
  });
  const [longestSentence = ""] = others
    .map(({ values }) => oneLine(values))
    .filter((text) => isSentence(text) && !address.test(text))
    .toSorted((one, other) => other.length - one.length);
  const said = [interest, ...others.flatMap(painIn).slice(0, 1), longestSentence].filter(Boolean);
  return message ?? said.join(" · ");
}

/** Returns the start of what `wordsIn` returns. */
export function firstWordsIn(answers: readonly Answer[]): string {
  const text = wordsIn(answers);
  if (text.length <= longestFirstWords) return text;
  const cut = text.slice(0, longestFirstWords - 1).toWellFormed();
  // The text is cut at the end of a word, if there is one nearby.
  return `${cut
    .replace(/\s+\S{0,20}$/, "")
    .replace(/\ufffd$/, "")
    .trimEnd()}…`;
}

/**
 * Finds the field that a question asks for, by the question's key or words. Returns null if it's
 * uncertain.
 */
function fieldAskedFor(question: string): LeadFieldName | null {
  const text = plainWords(question);
  if (insuranceQuestions.test(text)) return "insurance";
  return bestTimeQuestions.test(text) ? "bestTime" : null;
}

/**
 * Joins the values into one line, and makes a platform's choices, such as "delta_dental", readable.
 */
function oneLine(values: string[]): string {
  const lines = values.map((value) => value.replace(/[\p{Cc}\s\u2028\u2029]+/gu, " ").trim());
  return lines.filter(Boolean).map(asWritten).join(", ");
}

function asWritten(value: string): string {
  if (!/^[a-z]+(_[a-z0-9]+)*$/.test(value)) return value;
  return value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " ");
}

/**
 * Reduces a question to plain words. "fields[bestTimeToCall]" and "Best time to call?" both become
 * "best time to call".
 */
export function plainWords(question: string): string {
  const own = /\[([^\][]+)\]$/.exec(question.trim())?.[1] ?? question;
  return own
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const kind = "((dental|health|medical|vision) )?";
const reach = "(call|call back|reach|contact|phone|text)( you)?";

/**
 * Questions about insurance. "Member ID", "Insurance card" and "Would you need insurance?" aren't
 * listed, because they are different questions.
 */
const insuranceQuestions = anyOf([
  `(your )?${kind}insurance( (plan|provider|company|carrier|type))?( name)?`,
  `(who|what) is your ${kind}insurance( (plan|provider|company|carrier))?`,
  `(what|which)( type of| kind of)? ${kind}insurance( (plan|provider|company|carrier))? do you have`,
  `do you( currently)? have( any)? ${kind}insurance`,
]);

/**
 * Questions about when to call. "Preferred time" isn't listed, because it may mean the time of the
 * appointment.
 */
const bestTimeQuestions = anyOf([
  "((what|when) is )?((the|your|a) )?(best|good|preferred|convenient)( day and| day or)? time( of day)?" +
    ` (for us )?to (${reach}|give you a call|speak|talk|speak with you|talk to you)`,
  "(best|preferred) (call|callback|contact) time",
  `when (can|should|may|could) we ${reach}`,
  `when (would|do) you (like|prefer|want) (us to ${reach}|to be (called|contacted))`,
]);

const messageQuestions = anyOf([
  "(your )?(message|comments?|msg|questions?|notes?|anything else)",
  "(how|what) can we (help|do)( you)?( with| for you)?",
  "((su|tu) )?(mensaje|comentarios?|preguntas?|consulta)",
  "(c[oó]mo|en qu[eé])( le| te)? podemos ayudar(le|te)?",
]);

/** Three words or more. A choice is usually shorter. */
function isSentence(text: string): boolean {
  const words = text.slice(0, longestFirstWords).split(/\P{L}+/u);
  return words.filter(Boolean).length >= 3;
}

const address = /https?:|www\.|@/i;

/** Questions whose answers aren't what the person wants: about them, their consent, or the page. */
const besidePerson =
  /\b(agree|consent|terms|privacy|policy|opt in|subscribe|newsletter|sms|utm|url|page|title|referr?er|source|campaign|ad|ads|form|hear|heard|find|found|address|street|city|zip|state|country|birth|dob|gender|pronouns?|location|office|company|employer|school|doctor|provider|insurance|member|name|email|phone|id|token|captcha|agent|browser|ip|language|consentimiento|acepto|privacidad|direcci[oó]n|ciudad|nombre|correo|tel[eé]fono|seguro)\b/;

const pain =
  /\b(pain|hurt|hurts|hurting|swelling|swollen|bleeding|emergency|urgent|broken|chipped|dolor|duele|hinchaz[oó]n|sangra|emergencia|urgencia|urgente|roto|rota)\b/;

/** A question whose answer is only yes says what the person wants: "Are you in pain?" */
function painIn({ name, values }: Answer): string[] {
  const question = plainWords(name);
  const answer = oneLine(values);
  if (!pain.test(question) || !/^(yes|y|true|on|s[ií])$/i.test(answer)) return [];
  return [`${question.charAt(0).toUpperCase()}${question.slice(1)}? ${answer}`];
}

/**
 * Questions about the person's interest. "Are you interested in financing?" isn't listed, because
 * its answer is only yes or no.
 */
const interestQuestions = anyOf([
  "(what|which)( (service|treatment|procedure)s?)? are you( most)? interested in",
  "(i am |i m )?interested in",
  "(service|treatment|procedure)s?( of interest| needed)?",
  "(what is the )?reason for( your)? (visit|inquiry|appointment)",
]);

export function anyOf(questions: string[]): RegExp {
  return new RegExp(`^(${questions.join("|")})$`);
}
