// The template page and its editor.
import type { ReceivedWhile, TemplateKind } from "#contract/templates.ts";

export const templateTabs: { kind: TemplateKind; title: string; new: string; none: string }[] = [
  {
    kind: "note",
    title: "Notes",
    new: "New note",
    none: "Save the notes you write over and over.",
  },
  {
    kind: "email",
    title: "Email",
    new: "New email",
    none: "Save the emails you send from a lead’s page.",
  },
  {
    kind: "text",
    title: "Texts",
    new: "New text",
    none: "Save the texts you send from a lead’s page.",
  },
  {
    kind: "auto",
    title: "Auto Email",
    new: "New automatic email",
    none: "Emails that are sent automatically after an inquiry.",
  },
];

export const templateWords = {
  kinds: "Template types",
  allEmails: "All emails",
  words: "Edit template",
  failed: "We couldn’t load your templates.",
  choose: "Pick a template, or write a new one.",
  /** Below the field of a text: as carriers count it, with sample details. */
  textCount: (segments: number) => (segments === 1 ? "About 1 text." : `About ${segments} texts.`),
  insertInText: "Insert a field in the text",
  /** Shown to members. */
  chooseToRead: "Pick a template to read it.",
  readOnly: "Only managers can change templates.",
  all: "All templates",
  form: "Template",
  title: "Title",
  titleHelp: "Only your team sees this.",
  language: "Language",
  autoLanguageHelp:
    "Leads who speak Spanish get your Spanish automatic emails instead of the English ones. Everyone else gets the English ones.",
  subject: "Subject",
  text: "Text",
  message: "Message",
  fieldsHelp:
    "Each field is filled in with the lead’s own details, or with the word in quotes if that detail is missing.",
  insertInSubject: "Insert a field in the subject",
  unsaved: "Not saved yet. Your changes stay in this tab.",
  discard: "Discard changes",
  preview: "Preview",
  active: "Active",
  activeHelp: "Only active emails are sent automatically.",
  autoRules: "Sent once per inquiry, never to test leads or to people who opted out.",
  send: "Send",
  receivedWhile: "For inquiries that come in",
  receivedWhileHelp:
    "With one email for when you’re open and one for when you’re closed, each inquiry gets the right one.",
  openHours: "Send only during business hours",
  openHoursHelp: "Outside business hours, it waits until you open.",
  campaigns: "For leads from",
  everyLead: "Leave all unchecked to include every lead.",
} as const;

/** The list of templates. */
export const templateListWords = {
  title: "Templates",
  full: "Limit reached",
  new: "New",
  search: "Search by title or subject",
  searchHint: "Title or subject",
  noMatch: "No template has that title or subject.",
  none: "No templates yet.",
  start: "Add starter templates",
  startSpanish: "Add Spanish starter templates",
  /** Shown to members. */
  askManager: "A manager at your practice can add some.",
  startHint:
    "A few templates for practices like yours. Edit them any way you like. Nothing is sent until you turn it on.",
  active: "Active",
  off: "Off",
  duplicate: (title: string) => `Duplicate ${title}`,
  delete: (title: string) => `Delete ${title}`,
} as const;

export const receivedWhileNames: Record<ReceivedWhile, string> = {
  any: "Any time",
  open: "While you’re open",
  closed: "While you’re closed",
};

/**
 * The choices for the delay after an inquiry. If a practice has a delay that isn't listed, it's
 * added to the choices.
 */
export const delays: { minutes: number; name: string }[] = [
  { minutes: 0, name: "Immediately" },
  { minutes: 5, name: "After 5 minutes" },
  { minutes: 15, name: "After 15 minutes" },
  { minutes: 30, name: "After 30 minutes" },
  { minutes: 60, name: "After 1 hour" },
  { minutes: 240, name: "After 4 hours" },
  { minutes: 1440, name: "After 1 day" },
  { minutes: 2880, name: "After 2 days" },
  { minutes: 10_080, name: "After 7 days" },
];
export const ownDelay = (minutes: number) =>
  minutes === 1 ? "After 1 minute" : `After ${minutes} minutes`;

export const previewWords = {
  title: "Preview",
  as: "Preview for",
  sampleLead: "Sample lead",
  loading: "Loading preview…",
  sendTest: "Send me a test",
  /** The title of the message after the button was pressed. */
  test: "Test email",
  /** Names the field with the error, such as "Subject: …". */
  wrong: (field: string, sentence: string) => `${field}: ${sentence}`,
} as const;

/** The rich text editor. */
export const editorWords = {
  loading: "Loading editor…",
  toolbar: "Formatting",
  heading: "Heading",
  subheading: "Subheading",
  bold: "Bold",
  italic: "Italic",
  bullets: "Bulleted list",
  numbers: "Numbered list",
  link: "Link",
  linkAddress: "Link address",
  linkHint: "Web address, email or phone number",
  changeLink: "Update link",
  addLink: "Add link",
  picture: "Picture",
  choosePicture: "Choose a picture first.",
  pictureShows: "Picture description",
  pictureHint: "What it shows, for people who can’t see it",
  uploading: "Uploading…",
  insert: "Insert",
  insertField: "Insert a field…",
  insertInText: "Insert a field in the message",
  /** A merge field that falls back to "there" if the lead has no value for it. */
  fieldOr: (name: string, fallback: string) => `${name}, or “${fallback}”`,
} as const;
