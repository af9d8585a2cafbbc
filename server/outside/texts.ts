// Sends one text message by Twilio's Messages API and reports what is known about it:
// twilio.com/docs/messaging/api/message-resource.
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Config } from "#server/config.ts";

export type OutgoingText = {
  /** E.164. */
  to: string;
  body: string;
  /** The URL that Twilio posts later states to. Absent: no status reports. */
  statusCallback?: string;
};

/**
 * `refused`: certainly not sent, and a retry would not help. `later`: certainly not sent. `unknown`:
 * it may have been sent; a retry could send it twice.
 */
export type TextAnswer =
  | { result: "accepted"; sid: string }
  | { result: "refused"; problem: TextProblem }
  | { result: "later" | "unknown" };

/** `opted_out`: the person replied STOP. `refused`: the number can't get texts. `failed`: ours. */
export type TextProblem = "opted_out" | "refused" | "failed";

export type TextProvider = {
  send(text: OutgoingText): Promise<TextAnswer>;
  /** Whether Twilio signed this post to `url` with these form fields. */
  isSigned(url: string, fields: [string, string][], signature: string): boolean;
};

const timeoutMs = 10_000;
const Sent = z.object({ sid: z.string().max(100) });
const Refusal = z.object({ code: z.int().catch(0) });

export function makeTextProvider(
  sms: NonNullable<Config["sms"]>,
  waitMs = timeoutMs,
): TextProvider {
  const login = Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString("base64");
  const url = `${sms.apiUrl}/2010-04-01/Accounts/${sms.accountSid}/Messages.json`;
  return {
    async send({ to, body, statusCallback }) {
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { Authorization: `Basic ${login}` },
          body: new URLSearchParams({
            To: to,
            From: sms.from,
            Body: body,
            ...(statusCallback && { StatusCallback: statusCallback }),
          }),
          redirect: "error",
          signal: AbortSignal.timeout(waitMs),
        });
        return answerOf(answer.status, await answer.json().catch(() => undefined));
      } catch (error) {
        return { result: wasNeverSent(error) ? "later" : "unknown" };
      }
    },
    isSigned: (signedUrl, fields, signature) =>
      isSignatureOf(sms.authToken, signedUrl, fields, signature),
  };
}

function answerOf(status: number, json: unknown): TextAnswer {
  if (status >= 200 && status < 300) {
    const sent = Sent.safeParse(json).data;
    return sent ? { result: "accepted", sid: sent.sid } : { result: "unknown" };
  }
  // Rate limits, and "service unavailable": Twilio documents both as not processed.
  if (status === 429 || status === 503) return { result: "later" };
  if (status >= 500) return { result: "unknown" };
  return { result: "refused", problem: problemOf(Refusal.safeParse(json).data?.code ?? 0) };
}

/**
 * Translates Twilio's error codes, twilio.com/docs/api/errors. 21610: unsubscribed. 21211, 21614:
 * no valid mobile number. 30003 to 30006: unreachable, blocked, unknown, landline.
 */
export function problemOf(code: number): TextProblem {
  if (code === 21610) return "opted_out";
  return refusedCodes.has(code) ? "refused" : "failed";
}

const refusedCodes = new Set([21211, 21612, 21614, 30003, 30004, 30005, 30006]);

/** Returns true if the connection was never made, so that nothing was sent. */
function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].includes(code);
}

/**
 * Signs with HMAC-SHA1 over the address followed by each field's name and value, sorted by name:
 * twilio.com/docs/usage/security#validating-requests.
 */
function isSignatureOf(
  authToken: string,
  url: string,
  fields: [string, string][],
  signature: string,
): boolean {
  const expected = Buffer.from(signText(authToken, url, fields));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function signText(authToken: string, url: string, fields: [string, string][]): string {
  const text = fields
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .reduce((all, [name, value]) => all + name + value, url);
  return createHmac("sha1", authToken).update(text).digest("base64");
}
