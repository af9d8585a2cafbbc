import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leadMessages } from "#content/messages.ts";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

test("a lead's notes are listed newest first with author and time, and the timeline shows them", async () => {
  await write({ title: "Prefers mornings", text: "Works until noon.\nCall the mobile." });
  testApp.clock.forward(60_000);
  const second = await write({ title: "Asked for a price" });
  expect(second.status).toBe(201);
  const { notes, timeline } = await detail();
  expect(notes).toEqual([
    {
      _id: second.body.note._id,
      at: "2026-03-17T12:01:00.000Z",
      by: "Dana Whitfield",
      title: "Asked for a price",
      text: "",
    },
    {
      _id: expect.any(String),
      at: "2026-03-17T12:00:00.000Z",
      by: "Dana Whitfield",
      title: "Prefers mornings",
      text: "Works until noon.\nCall the mobile.",
    },
  ]);
  expect(timeline[0]).toMatchObject({ kind: "noted", data: { noteId: second.body.note._id } });
});

test.each([
  ["Prefers mornings.", "Prefers mornings."],
  ["Prefers mornings.\nWorks until noon.", "Prefers mornings."],
  [
    "Wants to know what whitening costs, and whether it hurts, before she comes in.",
    "Wants to know what whitening costs, and whether it hurts,…",
  ],
  ["a".repeat(90), `${"a".repeat(60)}…`],
])("the first words of a note become its title if it has none: %s", async (text, title) => {
  await write({ text });
  const { notes } = await detail();
  expect(notes).toMatchObject([{ title, text }]);
});

test("a note without text is rejected", async () => {
  const answer = await write({ title: " ", text: "\n" });
  expect(answer).toMatchObject({ status: 422, body: { errors: { text: expect.any(String) } } });
});

test("a note sent several times at once is stored once", async () => {
  const note = { submissionId: randomUUID(), title: "Only once" };
  const answers = await Promise.all([write(note), write(note), write(note)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { notes, timeline } = await detail();
  expect(notes).toHaveLength(1);
  expect(timeline.filter(({ kind }: { kind: string }) => kind === "noted")).toHaveLength(1);
});

test("a note that is sent again with its id in lowercase instead of uppercase isn't stored twice", async () => {
  const submissionId = randomUUID();
  const note = { submissionId: submissionId.toUpperCase(), title: "From a phone" };
  expect([(await write(note)).status, (await write(note)).status]).toEqual([201, 201]);
  expect((await write({ ...note, submissionId })).status).toBe(201);
  expect((await detail()).notes).toHaveLength(1);
});

test("reusing another lead's note id is rejected and doesn't change that note", async () => {
  const note = { submissionId: randomUUID(), title: "About the first" };
  await write(note);
  const other = await makeInquiry(testApp.deps, practice.clientId);
  const answer = await write({ ...note, title: "About the second" }, other.lead._id);
  expect(answer.status).toBe(409);
  expect((await detail()).notes[0].title).toBe("About the first");
});

test("a note doesn't stop the clock", async () => {
  await write({ title: "Not a call" });
  expect((await detail()).lead).toMatchObject({ uncalledSince: "2026-03-17T12:00:00.000Z" });
});

test.each([
  ["with a title of two lines", { title: "one\ntwo" }, "title"],
  ["with a text that is too long", { title: "Long", text: "x".repeat(5001) }, "text"],
  ["with a NUL character", { title: "NUL", text: "a\u0000b" }, "text"],
])("a note %s is rejected", async (_, note, field) => {
  const answer = await write(note);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect((await detail()).notes).toEqual([]);
});

function write(note: object, id = leadId) {
  const json = { submissionId: randomUUID(), ...note };
  return testApp.request("POST", `/api/leads/${id}/notes`, { token: practice.token, json });
}

async function detail() {
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token })).body;
}

test("a lead's notes are limited by their total length", async () => {
  const text = "n".repeat(5000);
  const statuses: number[] = [];
  for (let written = 0; written < 45; written += 1) {
    statuses.push((await write({ title: "Long", text })).status);
  }
  const kept = statuses.filter((status) => status === 201).length;
  expect(kept).toBeGreaterThan(30);
  expect(statuses.slice(kept).every((status) => status === 409)).toBe(true);
  expect((await write({ title: "Long", text })).body.message).toBe(leadMessages.notesFull);
  expect((await detail()).notes).toHaveLength(kept);
});
