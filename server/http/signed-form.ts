// Reads forms that Twilio posts to us about texts and calls.
import { createHash } from "node:crypto";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";
import type { Twilio } from "#server/outside/twilio.ts";

/**
 * Returns the fields of a form that Twilio posted. `url` is the URL that Twilio called, because the
 * signature covers it. Throws `forbidden` if Twilio's signature is missing or wrong, and for JSON,
 * which Twilio signs in another way and doesn't post about texts and calls.
 */
export function readSignedForm(
  { config }: { config: Pick<Config, "origin"> },
  provider: Pick<Twilio, "isSigned"> | null,
  { url, body, signature }: { url: URL; body: string; signature: string },
): [string, string][] {
  const fields = [...new URLSearchParams(body)];
  // A proxy may have changed the scheme and host, but Twilio called the public URL.
  const called = `${config.origin}${url.pathname}${url.search}`;
  const isSigned = provider?.isSigned(called, fields, signature) && hasNamedHash(url, body);
  if (!isSigned) throw new AppError("forbidden");
  return fields;
}

/** If the signed URL names the body's hash, the body has to have it. */
function hasNamedHash({ searchParams }: URL, body: string): boolean {
  const named = searchParams.get("bodySHA256");
  return named === null || named === createHash("sha256").update(body).digest("hex");
}
