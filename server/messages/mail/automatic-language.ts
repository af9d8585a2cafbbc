// Selects the automatic emails that answer an inquiry, all in one language. Pure.
import type { Language } from "#contract/languages.ts";

type Template = { language: Language; campaignIds: string[] };
type Asked = {
  campaignId: string | null;
  /** The person's language, or null if unknown. */
  language: Language | null;
};

/**
 * Returns the active templates for the inquiry's campaign in one language, so that a person doesn't
 * get answers in two.
 */
export function answersTo<Active extends Template>(active: Active[], asked: Asked): Active[] {
  const language = answerLanguage(active, asked);
  return active.filter((one) => isFor(one, asked) && one.language === language);
}

/**
 * Returns the person's language if an active email for the inquiry's campaign is in it, else
 * English.
 */
export function answerLanguage(active: Template[], asked: Asked): Language {
  const isOffered = active.some((one) => isFor(one, asked) && one.language === asked.language);
  return (isOffered && asked.language) || "en";
}

function isFor({ campaignIds }: Template, { campaignId }: Asked): boolean {
  return campaignIds.length === 0 || (campaignId !== null && campaignIds.includes(campaignId));
}
