// What the commands print in the terminal: start, admin, backup, restore, demo.

export const startWords = {
  connecting: "Connecting to the database…",
  starting: "Starting the database…",
  ready: (address: string) => `Ready at ${address}`,
  captchaOff: "WARNING: the captcha is off. Only turn it off for tests.",
  noMailServer: "No mail server is set up, so email waits in the outbox: see /admin/settings.",
  portTaken: (port: number) => `Port ${port} is already in use. Set PORT to another one.`,
  stopping: (signal: string) => `${signal}: finishing requests in progress.`,
  stopped: "Stopped.",
  /** Shown if the database is empty. It explains how to create the first test lead. */
  welcome: (address: string) => `
There are no accounts yet. To create your first test lead:
  1. npm run admin -- add --email you@example.com --first-name You --last-name Owner
  2. npm run admin -- add-client --email desk@example.com --practice "Your first practice"
  3. Log in as the practice at ${address}/lms
Or see it in action with sample leads: npm run demo
`,
} as const;

export const adminWords = {
  help: (leastPassword: number) => `npm run admin -- <command> [flags]

  add           --email --first-name --last-name [--role owner|helper]    creates an owner's account
                and prints the admin_id, or a helper's, who works in the console and sees no patient
  add-client    --email --practice [--first-name --last-name --phone --address --address2 --city
                --state --zip --time-zone --admin-id --pending]      creates a practice that can log in
  approve       --email                                      approves a pending practice; you vouch for its email address
  suspend       --email                                      logs a practice out and keeps its data
  reinstate     --email                                      ends a suspension
  reset-two-step-login --email                               turns two-step login off for someone
                who lost their phone and their recovery codes; make sure it's really them
  make-manager  --email                                      makes someone at a practice a manager,
                for a practice whose only manager has left
  add-campaign  --client <email> --name [--platform meta|google|web|other --impressions
                --impressions-as-of YYYY-MM-DD]
  add-source    --client <email> --kind meta --page <id> --form <id> [--page-token --name
                --campaign <id>]
                --client <email> --kind form [--name --campaign <id> --thanks-url <address>
                --origin <https://a.page> --origin ...]    prints the form's key; --thanks-url: the page
                shown after the form is sent; --origin: sites that may use the form (default: any)
                --client <email> --kind google|webhook [--name --campaign <id>]    prints the address
                that leads are posted to, and for Google the key of the lead form
  change-source --client <email> --source <id> [--name --campaign <id>|none --thanks-url <address>|none
                --origin <https://a.page> --origin ...]
  new-source-key --client <email> --source <id>              the old key stops working right away
  end-source    --client <email> --source <id>               disconnects it; its leads stay
  set-page-token --page <id> --page-token <token>            sets a new access token for every form on a page

  list practices
  list people|sources|campaigns --client <email>

  rebuild-rollups                                            rebuilds every counter from its rows
  rotate-secret                                              re-encrypts everything with a new
                SECRET: NEW_SECRET, or a generated one if SECRET isn't set; stop the app first
  distribute                                                 spreads the tables over the workers of
                a cluster (Citus); stop the app first; run it again if it was interrupted
  accept-secret                                              makes the current SECRET required on every machine

  --json        prints the result as JSON
  Passwords come from ADMIN_PASSWORD (at least ${leastPassword} characters), or are generated and printed.`,
  noCommand: (name: string) => `There's no command "${name}".`,
  rebuilt: "rebuilt",
  accepted: "accepted",
  off: "off",
  active: "active",
  deactivated: "deactivated",
  connected: "connected",
  disconnected: "disconnected",
  ended: "ended",
  reinstated: "reinstated",
  changed: "changed",
  nothing: "None.",
  listWhat: "List what? practices, people, sources or campaigns.",
  sourceNames: { google: "Google lead form", webhook: "Webhook" },
  noAccount: (email: string) => `There's no account for ${email}.`,
  notGiven: "not given",
  flag: (name: string, problem: string) => `--${name}: ${problem}`,
  digits: "must be digits only",
  webAddress: "must be a URL that starts with https://",
  tooLong: "is too long",
  tooMany: "can be used up to 20 times",
  origin: "must be a URL without a path, such as https://practice.example.com",
  role: (roles: readonly string[]) => `must be ${roles.join(" or ")}`,
  timeZone: "must be a time zone, such as America/New_York",
  shortPassword: (least: number) => `ADMIN_PASSWORD must have at least ${least} characters.`,
  commonPassword: "ADMIN_PASSWORD is too easy to guess. Choose another one, or leave it out.",
  hasAccount: (email: string) => `${email} already has an account.`,
  formTaken: "That page and form already belong to a practice.",
  noPractice: (email: string) => `There's no practice for ${email}.`,
  noSource: (page: string) => `There's no source for page ${page}.`,
} as const;

/** For `npm run admin -- distribute`, and for a start on a cluster. */
export const clusterWords = {
  isPlain:
    "This database is plain PostgreSQL, so there's nothing to spread it over. For a cluster, create the extension citus and add its workers first.",
  noWorker: "The cluster has no workers. Add them with citus_add_node, and try again.",
  noCoordinator:
    "The workers don't know where the coordinator is. Run citus_set_coordinator_host, and try again.",
  isRunning: "The app is running. Stop every process, and try again.",
  moving: (table: string, rows: number, place: number, of: number) =>
    `${place} of ${of}: ${table}, ${rows} rows`,
  moved: (tables: number) =>
    tables > 0 ? `${tables} moved; start the app` : "all are where they belong",
  left: (tables: string[]) =>
    `WARNING: on this cluster, ${tables.join(", ")} ${tables.length > 1 ? "are" : "is"} still on the coordinator. Stop every process, and run npm run admin -- distribute.`,
} as const;

/** For `npm run admin -- rotate-secret`. */
export const secretWords = {
  isRunning: "The app is running with the old SECRET. Stop every process, and try again.",
  isAnother: "SECRET isn't the one the database is encrypted with. Nothing was changed.",
  needsNew: "Set NEW_SECRET to the new one, and SECRET to the current one.",
  shortNew: (least: number) => `NEW_SECRET must have at least ${least} characters.`,
  kept: (file: string) =>
    `The new secret is in ${file}. Start the app. Then copy the keys to your Google lead forms again, and send open invitations again: links that were emailed no longer work.`,
  setIt:
    "Set SECRET to the new one on every machine, and start the app. Then copy the keys to your Google lead forms again, and send open invitations again: links that were emailed no longer work.",
  isOther:
    "SECRET isn't the one this database is used with: set it, or put the file back that DATA_DIR/secret was, on every machine. If it's lost, run npm run admin -- accept-secret",
  /** What stops working if the secret changes, one line each. */
  breaks: `
  - Codes of authenticator apps: people log in with a recovery code, or you run
    npm run admin -- reset-two-step-login
  - The keys of Google lead forms: copy each one to Google Ads again
  - Access tokens of Meta pages: connect the pages again
  - Opt-outs: people who opted out can get automatic emails again, and links to unsubscribe don't work
  - Passwords and keys saved in Settings: enter them again
  - Notifications: devices turn them on again when they next open the app`,
  notRotatedTo:
    "SECRET isn't the one this database was last encrypted with. Set the right one. If it's lost, run npm run admin -- accept-secret, and save the page tokens again",
} as const;

export const backupWords = {
  help: `npm run backup -- [<file>]          writes a backup of every row, by default to BACKUP_DIR
npm run backup -- --to <folder>     writes it to this folder, such as one on another disk
npm run backup -- --list            lists the backups, newest first
npm run backup -- --verify <file>   test-restores a backup, then deletes the restored copy
npm run backup -- --upload          uploads the backups that aren't in the bucket yet`,
  written: (rows: number, tables: number, file: string) =>
    `Backed up ${rows} rows from ${tables} tables to ${file}`,
  /** `file` is where the secret is stored, or null if it's in SECRET. */
  keepSecret: (file: string | null) =>
    file
      ? `The secret isn't in it. Keep a copy of ${file}, too, in another place: without it, two-step login, keys and opt-outs don't survive a restore.`
      : "The secret isn't in it. Keep a copy of SECRET, too, in another place: without it, two-step login, keys and opt-outs don't survive a restore.",
  listed: {
    takenAt: "taken (UTC)",
    size: "MB",
    rows: "rows",
    taken: "taken by",
    state: "check",
    place: "in",
    file: "file",
  },
  inFolder: "folder",
  inBucket: "bucket",
  inBoth: "folder, bucket",
  bySchedule: "schedule",
  byPerson: "manual",
  verified: (day: string) => `test restore passed ${day}`,
  unverified: "not checked yet",
  notSigned: "not signed with this secret",
  none: (folder: string) => `There are no backups in ${folder}.`,
  isGood: (rows: number) => `The backup is good: all ${rows} rows can be restored.`,
  isBad: (problem: string) => `Don't rely on this backup. ${problem}`,
  unknownFile: (file: string) =>
    `${file} isn't a backup from this version: there's no readable .json file next to it.`,
  whichBackup:
    "Which backup? Run npm run restore -- <file>, or the name of one in the bucket, with DATA_DIR set to a new folder.",
  noFile: (name: string) => `There's no file ${name}.`,
  uploaded: (bucket: string) => `Uploaded it to ${bucket}`,
  allUploaded: (bucket: string) => `Every backup is in the bucket: ${bucket}`,
  uploading: "Another process is uploading the backups.",
  uploadingOthers:
    "It isn't in the bucket yet: another process is uploading backups. One in the backup folder follows within the hour, or run npm run backup -- --upload; one in another folder has to be taken again.",
  notUploaded: (problem: string) => `A backup isn't in the bucket. ${problem}`,
  bucketUnread: (problem: string) => `The bucket isn't listed. ${problem}`,
  noBucket: "There's no bucket: set BACKUP_S3_ENDPOINT and the settings below it in .env.example.",
  downloaded: (file: string) => `Downloaded the backup to ${file}`,
  notInBucket: (name: string) => `There's no backup ${name}, neither as a file nor in the bucket.`,
  otherFile: (file: string) =>
    `${file} isn't the backup of that name in the bucket. Move it to another folder, or restore it by its whole path.`,
  unsigned: (name: string) =>
    `Nothing was restored, because the note of ${name} in the bucket isn't signed with this secret: someone else may have replaced the backup. Put the secret back that the app had when it was uploaded (SECRET, or the file DATA_DIR/secret), or add --accept-secret if that secret is lost and you trust the bucket.`,
  acceptedUnsigned: (name: string) =>
    `WARNING: the note of ${name} in the bucket isn't signed with this secret, so the backup may not be yours. Check the owners, practices and people in it before anyone else logs in.`,
  damagedDownload: "The file in the bucket has changed since it was uploaded.",
  restored: (rows: number, takenAt: string) => `Restored ${rows} rows as of ${takenAt}.
Everyone is logged out. Links that were emailed earlier (invitations, confirmations, password resets)
no longer work: send new invitations, and ask people to choose "Forgot your password?" if they need to.
Passwords are the ones in the backup, even if someone has changed theirs since then, for example after a leak.
Emails that were waiting to be sent are marked as delivery unknown. Review them in the console, and
send them again if needed.`,
  /**
   * `from` is where the backup's secret was stored, and `to` is where the secret of this restore is
   * stored. Null means that it's in SECRET.
   */
  needsItsSecret: (from: string | null, to: string | null) =>
    `Nothing was restored, because this backup belongs to another secret: ${copySecret(from, to)}, and restore again, or add --accept-secret if that secret is lost.`,
  acceptedSecret: (breaks: string) => `The backup's secret is replaced. This breaks:${breaks}`,
  unknownSecret:
    "WARNING: this backup is from a version that didn't note its secret. If SECRET (or the file DATA_DIR/secret) isn't the one it was taken under, put that one back before you start the app.",
} as const;

function copySecret(from: string | null, to: string | null): string {
  if (from === null) return "set SECRET to the one that the app had when the backup was taken";
  const file = `${from} (on the machine that took the backup)`;
  return to === null ? `set SECRET to what is in ${file}` : `copy ${file} to ${to}`;
}

/** The problems that the check of a backup can find. */
export const backupProblems = {
  changed: "The file has changed since it was written.",
  otherRows: (found: number, noted: number) => `It holds ${found} rows instead of ${noted}.`,
  refused: (error: string) => `It can't be restored: ${error}.`,
  mayNotCheck:
    "This database user isn't allowed to create a database for the check. Restore the backup into a second, empty database instead.",
} as const;

/** The problems with the bucket for backups. */
export const bucketProblems = {
  unreachable: (error: string) =>
    `The bucket can't be reached, or the connection was lost (${error}).`,
  returned: (status: number, code: string) =>
    `The bucket returned ${status}${code && ` (${code})`}.${bucketHints[code] ?? ""}`,
  differs: "What the bucket has stored isn't what was uploaded.",
  /** Shown if the bucket keeps returning the same page of its list of files. */
  endless: "The bucket's list of files doesn't end.",
} as const;

const keyHint = " Check BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.";
const regionHint = " Check BACKUP_S3_ENDPOINT and BACKUP_S3_REGION.";
const bucketHints: Record<string, string> = {
  InvalidAccessKeyId: keyHint,
  SignatureDoesNotMatch: keyHint,
  AccessDenied: " The key needs to list the bucket, and to read, write and delete objects in it.",
  NoSuchBucket: " Check BACKUP_S3_BUCKET.",
  AuthorizationHeaderMalformed: regionHint,
  PermanentRedirect: regionHint,
  TemporaryRedirect: regionHint,
  RequestTimeTooSkewed: " Set this machine's clock.",
};

export const demoWords = {
  making: "Creating a practice and a few hundred leads…",
  goesOn: (folder: string) =>
    `Continuing the demo in ${folder}. To start over, delete that folder.`,
  password: (password: string) => `Log in with the password ${password}`,
  ways: (
    origin: string,
    page: string,
    form: string,
  ) => `  front desk    desk@example.com    ${origin}/lms
  member        miguel@example.com  ${origin}/lms
  owner         owner@example.com   ${origin}/admin
  Meta source   page ${page}, form ${form}; set META_APP_SECRET and
                META_GRAPH_URL to send it webhooks`,
} as const;

/** For `npm run audit`. */
export const auditWords = {
  none: "No known vulnerabilities in the packages that the app uses.",
  noAnswer:
    "The package registry didn't answer, so the result is unknown. Try again, or use another registry: npm_config_registry=… npm run audit",
} as const;
