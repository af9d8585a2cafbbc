// The owner's template sets: the list, one set's page, and copying a set to practices.
import type { CopyPlan, SetSettingName, TemplateSet } from "#contract/template-sets.ts";
import type { TemplateKind } from "#contract/templates.ts";

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;

const practices = (count: number) => counted(count, "practice", "practices");
const templates = (count: number) => counted(count, "template", "templates");

const settingNames = {
  week: "business hours",
  attemptGaps: "follow-up plan",
  sources: "sources",
} satisfies Record<SetSettingName, string>;

const kindCounts: Record<TemplateKind, (count: number) => string> = {
  note: (count) => counted(count, "note", "notes"),
  email: (count) => counted(count, "email", "emails"),
  text: (count) => counted(count, "text", "texts"),
  auto: (count) => counted(count, "automatic email", "automatic emails"),
};

export const templateSetWords = {
  count: (total: number) => counted(total, "set", "sets"),
  none: "No sets yet.",
  noneHint:
    "Write a set of notes, emails and texts once, copy it to your practices, and offer them updates as you improve it.",
  add: "New set",
  name: "Name",
  nameHelp: "Practices see this name when there’s an update.",
  create: "Create set",
  contents: (counts: Record<TemplateKind, number>) =>
    (["note", "email", "text", "auto"] as const)
      .filter((kind) => counts[kind] > 0)
      .map((kind) => kindCounts[kind](counts[kind]))
      .join(", ") || "No templates yet",
  version: (number: number, day: string) => `Version ${number}, ${day}`,
  notPublished: "Not published yet",
  unpublished: "Unpublished changes",
  usedBy: (count: number) => (count === 0 ? "No practices have it yet" : practices(count)),
  behind: (count: number) => `${count.toLocaleString("en-US")} with an update available`,
} as const;

/** A set's page. */
export const templateSetPageWords = {
  rename: "Rename",
  delete: "Delete",
  askDelete: (name: string) => `Delete ${name}?`,
  deleteMeans: (count: number) =>
    count === 0
      ? "No practices have copied it."
      : `${practices(count)} copied it and will keep those templates, but won’t be offered updates anymore.`,
  undo: "Undo",
  templates: "Templates",
  template: "Template",
  backToSet: "Back to the set",
  titleHelp: "Practices see this in their list of templates, and can change it.",
  kinds: {
    ...{ note: "Note", email: "Email", text: "Text", auto: "Auto email" },
  } satisfies Record<TemplateKind, string>,
  newTitles: {
    note: "New note",
    email: "New email",
    text: "New text",
    auto: "New automatic email",
  } satisfies Record<TemplateKind, string>,
  noTemplates: "No templates yet. Start with one of these:",
  removed: (titles: string[]) =>
    `No longer in the draft: ${titles.join(", ")}. Practices keep their copies.`,
  choose: "Pick a template to edit it. Practices won’t get anything until you publish.",
  states: { new: "New", changed: "Changed", removed: "Removed" },
  settings: "Practice settings",
  settingsHelp:
    "A new practice starts with these. A practice that has changed its own keeps it, and decides about your updates.",
  settingNames: {
    week: "Business hours",
    attemptGaps: "Follow-up plan",
    sources: "Lead sources",
  } satisfies Record<SetSettingName, string>,
  settingHelp: {
    week: "The time zone and holidays are the practice’s own.",
    attemptGaps: "When the front desk calls someone again who didn’t answer.",
    sources:
      "Each practice gets these in addition to its own, with new keys. Meta lead forms need the practice’s page, so connect them in Sources.",
  } satisfies Record<SetSettingName, string>,
  addSource: "Add a source",
  removeSource: "Remove the last source",
  isCarried: "In this set",
  isNotCarried: "Not in this set",
  dropSetting: "Remove from this set",
  deleteTemplate: (title: string) => `Delete ${title}`,
  deleted: "Deleted from the draft.",
  autoHelp: "Off by default. Each practice decides whether to turn it on, and for which leads.",
  publish: (number: number) => `Publish version ${number}`,
  publishTitle: (number: number) => `Publish version ${number}?`,
  whatChanges: (set: Pick<TemplateSet, "templates" | "removed" | "settings">) => {
    const all = [...set.templates, ...Object.values(set.settings)];
    const countOf = (state: string) => all.filter((one) => one.state === state).length;
    const parts = [
      [countOf("new"), "new"],
      [countOf("changed"), "changed"],
      [set.removed.length + countOf("removed"), "removed"],
    ] as const;
    return parts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count} ${word}`)
      .join(", ");
  },
  publishMeans: (count: number) =>
    count === 0
      ? "A published version can’t be changed. You can publish a new one anytime."
      : `${practices(count)} will be offered this version. Each one sees what’s changing and decides whether to use it. A published version can’t be changed.`,
  note: "What changed",
  noteHelp: "One line. Practices read it before they update.",
  publishNow: "Publish",
  versions: "Versions",
  noVersions: "Publish a version before you copy the set.",
  versionOf: (number: number) => `Version ${number}`,
  by: (author: string, day: string) => `${author}, ${day}`,
  practices: "Practices",
  noPractices: "No practices have this set yet.",
  more: (count: number) => `and ${count.toLocaleString("en-US")} more`,
  upToDate: "Up to date",
  behind: "Update available",
  copiedOn: (day: string) => `Copied ${day}`,
} as const;

const listed = (names: SetSettingName[]) => names.map((name) => settingNames[name]).join(" and ");

/** Used to copy a set, from its own page or from a practice's page. */
export const copySetWords = {
  copy: "Copy to practices",
  copyHere: "Copy a template set",
  title: (name: string) => `Copy ${name}`,
  find: "Find a practice",
  choose: "Practices",
  chooseSet: "Template set",
  /** Used in an invitation. */
  startingPoint: "Starting point",
  startingPointHelp: "They get this template set when they register.",
  noStartingPoint: "None",
  noneFound: "No practices match.",
  first: (shown: number, total: number) =>
    `Showing the first ${shown} of ${total.toLocaleString("en-US")}. Search to find the rest.`,
  next: (count: number) => (count === 0 ? "Choose practices" : "Preview changes"),
  checking: "Checking…",
  back: "Back",
  intro: "Nothing is overwritten. Automatic emails arrive turned off.",
  adds: (titles: string[]) =>
    titles.length === 0
      ? "Adds nothing."
      : `Adds ${templates(titles.length)}: ${titles.join(", ")}.`,
  keeps: (titles: string[]) =>
    `Keeps its own: ${titles.join(", ")}. The set’s ${titles.length === 1 ? "template with that title" : "templates with those titles"} won’t be added.`,
  setsSettings: (names: SetSettingName[]) => `Sets its ${listed(names)}.`,
  addsSources: (names: string[]) =>
    `Adds ${names.length === 1 ? "a source" : `${names.length} sources`}: ${names.join(", ")}.`,
  keepsSettings: (names: SetSettingName[]) => `Keeps its own ${listed(names)}.`,
  results: {
    copied: "Already has this set. Updates are offered on the practice’s own screen.",
    full: "Doesn’t have room for these templates. Nothing will be added.",
  } satisfies Record<Exclude<CopyPlan["result"], "copies">, string>,
  confirm: (count: number) => `Copy to ${practices(count)}`,
  nobody: "Nothing to copy",
  copying: "Copying…",
  sets: "Template sets",
  noSets: "No template sets yet.",
  write: "Open template sets",
  place: (city: string, state: string) => `${city}, ${state}`,
} as const;

/** The API's messages. */
export const templateSetMessages = {
  added: "Set created.",
  renamed: "Renamed.",
  deleted: "Set deleted.",
  restored: "Set restored.",
  saved: "Saved to the draft.",
  published: (number: number) => `Version ${number} is published.`,
  copied: (count: number) =>
    count === 0 ? "Nothing was copied." : `Copied to ${practices(count)}.`,
  nameTaken: "Another set has this name. Please choose a different one.",
  full: (most: number) => `You can have up to ${most} sets. Please delete one first.`,
  setFull: (most: number) => `A set can have up to ${most} templates. Please delete one first.`,
  nothingToPublish: "Nothing has changed since the last version.",
  notPublished: "Please publish a version first.",
} as const;
