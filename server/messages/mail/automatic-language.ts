// Selects the automatic emails that answer an inquiry, all in one language. Pure.
import type { Language } from "#contract/languages.ts";
import type { ReceivedWhile } from "#contract/templates.ts";

type Template = { language: Language; campaignIds: string[]; receivedWhile: ReceivedWhile };
type Asked = {
  campaignId: string | null;
  /** The person's language, or null if unknown. */
  language: Language | null;
  /** Whether the practice was open when the inquiry was received. */
  wasOpen: boolean;
};

/**
 * Returns the active templates for the inquiry's campaign and hours in one language, so that a
 * person doesn't get answers in two.
 */
export function answersTo<Active extends Template>(active: Active[], asked: Asked): Active[] {
  const language = answerLanguage(active, asked);
  return active.filter((one) => isFor(one, asked) && one.language === language);
}

/**
 * Returns the person's language if an active email for the inquiry's campaign and hours is in it,
 * else English.
 */
export function answerLanguage(active: Template[], asked: Asked): Language {
  const isOffered = active.some((one) => isFor(one, asked) && one.language === asked.language);
  return (isOffered && asked.language) || "en";
}

/** Returns whether a template answers inquiries from the hours in which this one was received. */
export function isForHours(
  { receivedWhile }: Pick<Template, "receivedWhile">,
  { wasOpen }: Pick<Asked, "wasOpen">,
): boolean {
  return receivedWhile === "any" || (receivedWhile === "open") === wasOpen;
}

function isFor(template: Template, asked: Asked): boolean {
  return isForCampaign(template, asked) && isForHours(template, asked);
}

function isForCampaign({ campaignIds }: Template, { campaignId }: Asked): boolean {
  return campaignIds.length === 0 || (campaignId !== null && campaignIds.includes(campaignId));
}
