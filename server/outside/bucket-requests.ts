// Sends requests to the bucket, with the parts that all requests share: the URL, the signature, the
// time limit, and retries with backoff.
import { setTimeout as sleep } from "node:timers/promises";
import { bucketProblems as problems } from "#content/command-line.ts";
import type { BucketSettings } from "#server/config.ts";
import { problemOf } from "#server/log.ts";
import { canonicalQuery, emptyHash, encodeSegment, signRequest } from "./aws-signature.ts";

export type BucketRequest = {
  method: "DELETE" | "GET" | "HEAD" | "POST" | "PUT";
  /** The object's name without the prefix. Absent in requests for the bucket itself. */
  name?: string;
  query?: Record<string, string>;
  payload?: Payload;
  /** The expected length of the response, if it's long. */
  answerBytes?: number;
};

/** The content to send. `open` is called again for each attempt. */
export type Payload = { bytes: number; sha256: string; md5: Buffer; open: () => BodyInit };

export type BucketOptions = { now: () => Date; wait?: (milliseconds: number) => Promise<unknown> };

/**
 * The error for a failed request. Its message is for people and doesn't quote anything that was
 * sent.
 */
export class BucketProblem extends Error {
  readonly status: number;
  /** The service's own code, such as `NoSuchUpload`, or empty if there is none. */
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
/** A speed of 50 KB per second. A slower upload counts as hanging. */
const slowestBytesPerMs = 50;
const maxTimerMs = 2 ** 31 - 1;
/** This is many times the size of a list of a thousand objects. */
const maxTextBytes = 4 * 1024 * 1024;

/**
 * Returns a function that sends a request up to five times and reads the response. It throws
 * `BucketProblem` if the bucket rejects the request or never responds.
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
      // Without this header, a stream is sent as chunks of unknown total length, which S3 rejects.
      ...(body instanceof ReadableStream && { "content-length": String(bytes) }),
    },
    // A redirect means that the region or the endpoint is wrong.
    redirect: "manual",
    signal: AbortSignal.timeout(timeLimitOf(bytes + answerBytes)),
  };
  const answer = await fetch(url, sent);
  if (answer.ok) return read(answer);
  throw refusalOf(answer.status, codeIn(await readText(answer)));
}

/** Returns the time limit in whole milliseconds. It's never longer than a timer accepts. */
function timeLimitOf(bytes: number): number {
  return Math.min(patienceMs + Math.ceil(bytes / slowestBytesPerMs), maxTimerMs);
}

function addressOf({ endpoint, bucket, prefix }: BucketSettings, name: string | undefined): URL {
  const key = name === undefined ? [] : `${prefix}${name}`.split("/");
  return new URL([endpoint, bucket, ...key.map(encodeSegment)].join("/"));
}

/**
 * Reads a response that contains a document. Returns an empty string if the document is too long.
 */
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

/**
 * Returns the code from an error document, or an empty string. Doesn't return the message, which
 * may quote the request.
 */
export function codeIn(document: string): string {
  return /<Code>([A-Za-z\d.]{1,60})<\/Code>/.exec(document)?.[1] ?? "";
}

/**
 * The codes of temporary errors that have a status below 500. Two of them mean that a body changed
 * in transit.
 */
const temporaryCodes = new Set([
  ...["InternalError", "OperationAborted", "RequestTimeout", "SlowDown"],
  ...["BadDigest", "XAmzContentSHA256Mismatch"],
]);
/** The request was too slow, or there were too many requests. */
const temporaryStatuses = [408, 429];
const notImplemented = 501;

/** Returns the error for a bucket's response. */
export function refusalOf(status: number, code: string): BucketProblem {
  const isTemporary =
    (status >= 500 && status !== notImplemented) ||
    temporaryStatuses.includes(status) ||
    temporaryCodes.has(code);
  return new BucketProblem(problems.returned(status, code), { status, code, isTemporary });
}

/**
 * Returns an error that contains only the original error's type, because the original message may
 * quote what was sent.
 */
function unreachable(error: unknown): BucketProblem {
  return new BucketProblem(problems.unreachable(problemOf(error)), { isTemporary: true });
}
