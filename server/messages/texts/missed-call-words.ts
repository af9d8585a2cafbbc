// What the text after a missed call says. Pure.
import { closedMissedCallText, missedCallText, openingDay } from "#content/missed-call-text.ts";
import type { Language } from "#contract/languages.ts";
import { clockText, dayText } from "#contract/moment-text.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import { dayIn, daysUntil } from "#contract/zones.ts";

type Practice = { name: string; missedCallText: string | null };
/** When a closed practice opens next. */
export type Opening = { opensAt: Date; timeZone: string };

/**
 * Returns the practice's own words, or else the usual sentence in the person's language, in a single
 * segment.
 */
export function missedCallWords(
  { name, missedCallText: own }: Practice,
  language: Language = "en",
): string {
  return own ?? usualMissedCallWords(name, language);
}

export function usualMissedCallWords(name: string, language: Language = "en"): string {
  return inOneSegment(name, missedCallText[language]);
}

/** Returns the sentence that says when the practice opens, in a single segment. */
export function closedMissedCallWords(
  name: string,
  { opensAt, timeZone }: Opening,
  now: Date,
  language: Language = "en",
): string {
  const clock = clockText(opensAt, timeZone, language).replace(":00", "");
  const opening = { clock, day: dayOfOpening(dayIn(opensAt, timeZone), dayIn(now, timeZone)) };
  return inOneSegment(name, (cut) => plainText(closedMissedCallText[language](cut, opening)));

  function dayOfOpening(day: string, today: string): string {
    const words = openingDay[language];
    const days = daysUntil(today, day);
    if (days === 0) return words.today;
    // The same weekday in a week would be taken for today.
    return days < 7
      ? words.weekday(dayText(day, { weekday: "long" }, language))
      : words.date(dayText(day, { month: "long", day: "numeric" }, language));
  }
}

/** A long name is cut. */
function inOneSegment(name: string, sentence: (name: string) => string): string {
  let cut = plainText(name).replace(/\s+/g, " ").trim();
  while (cut && segmentsOf(sentence(cut)).segments > 1) cut = cut.slice(0, -1).trimEnd();
  return sentence(cut);
}

/** Characters that would make the text longer are replaced or left out. */
function plainText(text: string): string {
  return [...text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, "-")]
    .map((character) => (isPlain(character) ? character : withoutAccents(character)))
    .filter(isPlain)
    .join("");
}

function isPlain(text: string): boolean {
  return segmentsOf(text).encoding === "plain";
}

function withoutAccents(character: string): string {
  return character.normalize("NFD").replace(/\p{M}/gu, "");
}
