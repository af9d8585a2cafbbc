// The language that a person speaks, according to their form: a field of the page or the answer to
// a question about it. Never guessed from a name, a number or a message. Meta's and Google's lead
// formats have no field for it, so a form must ask.
// cspell:ignore contactemos cual desea habla hablar hablemos hablo idioma lengua llamemos preferencia
// cspell:ignore preferid prefiere quiere solamente
import { anyOf, plainWords } from "./fields-in-answers.ts";
import { type Language, languages } from "./languages.ts";

type Answer = { name: string; values: string[] };

/**
 * Returns English or Spanish, or null if the language is unknown, a different one, or ambiguous.
 * The person's choice wins over the page's language, and a page's `language` over its `locale`.
 */
export function languageInAnswers(answers: readonly Answer[]): Language | null {
  for (const asks of [asksForLanguage, isPageLanguage, isPageLocale]) {
    const said = answers
      .filter(({ name, values }) => asks(name) && values.some((value) => value.trim()))
      .flatMap(({ values }) => values.filter((value) => value.trim()).map(languageNamed));
    const [first = null] = said;
    if (said.length > 0) return said.every((one) => one === first) ? first : null;
  }
  return null;
}

/**
 * Finds a language by its code ("es", "es-US", "es_MX", "spa") or its name ("Spanish", "En español,
 * por favor").
 */
export function languageNamed(text: string): Language | null {
  const code = /^([a-z]{2,3})([-_][a-z\d]{2,8})*$/i.exec(text.trim())?.[1]?.toLowerCase() ?? "";
  const byCode = languages.find((one) => codes[one].includes(code));
  if (byCode) return byCode;
  const words = wordsOf(text).split(" ");
  if (!words.every((word) => isNamedBy(word) || besideNames.has(word))) return null;
  const named = languages.filter((one) => words.some((word) => names[one].includes(word)));
  // "Español (Spanish)" is one language with two names. "English or Spanish" is two languages.
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Two-letter codes (BCP 47, POSIX locales) and three-letter codes (ISO 639-2). */
const codes: Record<Language, string[]> = { en: ["en", "eng"], es: ["es", "spa"] };
const names: Record<Language, string[]> = {
  en: ["english", "ingles"],
  es: ["spanish", "espanol", "castellano"],
};

function isNamedBy(word: string): boolean {
  return languages.some((one) => names[one].includes(word));
}

/** Words that don't change which language is meant. "no", "and" and "or" would. */
const besideNames = new Set([
  ...["in", "only", "please", "speaker", "speaking", "language", "us", "usa"],
  ...["en", "solo", "solamente", "por", "favor", "idioma", "hablo"],
]);

function asksForLanguage(question: string): boolean {
  return languageQuestions.test(wordsOf(question));
}

function isPageLanguage(name: string): boolean {
  return /^(language|lang)$/.test(wordsOf(name));
}

function isPageLocale(name: string): boolean {
  return wordsOf(name) === "locale";
}

/** Removes accents: "¿Cuál es su idioma?" becomes "cual es su idioma". */
function wordsOf(text: string): string {
  return plainWords(text.normalize("NFD").replace(/\p{M}+/gu, ""));
}

const reach = "(call|call back|contact|reach|speak|talk|email|text|answer|reply)";

/**
 * "Native language" and "Do you speak Spanish?" aren't listed, because those people may prefer
 * English.
 */
const languageQuestions = anyOf([
  "((what|which) is )?(your )?(preferred|primary|main|spoken) (spoken )?language",
  "(your )?language (preference|preferred|of preference|of choice|spoken)",
  "(what|which) language (do|would) you (prefer|speak|like)( (us )?to speak)?",
  `(in )?(what|which) language (can|may|should|do you want us to|would you like us to) (we )?${reach}( (to|with) you| you)?( in)?`,
  "(do|would) you prefer (english or spanish|spanish or english)",
  "(english or spanish|spanish or english|espanol o ingles|ingles o espanol)",
  "(prefiere|habla) (espanol o ingles|ingles o espanol)",
  "((cual es )?(su|tu) )?(idioma|lengua)( (preferid[oa]|de preferencia|principal|que prefiere))?",
  "preferencia de idioma",
  "(en )?que idioma (prefiere|habla|desea|quiere)( (hablar|que le (llamemos|contactemos|hablemos)))?",
]);
