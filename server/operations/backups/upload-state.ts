// A file next to each backup records the state of its copy in the bucket. The screens read it
// instead of the bucket, and an interrupted upload continues from it. Another file records whether
// stale backups could be deleted from the bucket.
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { backupProblems } from "#content/command-line.ts";
import type { BucketSettings } from "#server/config.ts";
import { type Backup, listBackups, saveJson } from "./backup-folder.ts";

const ending = ".upload.json";

const UploadState = z.object({
  /** The bucket. The state of a copy in another bucket is ignored. */
  bucket: z.string(),
  /** The file's hash: another backup may have been written under the same name. */
  sha256: z.string(),
  uploadedAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  /** Why the last attempt failed, in a sentence. */
  problem: z.string().nullable(),
  /** An upload in parts that isn't complete. */
  started: z
    .object({
      uploadId: z.string(),
      partBytes: z.int().positive(),
      parts: z.array(z.object({ etag: z.string(), md5: z.string() })),
    })
    .nullable(),
});

export type UploadState = z.infer<typeof UploadState>;

/** Returns a text that identifies the bucket and the installation's folder in it. */
export function bucketAddress({ endpoint, bucket, prefix }: BucketSettings): string {
  return `${endpoint}/${bucket}/${prefix}`;
}

/** Returns the state of the copy in this bucket, or null if there is none. */
export async function readUploadState(
  { file, sha256 }: Pick<Backup, "file" | "sha256">,
  address: string,
): Promise<UploadState | null> {
  const state = await readState(`${file}${ending}`);
  return state?.bucket === address && state.sha256 === sha256 ? state : null;
}

export async function saveUploadState(file: string, state: UploadState): Promise<void> {
  await saveJson(`${file}${ending}`, state);
}

/** A backup in the folder, with the state of its copy. */
export type Followed = { backup: Backup; state: UploadState | null };

/**
 * Lists the backups that belong in the bucket, newest first: manual ones, and scheduled ones that
 * passed a trial restore.
 */
export async function listFollowed(folder: string, address: string): Promise<Followed[]> {
  const backups = await listBackups(folder);
  const good = backups.filter(
    ({ isScheduled, verifiedAt, problem }) =>
      problem === null && (verifiedAt !== null || !isScheduled),
  );
  return Promise.all(
    good.map(async (backup) => ({ backup, state: await readUploadState(backup, address) })),
  );
}

/** Checks whether a backup still has to be uploaded. */
export function isPending(followed: Followed): boolean {
  return !followed.state?.uploadedAt && !hasChanged(followed);
}

/** Checks whether the file has changed since it was written, which can't be repaired later. */
export function hasChanged({ state }: Followed): boolean {
  return !state?.uploadedAt && state?.problem === backupProblems.changed;
}

/** The state of the whole bucket, not of one backup. No backup can have this name. */
const tidyFile = "tidying.bucket.json";

const TidyState = z.object({ bucket: z.string(), problem: z.string() });

/** Returns why stale backups couldn't be deleted in this bucket, in a sentence, or null. */
export async function readTidyProblem(folder: string, address: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(folder, tidyFile), "utf8");
    const { bucket, problem } = TidyState.parse(JSON.parse(text));
    return bucket === address ? problem : null;
  } catch {
    return null;
  }
}

/** Records why stale backups couldn't be deleted, or that they were. */
export async function saveTidyProblem(
  folder: string,
  address: string,
  problem: string | null,
): Promise<void> {
  const file = path.join(folder, tidyFile);
  if (problem === null) await rm(file, { force: true });
  else await saveJson(file, { bucket: address, problem });
}

/** An upload in parts whose backup has been deleted. `file`: the backup's file. */
export type LeftUpload = { file: string; state: UploadState | null };

/** Lists the upload states whose backup was deleted. */
export async function listLeftStates(folder: string): Promise<LeftUpload[]> {
  const names = await readdir(folder);
  const left = names.filter(
    (name) => name.endsWith(ending) && !names.includes(name.slice(0, -ending.length)),
  );
  return Promise.all(
    left.map(async (name) => ({
      file: path.join(folder, name.slice(0, -ending.length)),
      state: await readState(path.join(folder, name)),
    })),
  );
}

export async function deleteUploadState(file: string): Promise<void> {
  await rm(`${file}${ending}`, { force: true });
}

async function readState(file: string): Promise<UploadState | null> {
  try {
    return UploadState.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
