// Updates of templates that the agency's sets have for a practice.
import type { TemplateKind } from "#contract/templates.ts";

const templates = (count: number) => (count === 1 ? "1 template" : `${count} templates`);

export const templateUpdateWords = {
  title: "Template updates",
  available: (count: number) =>
    `${count === 1 ? "An update is" : "Updates are"} available for ${templates(count)}.`,
  see: "Review changes",
  /** A link, once it was put off. */
  putOff: (count: number) => `${count === 1 ? "1 update" : `${count} updates`} saved for later`,
  none: "There’s nothing to update.",
  noneTitle: "Up to date",
  back: "Open templates",
  failed: "We couldn’t load the updates.",
  intro: "Nothing changes until you choose. We keep the text you have now, so you can restore it.",
  managersOnly: "Only managers can update templates.",
  whatsNew: "What’s new",
  kinds: { note: "Note", email: "Email", auto: "Auto email" } satisfies Record<
    TemplateKind,
    string
  >,
  isEdited: "You’ve edited this one. The update replaces your text.",
  isTitleTaken:
    "You already have a template with this title. Yours stays, and this one is added next to it.",
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
  hours: "During business hours only",
  yes: "Yes",
  no: "No",
  onlyFormatting: "Only the formatting changes.",
  /** Read aloud before a part that changes. */
  deleted: "Removed:",
  inserted: "Added:",
  ended: "End of change.",
  legend: "Removed text is crossed out. Added text is underlined.",
  /** A picture in a text. */
  picture: (alt: string) => (alt ? `[Picture: ${alt}]` : "[Picture]"),
  take: (count: number) => (count === 0 ? "Choose templates" : `Update ${templates(count)}`),
  taking: "Updating…",
  notNow: "Not now",
  rest: "Updates you don’t choose are saved for later. You can come back to them from Templates.",
} as const;

/** In a template's form, after an update. */
export const earlierTextWords = {
  summary: (day: string) => `Text before the update on ${day}`,
  putBack: "Restore this text",
} as const;
