import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOutbox, sendOutbox } from "./call-outbox.ts";

const asked: { url: string; json: { agoMs?: number } }[] = [];
const kept = new Map<string, string>();
beforeEach(() => {
  asked.length = 0;
  kept.clear();
  vi.stubGlobal("window", {});
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    asked.push({ url, json: JSON.parse(body) });
    return Response.json({ call: {}, lead: { attempts: 1 } }, { status: 201 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// The storage key and format of version 2b4e677: a device that was offline during an upgrade still
// has them.
const name = "calls to save";
const account = "0199a0b0-0000-7000-8000-000000000001";
const leadId = "0199a0b0-0000-7000-8000-000000000002";
const entry = {
  account,
  leadId,
  request: { _id: "0199a0b0-0000-7000-8000-000000000003", outcome: "voicemail" },
  happenedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  wasTried: true,
  problem: "There is no answer from the server.",
  refusal: null,
};

test("a call stored by an earlier version is saved with its time", async () => {
  kept.set(name, JSON.stringify([entry]));
  openOutbox(account);
  await sendOutbox();
  expect(asked).toMatchObject([{ url: `/api/leads/${leadId}/calls`, json: entry.request }]);
  expect(asked[0]?.json.agoMs).toBeGreaterThanOrEqual(5 * 60_000);
  expect(kept.get(name)).toBe("[]");
});

test("a rejected call, or one from another account, is kept and not sent", async () => {
  const refused = { ...entry, refusal: { code: "conflict", message: "It was called by then." } };
  const text = JSON.stringify([refused, { ...entry, account: "somebody else" }]);
  kept.set(name, text);
  openOutbox(account);
  await sendOutbox();
  expect(asked).toEqual([]);
  expect(kept.get(name)).toBe(text);
});
