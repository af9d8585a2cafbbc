// The text that answers a missed call, unless the practice has written its own.
// cspell:ignore habla Perdimos llamada ayudamos Responda recibir textos
import type { Language } from "#contract/languages.ts";

/** `practice`: its name. With a name of up to 60 characters, it fits in one text of 160. */
export const missedCallText: Record<Language, (practice: string) => string> = {
  en: (practice) =>
    `Hi, this is ${practice}. Sorry we missed your call. How can we help? Reply STOP to opt out.`,
  // Of the accents, only é and its like fit in a plain text.
  es: (practice) =>
    `Hola, le habla ${practice}. Perdimos su llamada. ¿En qué le ayudamos? Responda STOP para no recibir textos.`,
};
