// Plays the provider in tests of rings: an office phone that answers and presses keys, and the
// lead's line that the key dials.
import { expect } from "vitest";
import { actionIn, postSigned } from "./signed-post.ts";
import type { TestApp } from "./test-app.ts";

export function driveRings(testApp: TestApp) {
  /** Returns the newest call, as the provider knows it. */
  function newest() {
    const { calls } = testApp.voice;
    const call = calls.at(-1);
    if (!call) throw new Error("No phone was called");
    return { ...call, sid: `CA${calls.length}` };
  }

  async function post(url: string, fields: Record<string, string>): Promise<string> {
    const { status, body } = await postSigned(testApp, url, fields);
    expect(status).toBe(200);
    return body;
  }

  return {
    newest,
    post,
    async answerPhone(): Promise<string> {
      const { answerUrl, sid } = newest();
      return post(answerUrl, { CallSid: sid, CallStatus: "in-progress" });
    },
    async press(question: string, key: string): Promise<string> {
      return post(actionIn(question), { CallSid: newest().sid, Digits: key });
    },
    /** Reports the newest call's status, as the provider does. */
    async reportPhone(status: string): Promise<void> {
      const { statusUrl, sid } = newest();
      await post(statusUrl, { CallSid: sid, CallStatus: status });
    },
    /** Returns functions that report about the lead's line, which this TwiML dials. */
    leadLine(dial: string) {
      const [, statusUrl = ""] = /statusCallback="([^"]*)"/.exec(dial) ?? [];
      const { sid } = newest();
      return {
        report: (status: string, more: Record<string, string> = {}) =>
          post(statusUrl.replaceAll("&#38;", "&"), {
            ...{ CallSid: "CA-lead", ParentCallSid: sid, CallStatus: status },
            ...more,
          }),
        end: (status: string, seconds = "61") =>
          post(actionIn(dial), {
            ...{ CallSid: sid, CallStatus: "in-progress" },
            ...{ DialCallStatus: status, DialCallDuration: seconds },
          }),
      };
    },
  };
}
