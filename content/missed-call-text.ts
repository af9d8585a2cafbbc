// The text that answers a missed call, unless the practice has written its own.
// cspell:ignore habla Perdimos llamada ayudamos Responda recibir textos Estamos cerrados Abrimos
// cspell:ignore llamaremos
import type { Language } from "#contract/languages.ts";

/** `practice`: its name. With a name of up to 60 characters, it fits in one text of 160. */
export const missedCallText: Record<Language, (practice: string) => string> = {
  en: (practice) =>
    `Hi, this is ${practice}. Sorry we missed your call. How can we help? Reply STOP to opt out.`,
  // Of the accents, only é and its like fit in a plain text.
  es: (practice) =>
    `Hola, le habla ${practice}. Perdimos su llamada. ¿En qué le ayudamos? Responda STOP para no recibir textos.`,
};

/** The text while the practice is closed. It replaces the practice's own words. */
export const closedMissedCallText: Record<
  Language,
  (practice: string, opening: { clock: string; day: string }) => string
> = {
  en: (practice, { clock, day }) =>
    `Hi, this is ${practice}. We’re closed right now. We’ll call you when we open at ${clock} ${day}. Reply STOP to opt out.`,
  es: (practice, { clock, day }) =>
    `Hola, le habla ${practice}. Estamos cerrados. Abrimos ${day} (${clock}) y le llamaremos. Responda STOP para no recibir textos.`,
};

/** The day in that sentence: a weekday such as "Monday", or a date such as "March 30". */
export const openingDay: Record<
  Language,
  { today: string; weekday: (day: string) => string; date: (day: string) => string }
> = {
  en: { today: "today", weekday: (day) => day, date: (day) => `on ${day}` },
  es: { today: "hoy", weekday: (day) => `el ${day}`, date: (day) => `el ${day}` },
};
