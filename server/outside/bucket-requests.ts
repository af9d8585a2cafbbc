// What every request to the bucket shares: its address and signature, its time limit, and retries
// with backoff.
import { setTimeout as sleep } from "node:timers/promises";
import { bucketProblems as problems } from "#content/command-line.ts";
import type { BucketSettings } from "#server/config.ts";
import { problemOf } from "#server/log.ts";
import { canonicalQuery, emptyHash, encodeSegment, signRequest } from "./aws-signature.ts";

export type BucketRequest = {
  method: "DELETE" | "GET" | "HEAD" | "POST" | "PUT";
  /** The object, without the prefix; absent for the bucket itself. */
  name?: string;
  query?: Record<string, string>;
  payload?: Payload;
  /** The response's length, if the response is long. */
  answerBytes?: number;
};

/** What is sent. `open` begins it again for each attempt. */
export type Payload = { bytes: number; sha256: string; md5: Buffer; open: () => BodyInit };

export type BucketOptions = { now: () => Date; wait?: (milliseconds: number) => Promise<unknown> };

/** A request that failed. The message is for people, and quotes nothing that was sent. */
export class BucketProblem extends Error {
  readonly status: number;
  /** The service's own word, such as `NoSuchUpload`; empty if there is none. */
  readonly code: string;
  readonly isTemporary: boolean;
  constructor(message: string, { status = 0, code = "", isTemporary = false } = {}) {
    super(message);
    this.name = "BucketProblem";
    this.status = status;
    this.code = code;
    this.isTemporary = isTemporary;
  }
}

const maxAttempts = 5;
const firstPauseMs = 1000;
const patienceMs = 60_000;
/** 50 KB a second: an upload over a slow line isn't a hung one. */
const slowestBytesPerMs = 50;
const maxTimerMs = 2 ** 31 - 1;
/** Many times the size of a thousand listed objects. */
const maxTextBytes = 4 * 1024 * 1024;

/**
 * Returns a function that sends a request, up to five times, and reads the response. The function
 * throws `BucketProblem` if the bucket rejects the request or never responds.
 */
export function makeSender(settings: BucketSettings, { now, wait = sleep }: BucketOptions) {
  return async function send<Result>(
    request: BucketRequest,
    read: (answer: Response) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(settings, now(), request, read);
      } catch (error) {
        const problem = error instanceof BucketProblem ? error : unreachable(error);
        if (!problem.isTemporary || attempt === maxAttempts) throw problem;
      }
      await wait(firstPauseMs * 2 ** (attempt - 1));
    }
  };
}

async function sendOnce<Result>(
  settings: BucketSettings,
  at: Date,
  { method, name, query = {}, payload, answerBytes = 0 }: BucketRequest,
  read: (answer: Response) => Promise<Result>,
): Promise<Result> {
  const url = addressOf(settings, name);
  url.search = canonicalQuery(Object.entries(query));
  const headers = {
    "x-amz-content-sha256": payload?.sha256 ?? emptyHash,
    ...(payload && { "content-md5": payload.md5.toString("base64") }),
  };
  const body = payload?.open() ?? null;
  const bytes = payload?.bytes ?? 0;
  const sent: RequestInit & { duplex: "half" } = {
    method,
    body,
    duplex: "half",
    headers: {
      ...signRequest({ method, url, headers }, settings, at),
      // Without it, a stream is sent in chunks of unknown number, which S3 refuses.
      ...(body instanceof ReadableStream && { "content-length": String(bytes) }),
    },
    // A redirect says that the region or the endpoint is wrong.
    redirect: "manual",
    signal: AbortSignal.timeout(timeLimitOf(bytes + answerBytes)),
  };
  const answer = await fetch(url, sent);
  if (answer.ok) return read(answer);
  throw refusalOf(answer.status, codeIn(await readText(answer)));
}

/** Returns whole milliseconds, and no more than a timer accepts. */
function timeLimitOf(bytes: number): number {
  return Math.min(patienceMs + Math.ceil(bytes / slowestBytesPerMs), maxTimerMs);
}

function addressOf({ endpoint, bucket, prefix }: BucketSettings, name: string | undefined): URL {
  const key = name === undefined ? [] : `${prefix}${name}`.split("/");
  return new URL([endpoint, bucket, ...key.map(encodeSegment)].join("/"));
}

/** Reads an answer that is a document. One that is too long counts as empty. */
export async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxTextBytes) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the code of an error's document, or an empty text. Its message may quote the request. */
export function codeIn(document: string): string {
  return /<Code>([A-Za-z\d.]{1,60})<\/Code>/.exec(document)?.[1] ?? "";
}

/** Temporary ones besides those with a status from 500: two are of a body changed on its way. */
const temporaryCodes = new Set([
  ...["InternalError", "OperationAborted", "RequestTimeout", "SlowDown"],
  ...["BadDigest", "XAmzContentSHA256Mismatch"],
]);
/** Too slow, too often. */
const temporaryStatuses = [408, 429];
const notImplemented = 501;

/** Returns the problem that an answer of the bucket states. */
export function refusalOf(status: number, code: string): BucketProblem {
  const isTemporary =
    (status >= 500 && status !== notImplemented) ||
    temporaryStatuses.includes(status) ||
    temporaryCodes.has(code);
  return new BucketProblem(problems.returned(status, code), { status, code, isTemporary });
}

/** A message may quote what was sent, so only the type of error is passed on. */
function unreachable(error: unknown): BucketProblem {
  return new BucketProblem(problems.unreachable(problemOf(error)), { isTemporary: true });
}
