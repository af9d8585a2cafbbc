// Importing a file, from its upload to an undo. cspell:ignore Spalte Liste Kontakt Telefon
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { importMessages } from "#content/desk/import.ts";
import { makeInquiry } from "#server/db/make.ts";
import { auditEntries, leadImportChunks, leadImportRows, leads } from "#server/db/schema.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { rebuildAllRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { lockPeople } from "#server/desk/same-person/lock-people.ts";
import { startDemo } from "#server/testing/demo.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { deleteExpiredImports, requeueImports } from "./import-sweeps.ts";
import { lockContacts } from "./known-people.ts";
import { runImport } from "./run-import.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterEach(() => repair());
afterAll(() => testApp.close());

const toArchive = { destination: "archive" };
const toFollowUp = { destination: "followUp" };

const people = `Name,Phone,Email,Created,Do you have insurance?
Ana Ruiz,(813) 555-0142,ana@example.com,2026-03-01T10:00:00Z,yes
Bo Li,,bo@example.com,1900-01-01,
,,,2026-03-01,no
Cy,(813) 555-0155,,,
`;

test("importing the practice's own export doesn't create leads", async () => {
  const phone = "(813) 555-0142";
  await asks({ firstName: "Ana", lastName: "Ruiz", phone, email: "ana@example.com" });
  const leo = { firstName: "Leo", lastName: "Cruz", phone, email: "leo@example.com" };
  await asks(leo);
  // Olivia's first inquiry has no email address, so it joins the lead of Leo, who was the last to
  // inquire with that number.
  const olivia = { firstName: "Olivia", lastName: "Chen", phone };
  await asks({ ...olivia, email: "" });
  await asks({ ...olivia, email: "olivia@example.com" });
  await asks(leo);
  const peggy = await asks({ firstName: "Peggy", phone: "(813) 555-0143", email: "" });
  const maria = await asks({ firstName: "Maria", phone: "", email: "maria@example.com" });
  expect((await act("POST", `/${peggy}/merges`, { otherId: maria })).status).toBe(200);
  // Sam's inquiry joins Kim's lead, because it has her number. Then the practice corrects Kim's
  // number.
  const kim = await asks({ firstName: "Kim", lastName: "Li", phone: "(813) 555-0144" });
  await asks({ firstName: "Sam", lastName: "Reed", phone: "(813) 555-0144", email: "" });
  await act("PATCH", `/${kim}`, { phone: "(813) 555-0145" });
  const archived = await asks({ firstName: "Bo", lastName: "Li", phone: "" });
  await act("POST", `/${archived}/archive`, { reason: "moved" });
  await makeInquiry(testApp.deps, practice.clientId, { isTest: true });
  expect((await act("DELETE", `/${await asks({})}`)).status).toBe(200);
  const exported = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  const before = await countLeads();
  const one = await check(await exported.text());
  expect(one).toMatchObject({ state: "checked", completing: 0 });
  expect(one.counts).toEqual({ fresh: 0, known: 10, repeated: 0, rejected: 2 });
  const problems = one.rejectedRows.map(({ problem }: { problem: string }) => problem);
  expect(problems.toSorted()).toEqual(["deleted_lead", "test_lead"]);
  const rejected = (await ask("GET", `/${one._id}/rejected.csv`)).body;
  expect(rejected).toContain(importMessages.rowProblems.deleted_lead);
  expect(await countLeads()).toBe(before);
});

test("a row matches the lead whose newest inquiry came from the row's person, just as another inquiry does", async () => {
  const phone = "(813) 555-0142";
  const arjun = { firstName: "Arjun", lastName: "Moreau", phone, email: "arjun@example.com" };
  const lead = await asks(arjun);
  const olivia = { firstName: "Olivia", lastName: "Chen", phone };
  expect(await asks({ ...olivia, email: "" })).toBe(lead);
  const file = [
    ...["Name,Phone,Email", `Olivia Chen,${phone},olivia@example.com`],
    ...[`Leo Vega,${phone},leo@example.com`, ""],
  ];
  const one = await check(file.join("\n"));
  expect(one).toMatchObject({ counts: { fresh: 1, known: 1 }, completing: 0 });
  expect(one.knownRows).toMatchObject([{ name: "Olivia Chen", lead: { _id: lead } }]);
  expect(await asks({ ...olivia, email: "olivia@example.com" })).toBe(lead);
  expect(await asks({ ...arjun, firstName: "Leo", email: "leo@example.com" })).not.toBe(lead);
});

test("an upload guesses the columns and shows the first rows", async () => {
  const { status, body } = await upload(people, "march.csv");
  expect(status).toBe(201);
  expect(body.import).toMatchObject({
    ...{ fileName: "march.csv", state: "mapping", encoding: "utf-8", delimiter: "," },
    bytes: Buffer.byteLength(people),
    columns: [
      { name: "Name", field: "fullName" },
      { name: "Phone", field: "phone" },
      { name: "Email", field: "email" },
      { name: "Created", field: "submittedAt" },
      { name: "Do you have insurance?", field: "answer" },
    ],
  });
  expect(body.import.preview[1]).toEqual(["Bo Li", "", "bo@example.com", "1900-01-01", ""]);
});

test.each<[string, string | Uint8Array, string]>([
  ["an empty file", "", importMessages.problems.empty],
  ["blank lines", "\n \n,,\n", importMessages.problems.empty],
  ["a zip file", "PK\x03\x04", importMessages.problems.zip],
  ["a vCard", "BEGIN:VCARD\nVERSION:3.0\n", importMessages.problems.vcard],
  ["a file without a header", "Ana,(813) 555-0142\n", importMessages.problems.no_header],
  ["201 columns", `${"a,".repeat(200)}a\n`, `Line 1: ${importMessages.problems.too_many_columns}`],
  ["NUL bytes", "name,phone\nA\0,1\n", importMessages.problems.nul_bytes],
])("%s is rejected and isn't stored", async (_, file, message) => {
  const { status, body } = await upload(file);
  expect([status, body.message]).toEqual([422, message]);
  expect((await list()).length).toBe(0);
  expect(await testApp.deps.db.$count(leadImportChunks, ofPractice(leadImportChunks))).toBe(0);
});

const latin = (text: string) => Buffer.from(text, "latin1");
const mark = "\xef\xbb\xbf";
const distant = `${"Ana;1\n".repeat(60_000)}Ren\xe9;2\n`;

test.each<[string, Buffer, string, string]>([
  ["isn't UTF-8", latin("Name;Phone\nRen\xe9;1\n"), "windows-1252", "René"],
  [
    "isn't UTF-8 despite its byte order mark",
    latin(`${mark}Name;Phone\nRen\xe9;1\n`),
    "windows-1252",
    "René",
  ],
  [
    "isn't UTF-8 far after its byte order mark",
    latin(`${mark}Name;Phone\n${distant}`),
    "windows-1252",
    "Ana",
  ],
  ["is UTF-8 without a byte order mark", Buffer.from("Name;Phone\nRené;1\n"), "utf-8", "René"],
  ["is UTF-8 after a byte order mark", Buffer.from("\ufeffName;Phone\nRené;1\n"), "utf-8", "René"],
])("a file that %s is decoded correctly", async (_, bytes, encoding, firstName) => {
  const { body } = await upload(bytes);
  expect(body.import).toMatchObject({ encoding, delimiter: ";" });
  expect(body.import.columns.map(({ name }: { name: string }) => name)).toEqual(["Name", "Phone"]);
  expect(body.import.preview[0][0]).toBe(firstName);
});

test("the dry run counts new, known, repeated and rejected rows without creating leads", async () => {
  await makeInquiry(testApp.deps, practice.clientId, { email: "bo@example.com", phone: "" });
  const again = `${people}Ana R.,813-555-0142,,,\n`;
  const one = await check(again);
  expect(one).toMatchObject({ state: "checked", checked: 1 });
  expect(one.counts).toEqual({ fresh: 2, known: 1, repeated: 1, rejected: 1 });
  expect(one.rejectedRows).toEqual([{ line: 4, problem: "no_person", text: "2026-03-01, no" }]);
  expect(await countLeads()).toBe(1);
});

test("changing the columns of an import starts a new dry run", async () => {
  const { _id } = await check(people);
  const fields = ["fullName", "phone", "skip", "skip", "skip"];
  await put(_id, { fields });
  await testApp.runJobs();
  const one = await read(_id);
  expect(one.counts).toEqual({ fresh: 2, known: 0, repeated: 0, rejected: 2 });
  expect(one.rejectedRows[0]).toMatchObject({ line: 3, problem: "no_contact" });
  const repeated = await put(_id, { fields: ["fullName", "fullName", "email", "skip", "skip"] });
  expect(repeated.status).toBe(422);
  const nobody = await put(_id, { fields: ["fullName", "skip", "skip", "skip", "answer"] });
  expect(nobody.status).toBe(422);
  const fewer = await put(_id, { fields: ["email"] });
  expect(fewer.body.message).toBe(importMessages.columnCount);
});

test("a damaged file is rejected with a line number, even if only the dry run finds the damage", async () => {
  const broken = 'Bo,"2\nCy,3\n';
  const { body } = await upload(`Name,Phone\nAna,1\n${broken}`);
  expect(body.message).toBe(`Line 3: ${importMessages.problems.open_quote}`);
  const one = await check(`Name,Phone\n${`Ana,${" ".repeat(2000)}1\n`.repeat(300)}${broken}`);
  expect(one).toMatchObject({ state: "refused", problem: "open_quote", problemLine: 302 });
});

test("the download of rejected rows has the reasons and is escaped against CSV injection", async () => {
  const file = `Name,Phone,Note\n,,=1+1\n,,short\nAna,1,a,b\nBo,(813) 555-0142,\nCy,2,\n`;
  const { _id } = await check(file);
  const { body } = await ask("GET", `/${_id}/rejected.csv`);
  expect(body).toBe(
    'Name,Phone,Note,Reason\r\n,,\'=1+1,"No name, phone or email"\r\n' +
      ',,short,"No name, phone or email"\r\n' +
      "Ana,1,a,b,More values than columns. Does a value with a comma need quotation marks?\r\n" +
      "Cy,2,,No phone number or email that can be used\r\n",
  );
});

test("the list of known rows shows the lead or line that each row matches, and can be downloaded", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
    ...{ firstName: "Maria", lastName: "Lopez", email: "maria@example.com", phone: "" },
  });
  const file = [
    ...["Name,Phone,Email,Note", "Bo Li,(813) 555-0143,,new", "M. Lopez,,maria@example.com,first"],
    // A row for another person with Bo's number, and a second row for Bo.
    ...["Kim Li,(813) 555-0143,kim@example.com,other", "B. Li,813-555-0143,,again", ""],
  ];
  const { _id, counts, knownRows } = await check(file.join("\n"));
  expect(counts).toEqual({ fresh: 2, known: 1, repeated: 1, rejected: 0 });
  expect(knownRows).toEqual([
    { line: 3, name: "M. Lopez", lead: { _id: lead._id, name: "Maria Lopez" }, sameAsLine: null },
    { line: 5, name: "B. Li", lead: null, sameAsLine: 2 },
  ]);
  expect((await ask("GET", `/${_id}/known.csv`)).body).toBe(
    "Name,Phone,Email,Note,Same person as\r\n" +
      'M. Lopez,,maria@example.com,first,"Maria Lopez, maria@example.com"\r\n' +
      "B. Li,813-555-0143,,again,Line 2 of the file\r\n",
  );
});

test("imported leads are archived and counted, and don't have a clock or cause alerts or emails", async () => {
  const one = await importFile(people);
  expect(one).toMatchObject({ state: "imported", imported: 3 });
  const { body } = await testApp.request("GET", "/api/leads/archive?search=ana", {
    token: practice.token,
  });
  expect(body.leads).toMatchObject([
    {
      ...{ firstName: "Ana", lastName: "Ruiz", phone: "+18135550142", insurance: "Yes" },
      ...{ state: "archived", timeReceived: "2026-03-01T10:00:00.000Z", uncalledSince: null },
      archived: { reason: "Imported from leads.csv", at: "2026-03-17T12:00:00.000Z", by: null },
    },
  ]);
  const counts = await testApp.request("GET", "/api/leads/count", { token: practice.token });
  expect(counts.body.leadsCount).toBe(3);
  expect(testApp.pushes).toEqual([]);
  expect(testApp.receivedMails).toEqual([]);
  const queue = await testApp.request("GET", "/api/leads/new", { token: practice.token });
  expect(queue.body.leads).toEqual([]);
  const chunks = await testApp.deps.db.$count(leadImportChunks, ofPractice(leadImportChunks));
  expect(chunks).toBe(0);
});

test.each([toArchive, toFollowUp])(
  "refreshing leads imported with %j changes nothing, and neither does rebuilding the rollups",
  async (to) => {
    await importFile(people, to);
    const stored = await leadRows();
    const counted = await rollups();
    for (const { id } of stored) {
      await testApp.deps.db.transaction((tx) =>
        refreshLead(tx, { clientId: practice.clientId, leadId: id }),
      );
    }
    expect(await leadRows()).toEqual(stored);
    await rebuildAllRollups(testApp.deps.db);
    expect(await rollups()).toEqual(counted);
  },
);

test("leads that are imported for follow-up are last in the queue and have no clock, and an undo removes them", async () => {
  const { clientId } = practice;
  await makeInquiry(testApp.deps, clientId, { firstName: "Now", phone: "813-555-0170" });
  const { _id } = await importFile(people, toFollowUp);
  const queue = () => testApp.request("GET", "/api/leads/new?sort=next", { token: practice.token });
  const { body } = await queue();
  expect(body.leads.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
    "Now",
    ...["Ana", "Bo", "Cy"],
  ]);
  const [, ana] = body.leads;
  expect(ana).toMatchObject({ state: "new", uncalledSince: null });
  const detail = await testApp.request("GET", `/api/leads/${ana._id}`, { token: practice.token });
  expect(detail.body.timeline).toMatchObject([
    { kind: "imported", by: "Dana Whitfield", data: { importId: _id, fileName: "leads.csv" } },
  ]);
  expect(testApp.pushes).toEqual([]);
  const counted = await testApp.request("GET", "/api/leads/cot", { token: practice.token });
  expect(counted.body.timeDiff).toEqual({ lt10: 0, lt60: 0, other: 0 });
  await ask("POST", `/${_id}/undos`);
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ state: "undone", removed: 3, kept: 0 });
  expect((await queue()).body.total).toBe(1);
  const after = await rollups();
  await rebuildAllRollups(testApp.deps.db);
  expect(await rollups()).toEqual(after);
});

test("up to eight columns can be phone numbers, and a ninth is rejected", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Phone ${index + 1}`);
  const cells = names.map((_, index) => `(813) 555-010${index}`);
  const { body } = await upload(`${names.join(",")}\n${cells.join(",")}\n`);
  const { _id, columns } = body.import;
  expect(columns.map(({ field }: { field: string }) => field)).toEqual([
    ...Array(8).fill("phone"),
    "answer",
  ]);
  const refused = await put(_id, { fields: Array(9).fill("phone") });
  expect([refused.status, refused.body.code]).toEqual([422, "invalid"]);
  expect((await put(_id, { fields: [...Array(8).fill("email"), "phone"] })).status).toBe(200);
});

test("the first 5,000 dates determine the order of day and month, and later dates that don't fit are counted", async () => {
  const american = "Ana,(813) 555-0142,03/04/2026\n".repeat(5000);
  const one = await check(`Name,Phone,Created\n${american}Bo,(813) 555-0143,14/03/2026\n`);
  expect(one).toMatchObject({ state: "checked", unclear: { dates: 1 } });
});

test("one date that can only be day-first determines the order for its column", async () => {
  const rows = ["3/2/2026", "14/2/2026", "soon"].map(
    (date, index) => `P${index},p${index}@example.com,${date}\n`,
  );
  const one = await importFile(`Name,Email,Created\n${rows.join("")}`);
  expect(one.unclear).toEqual({ dates: 1, contacts: 0, damaged: 0 });
  const received = (await leadRows()).map(({ startedAt }) => startedAt.toISOString().slice(0, 10));
  expect(received).toEqual(["2026-02-03", "2026-02-14", "2026-03-17"]);
  const american = await check("Name,Email,Created\nQ,q@example.com,3/2/2026\n");
  expect(american.unclear.dates).toBe(0);
});

test("one mistyped date doesn't change the order for the other dates, and is counted", async () => {
  const rows = ["14/2/2026", "2/15/2026", "2/16/2026", "3/2/2026"].map(
    (date, index) => `P${index},p${index}@example.com,${date}\n`,
  );
  const one = await importFile(`Name,Email,Created\n${rows.join("")}`);
  expect(one.unclear).toEqual({ dates: 1, contacts: 0, damaged: 0 });
  const received = (await leadRows()).map(({ startedAt }) => startedAt.toISOString().slice(0, 10));
  expect(received).toEqual(["2026-03-17", "2026-02-15", "2026-02-16", "2026-03-02"]);
});

test("unusable phone numbers are counted, and the ones that a spreadsheet damaged are counted again separately", async () => {
  const one = await check(
    "Name,Phone,Email\nA,8.13555E+09,a@example.com\nB,555,b@example.com\nC,n/a,c@example.com\n",
  );
  expect(one.unclear).toEqual({ dates: 0, contacts: 2, damaged: 1 });
  expect(one.counts).toEqual({ fresh: 3, known: 0, repeated: 0, rejected: 0 });
});

test.each<[string, string, object, string[]]>([
  ["sep=;", "sep=;\nName;Phone\nAna;8135550142\n", { delimiter: ";", headerLine: 2 }, ["Ana"]],
  ["sep=,", '"sep=,"\nName,Phone\nAna,8135550142\n', { delimiter: ",", headerLine: 2 }, ["Ana"]],
  [
    "a title",
    "Leads, exported May 3\n\nName,Phone,Email\nAna,8135550142,\n",
    { delimiter: ",", headerLine: 3 },
    ["Ana"],
  ],
  [
    "a title above unknown names",
    "Liste\nSpalte A,Spalte B\nAna,8135550142\n",
    { headerLine: 2 },
    [""],
  ],
  ["vertical bars", "Name|Phone\nAna|8135550142\n", { delimiter: "|" }, ["Ana"]],
  [
    "each line in quotes",
    '"Name,Phone,Note"\n"Ana,8135550142,""yes, please"""\n"Bo,8135550143,"\n',
    { delimiter: ",", headerLine: 1 },
    ["Ana", "Bo"],
  ],
  [
    "each line in quotes, and a title",
    'Leads\n"Name;Phone"\n"Ana;8135550142"\n',
    { delimiter: ";", headerLine: 2 },
    ["Ana"],
  ],
  [
    "semicolons, with commas in the texts",
    "Name;Phone;Note\nAna;8135550142;yes, please, soon\nBo;8135550143;no\n",
    { delimiter: ";" },
    ["Ana", "Bo"],
  ],
])("a file with %s is imported correctly", async (_, file, format, names) => {
  const one = await importFile(file);
  expect(one).toMatchObject({ state: "imported", ...format });
  expect((await leadRows()).map(({ firstName }) => firstName)).toEqual(names);
});

test("a column whose first cells are empty is guessed from the cells below", async () => {
  const empty = Array.from({ length: 20 }, (_, row) => `Person ${row},,p${row}@example.com\n`);
  const last = "Last One,(813) 555-0168,last@example.com\n";
  const { body } = await upload(`Kontakt,Telefon,E-Post\n${empty.join("")}${last}`);
  const fields = body.import.columns.map(({ field }: { field: string }) => field);
  expect(fields).toEqual(["answer", "phone", "email"]);
  expect(body.import.preview).toHaveLength(5);
});

test("a single broken character doesn't change the file's encoding", async () => {
  const good = Buffer.from("Name,Phone,Note\nJosé Núñez,8135550142,ok\n");
  const { body } = await upload(Buffer.concat([good, latin("Zo\xeb,8135550143,cut\n")]));
  expect(body.import).toMatchObject({
    encoding: "utf-8",
    preview: [
      ["José Núñez", ...["8135550142", "ok"]],
      ["Zo\ufffd", "8135550143", "cut"],
    ],
  });
});

test("choosing another encoding, delimiter or header row guesses the columns again", async () => {
  const file = "Cards|of|2026\nWho|What|Where\nAna Ruiz|x|8135550142\n";
  const { body } = await upload(file);
  const { _id } = body.import;
  expect(body.import).toMatchObject({ headerLine: 1, delimiter: "|" });
  expect(body.import.firstLines).toEqual([
    { line: 1, text: "Cards, of, 2026" },
    { line: 2, text: "Who, What, Where" },
    { line: 3, text: "Ana Ruiz, x, 8135550142" },
  ]);
  const choose = (json: object) => ask("PUT", `/${_id}/format`, json);
  const format = { encoding: "windows-1252", delimiter: "|", headerLine: 2 };
  const chosen = await choose(format);
  expect(chosen.status).toBe(200);
  expect(chosen.body.import).toMatchObject({ ...format, state: "mapping" });
  expect(chosen.body.import.columns).toEqual([
    { name: "Who", field: "answer" },
    { name: "What", field: "answer" },
    { name: "Where", field: "phone" },
  ]);
  await put(_id, { fields: ["fullName", "answer", "phone"] });
  await testApp.runJobs();
  expect((await read(_id)).counts).toEqual({ fresh: 1, known: 0, repeated: 0, rejected: 0 });
  const refused = await Promise.all(
    [{ headerLine: 9 }, { headerLine: 0 }, { headerLine: 21 }, { delimiter: "x" }].map((one) =>
      choose({ ...format, ...one }),
    ),
  );
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect((await read(_id)).state).toBe("checked");
  await ask("POST", `/${_id}/runs`, toArchive);
  expect((await choose(format)).status).toBe(409);
});

test("a person who inquires after the dry run isn't imported as a new lead, and the import fills in their missing data", async () => {
  const { _id } = await check(people);
  await makeInquiry(testApp.deps, practice.clientId, {
    ...{ firstName: "Anna", email: "", phone: "813-555-0142" },
  });
  await ask("POST", `/${_id}/runs`, toArchive);
  await testApp.runJobs();
  const one = await read(_id);
  expect(one).toMatchObject({ imported: 2, counts: { fresh: 2, known: 1 } });
  expect(one.knownRows).toMatchObject([{ name: "Ana Ruiz", lead: { name: "Anna Quintero" } }]);
  expect((await ask("GET", `/${_id}/known.csv`)).body).toContain("Anna Quintero, (813) 555-0142");
  const named = (await leadRows()).filter(({ phone }) => phone === "+18135550142");
  expect(named).toMatchObject([{ firstName: "Anna", email: "ana@example.com" }]);
});

test("an imported person who inquires again is back in the queue as the same lead", async () => {
  await importFile(people);
  testApp.clock.forward(60_000);
  await makeInquiry(testApp.deps, practice.clientId, { email: "ana@example.com", phone: "" });
  const queue = await testApp.request("GET", "/api/leads/new", { token: practice.token });
  expect(queue.body.leads).toMatchObject([{ firstName: "Ana", lastName: "Ruiz" }]);
  expect(await countLeads()).toBe(3);
});

test("an inquiry from a person who is just being imported waits until the import's transaction ends", async () => {
  const contact = {
    ...{ firstName: "Ana", lastName: "Ruiz", email: "ana@example.com" },
    ...{ phone: "+18135550142", isPhoneValid: true },
  };
  const done: string[] = [];
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const importing = testApp.deps.db.transaction(async (tx) => {
    await lockContacts(tx, practice.clientId, [contact]);
    locked.resolve();
    await held.promise;
    done.push("import");
  });
  await locked.promise;
  const inquiring = testApp.deps.db.transaction(async (tx) => {
    await lockPeople(tx, practice.clientId, [{ phone: "", email: "ana@example.com" }]);
    done.push("inquiry");
  });
  await testApp.untilWaiting(1);
  held.resolve();
  await Promise.all([importing, inquiring]);
  expect(done).toEqual(["import", "inquiry"]);
});

test("starting an import twice runs it once, and running its job again doesn't duplicate leads", async () => {
  const { _id } = await check(people);
  const answers = await Promise.all([1, 2].map(() => ask("POST", `/${_id}/runs`, toArchive)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  await testApp.runJobs();
  await testApp.deps.db.transaction((tx) =>
    testApp.deps.jobs.enqueue(tx, "run-lead-import", {
      ...{ clientId: practice.clientId, importId: _id },
    }),
  );
  await testApp.runJobs();
  expect(await countLeads()).toBe(3);
  expect(await audited()).toEqual(["leads_imported"]);
});

test("another upload discards files that weren't imported, but not an import that has started", async () => {
  const waiting = await check("Name,Email\nDee,dee@example.com\n");
  const { _id } = await check(people);
  expect((await read(waiting._id)).state).toBe("canceled");
  await ask("POST", `/${_id}/runs`, toArchive);
  await upload("Name,Email\nEve,eve@example.com\n");
  expect((await read(_id)).state).toBe("importing");
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ state: "imported", imported: 3 });
});

test("an import can't start before the dry run has finished, or without new rows", async () => {
  const { body } = await upload(people);
  expect((await ask("POST", `/${body.import._id}/runs`, toArchive)).status).toBe(409);
  const { _id } = await check("Name,Phone\n,\n,x\n".replace(",x", ","));
  const answer = await ask("POST", `/${_id}/runs`, toArchive);
  expect([answer.status, answer.body.message]).toEqual([409, importMessages.nothingNew]);
});

const filled = `Name,Phone,Email,Insurance
Ana Ruiz,(813) 555-0142,ana@example.com,Delta Dental
Bo Li,(813) 555-0143,bo@example.com,
Olivia Moss,(813) 555-0144,,Cigna
Cy Ho,(813) 555-0145,new@example.com,Aetna
`;

test("an import fills in missing data of known leads without replacing other data, and an undo reverts that", async () => {
  const add = async (values: Record<string, string>) => {
    const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
      lastName: "",
      ...values,
    });
    return lead._id;
  };
  const ana = await add({ firstName: "Ana", phone: "(813) 555-0142", email: "" });
  const bo = await add({ firstName: "Bo", phone: "", email: "bo@example.com" });
  const nameless = await add({ firstName: "", phone: "(813) 555-0144", email: "" });
  const cy = await add({ firstName: "Cy", phone: "(813) 555-0145", email: "cy@example.com" });
  await act("PATCH", `/${cy}`, { insurance: "Humana" });
  const dee = await add({ firstName: "Dee", phone: "12", email: "dee@example.com" });
  const before = await leadRows();
  // Leo has Ana's number, but the data in his row isn't hers.
  const rowOfDee = "Dee,(813) 555-0146,dee@example.com,";
  const one = await check(`${filled}Leo Vega,(813) 555-0142,,Aetna\n${rowOfDee}\n`);
  expect([one.counts.known, one.completing]).toEqual([6, 5]);
  expect(await leadRows()).toEqual(before);

  await ask("POST", `/${one._id}/runs`, toArchive);
  await testApp.runJobs();
  expect(await read(one._id)).toMatchObject({ state: "imported", imported: 0, completed: 5 });
  const shown = async () => {
    const rows = await leadRows();
    return [ana, bo, nameless, cy].map((id) => {
      const row = rows.find((lead) => lead.id === id);
      return [row?.firstName, row?.lastName, row?.phone, row?.email, row?.insurance].join(", ");
    });
  };
  expect(await shown()).toEqual([
    "Ana, Ruiz, +18135550142, ana@example.com, Delta Dental",
    "Bo, Li, +18135550143, bo@example.com, ",
    "Olivia, Moss, +18135550144, , Cigna",
    "Cy, Ho, +18135550145, cy@example.com, Humana",
  ]);
  const { body } = await act("GET", `/${bo}`);
  const changes = body.timeline.filter(({ kind }: { kind: string }) => kind === "changed");
  expect(changes).toMatchObject([
    {
      by: "Dana Whitfield",
      data: { lastName: { from: "", to: "Li" }, phone: { from: "", to: "+18135550143" } },
    },
  ]);
  expect((await act("GET", "/new?search=olivia")).body.total).toBe(1);

  await act("PATCH", `/${ana}`, { email: "ana.ruiz@example.com" });
  await act("PATCH", `/${bo}`, { email: "" });
  await act("PATCH", `/${dee}`, { phone: "(813) 555-0147" });
  await ask("POST", `/${one._id}/undos`);
  await testApp.runJobs();
  expect((await read(one._id)).state).toBe("undone");
  expect(await shown()).toEqual([
    "Ana, , +18135550142, ana.ruiz@example.com, ",
    // His new number stays, because it is now the only way to reach him.
    "Bo, Li, +18135550143, , ",
    ", , +18135550144, , ",
    "Cy, , +18135550145, cy@example.com, Humana",
  ]);
  const rows = await leadRows();
  // The undo doesn't mark the number that the practice entered as invalid.
  expect(rows.find(({ id }) => id === dee)).toMatchObject({
    ...{ phone: "+18135550147", isPhoneValid: true },
  });
  for (const { id } of rows) {
    await testApp.deps.db.transaction((tx) =>
      refreshLead(tx, { clientId: practice.clientId, leadId: id }),
    );
  }
  expect(await leadRows()).toEqual(rows);
});

test("leads that were deleted or edited after the dry run aren't filled in", async () => {
  const phones = ["(813) 555-0142", "(813) 555-0144", "(813) 555-0145"];
  const ids: string[] = [];
  for (const phone of phones) {
    const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
      ...{ firstName: "", lastName: "", phone, email: "" },
    });
    ids.push(lead._id);
  }
  const [deleted, other, completed] = ids;
  const one = await check(filled);
  expect([one.counts.known, one.completing]).toEqual([3, 3]);
  await act("DELETE", `/${deleted}`);
  await act("PATCH", `/${other}`, { phone: "(813) 555-0149" });
  await act("PATCH", `/${completed}`, {
    ...{ firstName: "Cyrus", lastName: "Ho", email: "cyrus@example.com", insurance: "Humana" },
  });
  const before = await leadRows();
  await ask("POST", `/${one._id}/runs`, toArchive);
  await testApp.runJobs();
  expect(await read(one._id)).toMatchObject({ state: "imported", imported: 1, completed: 0 });
  const ofBefore = (await leadRows()).filter(({ id }) => ids.includes(id));
  expect(ofBefore).toEqual(before);
});

test("undoing an import deletes the leads that no one has worked on, and lists the other leads", async () => {
  const { _id } = await importFile(people);
  const [ana, bo, cy] = await leadRows();
  const noted = await act("POST", `/${bo?.id}/notes`, {
    submissionId: randomUUID(),
    title: "Call late",
  });
  expect(noted.status).toBe(201);
  await testApp.request("GET", `/api/leads/${ana?.id}`, { token: practice.token });
  await testApp.request("POST", `/api/leads/${ana?.id}/sightings`, { token: practice.token });
  expect((await ask("POST", `/${_id}/undos`)).status).toBe(201);
  await testApp.runJobs();
  const one = await read(_id);
  expect(one).toMatchObject({ state: "undone", removed: 2, kept: 1 });
  expect(one.keptLeads).toEqual([{ _id: bo?.id, name: "Bo Li" }]);
  expect(await countLeads()).toBe(1);
  const gone = await testApp.request("GET", `/api/leads/${cy?.id}`, { token: practice.token });
  expect(gone.status).toBe(404);
  const counted = await rollups();
  await rebuildAllRollups(testApp.deps.db);
  expect(await rollups()).toEqual(counted);
  expect(await audited()).toEqual(["leads_imported", "lead_import_undone"]);
  // In another dry run of the same file, the removed leads count as new.
  expect((await check(people)).counts).toEqual({ fresh: 2, known: 1, repeated: 0, rejected: 1 });
});

test.each([
  ["a call", (id: string) => act("POST", `/${id}/calls`, { _id: randomUUID(), outcome: "spoke" })],
  ["an edit", (id: string) => act("PATCH", `/${id}`, { firstName: "Other" })],
  ["a restore", (id: string) => act("POST", `/${id}/restore`)],
  ["a second archiving", (id: string) => act("POST", `/${id}/archive`, { reason: "moved" })],
  [
    "do not call",
    (id: string) => act("POST", `/${id}/call-permissions`, { isAllowed: false, reason: "asked" }),
  ],
  [
    "a new inquiry",
    () => makeInquiry(testApp.deps, practice.clientId, { email: "ana@example.com", phone: "" }),
  ],
])("undoing an import keeps a lead that someone has worked on: %s", async (_, work) => {
  const { _id } = await importFile("Name,Email\nAna,ana@example.com\n");
  const [lead] = await leadRows();
  await work(lead?.id ?? "");
  await ask("POST", `/${_id}/undos`);
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ removed: 0, kept: 1 });
});

test("canceling an import removes the leads that it has imported so far", async () => {
  const { _id } = await check(rowsOf(2500));
  await ask("POST", `/${_id}/runs`, toArchive);
  const importedAtCancel: number[] = [];
  const { imports } = testApp.deps.queues;
  const queues = {
    ...testApp.deps.queues,
    imports: {
      async run<Done>(who: string, work: () => Promise<Done>, most?: number): Promise<Done> {
        if ((await countLeads()) > 0 && importedAtCancel.length === 0) {
          importedAtCancel.push(await countLeads());
          await ask("POST", `/${_id}/cancellations`);
        }
        return imports.run(who, work, most);
      },
    },
  };
  const key = { clientId: practice.clientId, importId: _id };
  await runImport({ ...testApp.deps, queues }, key, { isLast: true });
  expect(importedAtCancel).toEqual([2000]);
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ state: "canceled" });
  expect(await countLeads()).toBe(0);
});

test("an import that is canceled before its job runs doesn't import leads and can't be started again", async () => {
  const { _id } = await check(people);
  await ask("POST", `/${_id}/runs`, toArchive);
  await testApp.pool.query(
    "update lead_import_rows set line = line + 1000000 where import_id = $1 and line > 3",
    [_id],
  );
  const answer = await ask("POST", `/${_id}/cancellations`);
  expect(answer.body.import.state).toBe("canceling");
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ state: "canceled" });
  expect(await countLeads()).toBe(0);
  expect((await ask("POST", `/${_id}/runs`, toArchive)).status).toBe(409);
});

test("an import whose last attempt fails in the second batch removes the leads of the first batch", async () => {
  const before = await rollups();
  const { _id } = await check(rowsOf(2500));
  await breakRow("insert on leads", "new.last_name = '2200'");
  await ask("POST", `/${_id}/runs`, toArchive);
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ state: "importing", problem: null, imported: 2000 });
  await requeueImports(testApp.deps);
  await testApp.runJobs({ isLast: true });
  const one = await read(_id);
  expect(one).toMatchObject({ state: "canceled", problem: "failed", removed: 2000, kept: 0 });
  expect(await countLeads()).toBe(0);
  expect(await rollups()).toEqual(before);
  expect(await testApp.deps.db.$count(leadImportChunks, ofPractice(leadImportChunks))).toBe(0);
  expect((await ask("POST", `/${_id}/runs`, toArchive)).status).toBe(409);
  // Without the failure, all rows of the same file are new.
  await repair();
  expect(await importFile(rowsOf(2500))).toMatchObject({ state: "imported", imported: 2500 });
});

test("a dry run whose last attempt fails in the second batch is marked as failed, and its file can't be imported", async () => {
  await breakRow("insert on lead_import_rows", "new.last_name = '300'");
  const { body } = await upload(rowsOf(400));
  const { _id } = body.import;
  await put(_id, { fields: ["fullName", "email"] });
  await testApp.runJobs();
  expect((await read(_id)).state).toBe("checking");
  await requeueImports(testApp.deps);
  await testApp.runJobs({ isLast: true });
  expect(await read(_id)).toMatchObject({ state: "refused", problem: "failed", problemLine: null });
  expect((await ask("POST", `/${_id}/runs`, toArchive)).status).toBe(409);
  expect((await put(_id, { fields: ["fullName", "email"] })).status).toBe(409);
  expect(await countLeads()).toBe(0);
  // Without the failure, the file can be uploaded again, as its error message says.
  await repair();
  expect((await check(rowsOf(400))).counts).toEqual({
    fresh: 400,
    known: 0,
    repeated: 0,
    rejected: 0,
  });
  expect(await testApp.deps.db.$count(leadImportRows, ofPractice(leadImportRows))).toBe(400);
});

test("a file that isn't imported can be discarded, and another upload discards it too", async () => {
  const first = await check(people);
  await ask("POST", `/${first._id}/cancellations`);
  expect((await read(first._id)).state).toBe("canceled");
  const second = await check(people);
  await upload(people);
  expect((await read(second._id)).state).toBe("canceled");
  expect((await put(second._id, { fields: [] })).status).toBe(422);
});

test("everything but the imported leads is deleted 24 hours after an upload", async () => {
  const { _id } = await importFile(people);
  const waiting = await check("Name,Email\nNew,new@example.com\n");
  testApp.clock.forward(24 * 60 * 60_000 - 1);
  await deleteExpiredImports(testApp.deps);
  expect((await list()).length).toBe(2);
  testApp.clock.forward(1);
  expect((await ask("GET", `/${_id}`)).status).toBe(404);
  expect((await ask("POST", `/${_id}/undos`)).status).toBe(404);
  await deleteExpiredImports(testApp.deps);
  for (const table of ["lead_imports", "lead_import_rows", "lead_import_chunks"]) {
    const { rowCount } = await testApp.pool.query(`select 1 from ${table} where client_id = $1`, [
      practice.clientId,
    ]);
    expect([table, rowCount]).toEqual([table, 0]);
  }
  expect((await ask("GET", `/${waiting._id}`)).status).toBe(404);
  expect(await countLeads()).toBe(3);
});

test("erasing a person deletes their rows and discards files that weren't imported", async () => {
  // The rejected row has more values than there are columns, so no person was parsed from it.
  const { _id } = await importFile(`${people}Ana,,ana@example.com,,,yes,too many\n`);
  const waiting = await check("Name,Email\nAna,ana@example.com\n");
  const [ana] = await leadRows();
  const erased = await act("POST", `/${ana?.id}/erasures`, { name: "Ana Ruiz" });
  expect(erased.status).toBe(201);
  expect((await read(waiting._id)).state).toBe("canceled");
  for (const table of ["lead_imports", "lead_import_rows", "lead_import_chunks"]) {
    const { rows } = await testApp.pool.query(
      `select to_jsonb(one)::text as text from ${table} one where client_id = $1`,
      [practice.clientId],
    );
    expect(rows.filter(({ text }) => /ana/i.test(text.replaceAll("canceled", "")))).toEqual([]);
  }
  // The import's other leads can still be removed by an undo.
  await ask("POST", `/${_id}/undos`);
  await testApp.runJobs();
  expect(await read(_id)).toMatchObject({ state: "undone", removed: 2, kept: 0 });
});

test("an erased lead isn't filled in from an earlier export", async () => {
  const ana = await asks({ firstName: "Ana", lastName: "Ruiz", email: "ana@example.com" });
  const exported = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  const file = await exported.text();
  expect(file).toContain("ana@example.com");
  expect((await act("POST", `/${ana}/erasures`, { name: "Ana Ruiz" })).status).toBe(201);
  const erased = await leadRows();
  expect((await importFile(file)).state).toBe("imported");
  expect((await leadRows()).filter(({ id }) => id === ana)).toEqual(erased);
});

test("an import skips a row that an erasure deletes before the row is locked", async () => {
  const { _id } = await check(people);
  await ask("POST", `/${_id}/runs`, toArchive);
  const lock = `${practice.clientId} ana@example.com`;
  const release = await testApp.hold(
    `select pg_advisory_xact_lock(hashtextextended('${lock}', 0))`,
  );
  const importing = testApp.runJobs();
  await testApp.untilWaiting(1);
  await testApp.pool.query("delete from lead_import_rows where import_id = $1 and line = 2", [_id]);
  await release();
  await importing;
  expect(await read(_id)).toMatchObject({ state: "imported", imported: 2 });
  expect((await leadRows()).map(({ firstName }) => firstName)).toEqual(["Bo", "Cy"]);
});

test("an import or undo that waits for a locked lead doesn't lock the rows of the file", async () => {
  const lead = await asks({ firstName: "Ana", lastName: "", phone: "(813) 555-0142", email: "" });
  const { _id } = await check("Name,Phone,Email\nAna Ruiz,(813) 555-0142,ana@example.com\n");
  for (const step of ["runs", "undos"]) {
    await ask("POST", `/${_id}/${step}`, step === "runs" ? toArchive : undefined);
    const release = await testApp.hold(`select from leads where id = '${lead}' for no key update`);
    const running = testApp.runJobs();
    await testApp.untilWaiting(1);
    const rows = "select from lead_import_rows where import_id = $1 for update nowait";
    expect((await testApp.pool.query(rows, [_id])).rowCount).toBe(1);
    await release();
    await running;
  }
  expect((await read(_id)).state).toBe("undone");
});

test("a live demo imports up to 1,000 rows, and blank rows count too", async () => {
  await prepareTemplate(testApp.deps, 1);
  const demo = await startDemo(testApp);
  const send = async (rows: number, width = 1, blanks = "") => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `${"x".repeat(width)},${row}@example.com\n`,
    );
    const answer = await testApp.api.request("http://localhost/demo/api/leads/import?name=a.csv", {
      method: "POST",
      headers: { Cookie: `demoToken=${demo.token}` },
      body: `Name,Email\n${lines.join("")}${blanks}`,
    });
    const { import: one } = await answer.json();
    if (!one) return answer.status;
    await demo.ask("PUT", `/leads/imports/${one._id}/columns`, { fields: ["fullName", "email"] });
    await testApp.runJobs();
    const { body } = await demo.ask("GET", `/leads/imports/${one._id}`);
    return [body.import.state, body.import.problem, body.import.problemLine];
  };
  expect(await send(1000)).toEqual(["checked", null, null]);
  expect(await send(1001)).toEqual(["refused", "too_many_rows", 1002]);
  expect(await send(1000, 2001)).toBe(413);
  // Blank rows count toward the limit.
  expect(await send(1000, 1, " \n".repeat(1000))).toEqual(["refused", "too_many_rows", 1002]);
});

test("a sweep finishes an import whose job was lost", async () => {
  const { _id } = await check(people);
  await ask("POST", `/${_id}/runs`, toArchive);
  await testApp.pool.query("delete from pgboss.job where name = 'run-lead-import'");
  await requeueImports(testApp.deps);
  await testApp.runJobs();
  expect((await read(_id)).state).toBe("imported");
});

/** Makes an inquiry one minute after the previous one. Returns the id of its lead. */
async function asks(person: Parameters<typeof makeInquiry>[2]): Promise<string> {
  testApp.clock.forward(60_000);
  return (await makeInquiry(testApp.deps, practice.clientId, person)).lead._id;
}

async function upload(file: string | Uint8Array, name = "leads.csv") {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file);
  const address = `http://localhost/api/leads/import?name=${encodeURIComponent(name)}`;
  const answer = await testApp.api.request(address, {
    method: "POST",
    headers: { Authorization: `Bearer ${practice.token}` },
    ...(bytes.length > 0 && { body: bytes }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  return { status: answer.status, body: (await answer.json()) as any };
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads/imports${path}`, { token: practice.token, json });
}

function act(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads${path}`, { token: practice.token, json });
}

const put = (id: string, json: object) => ask("PUT", `/${id}/columns`, json);

async function read(id: string) {
  return (await ask("GET", `/${id}`)).body.import;
}

async function list() {
  return (await ask("GET", "")).body.imports;
}

/** Uploads a file, accepts the guessed columns, and runs the dry run. Returns the import. */
async function check(file: string) {
  const { body } = await upload(file);
  const { _id, columns } = body.import;
  await put(_id, { fields: columns.map(({ field }: { field: string }) => field) });
  await testApp.runJobs();
  return read(_id);
}

async function importFile(file: string, to = toArchive) {
  const { _id } = await check(file);
  await ask("POST", `/${_id}/runs`, to);
  await testApp.runJobs();
  return read(_id);
}

function rowsOf(count: number): string {
  const row = (_: unknown, index: number) => `Person ${index},person.${index}@example.com\n`;
  return `Name,Email\n${Array.from({ length: count }, row).join("")}`;
}

/**
 * Makes every statement fail that writes a row for which the condition is true, until `repair` is
 * called.
 */
async function breakRow(before: string, condition: string) {
  await testApp.pool.query(`
    create function break() returns trigger language plpgsql
      as $$ begin raise exception 'Broken'; end $$;
    create trigger break before ${before} for each row when (${condition}) execute function break()`);
}

async function repair() {
  await testApp.pool.query("drop function if exists break cascade");
}

function ofPractice(
  table: typeof leads | typeof leadImportChunks | typeof leadImportRows | typeof auditEntries,
) {
  return eq(table.clientId, practice.clientId);
}

function leadRows() {
  return testApp.deps.db
    .select()
    .from(leads)
    .where(ofPractice(leads))
    .orderBy(leads.firstName, leads.id);
}

async function countLeads(): Promise<number> {
  return (await leadRows()).filter(({ deletedAt }) => !deletedAt).length;
}

async function rollups() {
  const { rows } = await testApp.pool.query(
    `select part, span, since::text, key, sum(leads)::int as leads, sum(customers)::int as customers
     from rollups where client_id = $1 group by 1, 2, 3, 4 having sum(leads) <> 0 order by 1, 2, 3, 4`,
    [practice.clientId],
  );
  return rows;
}

async function audited(): Promise<string[]> {
  const rows = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(ofPractice(auditEntries))
    .orderBy(auditEntries.id);
  return rows.map(({ action }) => action).filter((action) => action.includes("import"));
}
