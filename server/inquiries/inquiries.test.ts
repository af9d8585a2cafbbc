import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "#server/testing/house.ts";
import { signInAdmin } from "#server/testing/people.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test("a message becomes a row that the owner sees and a mail that answers its sender", async () => {
  const owner = await signInAdmin(house);
  const message = aMessage({ fullName: "Ada Byron", email: "Ada@Example.com" });
  const answer = await house.ask("POST", "/api/contact", { json: message });
  expect(answer.status).toBe(201);
  expect(answer.body.message).toBe("We will contact you shortly.");
  expect(answer.body.contact).toMatchObject({ fullName: "Ada Byron", email: "ada@example.com" });

  const list = await house.ask("GET", "/api/admin/inquiries", { token: owner.token });
  expect(list.body.inquiries[0]).toMatchObject({ kind: "personal", message: message.message });
  await house.runJobs();
  expect(house.post.at(-1)).toMatchObject({
    to: owner.email,
    replyTo: "ada@example.com",
    subject: "your portfolio: Ada Byron wrote to you",
  });
});

test("the same submission sent twice at once is one row and one mail", async () => {
  const before = await countRows();
  const message = aMessage({ submissionId: randomUUID() });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => house.ask("POST", "/api/contact", { json: message })),
  );
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.contact._id)).size).toBe(1);
  expect(await countRows()).toEqual({ inquiries: before.inquiries + 1, mails: before.mails + 1 });
});

test("the whole questionnaire takes the place of its first step", async () => {
  const first = {
    fullName: "Jo Park",
    email: "jo@example.com",
    phone: "813 555 0100",
    page: "Questionairre",
    questions: [],
    test: true,
    unfinished: true,
    submissionId: randomUUID(),
  };
  const { unfinished: _, ...whole } = { ...first, questions: [{ "Package selected": "p2" }] };
  const begun = await house.ask("POST", "/api/contact", { json: first });
  const done = await house.ask("POST", "/api/contact", { json: whole });
  const again = await house.ask("POST", "/api/contact", { json: first });
  expect(done.body.contact._id).toBe(begun.body.contact._id);
  expect(again.body.contact._id).toBe(begun.body.contact._id);
  const row = await house.deps.db.query.inquiries.findFirst({
    where: (inquiry, { eq }) => eq(inquiry.id, begun.body.contact._id),
  });
  expect(row?.questions).toEqual([{ "Package selected": "p2" }]);
  expect(row?.finishedAt).not.toBeNull();
});

test.each([
  ["no name", { fullName: " " }, { fullName: "Please fill this in." }],
  ["a wrong address", { email: "ada@" }, { email: "This does not look like an e-mail address." }],
  ["a line break in the name", { fullName: "A\r\nBcc: x" }, { fullName: /characters/ }],
  ["NUL in the message", { message: "a\u0000b" }, { message: /characters/ }],
  ["a number as message", { message: 4 }, { message: /not something/ }],
  ["ten thousand characters", { message: "a".repeat(10_000) }, { message: "This is too long." }],
])("%s is refused at its field and stores nothing", async (_, change, errors) => {
  const before = await countRows();
  const answer = await house.ask("POST", "/api/contact", { json: { ...aMessage(), ...change } });
  expect(answer.status).toBe(422);
  for (const [field, sentence] of Object.entries(errors)) {
    expect(answer.body.errors[field]).toMatch(sentence);
  }
  expect(Object.keys(answer.body.errors)).toEqual(Object.keys(errors));
  expect(await countRows()).toEqual(before);
});

function aMessage(change: Record<string, unknown> = {}) {
  return {
    page: "Personal",
    fullName: "Grace Hopper",
    email: "grace@example.com",
    phone: "ask for Grace",
    message: "Hello there,\nI would like to talk.",
    test: false,
    ...change,
  };
}

async function countRows() {
  const { inquiries, mails } = await import("#server/db/schema.ts");
  return {
    inquiries: await house.deps.db.$count(inquiries),
    mails: await house.deps.db.$count(mails),
  };
}
