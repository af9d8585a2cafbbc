// The export of everything that a practice owns: the text of its files, and what the files leave
// out.
export const archiveFiles = {
  practice:
    "The practice itself: its name, address, settings and agreement, and your tags, which it hasn’t seen. One row.",
  people:
    "Everyone who can log in for the practice, or could. Without passwords and second factors.",
  "month-comments": "Your comments on the practice’s months.",
  "practice-notes": "Your own notes about the practice. The practice hasn’t seen them.",
  invoices: "What you invoiced. Amounts are in cents.",
  audit: "The audit log of the practice: who did what, and when.",
  "alert-addresses": "The email addresses and phone numbers that get alerts.",
  "alert-devices": "The browsers that get notifications.",
  "office-phones": "The practice’s own phones that ring for new leads.",
  hours: "Business hours, holidays and time zone, each from a moment on.",
  pictures: "The pictures in its emails. The content is a JPEG in Base64.",
  invitations: "The people whom a manager invited.",
  "template-sets": "Which of your template sets the practice has copied.",
  templates: "Its templates: notes, emails, texts and automatic emails.",
  sources: "Where its leads come from, without keys and tokens.",
  campaigns: "Its campaigns. Budgets are in cents.",
  "campaign-days": "What each campaign did on each day. Spend is in cents. Empty means unknown.",
  leads: "Its leads, one person a row. The column Call back at has the next callback.",
  inquiries: "Each time a lead asked, with the form’s answers and the times of the first call.",
  timeline: "What happened with each lead.",
  "different-people": "Leads that look alike but are known to be different people.",
  "merged-leads": "Leads that were merged into another one.",
  notes: "The notes about leads.",
  calls:
    "The calls to leads and their results. Callbacks are in Call back at, appointments in Appointment at.",
  emails: "The emails to leads and to the practice.",
  submissions: "What forms and other systems sent, as it was received.",
  "meta-leads": "The leads that Meta announced.",
  alerts: "Which device or address was told of which lead.",
  "incoming-calls": "The calls to the practice’s own number, answered and missed.",
  texts: "The texts to and from leads, and from people who are no leads yet.",
  rings: "For which lead the practice’s phones rang, and how each call ended.",
  "ring-calls": "Which phone was called for which ring.",
  "ring-events": "Each step of a ring, such as a pressed key.",
  "contact-requests": "The contact requests that led to the practice. They stay yours.",
} as const;
export type ArchiveFile = keyof typeof archiveFiles;

/** Tables that no file contains, by name, each with the reason. */
export const leftOutOfArchive = {
  lead_imports: "Uploaded files of leads are deleted after a day. Their leads are in leads.csv.",
  lead_import_chunks: "The uploaded files themselves, deleted after a day.",
  lead_import_rows: "The rows of uploaded files, deleted after a day.",
  alert_schedule: "Alerts that are still planned. Those that were sent are in alerts.csv.",
  form_submissions: "Fingerprints by which a form that is sent twice is recognized.",
  lead_presence: "Who has a lead open right now.",
  rollups:
    "Counts for reports. Everything they count is in leads.csv, inquiries.csv and calls.csv.",
  campaign_report_undos: "What undoing a report of campaign numbers needs, kept for a day.",
  device_pins: "PINs of shared devices.",
  mail_stops: "Addresses that want no automatic emails, stored so that no one can read them.",
  text_stops: "Numbers that want no texts, stored so that no one can read them.",
  open_screens: "Whether a dashboard is open right now.",
  practice_sort_keys: "The order of your list of practices.",
} as const;
export type LeftOutTable = keyof typeof leftOutOfArchive;

/** Abbreviations in column names. */
const abbreviations: [RegExp, string][] = [
  [/\bid\b/gi, "ID"],
  [/\bids\b/gi, "IDs"],
  [/\bhtml\b/gi, "HTML"],
  [/\bzip\b/gi, "ZIP"],
];

/**
 * Returns the heading of a column: "firstCalledAt" becomes "First called at", and "leadId" becomes
 * "Lead ID".
 */
export function archiveColumn(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return abbreviations.reduce((named, [part, written]) => named.replace(part, written), text);
}

type Listed = { names: string[]; about: string; columns: string[] };

export const archiveWords = {
  readme: (practice: string, day: string, files: Listed[]) => `${practice}
Everything that belongs to this practice, exported on ${day}.

Each file is a table: the first line has the names of its columns. Times are in UTC, "yes" and "no"
are yes and no, and an empty cell means that nothing was entered. Lists and details are JSON. A text
that a spreadsheet could take for a formula has an apostrophe in front. The IDs connect the files: a
call's Lead ID is an ID in leads.csv, its Account ID is one in people.csv.
A large table continues in a second file, such as leads-2.csv.

FILES

${files.map(({ names, about, columns }) => `${names.join(", ")}\n${about}\nColumns: ${columns.join(", ")}`).join("\n\n")}

NOT IN HERE

${Object.values(leftOutOfArchive)
  .map((why) => `- ${why}`)
  .join("\n")}
- Passwords, second factors, keys and tokens.
- Logins and devices of its people.
`,
  running: "You’re already exporting a practice. Wait until that download has finished.",
  erasing: "This practice is being erased, so it can’t be exported anymore.",
} as const;
