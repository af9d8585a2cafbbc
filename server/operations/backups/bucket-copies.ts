// The backups' copies in the bucket: uploading, listing and deleting them, and fetching one for a
// restore. As in the folder, a backup there is a file and a note; the note is written last.
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { backupProblems, backupWords } from "#content/command-line.ts";
import { BackupRefused } from "#server/db/backup.ts";
import type { Bucket } from "#server/outside/bucket.ts";
import { BucketProblem } from "#server/outside/bucket-requests.ts";
import {
  type Backup,
  type BackupNote,
  fileHash,
  listBackups,
  noteEnding,
  saveNote,
} from "./backup-folder.ts";
import { readSignedNote, renderSignedNote, type SignedNote } from "./signed-notes.ts";
import { staleBackups } from "./stale-backups.ts";
import {
  deleteUploadState,
  hasChanged,
  isPending,
  listFollowed,
  listLeftStates,
  readTidyProblem,
  readUploadState,
  saveTidyProblem,
  saveUploadState,
  type UploadState,
} from "./upload-state.ts";

/** `secret`: SECRET, which the notes are signed with. */
type Tools = { bucket: Bucket; address: string; secret: string; now: () => Date };

/** A backup in the bucket. `isSigned`: this installation has signed its note. */
export type Copy = BackupNote & { name: string; bytes: number; isSigned: boolean };

/**
 * Uploads each backup in the folder that isn't in the bucket yet, newest first, then deletes stale
 * ones there. Returns the problem as a sentence, or null. State files record it too.
 */
export async function uploadBackups(tools: Tools, folder: string): Promise<string | null> {
  const followed = await listFollowed(folder, tools.address);
  // A changed backup is never uploaded, but the list mustn't say that the bucket has every backup.
  let problem: string | null = followed.some(hasChanged) ? backupProblems.changed : null;
  const pending = followed.filter(isPending);
  const wasTidied = (await readTidyProblem(folder, tools.address)) === null;
  if (pending.length === 0 && wasTidied) return problem;
  for (const { backup } of pending) {
    problem = (await uploadBackup(tools, backup)) ?? problem;
    // An unresponsive bucket gets only one attempt. The next hourly run retries.
    if (problem && problem !== backupProblems.changed) return problem;
  }
  const untidied = await tidy(tools, folder);
  await saveTidyProblem(folder, tools.address, untidied);
  return problem ?? untidied;
}

/**
 * Uploads one backup, then its note. Continues an interrupted upload. Returns the problem as a
 * sentence, or null.
 */
export async function uploadBackup(
  { bucket, address, secret, now }: Tools,
  { file, bytes: _, ...note }: Backup,
): Promise<string | null> {
  const name = path.basename(file);
  const { sha256 } = note;
  let { started } = (await readUploadState({ file, sha256 }, address)) ?? { started: null };
  const keep = (change: Partial<UploadState>) =>
    saveUploadState(file, {
      ...{ bucket: address, sha256, uploadedAt: null, problem: null, started },
      ...change,
    });
  if ((await fileHash(file)) !== sha256) {
    await keep({ problem: backupProblems.changed });
    return backupProblems.changed;
  }
  try {
    // A rejection during a large upload would look like a lost connection, so the permission is
    // checked first.
    await bucket.list();
    await bucket.upload(file, name, {
      started,
      save: async (next) => {
        started = next;
        await keep({});
      },
    });
    await bucket.writeText(`${name}${noteEnding}`, renderSignedNote(secret, name, note));
    await keep({ uploadedAt: now(), started: null });
    return null;
  } catch (error) {
    if (!(error instanceof BucketProblem)) throw error;
    await keep({ problem: error.message });
    return error.message;
  }
}

/**
 * Lists the backups in the bucket, newest first, and whether each note is signed. Files without a
 * readable note aren't listed.
 */
export async function listCopies(tools: Pick<Tools, "bucket" | "secret">): Promise<Copy[]> {
  const copies = await readCopies(tools);
  return copies.map(({ copy }) => copy);
}

/**
 * Downloads a backup and its note into the folder, and returns the file. Throws `BackupRefused` if
 * the backup doesn't exist, if its note isn't signed with this secret, or if another file has the
 * name. `acceptsUnsigned`: accepts a note that isn't signed, but doesn't save it.
 */
export async function downloadBackup(
  { bucket, address, secret, now }: Tools,
  name: string,
  folder: string,
  { acceptsUnsigned = false } = {},
): Promise<{ file: string; isSigned: boolean }> {
  const objects = await bucket.list();
  const object = objects.find((one) => one.name === name);
  const known = object && (await readNote({ bucket, secret }, name));
  if (!object || !known) throw new BackupRefused(backupWords.notInBucket(name));
  const { note, isSigned } = known;
  if (!isSigned && !acceptsUnsigned) throw new BackupRefused(backupWords.unsigned(name));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  const isHere = existsSync(file);
  if (!isHere) await bucket.download(object, file);
  if ((await fileHash(file)) !== note.sha256) {
    if (isHere) throw new BackupRefused(backupWords.otherFile(file));
    await rm(file);
    throw new BackupRefused(backupWords.damagedDownload);
  }
  // A note that someone else may have written must not decide what the folder deletes.
  if (!isSigned) return { file, isSigned };
  await saveNote(file, note);
  const state = { bucket: address, sha256: note.sha256, problem: null, started: null };
  await saveUploadState(file, { ...state, uploadedAt: now() });
  return { file, isSigned };
}

/**
 * Deletes stale backups from the bucket, by the folder's rule, and parts of interrupted uploads
 * whose backup was deleted. Returns the problem, or null.
 */
async function tidy(tools: Tools, folder: string): Promise<string | null> {
  const { bucket, address } = tools;
  try {
    for (const { name } of staleBackups(await listOwnCopies(tools, folder))) {
      await removeCopy(bucket, name);
    }
    for (const { file, state } of await listLeftStates(folder)) {
      if (state?.started && state.bucket === address) {
        await bucket.abort(path.basename(file), state.started.uploadId);
      }
      await deleteUploadState(file);
    }
    return null;
  } catch (error) {
    if (!(error instanceof BucketProblem)) throw error;
    return error.message;
  }
}

/**
 * Lists the copies that decide what is deleted: signed, and not from the future. Notes of the
 * folder's backups are signed again if needed, as after a rotation of SECRET.
 */
async function listOwnCopies(tools: Tools, folder: string): Promise<Copy[]> {
  const { bucket, secret, now } = tools;
  const kept = new Map((await listBackups(folder)).map((one) => [path.basename(one.file), one]));
  const own: Copy[] = [];
  for (const { copy, signatures } of await readCopies(tools)) {
    const { name, isSigned, takenAt } = copy;
    const local = kept.get(name);
    if (!isSigned && local?.sha256 === copy.sha256) {
      const { file: _, bytes: __, ...note } = local;
      const text = renderSignedNote(secret, name, note, signatures);
      await bucket.writeText(`${name}${noteEnding}`, text);
      own.push({ ...copy, ...note });
    } else if (isSigned && takenAt <= now()) own.push(copy);
  }
  return own;
}

async function readCopies(tools: Pick<Tools, "bucket" | "secret">) {
  const objects = await tools.bucket.list();
  const noted = new Set(objects.map(({ name }) => name));
  const copies: { copy: Copy; signatures: string[] }[] = [];
  for (const { name, bytes } of objects) {
    if (!noted.has(`${name}${noteEnding}`)) continue;
    const known = await readNote(tools, name);
    if (!known) continue;
    const { note, signatures, isSigned } = known;
    copies.push({ copy: { ...note, name, bytes, isSigned }, signatures });
  }
  return copies.toSorted(
    ({ copy: one }, { copy: other }) => other.takenAt.getTime() - one.takenAt.getTime(),
  );
}

async function removeCopy(bucket: Bucket, name: string) {
  // The file is deleted first, because a note alone isn't a backup and is ignored.
  await bucket.remove(name);
  await bucket.remove(`${name}${noteEnding}`);
}

async function readNote(
  { bucket, secret }: Pick<Tools, "bucket" | "secret">,
  name: string,
): Promise<SignedNote | null> {
  return readSignedNote(secret, name, await bucket.readText(`${name}${noteEnding}`));
}
