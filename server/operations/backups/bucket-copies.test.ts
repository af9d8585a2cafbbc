// Backups and their copies in a bucket. A stand-in on loopback takes the bucket's place.
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backupProblems } from "#content/command-line.ts";
import { dayMs } from "#contract/durations.ts";
import type { BucketSettings } from "#server/config.ts";
import { BackupRefused } from "#server/db/backup.ts";
import { makeBucket } from "#server/outside/bucket.ts";
import { type BucketStandIn, makeBucketStandIn } from "#server/testing/bucket-stand-in.ts";
import {
  type Backup,
  deleteBackup,
  fileHash,
  findBackup,
  listBackups,
  newBackupFile,
  saveNote,
} from "./backup-folder.ts";
import { downloadBackup, listCopies, uploadBackup, uploadBackups } from "./bucket-copies.ts";
import { staleBackups } from "./stale-backups.ts";
import {
  bucketAddress,
  isPending,
  listFollowed,
  readTidyProblem,
  readUploadState,
} from "./upload-state.ts";

const root = mkdtempSync(path.join(tmpdir(), "front-desk-copies-"));
const uploadedAt = new Date("2026-03-17T22:20:00.000Z");

let stand: BucketStandIn;
let folder: string;
beforeAll(async () => {
  stand = await makeBucketStandIn();
});
afterAll(async () => {
  await stand.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(root, "backups-"));
  stand.objects.clear();
  stand.uploads.clear();
  stand.asked.length = 0;
  stand.behavior.length = 0;
});

function tools(change: Partial<BucketSettings> = {}, secret = "the secret of this installation") {
  const settings = { ...stand.settings, ...change };
  const now = () => uploadedAt;
  const bucket = makeBucket(settings, { now, wait: async () => undefined, partBytes: 1024 });
  return { bucket, address: bucketAddress(settings), secret, now };
}

/** Writes a backup into the folder. By default, its check has passed. */
async function keep(takenAt: string, change: Partial<Backup> = {}, size = 500): Promise<Backup> {
  const at = new Date(takenAt);
  const file = newBackupFile(folder, at);
  writeFileSync(file, takenAt.padEnd(size, takenAt));
  await saveNote(file, {
    ...{ rows: 7, tables: 2, problem: null, isScheduled: true, takenAt: at, verifiedAt: at },
    sha256: await fileHash(file),
    ...change,
  });
  return found(file);
}

async function found(file: string): Promise<Backup> {
  const backup = await findBackup(file);
  if (!backup) throw new Error(`No backup ${file}`);
  return backup;
}

/** Writes a file and its note into the bucket, as someone who doesn't know the secret could. */
async function forge(name: string, { like, ...change }: { like: Backup; takenAt?: string }) {
  const content = Buffer.from("something else");
  const sha256 = createHash("sha256").update(content).digest("hex");
  const note = String(stand.objects.get(`desk/${nameOf(like)}.json`));
  const forged = { ...JSON.parse(note), sha256, ...change };
  stand.objects.set(`desk/${name}`, content);
  stand.objects.set(`desk/${name}.json`, Buffer.from(JSON.stringify(forged)));
}

const nameOf = ({ file }: Backup) => path.basename(file);
const sent = () => stand.asked.filter((one) => one.startsWith("PUT"));

test("a backup is uploaded once with its note, and is listed with the same data as in the folder", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  const { file: _, ...noted } = backup;
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect(await listCopies(tools())).toEqual([{ ...noted, name: nameOf(backup), isSigned: true }]);
  const state = await readUploadState(backup, tools().address);
  expect(state).toMatchObject({ uploadedAt, problem: null });
  stand.asked.length = 0;
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect(stand.asked).toEqual([]);
});

test("a scheduled backup is uploaded only after it passes its check; a manual one doesn't need a check", async () => {
  await keep("2026-03-15T08:10:00.000Z", { verifiedAt: null, problem: backupProblems.changed });
  await keep("2026-03-16T08:10:00.000Z", { verifiedAt: null });
  const manual = await keep("2026-03-17T15:00:00.000Z", { verifiedAt: null, isScheduled: false });
  await uploadBackups(tools(), folder);
  expect((await listCopies(tools())).map(({ name }) => name)).toEqual([nameOf(manual)]);
});

test("the bucket keeps the same backups as the folder, including the manual ones", async () => {
  const manual = await keep("2026-01-01T15:00:00.000Z", { isScheduled: false });
  const start = Date.parse("2026-01-02T08:10:00.000Z");
  for (let day = 0; day < 40; day += 1) {
    await keep(new Date(start + day * dayMs).toISOString());
    for (const stale of staleBackups(await listBackups(folder))) await deleteBackup(stale);
    expect(await uploadBackups(tools(), folder)).toBe(null);
  }
  const copies = await listCopies(tools());
  expect(copies.map(({ name }) => name)).toEqual((await listBackups(folder)).map(nameOf));
  expect(copies.at(-1)?.name).toBe(nameOf(manual));
  expect(stand.objects.size).toBe(copies.length * 2);
});

test("missing backups are uploaded newest first", async () => {
  for (const day of [15, 16, 17]) await keep(`2026-03-${day}T08:10:00.000Z`);
  await uploadBackups(tools(), folder);
  const files = sent().filter((one) => one.endsWith(".backup"));
  expect(files.map((one) => /-(\d\d)T/.exec(one)?.[1])).toEqual(["17", "16", "15"]);
});

test.each<[string, Partial<BucketSettings>, string]>([
  ["a wrong secret", { secret: "planted-wrong-secret" }, "(SignatureDoesNotMatch)"],
  ["storage that can't be reached", { endpoint: "http://127.0.0.1:1" }, "can't be reached"],
])("an upload with %s fails, keeps the backup and records why", async (_, change, why) => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  const wrong = tools(change);
  const problem = await uploadBackups(wrong, folder);
  expect(problem).toContain(why);
  expect(await findBackup(backup.file)).toEqual(backup);
  expect(await readUploadState(backup, wrong.address)).toMatchObject({ problem });
  for (const name of readdirSync(folder)) {
    expect(readFileSync(path.join(folder, name), "utf8")).not.toContain("planted");
  }
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect((await listFollowed(folder, tools().address)).some(isPending)).toBe(false);
});

test("the next run continues an upload that failed between parts", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z", {}, 3000);
  stand.behavior.push("ok", "ok", "ok", ...Array(5).fill("cut"));
  expect(await uploadBackups(tools(), folder)).toContain("connection was lost");
  expect(await listCopies(tools())).toEqual([]);
  stand.asked.length = 0;
  expect(await uploadBackups(tools(), folder)).toBe(null);
  const parts = sent().filter((one) => one.includes("partNumber"));
  expect(parts).toHaveLength(2);
  expect(stand.objects.get(`desk/${nameOf(backup)}`)).toEqual(readFileSync(backup.file));
});

test("an interrupted upload isn't continued with a different backup of the same name", async () => {
  const first = await keep("2026-03-17T08:10:00.000Z", {}, 3000);
  stand.behavior.push("ok", "ok", "ok", ...Array(5).fill("cut"));
  await uploadBackups(tools(), folder);
  writeFileSync(first.file, "another".padEnd(3000, "content"));
  const { file, bytes: _, ...note } = first;
  await saveNote(file, { ...note, sha256: await fileHash(file) });
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect(stand.objects.get(`desk/${nameOf(first)}`)).toEqual(readFileSync(file));
});

test("uploaded parts are deleted if their backup was deleted before the upload was complete", async () => {
  const backup = await keep("2026-03-16T08:10:00.000Z", {}, 3000);
  stand.behavior.push("ok", "ok", "ok", ...Array(5).fill("cut"));
  await uploadBackups(tools(), folder);
  expect(stand.uploads.size).toBe(1);
  await deleteBackup(backup);
  await keep("2026-03-17T08:10:00.000Z");
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect(stand.uploads.size).toBe(0);
  expect(readdirSync(folder).filter((name) => name.startsWith("2026-03-16"))).toEqual([]);
});

test("a backup file that has changed since it was written isn't uploaded, but other backups are", async () => {
  const changed = await keep("2026-03-16T08:10:00.000Z");
  const good = await keep("2026-03-17T08:10:00.000Z");
  appendFileSync(changed.file, "x");
  expect(await uploadBackups(tools(), folder)).toBe(backupProblems.changed);
  expect((await listCopies(tools())).map(({ name }) => name)).toEqual([nameOf(good)]);
  // The upload isn't retried, and its result still reports the problem.
  stand.asked.length = 0;
  expect(await uploadBackups(tools(), folder)).toBe(backupProblems.changed);
  expect(stand.asked).toEqual([]);
});

test("a bucket that rejects deletions is reported until a deletion succeeds, even after later uploads", async () => {
  const newest = await keep("2026-03-17T21:10:00.000Z");
  await keep("2026-03-17T08:10:00.000Z");
  // Each upload sends four requests. Then come the list, the two notes, and the deletion.
  stand.behavior.push(...Array(11).fill("ok"), { status: 403, code: "AccessDenied" });
  const problem = await uploadBackups(tools(), folder);
  expect(problem).toContain("(AccessDenied)");
  const state = await readUploadState(newest, tools().address);
  expect(state).toMatchObject({ uploadedAt, problem: null });
  expect(await readTidyProblem(folder, tools().address)).toBe(problem);
  await keep("2026-03-17T22:10:00.000Z");
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect(await readTidyProblem(folder, tools().address)).toBe(null);
  expect(await listCopies(tools())).toHaveLength(1);
});

test("every backup is uploaded again if the bucket's prefix changes", async () => {
  await keep("2026-03-17T08:10:00.000Z");
  await uploadBackups(tools(), folder);
  await uploadBackups(tools({ prefix: "other/" }), folder);
  expect(await listCopies(tools({ prefix: "other/" }))).toHaveLength(1);
  expect(stand.objects.size).toBe(4);
});

test("a backup and its note can be downloaded by the backup's name", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  await uploadBackup(tools(), backup);
  const elsewhere = path.join(folder, "restored");
  const { file } = await downloadBackup(tools(), nameOf(backup), elsewhere);
  expect(await findBackup(file)).toEqual({ ...backup, file });
  expect(readFileSync(file)).toEqual(readFileSync(backup.file));
  // The downloaded backup isn't uploaded again from there.
  expect((await listFollowed(elsewhere, tools().address)).some(isPending)).toBe(false);
});

test("a backup file that was changed in the bucket isn't restored", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  await uploadBackup(tools(), backup);
  stand.objects.set(`desk/${nameOf(backup)}`, Buffer.from("something else"));
  const elsewhere = path.join(folder, "restored");
  const download = downloadBackup(tools(), nameOf(backup), elsewhere);
  await expect(download).rejects.toThrow("has changed since it was uploaded");
  expect(existsSync(path.join(elsewhere, nameOf(backup)))).toBe(false);
});

test("a backup isn't restored if it and its note were both replaced in the bucket", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  await uploadBackup(tools(), backup);
  await forge(nameOf(backup), { like: backup });
  const elsewhere = path.join(folder, "restored");
  const download = downloadBackup(tools(), nameOf(backup), elsewhere);
  await expect(download).rejects.toThrow("isn't signed with this secret");
  expect(existsSync(elsewhere)).toBe(false);
  const accepts = { acceptsUnsigned: true };
  const accepted = await downloadBackup(tools(), nameOf(backup), elsewhere, accepts);
  expect(accepted.isSigned).toBe(false);
  // The note isn't signed with this secret, so the folder doesn't list the backup.
  expect(await listBackups(elsewhere)).toEqual([]);
});

test("a backup's note isn't accepted for another file", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  await uploadBackup(tools(), backup);
  for (const end of ["", ".json"]) {
    const object = stand.objects.get(`desk/${nameOf(backup)}${end}`) ?? Buffer.alloc(0);
    stand.objects.set(`desk/renamed.backup${end}`, object);
  }
  const download = downloadBackup(tools(), "renamed.backup", path.join(folder, "restored"));
  await expect(download).rejects.toThrow("isn't signed with this secret");
});

test("an unsigned backup note doesn't cause deletions", async () => {
  const good = await keep("2026-03-16T08:10:00.000Z");
  await uploadBackups(tools(), folder);
  // If it were signed, it would be the day's newest backup.
  await forge("forged.backup", { like: good, takenAt: "2026-03-16T20:10:00.000Z" });
  const next = await keep("2026-03-17T08:10:00.000Z");
  expect(await uploadBackups(tools(), folder)).toBe(null);
  const copies = await listCopies(tools());
  expect(copies.map(({ name, isSigned }) => [name, isSigned])).toEqual([
    [nameOf(next), true],
    ["forged.backup", false],
    [nameOf(good), true],
  ]);
});

test("a backup note dated in the future doesn't cause deletions", async () => {
  await keep("2026-03-17T08:10:00.000Z");
  await keep("2026-03-17T23:10:00.000Z");
  expect(await uploadBackups(tools(), folder)).toBe(null);
  expect(await listCopies(tools())).toHaveLength(2);
});

test("a copy from before a secret rotation is signed under both secrets after the next upload", async () => {
  const before = await keep("2026-03-16T08:10:00.000Z");
  await uploadBackups(tools(), folder);
  await keep("2026-03-17T08:10:00.000Z");
  const rotated = tools({}, "the secret after the rotation");
  expect(await uploadBackups(rotated, folder)).toBe(null);
  expect((await listCopies(rotated)).map(({ isSigned }) => isSigned)).toEqual([true, true]);
  const under = await listCopies(tools());
  expect(under.filter(({ isSigned }) => isSigned).map(({ name }) => name)).toEqual([
    nameOf(before),
  ]);
});

test("a download doesn't replace another file with the same name, and an unknown name is rejected", async () => {
  const backup = await keep("2026-03-17T08:10:00.000Z");
  await uploadBackup(tools(), backup);
  appendFileSync(backup.file, "x");
  const download = downloadBackup(tools(), nameOf(backup), folder);
  await expect(download).rejects.toThrow("isn't the backup of that name in the bucket");
  expect(readFileSync(backup.file, "utf8").at(-1)).toBe("x");
  const unknown = downloadBackup(tools(), "unknown.backup", folder);
  await expect(unknown).rejects.toThrow(BackupRefused);
});
