// Buttons and messages that many of the desk's screens share.
export const controlWords = {
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  cancel: "Cancel",
  ok: "Ok",
  undo: "Undo",
  retry: "Retry",
  export: "Export",
  send: "Send",
  done: "Done",
  all: "All",
  /** The title of an error. */
  error: "Error",
  /** The title of a message after an email was sent. */
  messageSent: "Message Sent",
} as const;

/** What may be missing from a list while the server can't be reached. */
export const staleListWords = { mayBeMissing: "New leads may be missing." } as const;
