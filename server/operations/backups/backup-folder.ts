// The backup folder: each backup is a file with a metadata note next to it.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { dayMs } from "#contract/durations.ts";

const ending = ".backup";

const moment = z.iso.datetime().transform((text) => new Date(text));

const Note = z.object({
  takenAt: moment,
  rows: z.int().min(0),
  tables: z.int().min(0),
  /** The hash of the file, in hexadecimal digits. */
  sha256: z.string().length(64),
  /** Whether the schedule took this backup. The schedule also deletes it. */
  isScheduled: z.boolean(),
  /** When a trial restore last found every row. */
  verifiedAt: moment.nullable(),
  /** The problem that the last check found, in a sentence. */
  problem: z.string().nullable(),
});

export type BackupNote = z.infer<typeof Note>;
export type Backup = BackupNote & { file: string; bytes: number };

/** The suffix that turns a backup's name into its note's name. */
export const noteEnding = ".json";

/** Returns the file for a backup that is taken now. */
export function newBackupFile(folder: string, now: Date): string {
  return path.join(folder, `${now.toISOString().replace(/[:.]/g, "-")}${ending}`);
}

/**
 * Lists the backups, newest first. Files without a note, which earlier versions wrote, aren't
 * listed.
 */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(ending));
  const backups = await Promise.all(files.map((name) => findBackup(path.join(folder, name))));
  return backups
    .filter((backup) => backup !== null)
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
}

/** Returns the backup, or null if the file does not exist, or has no readable note next to it. */
export async function findBackup(file: string): Promise<Backup | null> {
  try {
    const [{ size }, text] = await Promise.all([stat(file), readFile(noteOf(file), "utf8")]);
    return { ...parseNote(text), file, bytes: size };
  } catch {
    return null;
  }
}

/** Parses a note, from the folder or the bucket. Throws if the text isn't a note. */
export function parseNote(text: string): BackupNote {
  return Note.parse(JSON.parse(text));
}

export async function saveNote(file: string, note: BackupNote): Promise<void> {
  await saveJson(noteOf(file), note);
}

/** Writes a file atomically: a concurrent reader sees either the old content or the new one. */
export async function saveJson(file: string, content: object): Promise<void> {
  const half = `${file}.part`;
  await writeFile(half, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(half, file);
}

export async function deleteBackup({ file }: Backup): Promise<void> {
  // The file is deleted first, because a note alone isn't a backup and is ignored.
  await rm(file, { force: true });
  await rm(noteOf(file), { force: true });
}

/** Hashes a file with SHA-256, in hexadecimal digits. */
export async function fileHash(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest("hex");
}

const partKeptMs = dayMs;

/** Deletes partial files of killed backups. A backup in progress is younger than a day. */
export async function deleteLeftParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".part")) continue;
    const file = path.join(folder, name);
    const { mtime } = await stat(file);
    if (now.getTime() - mtime.getTime() > partKeptMs) await rm(file, { force: true });
  }
}

function noteOf(file: string): string {
  return `${file}${noteEnding}`;
}
