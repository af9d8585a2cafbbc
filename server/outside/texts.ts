// Sends one text message with Twilio's Messages API and reports what is known about the delivery:
// twilio.com/docs/messaging/api/message-resource.
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { makeTwilio, type Twilio } from "./twilio.ts";

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

export type TextProvider = Pick<Twilio, "isSigned"> & {
  send(text: OutgoingText): Promise<TextAnswer>;
};

const Sent = z.object({ sid: z.string().max(100) });

export function makeTextProvider(sms: NonNullable<Config["sms"]>, waitMs?: number): TextProvider {
  const { post, isSigned } = makeTwilio(sms, waitMs);
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
    isSigned,
  };
}

/**
 * Maps Twilio's error codes (twilio.com/docs/api/errors). 21610: unsubscribed. 21211, 21614: not a
 * valid mobile number. 30003 to 30006: unreachable, blocked, unknown, landline.
 */
export function problemOf(code: number): TextProblem {
  if (code === 21610) return "opted_out";
  return refusedCodes.has(code) ? "refused" : "failed";
}

const refusedCodes = new Set([21211, 21612, 21614, 30003, 30004, 30005, 30006]);
