// Plays the provider in tests of incoming calls: someone who calls a practice's number, and the
// office phones that ring for them.
import { and, asc, eq, isNull } from "drizzle-orm";
import { incomingCalls, leads } from "#server/db/schema.ts";
import { actionIn, postSigned } from "./signed-post.ts";
import type { TestApp } from "./test-app.ts";

let called = 0;

/** `practice`: its id, its number and a manager's token. */
export function driveIncoming(
  testApp: TestApp,
  practice: { clientId: string; number: string; token: string },
) {
  const { deps } = testApp;
  const { clientId, number, token } = practice;
  const url = `${deps.config.origin}/api/voice/incoming`;

  return {
    /** Someone calls. The same `sid` is the same call. */
    async call(from: string, { sid = newSid(), to = number, authToken = "" } = {}) {
      const fields = { CallSid: sid, From: from, To: to, CallStatus: "ringing" };
      const answer = await postSigned(testApp, url, fields, authToken || undefined);
      return { sid, twiml: String(answer.body), status: answer.status };
    },
    /** The phone that rings by this TwiML answers, and is asked. */
    async pickUp({ sid, twiml }: { sid: string; twiml: string }): Promise<string> {
      const [, asked = ""] = /<Number url="([^"]*)"/.exec(twiml) ?? [];
      const line = { CallSid: `${sid}-phone`, ParentCallSid: sid, CallStatus: "in-progress" };
      return (await postSigned(testApp, asked.replaceAll("&#38;", "&"), line)).body;
    },
    async press(sid: string, question: string, key: string): Promise<string> {
      const line = { CallSid: `${sid}-phone`, ParentCallSid: sid, Digits: key };
      return (await postSigned(testApp, actionIn(question), line)).body;
    },
    /** The phone's part is over. Unless told otherwise, it rang out, and the caller is waiting. */
    async end({ sid, twiml }: { sid: string; twiml: string }, change: Record<string, string> = {}) {
      const fields = {
        ...{ CallSid: sid, CallStatus: "ringing", DialCallStatus: "no-answer" },
        ...{ DialBridged: "false", ...change },
      };
      return { sid, twiml: String((await postSigned(testApp, actionIn(twiml), fields)).body) };
    },
    /** The person hangs up before anyone takes the call. */
    hangUp(ringing: { sid: string; twiml: string }) {
      return this.end(ringing, { CallStatus: "completed", DialCallStatus: "canceled" });
    },
    /** Someone calls and hangs up. Returns the lead, or null. */
    async miss(from: string): Promise<string | null> {
      const ringing = await this.call(from);
      if (ringing.twiml.includes("<Dial")) await this.hangUp(ringing);
      return (await this.rows()).at(-1)?.leadId ?? null;
    },
    rows: () =>
      deps.db
        .select()
        .from(incomingCalls)
        .where(eq(incomingCalls.clientId, clientId))
        .orderBy(asc(incomingCalls.receivedAt), asc(incomingCalls.id)),
    leads: () =>
      deps.db
        .select()
        .from(leads)
        .where(and(eq(leads.clientId, clientId), isNull(leads.deletedAt)))
        .orderBy(asc(leads.id)),
    async detail(leadId: string) {
      return (await testApp.request("GET", `/api/leads/${leadId}`, { token })).body;
    },
    /** The timeline's entries about calls by the lead, newest first. */
    async entries(leadId: string) {
      const { timeline } = await this.detail(leadId);
      return timeline
        .filter(({ kind }: { kind: string }) => ["call_missed", "call_answered"].includes(kind))
        .map(({ kind, data }: { kind: string; data: object }) => ({ kind, data }));
    },
  };
}

function newSid(): string {
  called += 1;
  return `CA-in-${called}`;
}
