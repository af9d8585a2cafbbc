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
 * `refused`: certainly not done; `code` is Twilio's, or 0 (twilio.com/docs/api/errors). `later`:
 * certainly not done, and a retry may help. `unknown`: it may have been done.
 */
export type TwilioAnswer =
  | { result: "accepted"; json: unknown }
  | { result: "refused"; status: number; code: number }
  | { result: "later" | "unknown" };

type Form = Record<string, string | string[] | undefined>;

export type Twilio = {
  /** Posts a form to `path` under the account's URL. A list becomes one field per entry. */
  post(path: string, form: Form): Promise<TwilioAnswer>;
  get(path: string): Promise<TwilioAnswer>;
  /** Whether Twilio signed this POST to `url` with these form fields. */
  isSigned(url: string, fields: [string, string][], signature: string): boolean;
};

const timeoutMs = 10_000;
const Refusal = z.object({ code: z.int().catch(0) });

export function makeTwilio(
  { accountSid, authToken, apiUrl }: TwilioAccount,
  waitMs = timeoutMs,
): Twilio {
  const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  async function request(path: string, init: RequestInit): Promise<TwilioAnswer> {
    try {
      const answer = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/${path}`, {
        ...init,
        headers: { Authorization: `Basic ${login}` },
        redirect: "error",
        signal: AbortSignal.timeout(waitMs),
      });
      return answerOf(answer.status, await answer.json().catch(() => undefined));
    } catch (error) {
      return { result: wasNeverSent(error) ? "later" : "unknown" };
    }
  }
  return {
    post: (path, form) => request(path, { method: "POST", body: encode(form) }),
    get: (path) => request(path, { method: "GET" }),
    isSigned(url, fields, signature) {
      const expected = Buffer.from(signWebhook(authToken, url, fields));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
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
