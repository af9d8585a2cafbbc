// How a search finds a lead. Its names: cspell:ignore nunez Iñigo iñigo inigo obrien brien Ruis
// cspell:ignore ruis
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { fillStoredLeads } from "./fill-leads.ts";
import { foldText, searchWords } from "./search-text.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test.each([
  ["Ana Ruiz", ["ana", "ruiz"]],
  ["Ruiz, Ana", ["ruiz", "ana"]],
  ["  O’Brien ", ["obrien"]],
  ["Núñez-García", ["nunez", "garcia"]],
  ["(813) 555-0142", ["8135550142"]],
  ["+1 813.555.0142", ["18135550142"]],
  ["leo 555-0142", ["leo", "555", "0142"]],
  ["leo@example.com", ["leo@example.com"]],
  ["100%", ["100%"]],
  ["-", ["-"]],
])("the search %j has the words %j", (search, words) => {
  expect(searchWords(search)).toEqual(words);
});

const phone = "(813) 555-0142";

test("a search finds a lead by the names, email addresses and phone numbers of all its inquiries", async () => {
  const ana = await ask({ firstName: "Ana", lastName: "Ruiz", phone, email: "ana@example.com" });
  const leo = await ask({ firstName: "Leo", lastName: "Vega", phone, email: "" });
  await ask({ firstName: "Ana", lastName: "", phone: "(813) 555-0143", email: "ana@example.com" });
  expect(leo.lead._id).toBe(ana.lead._id);
  for (const search of ["leo", "Vega, Leo", "ruiz ana", "555-0143", "0142 leo", "ana@example"]) {
    expect(await find(search), search).toEqual([ana.lead._id]);
  }
  for (const search of ["leo nobody", "-", "%", "555 0144"]) {
    expect(await find(search), search).toEqual([]);
  }
  await send("POST", `${ana.lead._id}/archive`, { reason: "other" });
  expect(await find("vega")).toEqual([]);
  expect((await send("GET", "others?search=vega")).leads).toHaveLength(1);
  expect((await send("GET", "archive?search=vega+leo")).total).toBe(1);
});

test("a search ignores accents, apostrophes, hyphens and capitals", async () => {
  const { lead } = await ask({ firstName: "Iñigo", lastName: "O’Brien-Núñez" });
  for (const search of ["inigo", "IÑIGO", "obrien", "O'Brien", "nunez", "brien-nú", "núñez iñ"]) {
    expect(await find(search), search).toEqual([lead._id]);
  }
});

test("values of an inquiry that equal the lead's own aren't repeated in the search text", async () => {
  await ask({ firstName: "Ana", lastName: "Ruiz", phone, email: "ana@example.com" });
  await ask({ firstName: "ANA", lastName: "Ruiz", phone, email: "" });
  const [own] = await texts();
  expect(own.search).toBe(" ana ruiz ana@example.com 18135550142 ");
  await ask({ firstName: "Leo", lastName: "", phone, email: "" });
  const [both] = await texts();
  expect(both.search).toBe(" ana ruiz ana@example.com 18135550142 leo ");
});

test("a short number next to a word matches only a whole word, and alone it matches any part of a number", async () => {
  const { lead } = await ask({ firstName: "Unit 8", lastName: "", phone, email: "" });
  await ask({ firstName: "Unit 81", lastName: "", phone: "(813) 555-0188", email: "" });
  expect(await find("unit 8")).toEqual([lead._id]);
  expect(await find("8 unit")).toEqual([lead._id]);
  expect(await find("8")).toHaveLength(2);
  expect(await find("unit 813")).toHaveLength(2);
});

test("a search finds a lead by an edited name and by the original name on the inquiry", async () => {
  const { lead } = await ask({ firstName: "Anna", lastName: "Ruis" });
  await send("PATCH", lead._id, { lastName: "Ruiz" });
  expect(await find("anna ruiz")).toEqual([lead._id]);
  expect(await find("ruis")).toEqual([lead._id]);
});

test("a lead whose inquiries have many long names can be found by its own values and by the newest name", async () => {
  const long = (letter: string) => `${letter}${"\u{10400}".repeat(70)}`;
  const own = { firstName: long("a"), lastName: long("b"), phone };
  const { lead } = await ask({ ...own, email: "first@example.com" });
  for (const letter of ["c", "d", "e", "f"]) {
    await ask({ firstName: long(letter), lastName: long(letter), phone, email: "" });
  }
  expect(await find(`${long("a")} first@example.com`)).toEqual([lead._id]);
  expect(await find(long("f"))).toEqual([lead._id]);
});

test("the database normalizes text for searches in the same way as the app", async () => {
  const letters = [..."abßÀéîÑøŁđıİÇşžςΣσЖйカ가각-–'’ʼ`´ .@+%0"];
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 30 }),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0x24f }).map((at) => String.fromCharCode(at)) }),
  );
  const texts = fc.sample(text, 500);
  const { rows } = await testApp.pool.query(
    "select fold_text(text) as folded from unnest($1::text[]) with ordinality as given (text, at) order by at",
    [texts],
  );
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
});

test("a job fills in the search text of leads in every practice, so that older leads can be found", async () => {
  const other = await signInClient(testApp);
  for (const { clientId } of [practice, other]) {
    const shared = { email: `${clientId}@example.com`, phone: "" };
    await makeInquiry(testApp.deps, clientId, { firstName: "Ana", ...shared });
    await makeInquiry(testApp.deps, clientId, { firstName: "Zoë", ...shared });
    await makeInquiry(testApp.deps, clientId, { firstName: "Leo" });
  }
  const before = await texts();
  await testApp.pool.query("update leads set search = 'old'");
  await testApp.pool.query("insert into search_fill default values");
  expect(await find("zoe")).toEqual([]);
  await fillStoredLeads(testApp.deps);
  expect(await texts()).toEqual(before);
  expect(await find("zoe")).toHaveLength(1);
  expect((await testApp.pool.query("select from search_fill")).rowCount).toBe(0);
});

async function texts() {
  const { rows } = await testApp.pool.query(
    "select id, search from leads order by client_id <> $1, id",
    [practice.clientId],
  );
  return rows;
}

async function ask(values: Record<string, unknown>) {
  return makeInquiry(testApp.deps, practice.clientId, values);
}

async function find(search: string): Promise<string[]> {
  const found = await send("GET", `new?search=${encodeURIComponent(search)}`);
  return found.leads.map((lead: { _id: string }) => lead._id);
}

async function send(method: string, path: string, json?: object) {
  const { token } = practice;
  const answer = await testApp.request(method, `/api/leads/${path}`, { token, json });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}
