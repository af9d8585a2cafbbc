// What a phone hears from the provider if our server doesn't answer: the one of someone who calls a
// practice, or the practice's own. The owner stores it at the provider.
// cspell:ignore sentimos momento podemos conectar llamada Inténtelo unos minutos Adiós
import type { Language } from "#contract/languages.ts";

export const callFallback: Record<Language, string> = {
  en: "We’re sorry. This call can’t be connected right now. Please try again in a few minutes. Goodbye.",
  es: "Lo sentimos. En este momento no podemos conectar la llamada. Inténtelo de nuevo en unos minutos. Adiós.",
};
