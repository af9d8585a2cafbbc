// The console's screens for background jobs and the system.
import type { JobState, SystemState } from "#contract/system.ts";

export const jobWords = {
  about:
    "Work that runs in the background, after a click or on a schedule. Most failed jobs were tried several times. A retry can’t send an email or text twice.",
  queues: "Queues",
  queue: "Queue",
  counts: { waiting: "Waiting", active: "Running", failed: "Failed", done: "Done" },
  oldest: "Waiting since",
  nothingWaits: "Nothing is waiting",
  quiet: (count: number) => (count === 1 ? "1 idle queue" : `${count} idle queues`),
  list: "Jobs",
  state: "Status",
  everyQueue: "All queues",
  states: {
    failed: "Failed",
    waiting: "Waiting",
    active: "Running",
    done: "Done",
    canceled: "Canceled",
  } satisfies Record<JobState, string>,
  none: {
    failed: "No jobs have failed.",
    waiting: "No jobs are waiting.",
    active: "No jobs are running right now.",
    done: "No finished jobs. We delete them after a week.",
    canceled: "No jobs have been canceled.",
  } satisfies Record<JobState, string>,
  noMatch: "No jobs match.",
  search: "Practice or reason",
  for: (practice: string) => `for ${practice}`,
  attempts: (count: number) => (count === 1 ? "1 try" : `${count} tries`),
  created: (at: string) => `Queued ${at}`,
  due: (at: string) => `Runs ${at}`,
  ended: (at: string) => `Ended ${at}`,
  reason: (text: string) => `Reason: ${text}`,
  retry: "Try again",
  cancel: "Cancel",
  /** For screen readers, which read the buttons without the rows that contain them. */
  retryOf: (job: string) => `Try again: ${job}`,
  cancelOf: (job: string) => `Cancel: ${job}`,
} as const;

/**
 * The names of queues. A queue that isn't listed shows its own name, and a test requires an entry
 * for each queue.
 */
export const queueNames: Record<string, string> = {
  "send-mail": "Send email",
  "mark-lost-handoffs": "Find emails whose delivery is unknown",
  "sweep-mail": "Find waiting emails that have no job",
  "alert-practice": "Decide which alerts to send",
  "send-alert": "Send notifications and texts",
  "push-text": "Notify of texts from unknown numbers",
  "tell-called": "Withdraw alerts for called leads",
  "sweep-alerts": "Find waiting alerts that have no job",
  "send-text": "Send texts to leads",
  "look-up-text": "Look up texts that have no final report",
  "sweep-texts": "Find waiting texts that have no job",
  "answer-missed-call": "Answer missed calls with a text",
  "sweep-missed-calls": "Find missed calls that have no job",
  "sweep-incoming-calls": "Settle calls whose last report was lost",
  "ring-practice": "Ring a practice’s phones for new leads",
  "sweep-rings": "Find rings that have no job",
  "notify-unfinished-contact-request": "Email owners about unfinished contact requests",
  "requeue-unfinished-contact-requests": "Find unfinished contact requests",
  "remind-of-call": "Remind visitors of booked calls",
  "read-calendar": "Read the owner’s calendar for busy times",
  "requeue-call-reminders": "Find waiting reminders that have no job",
  "fill-stored-leads": "Update stored leads after an upgrade",
  "fetch-announced-lead": "Fetch leads from Meta",
  "backfill-source": "Fetch recent leads from a Meta form",
  "backfill-sources": "Fetch recent leads from all Meta forms",
  "check-source": "Check a Meta form’s token",
  "check-sources": "Check all Meta forms’ tokens",
  "find-silent-sources": "Find quiet sources",
  "sweep-unread-submissions": "Remind you of submissions that aren’t leads",
  "requeue-announced-leads": "Find waiting Meta leads that have no job",
  "check-lead-import": "Check an uploaded file",
  "run-lead-import": "Import leads from a file",
  "undo-lead-import": "Undo an import",
  "delete-discarded-import": "Delete a discarded import",
  "requeue-lead-imports": "Find waiting imports that have no job",
  "delete-expired-imports": "Delete expired imports",
  "ask-for-campaign-figures": "Request campaign numbers",
  "fetch-campaign-figures": "Fetch campaign numbers from Meta",
  "fetch-google-figures": "Fetch campaign numbers from Google Ads",
  "answer-registration": "Reply to registrations",
  "report-new-device": "Report logins from new devices",
  "send-recovery": "Send password resets",
  "refresh-practice-sort-keys": "Update the order of practices",
  "erase-expired-contact-requests": "Delete old contact requests",
  "send-monday-mails": "Send the Monday emails",
  "send-month-mails": "Send the monthly reports",
  "send-yesterday-mails": "Send yesterday’s numbers",
  "prepare-demo-template": "Prepare the live demo",
  "add-demo-lead": "Add leads to live demos",
  "erase-ended-demos": "Erase ended live demos",
  "erase-ended-practices": "Erase practices that ended 30 days ago",
  "delete-expired-captchas": "Delete expired captchas",
  "delete-expired-records": "Delete expired records",
  "take-due-backup": "Take the daily backup",
  "upload-backups": "Upload backups",
};

const noConnection = "Couldn’t connect to the server.";
const cutOff = "The connection to the server was cut off.";
const tooSlow = "The server took too long to answer.";
const noName = "Couldn’t look up the server’s name.";
const databaseDown = "The database couldn’t be reached.";
const databaseBusy = "The database was busy with another change to the same data.";

/**
 * Why a job failed, by the name or the code of its error. Names are those of our own errors and of
 * the platform's, codes those of Node.js and PostgreSQL.
 */
export const jobReasons: Record<string, string> = {
  lost: "The process running it stopped, or it took too long.",
  GraphRefusal: "Meta rejected the request, or couldn’t be reached.",
  GoogleAdsRefusal: "Google Ads rejected the request, or couldn’t be reached.",
  BucketProblem: "The bucket for backups rejected the request, or couldn’t be reached.",
  ...{ ECONNREFUSED: noConnection, EHOSTUNREACH: noConnection, ENETUNREACH: noConnection },
  ...{ ECONNRESET: cutOff, EPIPE: cutOff, UND_ERR_SOCKET: cutOff },
  ...{ ETIMEDOUT: tooSlow, UND_ERR_CONNECT_TIMEOUT: tooSlow, TimeoutError: tooSlow },
  ...{ ENOTFOUND: noName, EAI_AGAIN: noName },
  ENOSPC: "The disk is full.",
  "53100": "The database’s disk is full.",
  "57014": "The database took too long to answer.",
  ...{ "57P01": databaseDown, "57P03": databaseDown, "53300": databaseDown },
  ...{ "40P01": databaseBusy, "40001": databaseBusy, "55P03": databaseBusy },
};
const otherReason = "Something went wrong in the app. The log has the details.";

/** Returns a sentence for the reason that the server gives: an error's name, and its code if any. */
export function jobReason(reason: string): string {
  const [name = "", code = ""] = reason.split(" ");
  return jobReasons[code] ?? jobReasons[name] ?? otherReason;
}

export const jobMessages = {
  retried: "It’ll run again in a moment.",
  canceled: "Canceled. If it’s still needed, it may be queued again.",
} as const;

export const systemWords = {
  about: "Refreshes every 30 seconds.",
  asOf: (at: string) => `As of ${at}`,
  sections: {
    health: "Health",
    product: "Product",
    database: "Database",
    backups: "Backups",
    upkeep: "Maintenance",
  },
  parts: {
    database: "Database",
    liveUpdates: "Live updates",
    jobs: "Background jobs",
    mail: "Mail",
    captcha: "Captcha",
    texts: "Text messages",
    push: "Notifications",
    meta: "Meta webhooks",
    pageTokens: "Meta page tokens",
    googleAds: "Google Ads numbers",
    calls: "Phone calls",
    leadTexts: "Texts to leads",
    calendar: "Your calendar",
  } satisfies Record<keyof SystemState["parts"], string>,
  states: { ok: "OK", off: "Off", failing: "Failing" },
  /** Shown if all we know is whether the part is set up. */
  on: "On",
  lastWorked: {
    jobs: (at: string) => `Last job finished ${at}`,
    mail: (at: string) => `Last email sent ${at}`,
    texts: (at: string) => `Last text alert sent ${at}`,
    push: (at: string) => `Last notification sent ${at}`,
    meta: (at: string) => `Last webhook received ${at}`,
    googleAds: (at: string) => `Last numbers fetched ${at}`,
    calls: (at: string) => `Last call to a practice’s phone ${at}`,
    leadTexts: (at: string) => `Last text to a lead sent ${at}`,
    calendar: (at: string) => `Last read ${at}`,
  } satisfies Record<keyof SystemState["lastWorked"], (at: string) => string>,
  noneOnRecord: "None on record",
  help: {
    jobs: "A job has been waiting for more than ten minutes.",
    liveUpdates: "Open dashboards don’t show new leads right away.",
    pageTokens: "Meta rejects the tokens of these sources. Open each one and paste a new token.",
    googleAds:
      "Google Ads rejects requests for some campaigns’ numbers. Test the connection in the settings; each campaign’s page says what’s wrong.",
    calendar:
      "We can’t read it, so its newest busy times can still be booked. Test it in the settings.",
  },
  /** The agency's own Meta token. */
  tokenExpires: (day: string) => `The token in the settings is valid until ${day}`,
  tokenNeverExpires: "The token in the settings doesn’t expire",
  sourceOf: (practice: string, source: string) => `${practice}: ${source}`,
  rejectedSince: (at: string) => `since ${at}`,
  moreTokens: (count: number) => `${count} more in Sources`,
  version: "Version",
  node: "Node.js",
  processes: "Processes",
  running: (count: number) => (count === 1 ? "1 process" : `${count} processes`),
  since: (at: string) => `running since ${at}`,
  postgres: "PostgreSQL",
  embedded: (version: string) => `${version}, built in`,
  external: (version: string) => `${version}, your own database`,
  size: "Size",
  connections: "Connections",
  ofMost: (count: number, most: number) => `${count} of ${most}`,
  lastBackup: "Last good backup",
  never: "Never",
  backupAt: (taken: string, size: string) => `${taken}, ${size}, test restore passed`,
  backupProblem: "Latest backup",
  lastUpload: "Last backup in the bucket",
  uploadProblem: "Latest upload",
  schedule: "Schedule",
  schedules: {
    daily: "Every day",
    off: "Off (BACKUPS=off)",
    elsewhere: "Not done here, because DATABASE_URL is set. Back up that database yourself.",
  } satisfies Record<SystemState["backups"]["schedule"], string>,
  retention: "Expired records last deleted",
  kept: (days: string, longer: number) => {
    if (longer === 0) return `Kept for ${days}`;
    return `Kept for ${days}; longer for ${longer === 1 ? "1 practice" : `${longer} practices`}`;
  },
  notYet: "Not yet",
  disk: "Free disk space",
  freeOf: (free: string, total: string) => `${free} of ${total}`,
  unknown: "Unknown",
} as const;
