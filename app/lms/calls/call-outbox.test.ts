import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findEntry, openOutbox, outboxEntries } from "./call-outbox.ts";
import { optimisticLead } from "./optimistic-leads.ts";
import {
  bringCallBack,
  discardCall,
  isCallStarting,
  saveCall,
  sendOutbox,
  takeCallBack,
  takenBackSeconds,
  undoCall,
} from "./send-calls.ts";

type Asked = {
  url: string;
  headers: Headers;
  json: { _id: string; outcome?: string; agoMs?: number };
};
const asked: Asked[] = [];
let answer: () => Promise<Response>;

/** Works like the browser's storage, whose entries are its own properties. */
class DeviceStorage {
  getItem = (name: string): string | null => Reflect.get(this as object, name) ?? null;
  setItem = (name: string, text: string) => Object.assign(this, { [name]: text });
  removeItem = (name: string) => Reflect.deleteProperty(this, name);
}

beforeEach(() => {
  asked.length = 0;
  answer = saved;
  vi.stubGlobal("localStorage", new DeviceStorage());
  vi.stubGlobal("fetch", (url: string, { body, headers }: { body?: string; headers: Headers }) => {
    asked.push({ url, headers, json: JSON.parse(body ?? "{}") });
    return answer();
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// The storage key and format of version 2b4e677. A device that was offline during the upgrade still
// has such entries.
const singleKey = "calls to save";
const account = "0199a0b0-0000-7000-8000-000000000001";
const practice = "0199a0b0-0000-7000-8000-000000000009";
const leadId = "0199a0b0-0000-7000-8000-000000000002";
const _id = "0199a0b0-0000-7000-8000-000000000003";
const entry = {
  account,
  leadId,
  request: { _id, outcome: "voicemail" },
  happenedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  wasTried: true,
  problem: "There is no answer from the server.",
  refusal: null,
};

test("a call that an earlier version stored is sent with its original time", async () => {
  localStorage.setItem(singleKey, JSON.stringify([entry]));
  openOutbox(account, practice);
  const saved = await sendOutbox();
  expect(asked).toMatchObject([{ url: `/api/leads/${leadId}/calls`, json: entry.request }]);
  expect(asked[0]?.json.agoMs).toBeGreaterThanOrEqual(5 * 60_000);
  expect(saved).toMatchObject([{ request: entry.request }]);
  expect(outboxEntries()).toEqual([]);
  expect(localStorage.getItem(singleKey)).toBeNull();
});

test("a call stored for the practice's former shared account is sent under the next person who logs in", async () => {
  localStorage.setItem(`${singleKey}/${_id}`, JSON.stringify({ ...entry, account: practice }));
  openOutbox(account, practice);
  expect(await sendOutbox()).toMatchObject([{ account, request: entry.request }]);
  expect(asked[0]?.headers.get("person-id")).toBe(account);
});

test("a call that was rejected and another account's call stay stored and aren't sent", async () => {
  const refused = { ...entry, refusal: { code: "conflict", message: "It was called by then." } };
  const others = { ...entry, account: "somebody else", request: { _id: leadId } };
  localStorage.setItem(singleKey, JSON.stringify([refused, others]));
  openOutbox(account, practice);
  await sendOutbox();
  expect(asked).toEqual([]);
  expect(outboxEntries()).toMatchObject([{ refusal: refused.refusal }]);
  expect(findEntry(leadId)).toMatchObject({ account: "somebody else" });
});

test("an outcome is sent after the tap that started the call, even if another tab removes the stored tap", async () => {
  openOutbox(account, practice);
  const done = Promise.withResolvers<Response>();
  answer = () => done.promise;
  const tap = saveCall(leadId, { _id });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const outcome = saveCall(leadId, { _id, outcome: "booked" });
  localStorage.removeItem(`${singleKey}/${_id}`);
  answer = saved;
  done.resolve(await answer());
  await tap;
  expect(await outcome).toEqual({ isSaved: true, lead: { attempts: 1 } });
  expect(asked.map(({ json }) => json.outcome)).toEqual([undefined, "booked"]);
});

test.each([
  ["with Web Locks", navigator.locks],
  ["without HTTPS", undefined],
])(
  "a call is sent by one sender at a time, and its outcome isn't sent once it is discarded: %s",
  async (_, locks) => {
    vi.stubGlobal("navigator", { locks });
    openOutbox(account, practice);
    const done = Promise.withResolvers<Response>();
    answer = () => done.promise;
    const tap = saveCall(leadId, { _id });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(await sendOutbox()).toEqual([]);
    const outcome = saveCall(leadId, { _id, outcome: "booked" });
    discardCall(_id);
    done.resolve(await saved());
    await Promise.all([tap, outcome]);
    expect(asked).toHaveLength(1);
    expect(outboxEntries()).toEqual([]);
  },
);

test("a note is stored with its call, and sent with the outcome in one request", async () => {
  openOutbox(account, practice);
  answer = () => Promise.reject(new TypeError("offline"));
  await saveCall(leadId, { _id });
  await saveCall(leadId, { _id, outcome: "voicemail", note: "Mornings are best." });
  expect(outboxEntries()).toHaveLength(1);
  answer = saved;
  asked.length = 0;
  await sendOutbox();
  expect(asked).toMatchObject([
    { json: { _id, outcome: "voicemail", note: "Mornings are best." } },
  ]);
  expect(outboxEntries()).toEqual([]);
});

test("choosing an outcome again without its note sends the outcome without the note", async () => {
  openOutbox(account, practice);
  answer = () => Promise.reject(new TypeError("offline"));
  await saveCall(leadId, { _id, outcome: "voicemail", note: "Wrong lead" });
  await saveCall(leadId, { _id, outcome: "voicemail", note: undefined });
  answer = saved;
  asked.length = 0;
  await sendOutbox();
  expect(asked.map(({ json }) => json)).toEqual([
    { _id, outcome: "voicemail", agoMs: expect.any(Number) },
  ]);
});

test("a call is sent with the id of the person who made it", async () => {
  openOutbox(account, practice);
  await saveCall(leadId, { _id });
  expect(asked[0]?.headers.get("Person-Id")).toBe(account);
});

test.each([
  ["conflict", 409, true],
  ["invalid", 422, true],
  ["same_call", 409, true],
  ["not_found", 404, true],
  ["unauthorized", 401, false],
  ["forbidden", 403, false],
  ["account_suspended", 403, false],
  ["timeout", 408, false],
  ["too_many_requests", 429, false],
  ["unavailable", 503, false],
])(
  "a call that gets the error %s (%i) is permanently rejected: %s",
  async (code, status, isFinal) => {
    openOutbox(account, practice);
    answer = async () => Response.json({ code, status, message: "No." }, { status });
    await saveCall(leadId, { _id, outcome: "booked" });
    const [kept] = outboxEntries();
    expect(kept?.refusal?.code).toBe(isFinal ? code : undefined);
    answer = saved;
    await sendOutbox();
    expect(outboxEntries()).toHaveLength(isFinal ? 1 : 0);
  },
);

test("a call that gets a proxy's error page stays pending and is sent again", async () => {
  openOutbox(account, practice);
  answer = async () => new Response("<h1>Not found</h1>", { status: 404 });
  await saveCall(leadId, { _id, outcome: "booked" });
  answer = saved;
  expect(await sendOutbox()).toHaveLength(1);
});

const voidings = `/api/leads/${leadId}/calls/${_id}/voidings`;
const noAnswer = async () => {
  throw new TypeError("Failed to fetch");
};

test("an undo that is made offline is stored, and is sent later instead of the call", async () => {
  openOutbox(account, practice);
  answer = noAnswer;
  await saveCall(leadId, { _id });
  await saveCall(leadId, { _id, outcome: "booked" });
  await undoCall(leadId, _id);
  expect(outboxEntries()).toMatchObject([{ isVoided: true, refusal: null }]);
  expect(localStorage.getItem(`${singleKey}/${_id}`)).toContain('"isVoided":true');
  asked.length = 0;
  answer = saved;
  // The undo isn't reported as a saved call.
  expect(await sendOutbox()).toEqual([]);
  expect(asked.map(({ url }) => url)).toEqual([voidings]);
  expect(asked[0]?.headers.get("person-id")).toBe(account);
  expect(outboxEntries()).toEqual([]);
});

test("undoing a call that the server never received succeeds", async () => {
  openOutbox(account, practice);
  answer = noAnswer;
  await saveCall(leadId, { _id });
  answer = async () =>
    Response.json({ code: "not_found", status: 404, message: "Gone." }, { status: 404 });
  await undoCall(leadId, _id);
  expect(outboxEntries()).toEqual([]);
});

test("an undo that fails temporarily stays pending and is sent again", async () => {
  openOutbox(account, practice);
  answer = async () =>
    Response.json({ code: "unauthorized", status: 401, message: "Sign in." }, { status: 401 });
  await undoCall(leadId, _id);
  expect(outboxEntries()).toMatchObject([{ isVoided: true, problem: "Sign in." }]);
  answer = saved;
  await sendOutbox();
  expect(outboxEntries()).toEqual([]);
});

test("a call that is undone while it is being sent is voided afterward", async () => {
  openOutbox(account, practice);
  const done = Promise.withResolvers<Response>();
  answer = () => done.promise;
  const tap = saveCall(leadId, { _id });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const undone = undoCall(leadId, _id);
  answer = saved;
  done.resolve(await saved());
  await Promise.all([tap, undone]);
  expect(asked.map(({ url }) => url)).toEqual([`/api/leads/${leadId}/calls`, voidings]);
  expect(outboxEntries()).toEqual([]);
});

describe("undoing a call without an outcome", () => {
  const leaving = new EventTarget();
  beforeEach(async () => {
    vi.stubGlobal("addEventListener", leaving.addEventListener.bind(leaving));
    openOutbox(account, practice);
    await saveCall(leadId, { _id });
    asked.length = 0;
    takeCallBack(leadId, _id);
    expect(outboxEntries()).toMatchObject([{ isVoided: true }]);
  });

  test("an undone call is voided on the server after a few seconds", async () => {
    vi.advanceTimersByTime(takenBackSeconds * 1000 - 1);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(outboxEntries()).toEqual([]));
    expect(asked.map(({ url }) => url)).toEqual([voidings]);
    expect(bringCallBack(_id)).toBe(false);
  });

  test("an undone call is voided immediately, and only once, when the page is hidden", async () => {
    leaving.dispatchEvent(new Event("visibilitychange"));
    leaving.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(takenBackSeconds * 1000);
    await vi.waitFor(() => expect(outboxEntries()).toEqual([]));
    expect(asked.map(({ url }) => url)).toEqual([voidings]);
  });

  test("an undone call is open again if the undo is undone, and isn't voided later", async () => {
    expect(bringCallBack(_id)).toBe(true);
    await vi.waitFor(() => expect(outboxEntries()).toEqual([]));
    leaving.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(takenBackSeconds * 1000);
    expect(asked.map(({ url }) => url)).toEqual([`/api/leads/${leadId}/calls`]);
  });

  test("an undone call isn't voided early when the outbox is sent", async () => {
    await sendOutbox();
    expect(asked).toEqual([]);
    expect(bringCallBack(_id)).toBe(true);
  });
});

describe("leads with unsaved calls", () => {
  const next = "0199a0b0-0000-7000-8000-000000000004";
  const lead = { _id: leadId, openCall: null, attempts: 0 };
  const begun = {
    ...lead,
    openCall: { _id, calledAt: "2026-03-17T12:00:00.000Z", by: null, isUnanswered: false },
  };

  beforeEach(() => {
    openOutbox(account, practice);
    answer = noAnswer;
  });

  test("a lead has an open call from the tap until the undo", async () => {
    await saveCall(leadId, { _id });
    expect(isCallStarting(leadId)).toBe(true);
    expect(optimisticLead(lead, outboxEntries()).openCall).toMatchObject({ _id });
    await undoCall(leadId, _id);
    expect(isCallStarting(leadId)).toBe(false);
    expect(optimisticLead(lead, outboxEntries()).openCall).toBeNull();
    expect(optimisticLead(begun, outboxEntries()).openCall).toBeNull();
  });

  test.each([
    ["that the server doesn't have", lead],
    ["whose start the server already has", begun],
  ])("a lead can be called again while the outcome of a call %s is pending", async (_, known) => {
    await saveCall(leadId, { _id });
    await saveCall(leadId, { _id, outcome: "no_answer" });
    expect(isCallStarting(leadId)).toBe(false);
    expect(optimisticLead(known, outboxEntries()).openCall).toMatchObject({ _id });
    await saveCall(leadId, { _id: next });
    expect(optimisticLead(known, outboxEntries()).openCall).toMatchObject({ _id: next });
    expect(findEntry(_id)?.request.outcome).toBe("no_answer");
  });
});

test("an exception while a call is sent doesn't block the next attempt to send that call", async () => {
  vi.stubGlobal("navigator", {});
  openOutbox(account, practice);
  answer = noAnswer;
  await saveCall(leadId, { _id });
  answer = async () => {
    vi.spyOn(JSON, "stringify").mockImplementationOnce(() => {
      throw new Error("Out of memory");
    });
    return saved();
  };
  await expect(sendOutbox()).rejects.toThrow("Out of memory");
  answer = saved;
  await sendOutbox();
  expect(outboxEntries()).toEqual([]);
});

async function saved(): Promise<Response> {
  return new Response('{ "call": {}, "lead": { "attempts": 1 } }', { status: 201 });
}
