// cspell:ignore Espan habla hablo idioma llamemos preferido prefiere
import { expect, test } from "vitest";
import { languageInAnswers, languageNamed } from "#contract/language-in-answers.ts";

const said = (name: string, ...values: string[]) => languageInAnswers([{ name, values }]);

test.each([
  ["es", "es"],
  ["ES", "es"],
  ["es-US", "es"],
  ["es_US", "es"],
  ["es-419", "es"],
  ["es_MX", "es"],
  ["spa", "es"],
  ["en", "en"],
  ["en_US", "en"],
  ["en-GB", "en"],
  ["eng", "en"],
  ["Spanish", "es"],
  ["spanish", "es"],
  ["Español", "es"],
  ["Espan\u0303ol", "es"],
  ["ESPANOL", "es"],
  ["Castellano", "es"],
  ["Español (Spanish)", "es"],
  ["Spanish speaking", "es"],
  ["Solo español", "es"],
  ["En español, por favor", "es"],
  ["English", "en"],
  ["Inglés", "en"],
  ["English / Inglés", "en"],
  ["In English, please", "en"],
  ["English or Spanish", null],
  ["English, Spanish", null],
  ["Both", null],
  ["Bilingual", null],
  ["Not Spanish", null],
  ["No hablo español", null],
  ["Portuguese", null],
  ["pt-BR", null],
  ["fr", null],
  ["Estonian", null],
  ["est", null],
  ["Spain", null],
  ["yes", null],
  ["1", null],
  ["", null],
])("%o means the language %o", (text, language) => {
  expect(languageNamed(text)).toBe(language);
});

test.each([
  "language",
  "lang",
  "Language",
  "fields[lang]",
  "locale",
  "Preferred language",
  "preferred_language",
  "preferredLanguage",
  "form_fields[preferred-language]",
  "What is your preferred language?",
  "Primary language:",
  "Language preference",
  "What language do you prefer?",
  "Which language do you speak?",
  "what_language_should_we_call_you_in?",
  "In which language can we contact you?",
  "Do you prefer English or Spanish?",
  "English or Spanish?",
  "Idioma",
  "Idioma preferido",
  "¿Cuál es su idioma preferido?",
  "¿En qué idioma prefiere que le llamemos?",
  "¿Qué idioma habla?",
  "¿Español o inglés?",
])('"%s" asks which language a person speaks', (name) => {
  expect(said(name, "es")).toBe("es");
  expect(said(name, "Spanish")).toBe("es");
  expect(said(name, "English")).toBe("en");
});

test.each([
  "name",
  "message",
  "Do you speak Spanish?",
  "Native language",
  "browser_language",
  "page_language",
  "Language of your website",
  "Programming language",
  "Do you have questions about language?",
  "country",
  "nationality",
  "local",
])("the question %s doesn't ask which language a person speaks", (name) => {
  expect(said(name, "es")).toBe(null);
  expect(said(name, "Español")).toBe(null);
});

test("the language is never guessed from a person's name or message", () => {
  const answers = [
    { name: "full_name", values: ["Guadalupe Hernández"] },
    { name: "message", values: ["Hola, hablo español"] },
    { name: "city", values: ["Español, TX"] },
  ];
  expect(languageInAnswers(answers)).toBe(null);
});

const field = (name: string, ...values: string[]) => ({ name, values });

test.each([
  ["no answers", [], null],
  ["an empty field", [field("language", "")], null],
  ["an unanswered choice", [field("Preferred language")], null],
  ["two choices", [field("Preferred language", "English", "Spanish")], null],
  ["the same language twice", [field("Preferred language", "Spanish", "Español")], "es"],
  [
    "a choice next to the page's language",
    [field("locale", "en_US"), field("lang", "en"), field("Idioma preferido", "Español")],
    "es",
  ],
  [
    "a choice of another language next to the page's",
    [field("Preferred language", "Portuguese"), field("lang", "en")],
    null,
  ],
  [
    "an empty choice next to the page's language",
    [field("Preferred language", " "), field("lang", "es")],
    "es",
  ],
  [
    "the page's language next to its locale",
    [field("locale", "en_US"), field("language", "es")],
    "es",
  ],
  ["two fields with different languages", [field("language", "es"), field("lang", "en")], null],
] as const)("the language in the answers: %s", (_, answers, language) => {
  const given = answers.map(({ name, values }) => ({ name, values: [...values] }));
  expect(languageInAnswers(given)).toBe(language);
});
