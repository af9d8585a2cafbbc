import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOutbox } from "./call-outbox.ts";
import { keepNote, pendingNotes, sendNotes, waitWithNote } from "./note-outbox.ts";

const person = "0199a0b0-0000-7000-8000-000000000001";
const practice = "0199a0b0-0000-7000-8000-000000000009";
const leadId = "0199a0b0-0000-7000-8000-000000000002";
const submissionId = "0199a0b0-0000-7000-8000-000000000003";
const note = { submissionId, title: "", text: "Mornings are best." };
const storageName = `notes to save/${submissionId}`;
const asked: { url: string; json: unknown }[] = [];
let answer: () => Promise<Response>;

/** Works like the browser's storage, whose entries are its own properties. */
class DeviceStorage {
  getItem = (name: string): string | null => Reflect.get(this as object, name) ?? null;
  setItem = (name: string, text: string) => Object.assign(this, { [name]: text });
  removeItem = (name: string) => Reflect.deleteProperty(this, name);
}

beforeEach(() => {
  asked.length = 0;
  answer = async () => Response.json({ note: { _id: submissionId } }, { status: 201 });
  vi.stubGlobal("localStorage", new DeviceStorage());
  vi.stubGlobal("fetch", (url: string, { body }: { body: string }) => {
    asked.push({ url, json: JSON.parse(body) });
    return answer();
  });
  openOutbox(person, practice);
});
afterEach(() => vi.unstubAllGlobals());

test("a note whose request got no response stays pending and is resent with the same id", async () => {
  keepNote(leadId, note);
  // The form's own request with the note is still running.
  expect(await sendNotes()).toBe(0);
  expect(asked).toEqual([]);
  expect(waitWithNote(submissionId, refusalOf("no_answer"))).toBe(true);
  expect(await sendNotes()).toBe(1);
  expect(asked).toEqual([{ url: `/api/leads/${leadId}/notes`, json: note }]);
  expect(stored()).toBeNull();
});

test("a note that is rejected on its first request isn't kept in the outbox", () => {
  keepNote(leadId, note);
  expect(waitWithNote(submissionId, refusalOf("conflict"))).toBe(false);
  expect(stored()).toBeNull();
});

test("a pending note that the server rejects is kept with the reason and isn't sent again", async () => {
  keepNote(leadId, note);
  waitWithNote(submissionId, refusalOf("no_answer"));
  const body = { code: "not_found", status: 404, message: "No." };
  answer = async () => Response.json(body, { status: 404 });
  await sendNotes();
  expect(stored()).toMatchObject({ refusal: { code: "not_found", message: "No." } });
  expect(pendingNotes([stored()])).toEqual([]);
  await sendNotes();
  expect(asked).toHaveLength(1);
});

test("another person's note stays pending until that person logs in", async () => {
  keepNote(leadId, note);
  waitWithNote(submissionId, refusalOf("no_answer"));
  openOutbox("0199a0b0-0000-7000-8000-000000000004", practice);
  expect(await sendNotes()).toBe(0);
  openOutbox(person, practice);
  expect(await sendNotes()).toBe(1);
});

function refusalOf(code: "no_answer" | "conflict") {
  return { code, message: "", errors: {}, status: 0 };
}

function stored() {
  return JSON.parse(localStorage.getItem(storageName) ?? "null");
}
