// Sends one text message with Twilio's Messages API and reports what is known about the delivery:
// twilio.com/docs/messaging/api/message-resource.
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { makeTwilio, type Twilio, type TwilioFile } from "./twilio.ts";

export type OutgoingText = {
  /** The recipient's number in E.164 format. */
  to: string;
  /** E.164; if absent, the account's own number. */
  from?: string;
  body: string;
  /** The URL to which Twilio posts status reports. Without it, Twilio doesn't send any. */
  statusCallback?: string;
  /** How long the provider tries to deliver it; if absent, four hours. */
  validSeconds?: number;
};

/**
 * `refused`: certainly not sent, and retrying wouldn't help. `later`: certainly not sent, but
 * retrying may help. `unknown`: it may have been sent, so retrying could send it twice.
 */
export type TextAnswer =
  | { result: "accepted"; sid: string }
  /** `code`: Twilio's, or 0 (twilio.com/docs/api/errors). */
  | { result: "refused"; problem: TextProblem; code?: number }
  | { result: "later" | "unknown" };

/**
 * `opted_out`: the recipient replied STOP. `refused`: the number can't get texts. `failed`: the
 * problem is on our side.
 */
export type TextProblem = "opted_out" | "refused" | "failed";

/** What Twilio reports about a text, unasked or on request. `code`: its error code, or 0. */
export type TextReport = { status: string; code: number };

export type TextProvider = Pick<Twilio, "isSigned"> & {
  send(text: OutgoingText): Promise<TextAnswer>;
  /** Returns a text as it is now, `missing` if Twilio has no such text, or null if it can't be read. */
  read(sid: string): Promise<TextReport | "missing" | null>;
  /** Reads a picture or a file that came with the text `sid`, of at most 10 MB. */
  readMedia(sid: string, mediaId: string): Promise<TwilioFile>;
};

const maxMediaBytes = 10_000_000;

const Sent = z.object({ sid: z.string().max(100) });
const Resource = z.object({ status: z.string(), error_code: z.int().nullish().catch(null) });

export function makeTextProvider(sms: NonNullable<Config["sms"]>, waitMs?: number): TextProvider {
  const { post, get, getFile, isSigned } = makeTwilio(sms, waitMs);
  return {
    async send({ to, from = sms.from, body, statusCallback, validSeconds }) {
      const answer = await post("Messages.json", {
        ...{ To: to, From: from, Body: body, StatusCallback: statusCallback },
        ...(validSeconds && { ValidityPeriod: String(validSeconds) }),
      });
      if (answer.result === "refused") {
        return { result: "refused", problem: problemOf(answer.code), code: answer.code };
      }
      if (answer.result !== "accepted") return answer;
      const sent = Sent.safeParse(answer.json).data;
      return sent ? { result: "accepted", sid: sent.sid } : { result: "unknown" };
    },
    async read(sid) {
      const answer = await get(`Messages/${encodeURIComponent(sid)}.json`);
      if (answer.result === "refused" && answer.status === 404) return "missing";
      const text = answer.result === "accepted" ? Resource.safeParse(answer.json).data : undefined;
      return text ? { status: text.status, code: text.error_code ?? 0 } : null;
    },
    readMedia(sid, mediaId) {
      const path = `Messages/${encodeURIComponent(sid)}/Media/${encodeURIComponent(mediaId)}`;
      return getFile(path, maxMediaBytes);
    },
    isSigned,
  };
}

/**
 * Returns the id of a picture or a file from its URL in a posted text, or null if it isn't that
 * text's.
 */
export function mediaIdOf(url: string, sid: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const [, of, id] = mediaPath.exec(path) ?? [];
  return id && of === sid ? id : null;
}

const mediaPath = /^\/2010-04-01\/Accounts\/AC\w+\/Messages\/([\w-]+)\/Media\/(ME\w+)$/;

/**
 * Maps Twilio's error codes (twilio.com/docs/api/errors). 21610: unsubscribed. 21211, 21614: not a
 * valid mobile number. 30003 to 30006: unreachable, blocked, unknown, landline.
 */
export function problemOf(code: number): TextProblem {
  if (code === 21610) return "opted_out";
  return refusedCodes.has(code) ? "refused" : "failed";
}

const refusedCodes = new Set([21211, 21612, 21614, 30003, 30004, 30005, 30006]);
