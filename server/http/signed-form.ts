// Reads forms that Twilio posts to us about texts and calls.
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Twilio } from "#server/outside/twilio.ts";

/**
 * Returns the fields of a form that Twilio posted. `url` is the URL that Twilio called, because the
 * signature covers it. Throws `forbidden` if Twilio's signature is missing or wrong.
 */
export function readSignedForm(
  { config }: Pick<Deps, "config">,
  provider: Pick<Twilio, "isSigned"> | null,
  { url, body, signature }: { url: URL; body: string; signature: string },
): [string, string][] {
  const fields = [...new URLSearchParams(body)];
  // A proxy may have changed the scheme and host, but Twilio called the public URL.
  const called = `${config.origin}${url.pathname}${url.search}`;
  if (!provider?.isSigned(called, fields, signature)) throw new AppError("forbidden");
  return fields;
}
