// Guessing columns, and reading a row as a person.
// cspell:ignore Apellidos Spalte Nombre Correo Idioma preferido
import { expect, test } from "vitest";
import { guessColumns, isHeader } from "./guess-columns.ts";
import { makeRowReader } from "./read-row.ts";
import { type DateOrder, dateOrderIn, readTime, usualDateOrder } from "./read-time.ts";

/** Written in two parts, because our spelling of the word doesn't have a hyphen. */
const hyphened = ["E", "mail"].join("-");

const facebook =
  "id,created_time,ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id,form_name,is_organic,platform,do_you_have_insurance?,full_name,email,phone_number,lead_status";

test.each([
  ["plain names", "Name,Phone,Email", "fullName phone email"],
  [
    "capital letters with direction marks",
    "\u200eFULL NAME:, Phone # ,E mail",
    "fullName phone email",
  ],
  [
    "Facebook",
    facebook,
    "skip submittedAt skip answer skip answer skip answer skip answer skip answer answer fullName email phone skip",
  ],
  [
    "HubSpot",
    "Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Create Date",
    "skip firstName lastName email phone phone answer skip submittedAt",
  ],
  [
    "Mailchimp",
    "Email Address,First Name,Last Name,Address,Phone Number,Tags,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LEID,EUID",
    "email firstName lastName answer phone answer skip submittedAt skip answer skip skip",
  ],
  [
    "GoHighLevel",
    "Contact Id,First Name,Last Name,Name,Phone,Email,Created,Last Activity,Tags",
    "skip firstName lastName answer phone email submittedAt skip answer",
  ],
  ["camel case", "firstName;lastName".replace(";", ","), "firstName lastName"],
  ["two phones", "Mobile,Phone", "phone phone"],
  ["the same name twice", "Phone,Phone,Name,Name", "phone phone fullName answer"],
  [
    "Outlook",
    `First Name,Last Name,Business Phone,Home Phone,Home Phone 2,Mobile Phone,${hyphened} Address,${hyphened} Type,${hyphened} Display Name`,
    "firstName lastName phone phone phone phone email answer answer",
  ],
  [
    "Google Contacts",
    `First Name,Last Name,${hyphened} 1 - Label,${hyphened} 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value`,
    "firstName lastName answer email answer phone phone",
  ],
  [
    "Google Ads",
    "Lead ID,Lead submission time,Full name,User phone,User email",
    "skip submittedAt fullName phone email",
  ],
  ["Spanish", "Apellidos,Nombre,Teléfono,Correo electrónico", "lastName fullName phone email"],
  ["questions", "Your name?,What is your phone number?", "fullName phone"],
  [
    "other people's contact details",
    "Parent phone,Office phone,Emergency contact name",
    "answer answer answer",
  ],
  ["unknown names", "Spalte A,Spalte B", "answer answer"],
])("the fields of columns are guessed from their names: %s", (_, header, fields) => {
  expect(guessColumns(header.split(","), []).join(" ")).toBe(fields);
});

test("the fields of columns with unknown names are guessed from the values", () => {
  const rows = [
    ["Ana Ruiz", "ana@example.com", "(813) 555-0142"],
    ["Bo Li", "bo@example.com", ""],
  ];
  expect(guessColumns(["Nombre", "Correo", "Tel."], rows)).toEqual(["fullName", "email", "phone"]);
  expect(guessColumns(["x", "y", "z"], [["1", "no", ""]])).toEqual(["answer", "answer", "answer"]);
  // One row may have a word instead of a number, if most rows have numbers.
  const mixed = [["(813) 555-0142"], ["ask her"], ["813-555-0143 ::: 813-555-0144"]];
  expect(guessColumns(["x"], mixed)).toEqual(["phone"]);
  expect(guessColumns(["x"], [["(813) 555-0142"], ["ask her"]])).toEqual(["answer"]);
});

test.each<[string[], boolean]>([
  [["Name", "Phone"], true],
  [["", "Phone"], true],
  [["Ana Ruiz", "(813) 555-0142"], false],
  [["Ana Ruiz", "p:+18135550142"], false],
  [["ana@example.com"], false],
  [["", " "], false],
  [["1", "2"], false],
])("%j counts as a header: %s", (cells, is) => {
  expect(isHeader(cells)).toBe(is);
});

const now = new Date("2026-03-17T12:00:00Z");
const timeZone = "America/New_York";

test.each([
  ["2026-03-14T09:05:11+0000", "2026-03-14T09:05:11.000Z"],
  ["2026-03-14T09:05:11-05:00", "2026-03-14T14:05:11.000Z"],
  ["2026-03-14T09:05:11.123Z", "2026-03-14T09:05:11.000Z"],
  ["2026-03-14 09:05:11 UTC", "2026-03-14T09:05:11.000Z"],
  ["2026-03-14 09:05:11", "2026-03-14T13:05:11.000Z"],
  ["2026-01-14 09:05", "2026-01-14T14:05:00.000Z"],
  ["2026-03-14", "2026-03-14T04:00:00.000Z"],
  ["3/14/2026", "2026-03-14T04:00:00.000Z"],
  ["03/14/2026 12:30 AM", "2026-03-14T04:30:00.000Z"],
  ["3/14/2026, 2:05:09 PM", "2026-03-14T18:05:09.000Z"],
  ["3/14/2026 14:05", "2026-03-14T18:05:00.000Z"],
  ["3/14/26 14:05", "2026-03-14T18:05:00.000Z"],
  ["3-14-2026", "2026-03-14T04:00:00.000Z"],
  ["2026/03/14 9:05", "2026-03-14T13:05:00.000Z"],
  ["Mar 14, 2026 2:05 PM", "2026-03-14T18:05:00.000Z"],
  ["March 14, 2026 at 2:05 p.m.", "2026-03-14T18:05:00.000Z"],
  ["Saturday, March 14th, 2026", "2026-03-14T04:00:00.000Z"],
  ["Mar 14 2026 02:05 PM", "2026-03-14T18:05:00.000Z"],
  ["14 Mar 2026", "2026-03-14T04:00:00.000Z"],
  ["14-Mar-2026 14:05", "2026-03-14T18:05:00.000Z"],
  ["46095.5", "2026-03-14T16:00:00.000Z"],
  ["46095", "2026-03-14T04:00:00.000Z"],
  ["1773496800", "2026-03-14T14:00:00.000Z"],
  ["1773496800000", "2026-03-14T14:00:00.000Z"],
  ["2026-03-14 09:05:11 America/Chicago", "2026-03-14T14:05:11.000Z"],
  ["2026-03-14 09:05:11 Nowhere/Town", null],
  ["Foo 14, 2026", null],
  ["33602", null],
  ["8135550142", null],
  ["14/03/2026", null],
  ["2026-02-30", null],
  ["2026-03-14 25:00", null],
  ["3/14/2026 13:00 PM", null],
  ["1900-01-01", null],
  ["1970-01-01T00:00:00Z", null],
  ["2027-01-01", null],
  ["9999-12-31", null],
  ["yesterday", null],
  ["", null],
])("the time %j is parsed as %s", (text, moment) => {
  expect(readTime(text, { timeZone, now })?.toISOString() ?? null).toBe(moment);
});

test.each<[string, DateOrder | null, string | null]>([
  ["14/03/2026", "day-first", "2026-03-14T04:00:00.000Z"],
  ["14.03.2026", "day-first", "2026-03-14T04:00:00.000Z"],
  ["03/14/2026", "month-first", null],
  ["03/10/2026", null, "2026-10-03T04:00:00.000Z"],
  ["40/50/2026", null, null],
  ["2026-03-14", null, "2026-03-14T04:00:00.000Z"],
])("the date %s implies the order %s, and is parsed day-first as %s", (text, order, moment) => {
  expect(dateOrderIn(text)).toBe(order);
  const later = new Date("2026-12-31T00:00:00Z");
  const read = readTime(text, { timeZone, now: later, dateOrder: "day-first" });
  expect(read?.toISOString() ?? null).toBe(moment);
});

test.each<[DateOrder[], DateOrder]>([
  [["day-first"], "day-first"],
  [["day-first", "month-first", "month-first"], "month-first"],
  [["month-first", "day-first", "day-first"], "day-first"],
  [["day-first", "month-first"], "month-first"],
  [[], "month-first"],
])("the order of most dates applies to the whole column: %j is read %s", (orders, usual) => {
  expect(usualDateOrder(orders)).toBe(usual);
});

const header = ["Name", "Phone", "Email", "When", "Best time to call?", "Ad ID"];
const read = makeRowReader({
  ...{ header, timeZone, now },
  fields: ["fullName", "phone", "email", "submittedAt", "answer", "skip"],
});

test("an imported row becomes a person, and the other columns become answers", () => {
  expect(
    read([" Ana Ruiz Soto ", "(813) 555-0142", "ANA@Example.com", "", "After 5", "1"]),
  ).toEqual({
    ...{ firstName: "Ana", lastName: "Ruiz Soto", email: "ana@example.com" },
    ...{ phone: "+18135550142", isPhoneValid: true, submittedAt: null },
    language: null,
    answers: [{ name: "Best time to call?", values: ["After 5"] }],
    fields: { bestTime: "After 5" },
    unclear: { dates: 0, contacts: 0, damaged: 0 },
  });
});

test.each<[string, string[], object]>([
  [
    "an invalid number becomes an answer",
    ["Ana", "555", "ana@example.com"],
    { phone: "", answers: [{ name: "Phone", values: ["555"] }], unclear: { contacts: 1 } },
  ],
  [
    "a number with an extension is kept as typed",
    ["Ana", "813-555-0146 x204"],
    { phone: "813-555-0146 x204", isPhoneValid: false, unclear: { contacts: 0 } },
  ],
  [
    "an invalid email becomes an answer",
    ["Ana", "(813) 555-0142", "ana at home"],
    { email: "", answers: [{ name: "Email", values: ["ana at home"] }], unclear: { contacts: 1 } },
  ],
  [
    "an unreadable date becomes an answer",
    ["Ana", "(813) 555-0142", "", "last spring"],
    {
      submittedAt: null,
      answers: [{ name: "When", values: ["last spring"] }],
      unclear: { dates: 1 },
    },
  ],
  [
    "an email address with other words",
    ["", "(813) 555-0142", "Ana Ruiz <ana@example.com>"],
    {
      email: "ana@example.com",
      answers: [{ name: "Email", values: ["Ana Ruiz <ana@example.com>"] }],
    },
  ],
  [
    "an email address as a link",
    ["Ana", "(813) 555-0142", "mailto:ANA@example.com"],
    { email: "ana@example.com", answers: [] },
  ],
  ["a number with direction marks", ["", "\u202a(813) 555-0142\u202c"], { phone: "+18135550142" }],
  [
    "the first of two numbers is used, and both become an answer",
    ["", "813-555-0142 / 727-555-0145"],
    {
      phone: "+18135550142",
      answers: [{ name: "Phone", values: ["813-555-0142 / 727-555-0145"] }],
    },
  ],
  [
    "a number in a spreadsheet's scientific notation",
    ["", "8.135550142E+09"],
    { phone: "+18135550142" },
  ],
  [
    "a number that lost digits in a spreadsheet becomes an answer",
    ["Ana", "8.13555E+09", "ana@example.com"],
    {
      ...{ phone: "", answers: [{ name: "Phone", values: ["8.13555E+09"] }] },
      unclear: { contacts: 1, damaged: 1 },
    },
  ],
  [
    "HTML entities in an answer",
    ["Ana", "8135550142", "", "", "after 5 &amp; on Mondays"],
    { answers: [{ name: "Best time to call?", values: ["after 5 & on Mondays"] }] },
  ],
  [
    "a last name before the first",
    ["Ruiz, Ana", "8135550142"],
    { firstName: "Ana", lastName: "Ruiz" },
  ],
  [
    "a last name before the first, and a title",
    ["O'Brien, Mary, MD", "8135550142"],
    { firstName: "Mary", lastName: "O'Brien" },
  ],
  [
    "a name with the email address",
    ["", "", "Ana <ana@example.com>; x"],
    { email: "ana@example.com" },
  ],
  ["words that mean an empty value", ["NULL", "-", "N/A"], { problem: "no_person" }],
  ["a row with only a name", ["Ana"], { problem: "no_contact" }],
  ["a row with an unusable number", ["Ana", "555"], { problem: "no_contact" }],
  [
    "blank cells beyond the header",
    ["Ana", "8135550142", "", "", "", "", " "],
    { firstName: "Ana" },
  ],
  ["a formula is text", ["=1+1", "8135550142"], { firstName: "=1+1" }],
  ["several lines", ["Ana\nRuiz", "8135550142"], { firstName: "Ana", lastName: "Ruiz" }],
  ["no name, phone or email", ["", "", "", "3/14/2026", "After 5"], { problem: "no_person" }],
  ["an unquoted comma", ["Ruiz", "Ana", "1", "", "", "", "more"], { problem: "extra_cells" }],
  ["a platform's test lead", ["<test lead: dummy data for full_name>"], { problem: "test_lead" }],
])("an imported row is parsed: %s", (_, cells, expected) => {
  expect(read(cells)).toMatchObject(expected);
});

test.each<[string, string, string, object]>([
  ["a language by name", "language", "Spanish", { language: "es", answers: [] }],
  ["a language by code", "language", "en_US", { language: "en", answers: [] }],
  [
    "another language becomes an answer",
    "language",
    "Portuguese",
    { language: null, answers: [{ name: "Idioma preferido", values: ["Portuguese"] }] },
  ],
  ["no language", "language", "", { language: null, answers: [] }],
  [
    "a form's answer about the language",
    "answer",
    "Español",
    { language: "es", answers: [{ name: "Idioma preferido", values: ["Español"] }] },
  ],
])("an imported language is parsed: %s", (_, field, cell, expected) => {
  const header = ["Name", "Phone", "Idioma preferido"];
  const fields = ["fullName" as const, "phone" as const, field as "language"];
  const readIt = makeRowReader({ ...{ header, timeZone, now }, fields });
  expect(readIt(["Rosa Delgado", "8135550142", cell])).toMatchObject(expected);
});

test.each<[string, string[], object]>([
  [
    "the first usable number, and the others as answers",
    ["", "ask", "(813) 555-0142", "(813) 555-0143"],
    {
      phone: "+18135550142",
      answers: [
        { name: "Business Phone", values: ["ask"] },
        { name: "Mobile", values: ["(813) 555-0143"] },
      ],
      unclear: { contacts: 1 },
    },
  ],
  [
    "one phone number if both are the same",
    ["Ana", "", "8135550142", "+1 813 555 0142"],
    { phone: "+18135550142", answers: [], unclear: { contacts: 0 } },
  ],
])("a row with several phone numbers has %s", (_, cells, expected) => {
  const header = ["Name", "Business Phone", "Home Phone", "Mobile"];
  const fields = ["fullName", "phone", "phone", "phone"] as const;
  const readIt = makeRowReader({ ...{ header, timeZone, now }, fields: [...fields] });
  expect(readIt(cells)).toMatchObject(expected);
});

test("Facebook's prefixes are removed everywhere in its own exports, and before numbers in any file", () => {
  const ofFacebook = makeRowReader({
    ...{ header: facebook.split(","), timeZone, now },
    fields: guessColumns(facebook.split(","), []),
  });
  const row =
    "l:1,2026-03-14T09:05:11+0000,ag:23,Whitening,as:2,Tampa,c:3,March,f:4,Form,false,fb,yes,Ana Ruiz,ana@example.com,p:+18135550142,CREATED";
  expect(ofFacebook(row.split(","))).toMatchObject({
    ...{ firstName: "Ana", lastName: "Ruiz", phone: "+18135550142", email: "ana@example.com" },
    submittedAt: new Date("2026-03-14T09:05:11Z"),
    fields: { insurance: "Yes" },
  });
  expect(read(["p: Ana", "8135550142"])).toMatchObject({ firstName: "p:", lastName: "Ana" });
  const names = ["Name", "Phone", "zip_code", "ad", "note"];
  const trimmed = makeRowReader({
    ...{ header: names, timeZone, now },
    fields: ["fullName", "phone", "answer", "answer", "answer"],
  });
  const cells = ["Ana", "p:+18135550142", "z:33602", "ag:23850000000000017", "c: the lower left"];
  expect(trimmed(cells)).toMatchObject({
    phone: "+18135550142",
    answers: [
      { name: "zip_code", values: ["33602"] },
      { name: "ad", values: ["23850000000000017"] },
      { name: "note", values: ["c: the lower left"] },
    ],
  });
});
