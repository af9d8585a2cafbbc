// An outbox for notes. Each note is stored in this browser until the server has saved it or the
// user has read why it was rejected. `call-outbox.ts` tells who is logged in. Saving is idempotent
// by the note's id, so two tabs may send the same note.
import { useSyncExternalStore } from "react";
import { z } from "zod";
import { api } from "#app/api.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
import {
  listenToStorage,
  readOncePerChange,
  storedNames,
  storedValue,
  storeText,
} from "#app/ui/device-storage.ts";
import { NewNote } from "#contract/notes.ts";
import { isOwn, outboxAccount } from "./call-outbox.ts";

const Entry = z.object({
  /** The person who wrote the note. */
  account: z.string(),
  leadId: z.string(),
  note: NewNote,
  /** The device's time when the note was written. */
  writtenAt: z.string(),
  /** Whether the form's own request got no response. Until then, the form itself shows the note. */
  isWaiting: z.boolean(),
  /** Why the server rejected the note. Stored until the user dismisses the message. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type NoteEntry = z.infer<typeof Entry>;

const prefix = "notes to save/";
const none: NoteEntry[] = [];
/** The ids of the notes that a form in this tab is sending. */
const inForm = new Set<string>();

/** Returns the logged-in person's unsaved notes, pending or rejected, oldest first. */
export function useNoteOutbox(): NoteEntry[] {
  return useSyncExternalStore(listenToStorage, noteEntries, () => none);
}

const noteEntries = readOncePerChange(() => {
  const entries = storedNames(prefix)
    .flatMap((name) => storedValue(name, Entry) ?? [])
    .filter(isOwn)
    .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt));
  return entries.length > 0 ? entries : none;
});

export function pendingNotes(entries: NoteEntry[]): NoteEntry[] {
  return entries.filter(({ refusal }) => refusal === null);
}

/**
 * Stores a note before the form sends it, because the tab may be closed before the response
 * arrives.
 */
export function keepNote(leadId: string, note: NewNote): void {
  const writtenAt = new Date().toISOString();
  inForm.add(note.submissionId);
  put({ account: outboxAccount(), leadId, note, writtenAt, isWaiting: false, refusal: null });
}

/**
 * Handles a failed request of the form. Returns false if a retry would fail too; then the note
 * stays in the form.
 */
export function waitWithNote(noteId: string, { code }: Refusal): boolean {
  const entry = storedValue(prefix + noteId, Entry);
  inForm.delete(noteId);
  const mayWait = entry !== null && waitingCodes.includes(code);
  if (mayWait) put({ ...entry, isWaiting: true });
  else removeNote(noteId);
  return mayWait;
}

/**
 * Removes a note from the outbox after it was saved, or after the user has read why it was
 * rejected.
 */
export function removeNote(noteId: string): void {
  inForm.delete(noteId);
  storeText(prefix + noteId, null);
}

/** Sends all pending notes. Returns how many were saved. */
export async function sendNotes(): Promise<number> {
  const unsent = pendingNotes(noteEntries()).filter(({ note }) => !inForm.has(note.submissionId));
  const saved = await Promise.all(unsent.map(send));
  return saved.filter(Boolean).length;
}

async function send(entry: NoteEntry): Promise<boolean> {
  const { leadId, note } = entry;
  const param = { id: leadId };
  const outcome = await askApi(() => api.leads[":id"].notes.$post({ param, json: note }));
  if (outcome.isDone) removeNote(note.submissionId);
  else if (finalCodes.includes(outcome.refusal.code)) {
    const { code, message } = outcome.refusal;
    put({ ...entry, refusal: { code, message } });
  }
  // If another tab sent the same note at the same time, that tab reports it.
  return outcome.isDone && entry.isWaiting;
}

/**
 * Error codes after which a note is sent again, because there was no connection or the server was
 * busy.
 */
const waitingCodes: Refusal["code"][] = ["no_answer", "unavailable", "timeout"];
/** Error codes that a retry would get again. */
const finalCodes: Refusal["code"][] = ["conflict", "invalid", "not_found"];

function put(entry: NoteEntry): void {
  storeText(prefix + entry.note.submissionId, JSON.stringify(entry));
}
