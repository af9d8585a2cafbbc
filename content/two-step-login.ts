// Two-step login: entering a code, and the setup in the profile.
export const codeWords = {
  title: "Two-step login",
  says: "Enter the 6-digit code from your authenticator app.",
  code: "Code",
  help: "No phone? Enter one of your recovery codes.",
  orPasskey: "Enter the 6-digit code from your authenticator app, or use your passkey.",
  sending: "Checking…",
  back: "Back",
} as const;

/** Logging in with a passkey. */
export const passkeyWords = {
  or: "or",
  logIn: "Log in with a passkey",
  waiting: "Waiting for your passkey…",
  logInCanceled: "No passkey was used. Try again, or log in with your password.",
  use: "Use your passkey",
  useCanceled: "No passkey was used. Try again, or enter a code.",
  /** Used for an account without an authenticator app. */
  says: "Finish logging in with your passkey: your fingerprint, your face or your device’s PIN.",
  instead: "Use a recovery code",
  saysRecovery: "Enter one of your recovery codes.",
  notHere: "Your passkey doesn’t work at this address or in this browser.",
  recoveryCode: "Recovery code",
} as const;

/** Adding a passkey in the profile. */
export const addPasskeyWords = {
  title: "Add a passkey",
  says: "A passkey is your fingerprint, your face or your device’s PIN. It logs you in without a password.",
  name: "Name",
  nameHelp: "Optional. A name helps you tell your devices apart.",
  start: "Continue",
  making: "Follow your browser’s prompts…",
  notMade: {
    has_one: "This device already has a passkey for your account.",
    canceled: "No passkey was added. Please try again.",
  },
  /** Why a passkey can't be added here. */
  problems: {
    nowhere: () =>
      "Passkeys need a site with a domain name and https, so you can’t add one at this address.",
    elsewhere: (origin: string) => `Passkeys only work at ${origin}. Go there to add one.`,
    browser: () => "This browser doesn’t support passkeys.",
  },
} as const;

export const twoStepWords = {
  section: "Two-step login",
  off: "Your password is all it takes to log in. Add a second step so a stolen password isn’t enough to get in.",
  on: "You log in with your password and a code.",
  failed: "We couldn’t load your two-step login settings.",
  onWithPasskey: "You can log in with a passkey. Your password alone isn’t enough.",
  passkey: "Passkey",
  add: "Add an authenticator app",
  /** Returns a text such as "Added Nov 23, 9:15 am, last used 2 days ago". */
  added: (at: string, used: string | null) =>
    used ? `Added ${at}, last used ${used}` : `Added ${at}`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeHint: "Its codes will no longer work. Your other apps will still work.",
  removePasskeyHint: "It will no longer log you in. You can also delete it on your device.",
  removeLastHint:
    "This turns two-step login off: your password alone will be enough to log in, and your recovery codes will no longer work.",
  password: "Your password",
  newCodesHint: "Your old recovery codes will no longer work.",
  codesLeft: (count: number) =>
    count === 1 ? "1 recovery code left." : `${count} recovery codes left.`,
  newCodes: "Get new recovery codes",
  setup: {
    title: "Add an authenticator app",
    scan: "Scan this with an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.",
    picture: "QR code for your authenticator app",
    type: "Can’t scan it? Type this key into the app:",
    name: "Name",
    nameHelp: "Optional. A name helps you tell your phones apart.",
    start: "Continue",
    starting: "One moment…",
    code: "The 6-digit code your app shows",
    finish: "Add app",
    finishing: "Checking…",
  },
  codes: {
    title: "Save your recovery codes",
    says: "If you lose your phone or computer, a recovery code gets you in. Each one works once. Keep them somewhere safe: we can’t show them again.",
    copy: "Copy",
    copied: "Copied.",
    copyFailed: "We couldn’t copy them. Download them instead.",
    download: "Download",
    /** The first line of the downloaded file. */
    file: "Recovery codes. Each one works once.",
    done: "I saved them",
  },
} as const;
