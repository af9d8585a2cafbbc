// Signs requests to S3-compatible storage with AWS Signature Version 4 in the Authorization header.
// docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac } from "node:crypto";

export type SigningKey = { keyId: string; secret: string; region: string };

export type UnsignedRequest = {
  method: string;
  url: URL;
  /**
   * The headers, with lowercase names, including `x-amz-content-sha256`. All of them are signed.
   */
  headers: Record<string, string>;
};

/** The hash of an empty body. */
export const emptyHash = createHash("sha256").update("").digest("hex");

/** Returns the headers with the date and the signature. */
export function signRequest(
  { method, url, headers }: UnsignedRequest,
  { keyId, secret, region }: SigningKey,
  at: Date,
): Record<string, string> {
  const date = at.toISOString().replace(/[:-]|\.\d{3}/g, "");
  const signed: Record<string, string> = { ...headers, host: url.host, "x-amz-date": date };
  const names = Object.keys(signed).toSorted();
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${(signed[name] ?? "").trim()}`),
    "",
    names.join(";"),
    headers["x-amz-content-sha256"] ?? emptyHash,
  ].join("\n");
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", date, scope, hash].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce(hmac, Buffer.from(`AWS4${secret}`));
  const signature = hmac(key, text).toString("hex");
  // fetch sets the Host header itself.
  const { host: _, ...sent } = signed;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}

/** Encodes every character except the unreserved ones (RFC 3986), as the signature requires. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes URL parameters in the order in which they are signed. */
export function canonicalQuery(parameters: Iterable<[string, string]>): string {
  return [...parameters]
    .map(([name, value]) => [encodeSegment(name), encodeSegment(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
