// A client for a bucket of S3-compatible storage. It uses the REST API of Amazon S3, which other
// services share: docs.aws.amazon.com/AmazonS3/latest/API. Files over 64 MB are uploaded in parts
// (decision 109).
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bucketProblems as problems } from "#content/command-line.ts";
import type { BucketSettings } from "#server/config.ts";
import {
  type BucketOptions,
  BucketProblem,
  codeIn,
  makeSender,
  type Payload,
  readText,
  refusalOf,
} from "./bucket-requests.ts";

export type StoredObject = { name: string; bytes: number };

/** An incomplete multipart upload, with the parts that the bucket already has. */
export type StartedUpload = {
  uploadId: string;
  partBytes: number;
  parts: { etag: string; md5: string }[];
};

/**
 * The bucket's functions. Object names don't include the prefix. Every function throws
 * `BucketProblem`.
 */
export type Bucket = {
  /** Lists the objects whose key starts with the prefix, except for those in subfolders. */
  list(): Promise<StoredObject[]>;
  readText(name: string): Promise<string>;
  writeText(name: string, text: string): Promise<void>;
  /**
   * Uploads a file and verifies what was stored. `started` is an earlier upload to resume. `save`
   * is called with the state from which the upload can be resumed.
   */
  upload(
    file: string,
    name: string,
    resume?: {
      started: StartedUpload | null;
      save: (started: StartedUpload) => Promise<void>;
    },
  ): Promise<void>;
  /** Downloads an object to `file`, completely or not at all. */
  download(object: StoredObject, file: string): Promise<void>;
  /** Succeeds even if the object doesn't exist. */
  remove(name: string): Promise<void>;
  /** Deletes the stored parts of a multipart upload. */
  abort(name: string, uploadId: string): Promise<void>;
};

const usualPartBytes = 64 * 1024 * 1024;
/** An upload can't have more parts than this. */
const maxParts = 10_000;

/**
 * Makes a client for a bucket without sending a request. Tests use small files, so they set a
 * smaller `partBytes`.
 */
export function makeBucket(
  settings: BucketSettings,
  { partBytes = usualPartBytes, ...options }: BucketOptions & { partBytes?: number },
): Bucket {
  const { prefix } = settings;
  const send = makeSender(settings, options);

  async function put(name: string, payload: Payload) {
    await send({ method: "PUT", name, payload }, readText);
  }

  /** Verifies the object's size and hash. */
  async function isStored(name: string, bytes: number, hash: string): Promise<boolean> {
    const stored = await findObject(name);
    return stored?.bytes === bytes && (stored.hash === null || stored.hash === hash);
  }

  async function findObject(name: string) {
    try {
      return await send({ method: "HEAD", name }, async ({ headers }) => ({
        bytes: Number(headers.get("content-length")),
        hash: hashIn(headers),
      }));
    } catch (error) {
      if (error instanceof BucketProblem && error.status === 404) return null;
      throw error;
    }
  }

  async function begin(name: string, bytes: number): Promise<StartedUpload> {
    const request = { method: "POST", name, query: { uploads: "" } } as const;
    const uploadId = textIn(await send(request, readText), "UploadId");
    const least = Math.ceil(bytes / maxParts);
    return { uploadId, partBytes: Math.max(partBytes, least), parts: [] };
  }

  async function sendParts(
    { file, name, bytes }: { file: string; name: string; bytes: number },
    upload: StartedUpload,
    save: (started: StartedUpload) => Promise<void>,
  ) {
    await save(upload);
    while (upload.parts.length * upload.partBytes < bytes) {
      const start = upload.parts.length * upload.partBytes;
      const payload = await payloadOf(file, start, Math.min(start + upload.partBytes, bytes));
      const partNumber = String(upload.parts.length + 1);
      const query = { partNumber, uploadId: upload.uploadId };
      const etag = await send({ method: "PUT", name, query, payload }, async (answer) => {
        // The connection stays open until its response is read.
        await readText(answer);
        return tagIn(answer.headers);
      });
      upload.parts.push({ etag, md5: payload.md5.toString("hex") });
      await save(upload);
    }
    const payload = payloadOfText(completionOf(upload));
    const query = { uploadId: upload.uploadId };
    // The response may start with status 200 and still report a failure.
    await send({ method: "POST", name, query, payload }, async (answer) => {
      const code = codeIn(await readText(answer));
      if (code) throw refusalOf(answer.status, code);
    });
  }

  async function uploadInParts(
    whole: { file: string; name: string; bytes: number },
    started: StartedUpload | null,
    save: (started: StartedUpload) => Promise<void>,
  ): Promise<void> {
    const { name, bytes } = whole;
    const upload = started ? { ...started, parts: [...started.parts] } : await begin(name, bytes);
    try {
      await sendParts(whole, upload, save);
    } catch (error) {
      if (!(error instanceof BucketProblem && error.code === "NoSuchUpload")) throw error;
      // The upload has expired, or was completed by a request whose response was lost.
      if (await isStored(name, bytes, hashOfParts(upload))) return;
      if (!started) throw error;
      return uploadInParts(whole, null, save);
    }
    if (!(await isStored(name, bytes, hashOfParts(upload)))) {
      throw new BucketProblem(problems.differs);
    }
  }

  return {
    async list() {
      const found: StoredObject[] = [];
      let next = "";
      do {
        const query = {
          "list-type": "2",
          ...(prefix && { prefix }),
          ...(next && { "continuation-token": next }),
        };
        const document = await send({ method: "GET", query }, readText);
        found.push(...objectsIn(document, prefix));
        const last = next;
        next = textIn(document, "NextContinuationToken");
        if (next && next === last) throw new BucketProblem(problems.endless);
      } while (next);
      return found;
    },
    readText: (name) => send({ method: "GET", name }, readText),
    writeText: (name, text) => put(name, payloadOfText(text)),
    async upload(file, name, { started, save } = { started: null, save: async () => undefined }) {
      const { size: bytes } = await stat(file);
      if (bytes > partBytes) return uploadInParts({ file, name, bytes }, started, save);
      const payload = await payloadOf(file, 0, bytes);
      await put(name, payload);
      if (!(await isStored(name, bytes, payload.md5.toString("hex")))) {
        throw new BucketProblem(problems.differs);
      }
    },
    async download({ name, bytes }, file) {
      const half = `${file}.part`;
      try {
        await send({ method: "GET", name, answerBytes: bytes }, (answer) =>
          pipeline(Readable.from(chunksOf(answer)), createWriteStream(half, { mode: 0o600 })),
        );
        await rename(half, file);
      } finally {
        await rm(half, { force: true });
      }
    },
    async remove(name) {
      await send({ method: "DELETE", name }, readText);
    },
    async abort(name, uploadId) {
      try {
        await send({ method: "DELETE", name, query: { uploadId } }, readText);
      } catch (error) {
        if (!(error instanceof BucketProblem && error.status === 404)) throw error;
      }
    },
  };
}

/**
 * Hashes a piece of a file. The piece is read a second time when it's sent, because it may not fit
 * into memory.
 */
async function payloadOf(file: string, start: number, end: number): Promise<Payload> {
  const read = () => createReadStream(file, { start, end: end - 1 });
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  for await (const piece of read()) {
    sha256.update(piece);
    md5.update(piece);
  }
  return {
    ...{ bytes: end - start, sha256: sha256.digest("hex"), md5: md5.digest() },
    // The types for Node's streams and the browser's streams differ, although the streams are the
    // same.
    open: () => Readable.toWeb(read()) as unknown as BodyInit,
  };
}

function payloadOfText(text: string): Payload {
  return {
    bytes: Buffer.byteLength(text),
    sha256: createHash("sha256").update(text).digest("hex"),
    md5: createHash("md5").update(text).digest(),
    open: () => text,
  };
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) yield chunk;
}

function completionOf({ parts }: StartedUpload): string {
  const list = parts
    .map(({ etag }, index) => `<PartNumber>${index + 1}</PartNumber><ETag>"${etag}"</ETag>`)
    .map((part) => `<Part>${part}</Part>`);
  return `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
}

/**
 * Computes the tag of a multipart object, which contains the hash of its parts' hashes and the
 * number of parts.
 */
function hashOfParts({ parts }: StartedUpload): string {
  const hash = createHash("md5");
  for (const { md5 } of parts) hash.update(md5, "hex");
  return `${hash.digest("hex")}-${parts.length}`;
}

function tagIn(headers: Headers): string {
  return (headers.get("etag") ?? "").replaceAll('"', "");
}

/**
 * Returns the hash in the object's tag. Returns null if the tag has a service's own format, or if a
 * KMS or customer key was used.
 */
function hashIn(headers: Headers): string | null {
  const encryption = headers.get("x-amz-server-side-encryption") ?? "";
  const isCustomers = headers.has("x-amz-server-side-encryption-customer-algorithm");
  const tag = tagIn(headers);
  if (encryption.includes("kms") || isCustomers || !/^[\da-f]{32}(-\d+)?$/.test(tag)) return null;
  return tag;
}

function objectsIn(document: string, prefix: string): StoredObject[] {
  // Splitting takes linear time, even if no element is closed.
  return document.split("</Contents>").flatMap((before) => {
    const contents = before.slice(before.lastIndexOf("<Contents>"));
    const key = textIn(contents, "Key");
    const name = key.slice(prefix.length);
    const isOurs = key.startsWith(prefix) && name !== "" && !name.includes("/");
    return isOurs ? [{ name, bytes: Number(textIn(contents, "Size")) }] : [];
  });
}

/** Returns the text of the first element with that name, or an empty string. */
function textIn(document: string, element: string): string {
  const [, text = ""] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(document) ?? [];
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return namedSigns[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= lastCodePoint ? String.fromCodePoint(code) : whole;
  });
}

const lastCodePoint = 0x10ffff;
const namedSigns: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
