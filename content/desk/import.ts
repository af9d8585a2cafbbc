// Importing leads from a file.
import type {
  ImportDelimiter,
  ImportDestination,
  ImportEncoding,
  ImportField,
  ImportProblem,
  ImportState,
  RowProblem,
} from "#contract/imports.ts";

/** What the server answers with. */
export const importMessages = {
  /** Why a file is refused. */
  problems: {
    empty: "This file is empty.",
    zip: "This is an Excel or zip file. Save it as CSV, then choose the CSV file.",
    pdf: "This is a PDF. Choose a CSV file.",
    html: "This is a web page. Choose a CSV file.",
    vcard:
      "This is a vCard file of contacts. Export the contacts as CSV, then choose the CSV file.",
    nul_bytes: "This isn’t a text file. Choose a CSV file.",
    no_header: "The first row has no column names. Add a row like this: Name, Phone, Email",
    too_many_columns: "This file has more than 200 columns. Remove the ones you don’t need.",
    row_too_long: "A row is longer than 64 KB. Check it for a missing quotation mark.",
    open_quote: "A closing quotation mark is missing.",
    too_many_rows:
      "This file has too many rows. The limit is 1,000,000 rows, or 1,000 in the live demo.",
    failed: "Something went wrong on our end. Please upload the file again.",
  } satisfies Record<ImportProblem, string>,
  atLine: (line: number, problem: string) => `Line ${line}: ${problem}`,
  tooLarge: "This file is too large. The limit is 500 MB.",
  tooLargeForDemo: "In the live demo, files can be up to 2 MB.",
  columnCount: "The file has changed. Please check its columns again.",
  notNow: "This import has moved to another step. Here’s where it is now.",
  nothingNew: "This file has no new leads.",
  /** The reason that the archive shows for an imported lead. */
  archiveReason: (fileName: string) => `Imported from ${fileName}`,
  /** The last column of the file with the rejected rows. */
  reasonColumn: "Reason",
  /** The last column of the file with the known rows. */
  matchColumn: "Same person as",
  sameAsLine: (line: number) => `Line ${line} of the file`,
  /** Why a row is not imported. */
  rowProblems: {
    no_person: "No name, phone or email",
    no_contact: "No phone number or email that can be used",
    extra_cells: "More values than columns. Does a value with a comma need quotation marks?",
    test_lead: "A test lead from the ad platform",
  } satisfies Record<RowProblem, string>,
} as const;

export const importWords = {
  title: "Import leads",
  titleFor: (practice: string) => `Import leads for ${practice}`,
  link: "Import leads",
  back: "Back to the archive",
  backToPractice: "Back to the practice",
  about:
    "Upload a CSV file from Facebook, HubSpot, Mailchimp, GoHighLevel or a spreadsheet. You’ll see what’s in it before anything is saved.",
  whereTo:
    "Imported leads aren’t timed, don’t set off alerts and don’t get automatic emails. You choose whether they go to the archive or to follow-up.",
  choose: "Choose a file",
  drop: "or drop it here",
  limits: "CSV, up to 500 MB. Files are deleted after the import, or after 24 hours.",
  uploading: (name: string) => `Uploading ${name}…`,
  offline: "You’re offline. You can import when you’re back online.",
  failed: "We couldn’t load your imports.",
  recent: "Imports in the last 24 hours",
  another: "Import another file",
  states: {
    uploading: "Uploading",
    mapping: "Columns not checked yet",
    checking: "Checking",
    checked: "Ready to import",
    importing: "Importing",
    imported: "Imported",
    canceling: "Canceling",
    canceled: "Canceled",
    undoing: "Undoing",
    undone: "Undone",
    refused: "Can’t be imported",
  } satisfies Record<ImportState, string>,
  columns: {
    title: "1. Columns",
    about: "Check what’s in each column. We’ve made our best guess.",
    column: "Column",
    first: "First rows",
    is: "Contains",
    isOf: (name: string) => `What is “${name}”?`,
    unnamed: (place: number) => `Column ${place}`,
    save: "Check the file",
    again: "Check again",
    sending: "Saving…",
    read: (encoding: string, delimiter: string) =>
      `Read as ${encoding}, separated by ${delimiter}.`,
    several:
      "Of several phone or email columns, we use the first value that works and keep the others as form answers.",
    change: "Change the columns",
  },
  format: {
    title: "Does something look wrong?",
    encoding: "Encoding",
    delimiter: "Separated by",
    headerLine: "Column names",
    line: (line: number, text: string) => `Line ${line}: ${text}`,
  },
  fields: {
    fullName: "Full name",
    firstName: "First name",
    lastName: "Last name",
    phone: "Phone",
    email: "Email",
    language: "Language",
    submittedAt: "Date",
    answer: "Form answer",
    skip: "Don’t import",
  } satisfies Record<ImportField, string>,
  encodings: {
    "utf-8": "UTF-8",
    "utf-16le": "UTF-16",
    "utf-16be": "UTF-16 (big-endian)",
    "windows-1252": "Windows text (1252)",
  } satisfies Record<ImportEncoding, string>,
  delimiters: {
    ",": "commas",
    ";": "semicolons",
    "\t": "tabs",
    "|": "vertical bars",
  } satisfies Record<ImportDelimiter, string>,
  result: {
    title: "2. What’s in the file",
    checking: (percent: string) => `Checking the file: ${percent}`,
    fresh: "New leads",
    known: "Already on file",
    repeated: "Twice in this file",
    rejected: "Can’t be imported",
    knownHint: "These match a lead on file by phone number or email. Leads on file don’t change.",
    knownRows: "Rows that aren’t new",
    is: (name: string) => `is ${name}`,
    /** A lead without a name. */
    isLead: "is on file",
    isLine: (line: number) => `is the same person as line ${line}`,
    rejectedRows: "Rows that can’t be imported",
    line: "Line",
    reason: "Reason",
    row: "Row",
    downloadKnown: "Download the rows that aren’t new",
    downloadRejected: "Download the rows that can’t be imported",
    unclear: {
      dates: (count: string) => `${count} dates couldn’t be read. We keep them as form answers.`,
      date: "1 date couldn’t be read. We keep it as a form answer.",
      contacts: (count: string) =>
        `${count} phone numbers or emails can’t be used. We keep them as form answers.`,
      contact: "1 phone number or email can’t be used. We keep it as a form answer.",
      damaged: (count: string) =>
        `Damaged by a spreadsheet, like 8.13555E+09: ${count}. Format the column as text and export it again.`,
    },
    destination: "Where should they go?",
    destinations: {
      archive: "Archive: find them with a search, and restore them when you need them",
      followUp: "Follow-up: call them when no newer lead is waiting",
    } satisfies Record<ImportDestination, string>,
    import: (count: string) => `Import ${count} leads`,
    importOne: "Import 1 lead",
    nothing: "This file has no new leads.",
  },
  progress: {
    title: "3. Import",
    importing: (done: string, total: string) => `${done} of ${total} leads imported`,
    canceling: (done: string) => `Canceling: ${done} leads removed`,
    undoing: (done: string) => `Undoing: ${done} leads removed`,
    imported: (count: string) => `${count} leads imported.`,
    importedOne: "1 lead imported.",
    see: {
      archive: "See them in the archive",
      followUp: "See them on the dashboard",
    } satisfies Record<ImportDestination, string>,
    canceled: "Import canceled.",
    undone: "Import undone.",
    removed: (count: string) => `${count} leads removed.`,
    removedOne: "1 lead removed.",
    kept: (count: string) => `${count} leads kept because someone has worked on them:`,
    keptOne: "1 lead kept because someone has worked on it:",
    undo: "Undo the import",
    undoTitle: "Undo this import?",
    undoWhat:
      "This deletes the imported leads, except any that someone has called, emailed, edited or added a note to.",
    undoUntil: (time: string) => `You can undo it until ${time}.`,
    cancel: "Cancel the import",
    discard: "Discard this file",
    noName: "No name",
  },
} as const;
