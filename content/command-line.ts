// What the commands print to the terminal: start, admin, backup, restore, demo.

export const startWords = {
  connecting: "Connecting to the database…",
  starting: "Starting the database…",
  ready: (address: string) => `Ready at ${address}`,
  captchaOff: "WARNING: the captcha is off. Turn it off in tests only.",
  noMailServer: "SMTP_URL isn't set, so email waits in the outbox: see /admin/mail.",
  portTaken: (port: number) => `Port ${port} is already in use. Set PORT to another one.`,
  stopping: (signal: string) => `${signal}: finishing requests in progress.`,
  stopped: "Stopped.",
  /** On an empty database: how to create the first test lead. */
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

  add           --email --first-name --last-name            creates an owner account; prints the admin_id
  add-client    --email --practice [--first-name --last-name --phone --address --address2 --city
                --state --zip --time-zone --admin-id --pending]      creates a practice that can log in
  approve       --email                                      approves a pending practice; you vouch for its email address
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
  set-page-token --page <id> --page-token <token>            sets a new access token for every form on a page

  rebuild-rollups                                            rebuilds every counter from its rows
  rotate-secret                                              encrypts everything again under a new
                SECRET: NEW_SECRET, or a generated one if SECRET isn't set; stop the product first
  accept-secret                                              makes the current SECRET required on every machine

  --json        prints the result as JSON
  Passwords come from ADMIN_PASSWORD (at least ${leastPassword} characters), or are generated and printed.`,
  rebuilt: "rebuilt",
  accepted: "accepted",
  off: "off",
  noAccount: (email: string) => `No account uses ${email}.`,
  notGiven: "not given",
  flag: (name: string, problem: string) => `--${name}: ${problem}`,
  digits: "must be digits only",
  webAddress: "must be a URL that starts with https://",
  tooLong: "is too long",
  tooMany: "can be given at most 20 times",
  origin: "must be a URL without a path, such as https://practice.example.com",
  timeZone: "must be a time zone, such as America/New_York",
  shortPassword: (least: number) => `ADMIN_PASSWORD must have at least ${least} characters.`,
  commonPassword: "ADMIN_PASSWORD is too easy to guess. Choose another one, or leave it out.",
  hasAccount: (email: string) => `${email} already has an account.`,
  formTaken: "That page and form already belong to a practice.",
  noPractice: (email: string) => `No practice uses ${email}.`,
  noSource: (page: string) => `No source uses page ${page}.`,
} as const;

/** `npm run admin -- rotate-secret`. */
export const secretWords = {
  isRunning: "The product is running with the old SECRET. Stop every process, and try again.",
  isAnother: "SECRET isn't the one that the database is encrypted with. Nothing was changed.",
  needsNew: "Set NEW_SECRET to the new one, and SECRET to the current one.",
  shortNew: (least: number) => `NEW_SECRET must have at least ${least} characters.`,
  kept: (file: string) =>
    `The new secret is in ${file}. Start the product. Then copy the keys of Google lead forms again.`,
  setIt:
    "Set SECRET to the new one on every machine, and start the product. Then copy the keys of Google lead forms again.",
  notRotatedTo:
    "SECRET isn't the one this database was last encrypted with. Set the right one. If it's lost, run npm run admin -- accept-secret, and save the page tokens again",
} as const;

export const backupWords = {
  written: (rows: number, tables: number, file: string) =>
    `Backed up ${rows} rows from ${tables} tables to ${file}`,
  whichBackup: "Which backup? Run npm run restore -- <file>, with DATA_DIR set to a new folder.",
  restored: (rows: number, takenAt: string) => `Restored ${rows} rows as of ${takenAt}.
Everyone is logged out. Links that were emailed earlier (invitations, confirmations, password resets)
no longer work: send new invitations, and ask people to choose "Forgot your password?" if they need to.
Passwords are the ones in the backup, even if someone has changed theirs since then, for example after a leak.
Emails that were waiting to be sent are marked as delivery unknown. Review them in the console, and
send them again if needed.`,
} as const;

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
