// Calls through Twilio: places and ends a call, looks up its state, and parses Twilio's reports.
// twilio.com/docs/voice/api/call-resource. twiml.ts writes what a call says and asks.
import { z } from "zod";
import { makeTwilio, type Twilio, type TwilioAccount, type TwilioAnswer } from "./twilio.ts";
import { callEvents } from "./twiml.ts";

export type OutgoingCall = {
  /** E.164. */
  to: string;
  from: string;
  /** The URL that returns TwiML when the line answers. */
  answerUrl: string;
  /** Gets the call's events. */
  statusUrl: string;
  /** How long it rings. */
  ringSeconds: number;
};

/**
 * `number`: the number can't be called. `country`: the account may not call there. `blocked`: the
 * account or the number is blocked. `failed`: an error on our side, such as a wrong token.
 */
export type CallProblem = "number" | "country" | "blocked" | "failed";

/** As for a text (`TextAnswer`). After `unknown`, `find` tells whether the call exists. */
export type CallAnswer =
  | { result: "accepted"; sid: string }
  | { result: "refused"; problem: CallProblem }
  | { result: "later" | "unknown" };

const callStatuses = [
  ...(["queued", "initiated", "ringing", "in-progress"] as const),
  ...(["completed", "busy", "no-answer", "canceled", "failed"] as const),
] as const;
export type CallStatus = (typeof callStatuses)[number];

/** What Twilio reports about one line, unasked or on request. */
export type CallReport = {
  sid: string;
  /** The call that dialed this one, or null if we placed it. */
  parentSid: string | null;
  status: CallStatus;
  /** The time of the event, or null if Twilio didn't say. */
  at: Date | null;
  /** How long the line was open, once it has ended. */
  seconds: number | null;
  /** Null without machine detection. */
  answeredBy: "person" | "machine" | null;
};

export type VoiceProvider = Pick<Twilio, "isSigned"> & {
  /** Twilio accepts a call before it rings. It has no idempotency key, so store the intent first. */
  call(call: OutgoingCall): Promise<CallAnswer>;
  /**
   * Ends a call that is queued, ringing or answered. `unknown`: it may continue. `over`: Twilio has
   * no running call with this id.
   */
  end(sid: string): Promise<"ended" | "over" | "unknown">;
  /** Returns a call as it is now, `missing` if Twilio has no such call, or null if it can't be read. */
  read(sid: string): Promise<CallReport | "missing" | null>;
  /**
   * Lists the calls to `to` from `from` that were created at `since` or later, newest first, or null
   * if they can't be read.
   */
  find(call: { to: string; from: string; since: Date }): Promise<CallReport[] | null>;
  /** Lists the calls that a call's TwiML dialed, newest first, or null if they can't be read. */
  dialedBy(sid: string): Promise<CallReport[] | null>;
};

/** `fallbackUrl`: returns TwiML if we fail to, so it isn't on our servers. */
type VoiceAccount = TwilioAccount & { fallbackUrl?: string | undefined };

export function makeVoiceProvider(account: VoiceAccount, waitMs?: number): VoiceProvider {
  const { post, get, isSigned } = makeTwilio(account, waitMs);
  async function list(filter: Record<string, string>) {
    const answer = await get(`Calls.json?${new URLSearchParams({ ...filter, PageSize: "50" })}`);
    return answer.result === "accepted" ? Resources.safeParse(answer.json).data?.calls : undefined;
  }
  return {
    async call({ to, from, answerUrl, statusUrl, ringSeconds }) {
      const answer = await post("Calls.json", {
        ...{ To: to, From: from, Url: answerUrl, Timeout: String(ringSeconds) },
        FallbackUrl: account.fallbackUrl,
        // One field per event: in one field with spaces, Twilio reports only some.
        ...{ StatusCallback: statusUrl, StatusCallbackEvent: callEvents },
      });
      return callAnswerOf(answer);
    },
    async end(sid) {
      // `canceled` ends only a queued or ringing call; `completed` ends an answered one, too.
      const answer = await post(pathOf(sid), { Status: "completed" });
      if (answer.result === "accepted") return "ended";
      return answer.result === "refused" && isOver(answer) ? "over" : "unknown";
    },
    async read(sid) {
      const answer = await get(pathOf(sid));
      if (answer.result === "refused" && answer.status === 404) return "missing";
      const call = answer.result === "accepted" ? Resource.safeParse(answer.json).data : undefined;
      return call ? reportOf(call) : null;
    },
    async find({ to, from, since }) {
      const found = await list({ To: to, From: from });
      // Twilio reports whole seconds.
      const sinceSecond = Math.floor(since.getTime() / 1000) * 1000;
      return (
        found?.filter(({ date_created: at }) => !at || at.getTime() >= sinceSecond).map(reportOf) ??
        null
      );
    },
    async dialedBy(sid) {
      const found = await list({ ParentCallSid: sid });
      return found?.map(reportOf) ?? null;
    },
    isSigned,
  };
}

function pathOf(sid: string): string {
  return `Calls/${encodeURIComponent(sid)}.json`;
}

const Placed = z.object({ sid: z.string().max(100) });

function callAnswerOf(answer: TwilioAnswer): CallAnswer {
  if (answer.result === "accepted") {
    const placed = Placed.safeParse(answer.json).data;
    return placed ? { result: "accepted", sid: placed.sid } : { result: "unknown" };
  }
  if (answer.result !== "refused") return answer;
  return busyCodes.has(answer.code)
    ? { result: "later" }
    : { result: "refused", problem: problems.get(answer.code) ?? "failed" };
}

/** twilio.com/docs/api/errors/10004: too many calls at once; 20429: too many requests. */
const busyCodes = new Set([10004, 20429]);

/**
 * Twilio's error codes (twilio.com/docs/api/errors). 21211, 21214, 21217: invalid or unreachable
 * number. 21215: geo permissions. 21216: blocked.
 */
const problems = new Map<number, CallProblem>([
  ...[21211, 21214, 21217].map((code): [number, CallProblem] => [code, "number"]),
  [21215, "country"],
  [21216, "blocked"],
]);

/** 21220: the call is not in progress (twilio.com/docs/api/errors/21220). */
function isOver({ status, code }: { status: number; code: number }): boolean {
  return status === 404 || code === 21220;
}

/** RFC 2822 with a zone. */
const rfcTime = z
  .string()
  .transform((text) => new Date(text))
  .refine((time) => !Number.isNaN(time.getTime()))
  .nullable()
  .catch(null);

const seconds = z.coerce.number().int().min(0).max(1_000_000).nullable().catch(null);

const Resource = z.object({
  sid: z.string().max(100),
  parent_call_sid: z.string().max(100).nullable().catch(null),
  status: z.enum(callStatuses),
  date_created: rfcTime,
  date_updated: rfcTime,
  duration: seconds,
  answered_by: z.string().nullable().catch(null),
});
const Resources = z.object({ calls: z.array(Resource) });

function reportOf(call: z.infer<typeof Resource>): CallReport {
  return {
    ...{ sid: call.sid, parentSid: call.parent_call_sid, status: call.status },
    ...{ at: call.date_updated, seconds: call.duration },
    answeredBy: answererOf(call.answered_by),
  };
}

const Posted = z.object({
  CallSid: z.string().min(1).max(100),
  ParentCallSid: z.string().min(1).max(100).nullable().catch(null),
  CallStatus: z.enum(callStatuses),
  Timestamp: rfcTime,
  CallDuration: seconds,
  AnsweredBy: z.string().nullable().catch(null),
});

/**
 * Parses the form that Twilio posts to a status URL. Returns null for any other form. Check the
 * signature first.
 */
export function readCallReport(fields: [string, string][]): CallReport | null {
  const posted = Posted.safeParse(Object.fromEntries(fields)).data;
  if (!posted) return null;
  return {
    ...{ sid: posted.CallSid, parentSid: posted.ParentCallSid, status: posted.CallStatus },
    ...{ at: posted.Timestamp, seconds: posted.CallDuration },
    answeredBy: answererOf(posted.AnsweredBy),
  };
}

/** `human`, `machine_start`, `machine_end_beep`, … `fax` and `unknown` aren't conclusive. */
function answererOf(answeredBy: string | null): CallReport["answeredBy"] {
  if (answeredBy === "human") return "person";
  return answeredBy?.startsWith("machine") ? "machine" : null;
}
