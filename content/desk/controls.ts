// Buttons and messages used on many of the lead desk's screens.
export const controlWords = {
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  cancel: "Cancel",
  ok: "OK",
  undo: "Undo",
  retry: "Retry",
  export: "Export",
  send: "Send",
  done: "Done",
  all: "All",
  /** The title of an error. */
  error: "Error",
  /** The title of the message after sending an email. */
  messageSent: "Message Sent",
} as const;

/** A warning that a list may be incomplete while the server can't be reached. */
export const staleListWords = { mayBeMissing: "New leads may be missing." } as const;
