// Requests to Twilio's REST API, what is certain after each, and the signatures of Twilio's
// requests to us. Texts and calls use it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  /** A scheme and a host. */
  apiUrl: string;
};

/**
 * `refused`: Twilio didn't do what was asked; `code` is its error code, or 0
 * (twilio.com/docs/api/errors). `later`: it didn't either, but a retry may help. `unknown`: it may
 * have.
 */
export type TwilioAnswer =
  | { result: "accepted"; json: unknown }
  | { result: "refused"; status: number; code: number }
  | { result: "later" | "unknown" };

/** `unavailable`: it can't be had, or not now. */
export type TwilioFile =
  | { type: string; bytes: Uint8Array<ArrayBuffer> }
  | ("missing" | "too_large" | "unavailable");

type Form = Record<string, string | string[] | undefined>;

export type Twilio = {
  /** Posts a form to `path` under the account's URL. A list becomes one field per entry. */
  post(path: string, form: Form): Promise<TwilioAnswer>;
  get(path: string): Promise<TwilioAnswer>;
  /**
   * Reads a file of at most `maxBytes`. Twilio's API redirects to a short-lived URL of its media
   * hosts, which gets no login. No other redirect is followed.
   */
  getFile(path: string, maxBytes: number): Promise<TwilioFile>;
  /** Whether Twilio signed this POST to `url` with these form fields. */
  isSigned(url: string, fields: [string, string][], signature: string): boolean;
};

const timeoutMs = 10_000;
/** With and without protected media: support.twilio.com/hc/en-us/articles/223183748 */
const mediaOrigins = new Set(["https://mms.twiliocdn.com", "https://s3-external-1.amazonaws.com"]);
const Refusal = z.object({ code: z.int().catch(0) });

export function makeTwilio(
  { accountSid, authToken, apiUrl }: TwilioAccount,
  waitMs = timeoutMs,
): Twilio {
  const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  const ask = (path: string, init: RequestInit) =>
    fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/${path}`, {
      redirect: "error",
      ...init,
      headers: { Authorization: `Basic ${login}` },
      signal: AbortSignal.timeout(waitMs),
    });
  async function follow(answer: Response): Promise<Response | null> {
    const location = answer.headers.get("Location");
    if (answer.status < 300 || answer.status >= 400 || !location) return answer;
    await answer.body?.cancel();
    const target = new URL(location, apiUrl);
    const isMedia = mediaOrigins.has(target.origin) || target.origin === new URL(apiUrl).origin;
    return isMedia
      ? fetch(target, { redirect: "error", signal: AbortSignal.timeout(waitMs) })
      : null;
  }
  async function request(path: string, init: RequestInit): Promise<TwilioAnswer> {
    try {
      const answer = await ask(path, init);
      return answerOf(answer.status, await answer.json().catch(() => undefined));
    } catch (error) {
      return { result: wasNeverSent(error) ? "later" : "unknown" };
    }
  }
  return {
    post: (path, form) => request(path, { method: "POST", body: encode(form) }),
    get: (path) => request(path, { method: "GET" }),
    async getFile(path, maxBytes) {
      try {
        const answer = await follow(await ask(path, { method: "GET", redirect: "manual" }));
        if (!answer) return "unavailable";
        const bytes = answer.ok ? await readUpTo(answer, maxBytes) : null;
        if (!answer.ok) await answer.body?.cancel();
        if (!answer.ok) return answer.status === 404 ? "missing" : "unavailable";
        const [type = ""] = (answer.headers.get("Content-Type") ?? "").split(";");
        return bytes ? { type: type.trim().toLowerCase(), bytes } : "too_large";
      } catch {
        return "unavailable";
      }
    },
    isSigned(url, fields, signature) {
      const expected = Buffer.from(signWebhook(authToken, url, fields));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Returns null if there are more bytes. */
async function readUpTo(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) return null;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function encode(form: Form): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    for (const one of [value ?? []].flat()) encoded.append(name, one);
  }
  return encoded;
}

function answerOf(status: number, json: unknown): TwilioAnswer {
  if (status >= 200 && status < 300) return { result: "accepted", json };
  // Rate limits, and "service unavailable": Twilio documents both as not processed.
  if (status === 429 || status === 503) return { result: "later" };
  if (status >= 500) return { result: "unknown" };
  return { result: "refused", status, code: Refusal.safeParse(json).data?.code ?? 0 };
}

/** Returns true if the connection was never made, so that nothing was sent. */
function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].includes(code);
}

/**
 * Signs the URL, followed by each field's name and value sorted by name, with HMAC-SHA1:
 * twilio.com/docs/usage/webhooks/webhooks-security.
 */
export function signWebhook(authToken: string, url: string, fields: [string, string][]): string {
  const text = fields
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .reduce((all, [name, value]) => all + name + value, url);
  return createHmac("sha1", authToken).update(text).digest("base64");
}
