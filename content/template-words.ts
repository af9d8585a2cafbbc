// The words of the template page and of the e-mails on a lead's page.
import type { TemplateKind } from "#contract/templates.ts";

export const templateTabs: { kind: TemplateKind; title: string; one: string; none: string }[] = [
  {
    kind: "note",
    title: "Notes",
    one: "note",
    none: "What you write into many leads’ notes: keep it here once.",
  },
  {
    kind: "email",
    title: "Email",
    one: "e-mail",
    none: "E-mails that you send by hand from a lead’s page.",
  },
  {
    kind: "auto",
    title: "Auto Email",
    one: "automatic e-mail",
    none: "E-mails that leave by themselves after somebody asks.",
  },
];

export const templateWords = {
  failed: "The templates could not be fetched.",
  noMatch: "No template has that in its title or subject.",
  choose: "Choose a template, or write a new one.",
  begin: "Begin with ours",
  beginHint:
    "A few that practices like yours use. They become yours, and nothing leaves by itself.",
  unsaved: "Not saved yet. What you typed stays in this tab.",
  fieldsHelp: "A field is filled in with what the lead gave, or with the word beside it.",
  choosePicture: "Please choose a picture first.",
  pictureWords: "What it shows, for whoever cannot see it",
  sampleLead: "Somebody made up",
  active: "Active",
  activeHelp: "Only active e-mails leave by themselves.",
  openHours: "Only in open hours",
  openHoursHelp: "Outside of them it waits until you open.",
  campaigns: "For leads of",
  everyLead: "None chosen: for every lead.",
  autoRules: "Once per inquiry. Never to test leads, nor to anybody who stopped your e-mails.",
} as const;

/** How long after the inquiry; a practice's own value is added where it is another. */
export const delays: { minutes: number; name: string }[] = [
  { minutes: 0, name: "At once" },
  { minutes: 5, name: "5 minutes later" },
  { minutes: 15, name: "15 minutes later" },
  { minutes: 30, name: "30 minutes later" },
  { minutes: 60, name: "1 hour later" },
  { minutes: 240, name: "4 hours later" },
  { minutes: 1440, name: "1 day later" },
  { minutes: 2880, name: "2 days later" },
  { minutes: 10_080, name: "7 days later" },
];

/** What has become of an e-mail to a lead. */
export const mailStateWords = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Refused",
  unknown: "Nobody knows whether it left",
  stopped: "Kept back",
} as const;

export const mailStopWords = {
  unsubscribed: "They stopped your automatic e-mails themselves.",
  refused: "Their mail server refuses this address: automatic e-mails are stopped.",
  desk: "Automatic e-mails are stopped, because they asked for it.",
} as const;

export const emailWords = {
  failed: "The e-mails could not be fetched.",
  none: "What you send from here, and what leaves by itself, stands here with what became of it.",
  noServer: "No mail server is configured: everything waits in the outbox.",
  noAddress: "This lead gave no e-mail address.",
  automaticGo: "Automatic e-mails go to this address.",
  free: "None: write freely",
  notWrittenYet: "Its words are filled in when it leaves.",
  maybeTwo: "It may have arrived: sent again, they may read it twice.",
} as const;

/** The page behind the link below an automatic e-mail. */
export const unsubscribeWords = {
  title: "Stop automatic e-mails",
  ask: (practice: string) => `Should ${practice} send no more automatic e-mails to`,
  stop: "Stop them",
  done: (practice: string) => `Done. ${practice} sends no more automatic e-mails to`,
} as const;
