// Updates to a practice's templates from the agency's template sets.
import type { SetSettingName } from "#contract/template-sets.ts";
import type { TemplateKind } from "#contract/templates.ts";
import { attemptPlanWords, profileWords } from "./profile.ts";

const templates = (count: number) => (count === 1 ? "1 template" : `${count} templates`);
const updates = (count: number) => (count === 1 ? "1 update" : `${count} updates`);

export const templateUpdateWords = {
  title: "Template updates",
  available: (count: number, hasSettings: boolean) => {
    if (hasSettings) return `${updates(count)} available.`;
    return `${count === 1 ? "An update is" : "Updates are"} available for ${templates(count)}.`;
  },
  see: "Review changes",
  /** The text of the link after an update was saved for later. */
  putOff: (count: number) => `${updates(count)} saved for later`,
  none: "There’s nothing to update.",
  noneTitle: "Up to date",
  back: "Open templates",
  failed: "We couldn’t load the updates.",
  intro:
    "Nothing changes until you choose. We keep the text of a template that you have now, so you can restore it.",
  managersOnly: "Only managers can update templates.",
  whatsNew: "What’s new",
  kinds: {
    ...{ note: "Note", email: "Email", text: "Text", auto: "Auto email" },
  } satisfies Record<TemplateKind, string>,
  isEdited: "You’ve edited this one. The update replaces your text.",
  isTitleTaken:
    "You already have a template with this title. Yours stays, and this one is added next to it.",
  setting: "Setting",
  settings: {
    week: profileWords.sections.hours,
    attemptGaps: attemptPlanWords.section,
    sources: "lead sources",
  } satisfies Record<SetSettingName, string>,
  isOwnSetting: "You’ve changed this one. The update replaces what you have.",
  /** Explains what changing the business hours means. */
  hoursFor: "New hours count from now on. Your time zone and holidays stay.",
  /** Explains what taking sources means. */
  sourcesFor: "They’re added to the ones that you have.",
  span: (from: string, to: string) => `${from} to ${to}`,
  noCall: "No call",
  staysOn: "This email is on and will stay on with the new text.",
  arrivesOff: "It’s off until you turn it on.",
  choose: (title: string) => `Update ${title}`,
  add: (title: string) => `Add ${title}`,
  removedTitle: "No longer in the set:",
  removed: (titles: string[]) => `${titles.join(", ")}. You’ll keep yours.`,
  language: "Language",
  subject: "Subject",
  text: "Text",
  sent: "Sent",
  receivedWhile: "For inquiries that come in",
  hours: "Sent during business hours only",
  yes: "Yes",
  no: "No",
  onlyFormatting: "Only the formatting changes.",
  /** Read by screen readers before a part that changes. */
  deleted: "Removed:",
  inserted: "Added:",
  ended: "End of change.",
  legend: "Removed text is crossed out. Added text is underlined.",
  /** Stands for a picture in the text of an email. */
  picture: (alt: string) => (alt ? `[Picture: ${alt}]` : "[Picture]"),
  take: (count: number, hasSettings: boolean) => {
    if (count === 0) return "Choose updates";
    return hasSettings ? `Take ${updates(count)}` : `Update ${templates(count)}`;
  },
  taking: "Updating…",
  notNow: "Not now",
  rest: "Updates you don’t choose are saved for later. You can come back to them from Templates.",
} as const;

/** Shown in a template's form after an update was taken. */
export const earlierTextWords = {
  summary: (day: string) => `Text before the update on ${day}`,
  putBack: "Restore this text",
} as const;
