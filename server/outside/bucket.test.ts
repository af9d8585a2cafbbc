// Runs against a storage server on loopback that checks signatures and hashes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BucketSettings } from "#server/config.ts";
import {
  type BucketBehavior,
  type BucketStandIn,
  makeBucketStandIn,
} from "#server/testing/bucket-stand-in.ts";
import { type Bucket, makeBucket, type StartedUpload } from "./bucket.ts";
import type { BucketProblem } from "./bucket-requests.ts";

const folder = mkdtempSync(path.join(tmpdir(), "front-desk-bucket-"));
const partBytes = 100_000;
/** The file is uploaded in two full parts and a smaller one. Its bytes differ between the parts. */
const bytes = Buffer.from(Array.from({ length: 230_001 }, (_, index) => (index * 7) % 251));
const file = path.join(folder, "one.backup");

let stand: BucketStandIn;
let pauses: number[];
beforeAll(async () => {
  stand = await makeBucketStandIn();
  writeFileSync(file, bytes);
});
afterAll(async () => {
  await stand.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  stand.objects.clear();
  stand.uploads.clear();
  stand.asked.length = 0;
  stand.behavior.length = 0;
  stand.pageSize = 1000;
  pauses = [];
});

function open(change: Partial<BucketSettings> = {}, partBytesOf = partBytes): Bucket {
  return makeBucket(
    { ...stand.settings, ...change },
    {
      now: () => new Date("2026-03-17T12:00:00.123Z"),
      wait: async (milliseconds) => pauses.push(milliseconds),
      partBytes: partBytesOf,
    },
  );
}

/** Opens a bucket that uploads the file in one request, like any small file. */
const openWhole = (change: Partial<BucketSettings> = {}) => open(change, bytes.length);

async function problemOf(act: Promise<unknown>): Promise<BucketProblem> {
  return act.then(
    () => Promise.reject(new Error("It succeeded")),
    (error: BucketProblem) => error,
  );
}

test("a file can be uploaded, listed, downloaded unchanged, and deleted", async () => {
  const bucket = openWhole();
  await bucket.upload(file, "one.backup");
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
  const [object] = await bucket.list();
  expect(object).toEqual({ name: "one.backup", bytes: bytes.length });
  const copy = path.join(folder, "copy.backup");
  await bucket.download({ name: "one.backup", bytes: bytes.length }, copy);
  expect(readFileSync(copy)).toEqual(bytes);
  await bucket.remove("one.backup");
  await bucket.remove("one.backup");
  expect(await bucket.list()).toEqual([]);
});

test("objects whose names have special characters are listed and read, even if the list has several pages", async () => {
  const bucket = openWhole();
  stand.pageSize = 2;
  const names = ["a b&c<d>.json", "it's (one)*!.json", "plus+é.json", "x.json", "y.json"];
  for (const name of names) await bucket.writeText(name, name);
  stand.objects.set("another/x.json", Buffer.from(""));
  stand.objects.set("desk/below/x.json", Buffer.from(""));
  const listed = await bucket.list();
  expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(await bucket.readText(name)).toBe(name);
});

test("a large file is uploaded in parts and stored whole", async () => {
  const saved: number[] = [];
  await open().upload(file, "one.backup", {
    started: null,
    save: async ({ parts }) => void saved.push(parts.length),
  });
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
  expect(saved).toEqual([0, 1, 2, 3]);
  expect(stand.uploads.size).toBe(0);
});

test("an upload that resumes after a restart sends only the missing parts", async () => {
  let started: StartedUpload | null = null;
  const killed = open().upload(file, "one.backup", {
    started: null,
    save: async (state) => {
      started = structuredClone(state);
      if (state.parts.length === 2) throw new Error("killed");
    },
  });
  await expect(killed).rejects.toThrow("killed");
  expect(stand.objects.size).toBe(0);
  stand.asked.length = 0;
  await open().upload(file, "one.backup", { started, save: async () => undefined });
  expect(stand.asked).toEqual([
    "PUT desk/one.backup partNumber uploadId",
    "POST desk/one.backup uploadId",
    "HEAD desk/one.backup",
  ]);
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
});

test("an upload starts over if the bucket no longer has it", async () => {
  const started = { uploadId: "expired", partBytes, parts: [] };
  await open().upload(file, "one.backup", { started, save: async () => undefined });
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
});

test("no part is uploaded twice if the response to completing the upload is lost", async () => {
  stand.behavior.push("ok", "ok", "ok", "ok", "lost");
  await open().upload(file, "one.backup");
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
  expect(stand.asked.filter((one) => one.startsWith("PUT"))).toHaveLength(3);
});

test("aborting an upload deletes its parts, and aborting it again succeeds", async () => {
  let uploadId = "";
  const save = async (started: StartedUpload) => {
    uploadId = started.uploadId;
    if (started.parts.length === 1) throw new Error("killed");
  };
  const killed = open().upload(file, "one.backup", { started: null, save });
  await expect(killed).rejects.toThrow("killed");
  await open().abort("one.backup", uploadId);
  await open().abort("one.backup", uploadId);
  expect(stand.uploads.size).toBe(0);
});

test.each<[string, BucketBehavior]>([
  ["a server error", { status: 500, code: "InternalError" }],
  ["a proxy's error page", { status: 502 }],
  ["a request to slow down", { status: 503, code: "SlowDown" }],
  ["a dropped connection", "cut"],
  ["a body that was corrupted in transit", { status: 400, code: "XAmzContentSHA256Mismatch" }],
])("a request is retried with a longer pause each time after %s", async (_, behavior) => {
  stand.behavior.push(behavior, behavior);
  await openWhole().upload(file, "one.backup");
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
  expect(pauses).toEqual([1000, 2000]);
});

test("an upload retries only the part during which the connection dropped", async () => {
  stand.behavior.push("ok", "ok", "cut");
  await open().upload(file, "one.backup");
  expect(stand.objects.get("desk/one.backup")).toEqual(bytes);
  expect(stand.asked.filter((one) => one.startsWith("PUT"))).toHaveLength(4);
});

test("a request fails with the bucket's error after five attempts", async () => {
  stand.behavior.push(...Array(5).fill({ status: 503, code: "SlowDown" }));
  const { message } = await problemOf(openWhole().upload(file, "one.backup"));
  expect(message).toBe("The bucket returned 503 (SlowDown).");
  expect(pauses).toEqual([1000, 2000, 4000, 8000]);
});

test.each<[string, Partial<BucketSettings>, string]>([
  ["a wrong secret", { secret: "another-planted-secret" }, "SignatureDoesNotMatch"],
  ["an unknown key", { keyId: "nobody" }, "InvalidAccessKeyId"],
  ["a wrong region", { region: "eu-test-1" }, "SignatureDoesNotMatch"],
  ["an unknown bucket", { bucket: "elsewhere" }, "NoSuchBucket"],
])(
  "a request with %s fails without a retry, and the error doesn't contain the secret or the key",
  async (_, change, code) => {
    const settings = { ...stand.settings, ...change };
    const problem = await problemOf(openWhole(change).list());
    expect(problem).toMatchObject({ code, isTemporary: false });
    expect(problem.message).toMatch(new RegExp(`^The bucket returned 40[34] \\(${code}\\)\\. .+$`));
    expect(pauses).toEqual([]);
    const shown = `${problem.stack} ${JSON.stringify(problem)}`;
    for (const hidden of [settings.secret, settings.keyId, "AWS4-HMAC"]) {
      expect(shown).not.toContain(hidden);
    }
  },
);

test("the error for unreachable storage doesn't contain its URL", async () => {
  const port = await freePort();
  const problem = await problemOf(openWhole({ endpoint: `http://127.0.0.1:${port}` }).list());
  expect(problem.message).toContain("can't be reached");
  expect(problem.message).toContain("ECONNREFUSED");
  expect(problem.message).not.toContain(String(port));
});

test("an upload fails if the bucket stored different bytes", async () => {
  stand.behavior.push("damaged");
  const { message } = await problemOf(openWhole().upload(file, "one.backup"));
  expect(message).toBe("What the bucket has stored isn't what was uploaded.");
});

test("a multipart upload fails if the bucket stored different bytes for a part", async () => {
  stand.behavior.push("ok", "damaged");
  const { message } = await problemOf(open().upload(file, "one.backup"));
  expect(message).toBe("What the bucket has stored isn't what was uploaded.");
});

test("a redirect isn't followed, and the error names the settings to check", async () => {
  stand.behavior.push({ status: 301, code: "PermanentRedirect" });
  const { message } = await problemOf(openWhole().list());
  expect(message).toContain("Check BACKUP_S3_ENDPOINT and BACKUP_S3_REGION.");
});

test("a failed download doesn't leave a file", async () => {
  const own = mkdtempSync(path.join(folder, "downloads-"));
  const object = { name: "missing.backup", bytes: 1 };
  const { code } = await problemOf(openWhole().download(object, path.join(own, "one.backup")));
  expect(code).toBe("NoSuchKey");
  expect(readdirSync(own)).toEqual([]);
});

/** Returns a port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
