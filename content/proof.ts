// Asks for a confirmation of who is at the screen, before data is exported or access changes.
export const proofWords = {
  title: "Enter your password to continue",
  says: "It’s been a while since you logged in. We ask for your password again before you change who has access, or export or erase data.",
  /** Shown below a list that was cut off. */
  manyRead:
    "You’ve looked at a lot of leads in the last hour. Enter your password to see the rest.",
  button: "Continue",
  /** Used if two-step login is on. */
  passkey: "Confirm it’s you with your passkey: your fingerprint, your face or your device’s PIN.",
  failed: "We couldn’t confirm it’s you",
  /** Shown if the server or the network is down. */
  notAsked: "We couldn’t load the password prompt",
  notDownloaded: "We couldn’t download that",
  preparing: "Preparing…",
} as const;
