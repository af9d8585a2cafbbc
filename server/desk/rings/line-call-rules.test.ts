// Whether a person's call from an office phone may start, whether its key connects, and how it stands.
import { expect, test } from "vitest";
import type { LineCallStep } from "#contract/rings.ts";
import { type RingEvent, ringOf } from "#server/desk/phone/ring.ts";
import {
  judgeLineCall,
  judgeLineKey,
  type LineCallAsked,
  type LineCallVerdict,
  type LineKeyAsked,
  lineCallStepOf,
  type RunningRing,
} from "./line-call-rules.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 17, 16, 0, seconds));
const [lead, other, desk, office] = ["lead", "other lead", "front desk", "office"];

const asked: LineCallAsked = {
  ...{ isOn: true, isPhoneReady: true, isCalledByOther: false, phoneId: desk },
  ...{ lead: { _id: lead, phone: "+17275550142" }, running: [], countries: ["US"] },
};
const ring = (change: Partial<RunningRing>): RunningRing => ({
  ...{ ringId: "ring", leadId: lead, state: "ringing", startedBy: null, phoneIds: [desk] },
  ...change,
});
const running = (...rings: Partial<RunningRing>[]) => ({ running: rings.map(ring) });
const starts = (change: { overtaken?: string[]; freed?: string[] } = {}): LineCallVerdict => ({
  ...{ refusal: null, overtaken: [], freed: [] },
  ...change,
});

test.each<[string, Partial<LineCallAsked>, LineCallVerdict]>([
  ["nothing else goes on", {}, starts()],
  ["the practice has no number or no provider", { isOn: false }, { refusal: "off" }],
  ["the phone isn't confirmed", { isPhoneReady: false }, { refusal: "no_phone" }],
  [
    "the number is an emergency number",
    { lead: { _id: lead, phone: "911" } },
    { refusal: "not_a_number" },
  ],
  [
    "the number is a premium number",
    { lead: { _id: lead, phone: "+19005550142" } },
    { refusal: "service_number" },
  ],
  [
    "the number is in Jamaica",
    { lead: { _id: lead, phone: "+18765550142" } },
    { refusal: "country" },
  ],
  ["a colleague calls from the screen", { isCalledByOther: true }, { refusal: "being_called" }],
  ["a colleague's click was first", running({ startedBy: "Dana" }), { refusal: "being_called" }],
  ["a phone rings for this lead", running({}), starts({ overtaken: ["ring"] })],
  [
    "another phone asks for a key for this lead",
    running({ state: "answered", phoneIds: [office] }),
    starts({ overtaken: ["ring"] }),
  ],
  [
    "a phone accepted this lead",
    running({ state: "accepted", phoneIds: [office] }),
    { refusal: "being_called" },
  ],
  ["the phone rings for another lead", running({ leadId: other }), starts({ freed: ["ring"] })],
  [
    "another phone rings for another lead",
    running({ leadId: other, phoneIds: [office] }),
    starts(),
  ],
  [
    "the phone is on a line with another lead",
    running({ leadId: other, state: "connected" }),
    { refusal: "phone_busy" },
  ],
  [
    "the phone rings for a colleague's click on another lead",
    running({ leadId: other, startedBy: "Dana" }),
    { refusal: "phone_busy" },
  ],
])("a click when %s", (_, change, verdict) => {
  expect(judgeLineCall({ ...asked, ...change })).toEqual(verdict);
});

const key: LineKeyAsked = {
  lead: { phone: "+17275550142", openCall: null, doNotCall: null, isGone: false },
  ...{ isOn: true, startedAt: at(0), countries: ["US"] },
};
const leadWith = (change: Partial<LineKeyAsked["lead"]>) => ({ lead: { ...key.lead, ...change } });
const call = (seconds: number) => ({
  openCall: { _id: "a call", calledAt: at(seconds).toISOString(), by: "Dana", isUnanswered: false },
});
const noCall = (seconds: number) => ({
  doNotCall: { since: at(seconds).toISOString(), reason: "asked us" },
});

test.each<[string, Partial<LineKeyAsked>, number, string]>([
  ["nothing has changed", {}, 30, "connect"],
  ["the call waited at the provider", {}, 121, "over"],
  ["the practice was suspended", { isOn: false }, 30, "over"],
  ["the lead was deleted", leadWith({ isGone: true }), 30, "over"],
  ["the number was changed to one in Jamaica", leadWith({ phone: "+18765550142" }), 30, "over"],
  ["someone marked the lead after the click", leadWith(noCall(10)), 30, "over"],
  ["the person was warned of the mark", leadWith(noCall(-10)), 30, "connect"],
  ["someone called from the screen after the click", leadWith(call(10)), 30, "screen_won"],
  ["the person had started the call on the screen", leadWith(call(-10)), 30, "connect"],
])("a 1 when %s", (_, change, seconds, answer) => {
  expect(judgeLineKey({ ...key, ...change }, at(seconds))).toBe(answer);
});

const placed: RingEvent = { kind: "placed", attempt: 1, at: at(1) };
const answered: RingEvent = { kind: "answered", attempt: 1, by: null, at: at(5) };
const ended = (as: "completed" | "busy" | "no_answer" | "canceled" | "failed"): RingEvent[] => [
  { kind: "ended", attempt: 1, as, at: at(20) },
  { kind: "given_up", at: at(20) },
];
const connect: RingEvent = { kind: "key", attempt: 1, key: "1", answer: "connect", at: at(8) };
const dialed: RingEvent[] = [placed, answered, connect, { kind: "lead_dialed", at: at(9) }];
const open: RingEvent[] = [...dialed, { kind: "lead_answered", at: at(12) }];
const leadEnded = (as: "completed" | "failed"): RingEvent => ({
  ...{ kind: "lead_ended", as, seconds: null, at: at(30) },
});

test.each<[string, RingEvent[], LineCallStep]>([
  ["the phone is being called", [placed], "ringing"],
  ["the phone is asked for a key", [placed, answered], "ringing"],
  ["nobody picked up", [placed, ...ended("no_answer")], "unanswered"],
  ["a voicemail picked up", [placed, answered, ...ended("completed")], "unanswered"],
  ["the phone was busy", [placed, ...ended("busy")], "phone_busy"],
  ["the provider doesn't call the phone", [placed, ...ended("failed")], "phone_failed"],
  ["the provider was busy", [placed, ...ended("canceled")], "phone_failed"],
  ["someone called from the screen", [placed, { kind: "screen_won", at: at(4) }], "overtaken"],
  ["1 was pressed", [placed, answered, connect], "connecting"],
  ["the line failed at once", [placed, answered, connect, leadEnded("failed")], "not_dialed"],
  ["the lead's phone rings", dialed, "calling"],
  ["the line failed while it rang", [...dialed, leadEnded("failed")], "ended"],
  ["the line is open", open, "talking"],
  ["the line has ended", [...open, leadEnded("completed")], "ended"],
])("how it stands when %s", (_, events, step) => {
  expect(lineCallStepOf(ringOf(events))).toBe(step);
});
