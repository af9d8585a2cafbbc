// S3-compatible storage on loopback with the operations that we use. It checks each request's
// signature and the hash of its body, and responds as a test scripts it.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { BucketSettings } from "#server/config.ts";
import { signRequest } from "#server/outside/aws-signature.ts";

/**
 * `cut`: the connection is dropped during the request. `lost`: the connection is dropped after the
 * request was carried out. `damaged`: different bytes are stored.
 */
export type BucketBehavior = { status: number; code?: string } | "cut" | "damaged" | "lost" | "ok";

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };
type Asked = {
  method: string;
  /** The object's key, or an empty string for requests to the bucket itself. */
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Buffer;
};

export type BucketStandIn = Awaited<ReturnType<typeof makeBucketStandIn>>;

const region = "us-test-1";
const bucket = "backups";

export async function makeBucketStandIn() {
  const key = { keyId: "key-of-the-stand-in", secret: "planted+secret/of-the-bucket", region };
  const stand = {
    /** The settings to pass to `makeBucket`. */
    settings: { ...key, endpoint: "", bucket, prefix: "desk/" } satisfies BucketSettings,
    objects: new Map<string, Buffer>(),
    /** Unfinished multipart uploads by id, each with its parts by number. */
    uploads: new Map<string, Map<number, Buffer>>(),
    /** The requests so far, each with its method, its key and the names of its query parameters. */
    asked: [] as string[],
    /** The scripted responses, next one first. A request without one is carried out. */
    behavior: [] as BucketBehavior[],
    /** How many objects a response lists at most. */
    pageSize: 1000,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", stand.settings.endpoint);
    const [, , ...path] = url.pathname.split("/");
    const asked = {
      ...{ method: request.method ?? "", key: path.map(decodeURIComponent).join("/") },
      ...{ query: url.searchParams, headers: request.headers },
    };
    stand.asked.push([asked.method, asked.key, ...asked.query.keys()].join(" "));
    const behavior = stand.behavior.shift() ?? "ok";
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        if (behavior === "cut") request.socket.destroy();
        chunks.push(chunk);
      }
    } catch {
      // Either side may have cut the connection.
      return;
    }
    if (behavior === "cut") {
      request.socket.destroy();
      return;
    }
    const body = Buffer.concat(chunks);
    const refused = refusalOf(url, { ...asked, body });
    const {
      status,
      body: answer = "",
      headers = {},
    } = typeof behavior === "object" && !refused
      ? errorOf(behavior.status, behavior.code ?? "")
      : (refused ?? carryOut({ ...asked, body: behavior === "damaged" ? damaged(body) : body }));
    if (behavior === "lost") request.socket.destroy();
    else response.writeHead(status, headers).end(asked.method === "HEAD" ? undefined : answer);
  });

  /**
   * Returns an error response if S3 would reject the request. The request hasn't had any effect
   * yet.
   */
  function refusalOf(url: URL, { method, headers, body }: Asked): Answer | null {
    const authorization = headers.authorization ?? "";
    const [, keyId, names = ""] =
      /Credential=([^/]+)\/.*,SignedHeaders=([^,]+),/.exec(authorization) ?? [];
    if (keyId !== key.keyId) return errorOf(403, "InvalidAccessKeyId");
    const [, day = "", time = ""] = /^(\d{8})T(\d{6})Z$/.exec(String(headers["x-amz-date"])) ?? [];
    const at = new Date(`${spaced(day, "-", 4)}T${spaced(time, ":", 2)}Z`);
    const signed = names.split(";").filter((name) => name !== "host" && name !== "x-amz-date");
    const given = Object.fromEntries(signed.map((name) => [name, String(headers[name])]));
    const expected = signRequest({ method, url, headers: given }, key, at);
    if (authorization !== expected.authorization) return errorOf(403, "SignatureDoesNotMatch");
    if (!url.pathname.startsWith(`/${bucket}`)) return errorOf(404, "NoSuchBucket");
    if (headers["transfer-encoding"]) return errorOf(411, "MissingContentLength");
    const hash = createHash("sha256").update(body).digest("hex");
    if (headers["x-amz-content-sha256"] !== hash) return errorOf(400, "XAmzContentSHA256Mismatch");
    const md5 = createHash("md5").update(body).digest("base64");
    return (headers["content-md5"] ?? md5) === md5 ? null : errorOf(400, "BadDigest");
  }

  function carryOut(asked: Asked): Answer {
    const { method, key: name, query, body } = asked;
    if (query.has("uploads")) return beginUpload();
    if (query.has("uploadId")) return carryOutPart(asked, query.get("uploadId") ?? "");
    if (name === "") return list(query);
    if (method === "PUT") {
      stand.objects.set(name, body);
      return { status: 200, headers: { ETag: `"${md5Of(body)}"` } };
    }
    if (method === "DELETE") {
      stand.objects.delete(name);
      return { status: 204 };
    }
    const stored = stand.objects.get(name);
    if (!stored) return errorOf(404, "NoSuchKey");
    const headers = { ETag: `"${tags.get(stored) ?? md5Of(stored)}"` };
    return { status: 200, body: stored, headers: { ...headers, ...lengthOf(stored) } };
  }

  function list(query: URLSearchParams): Answer {
    const keys = [...stand.objects.keys()]
      .filter((one) => one.startsWith(query.get("prefix") ?? ""))
      .toSorted();
    const start = Number(query.get("continuation-token") ?? 0);
    const end = start + stand.pageSize;
    const contents = keys.slice(start, end).map((one) => {
      const { length } = stand.objects.get(one) ?? Buffer.alloc(0);
      return `<Contents><Key>${escaped(one)}</Key><Size>${length}</Size></Contents>`;
    });
    const next = end < keys.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : "";
    return {
      status: 200,
      body: `<ListBucketResult>${contents.join("")}${next}</ListBucketResult>`,
    };
  }

  function beginUpload(): Answer {
    const uploadId = randomUUID();
    stand.uploads.set(uploadId, new Map());
    return { status: 200, body: `<UploadId>${uploadId}</UploadId>` };
  }

  function carryOutPart({ method, key: name, query, body }: Asked, uploadId: string): Answer {
    const parts = stand.uploads.get(uploadId);
    if (!parts) return errorOf(404, "NoSuchUpload");
    if (method === "PUT") {
      parts.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { ETag: `"${md5Of(body)}"` } };
    }
    stand.uploads.delete(uploadId);
    if (method === "DELETE") return { status: 204 };
    const named = [...body.toString().matchAll(/<ETag>"([^"]+)"<\/ETag>/g)].map(([, tag]) => tag);
    const sent = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part);
    if (named.join() !== sent.map(md5Of).join()) return errorOf(400, "InvalidPart");
    const whole = Buffer.concat(sent);
    const hashes = Buffer.concat(sent.map((part) => Buffer.from(md5Of(part), "hex")));
    tags.set(whole, `${md5Of(hashes)}-${sent.length}`);
    stand.objects.set(name, whole);
    return { status: 200, body: "<CompleteMultipartUploadResult/>" };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stand.settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stand;
}

/** The tags of multipart objects. */
const tags = new WeakMap<Buffer, string>();

/** Returns an error response. Like S3's, its message repeats what was signed. */
function errorOf(status: number, code: string): Answer {
  const message = "The request signature we calculated does not match: AWS4-HMAC-SHA256";
  return {
    status,
    body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}

function damaged(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  copy[0] = (copy[0] ?? 0) ^ 1;
  return copy;
}

/** Inserts separators: `spaced("20260317", "-", 4)` is "2026-03-17". */
function spaced(digits: string, sign: string, first: number): string {
  const rest = digits.slice(first).match(/../g) ?? [];
  return [digits.slice(0, first), ...rest].join(sign);
}

function lengthOf({ length }: Buffer) {
  return { "Content-Length": String(length) };
}

function md5Of(body: Buffer): string {
  return createHash("md5").update(body).digest("hex");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
