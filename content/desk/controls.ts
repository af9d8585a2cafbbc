// Buttons and messages that many screens of the desk have.
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
  /** The title of what went wrong. */
  error: "Error",
  /** The title of a message after an email was sent. */
  messageSent: "Message Sent",
} as const;

/** What may be wrong with a list that is shown while the server can't be reached. */
export const staleListWords = { mayBeMissing: "New leads may be missing." } as const;
