// Signs a backup's note in the bucket (HMAC-SHA-256) with a key derived from SECRET, which isn't in
// the bucket. Otherwise someone who may write there could replace a file together with its note.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type BackupNote, parseNote } from "./backup-folder.ts";

const keyBytes = 32;

/** A signature for each secret that was in use while the copy was in the bucket. */
const Signatures = z.object({ signatures: z.array(z.string()).catch([]) });

export type SignedNote = { note: BackupNote; signatures: string[]; isSigned: boolean };

/**
 * Renders a note with its signature. `earlier`: signatures under secrets from before a rotation,
 * with which the backup can be restored.
 */
export function renderSignedNote(
  secret: string,
  name: string,
  note: BackupNote,
  earlier: string[] = [],
): string {
  const signatures = [signatureOf(secret, name, note), ...earlier];
  return `${JSON.stringify({ ...note, signatures }, null, 2)}\n`;
}

/**
 * Reads a note's text and checks whether the note is signed with this secret. Returns null if it
 * isn't a note.
 */
export function readSignedNote(secret: string, name: string, text: string): SignedNote | null {
  try {
    const note = parseNote(text);
    const { signatures } = Signatures.parse(JSON.parse(text));
    const own = Buffer.from(signatureOf(secret, name, note));
    const isSigned = signatures.some((one) => {
      const given = Buffer.from(one);
      return given.length === own.length && timingSafeEqual(given, own);
    });
    return { note, signatures, isSigned };
  } catch {
    return null;
  }
}

/** Signs the name and every field, so that a note isn't accepted for another file. */
function signatureOf(secret: string, name: string, note: BackupNote): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "backup notes", keyBytes));
  const fields = Object.entries(note).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHmac("sha256", key)
    .update(JSON.stringify([name, fields]))
    .digest("hex");
}
