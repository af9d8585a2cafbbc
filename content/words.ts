// Text that all sites share, in English. The Spanish version, for the Spanish pages, is in
// content/es/words.ts.
import type { Language, Translated } from "#contract/languages.ts";
import { demoStartWords } from "./demo.ts";
import { bucketNames, bucketSpans, outcomeNames, timeWords } from "./desk/outcomes.ts";
import {
  clockWords,
  contactFormWords,
  fieldWords,
  formButtonWords,
  interfaceWords,
  legalWords,
  pieWords,
  splashWords,
} from "./interface.ts";
import { captchaMessages, errorMessages, fieldMessages, formMessages } from "./messages.ts";

export const english = {
  language: "en" as Language,
  /** The name of the other language, written in that language. */
  otherLanguage: "Español",
  interface: interfaceWords,
  splash: splashWords,
  legal: legalWords,
  demoButton: demoStartWords.button,
  /** The label of a message's button. */
  ok: "Ok",

  fields: fieldWords,
  formButtons: formButtonWords,
  contactForm: contactFormWords,
  form: formMessages,
  captcha: captchaMessages,
  errors: errorMessages,
  fieldErrors: fieldMessages,

  /** The parts of the lead desk that the marketing site shows as pictures. */
  clock: clockWords,
  time: timeWords,
  buckets: bucketNames,
  bucketSpans,
  pie: pieWords,
  outcomes: outcomeNames,
} as const;

export type Words = Translated<typeof english>;
