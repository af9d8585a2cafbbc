// cspell:ignore Apellidos Spalte Nombre Correo Idioma preferido
// What columns are guessed to be, and how a row becomes a person.
import { expect, test } from "vitest";
import { guessColumns, isHeader } from "./guess-columns.ts";
import { makeRowReader } from "./read-row.ts";
import { readTime } from "./read-time.ts";

const facebook =
  "id,created_time,ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id,form_name,is_organic,platform,do_you_have_insurance?,full_name,email,phone_number,lead_status";

test.each([
  ["plain", "Name,Phone,Email", "fullName phone email"],
  ["shouted, with marks", "\u200eFULL NAME:, Phone # ,E mail", "fullName phone email"],
  [
    "Facebook",
    facebook,
    "skip submittedAt skip answer skip answer skip answer skip answer skip answer answer fullName email phone skip",
  ],
  [
    "HubSpot",
    "Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Create Date",
    "skip firstName lastName email phone answer answer skip submittedAt",
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
  ["two phones: the better name", "Mobile,Phone", "answer phone"],
  ["the same name twice", "Phone,Phone", "phone answer"],
  ["Spanish", "Apellidos,Nombre,Teléfono,Correo electrónico", "lastName fullName phone email"],
  ["questions", "Your name?,What is your phone number?", "fullName phone"],
  ["somebody else's", "Parent phone,Office phone,Emergency contact name", "answer answer answer"],
  ["nothing known", "Spalte A,Spalte B", "answer answer"],
])("the columns of a file: %s", (_, header, fields) => {
  expect(guessColumns(header.split(","), []).join(" ")).toBe(fields);
});

test("columns with unknown names are guessed by their values", () => {
  const rows = [
    ["Ana Ruiz", "ana@example.com", "(813) 555-0142"],
    ["Bo Li", "bo@example.com", ""],
  ];
  expect(guessColumns(["Nombre", "Correo", "Tel."], rows)).toEqual(["fullName", "email", "phone"]);
  expect(guessColumns(["x", "y", "z"], [["1", "no", ""]])).toEqual(["answer", "answer", "answer"]);
});

test.each<[string[], boolean]>([
  [["Name", "Phone"], true],
  [["", "Phone"], true],
  [["Ana Ruiz", "(813) 555-0142"], false],
  [["Ana Ruiz", "p:+18135550142"], false],
  [["ana@example.com"], false],
  [["", " "], false],
  [["1", "2"], false],
])("%j is a header: %s", (cells, is) => {
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
])("the time %j is %s", (text, moment) => {
  expect(readTime(text, { timeZone, now })?.toISOString() ?? null).toBe(moment);
});

const header = ["Name", "Phone", "Email", "When", "Best time to call?", "Ad ID"];
const read = makeRowReader({
  ...{ header, timeZone, now },
  fields: ["fullName", "phone", "email", "submittedAt", "answer", "skip"],
});

test("a row becomes a person, and other columns answers", () => {
  expect(
    read([" Ana Ruiz Soto ", "(813) 555-0142", "ANA@Example.com", "", "After 5", "1"]),
  ).toEqual({
    ...{ firstName: "Ana", lastName: "Ruiz Soto", email: "ana@example.com" },
    ...{ phone: "+18135550142", isPhoneValid: true, submittedAt: null },
    language: null,
    answers: [{ name: "Best time to call?", values: ["After 5"] }],
    fields: { bestTime: "After 5" },
  });
});

test.each<[string, string[], object]>([
  ["an invalid number is kept as typed", ["Ana", "555"], { phone: "555", isPhoneValid: false }],
  [
    "an email that is none is an answer",
    ["Ana", "", "ana at home"],
    { email: "", answers: [{ name: "email", values: ["ana at home"] }] },
  ],
  ["a number with direction marks", ["", "\u202a(813) 555-0142\u202c"], { phone: "+18135550142" }],
  ["two numbers: the first", ["", "813-555-0142 / 727-555-0145"], { phone: "+18135550142" }],
  ["a number of a spreadsheet", ["", "8.135550142E+09"], { phone: "+18135550142" }],
  [
    "a number whose digits a spreadsheet lost is an answer",
    ["Ana", "8.13555E+09"],
    { phone: "", answers: [{ name: "phone", values: ["8.13555E+09"] }] },
  ],
  ["last, first", ["Ruiz, Ana"], { firstName: "Ana", lastName: "Ruiz" }],
  ["last, first and a title", ["O'Brien, Mary, MD"], { firstName: "Mary", lastName: "O'Brien" }],
  ["a name with the address", ["", "", "Ana <ana@example.com>; x"], { email: "ana@example.com" }],
  ["words for nothing", ["NULL", "-", "N/A"], { problem: "no_person" }],
  ["a row with only a name", ["Ana"], { firstName: "Ana", phone: "", email: "" }],
  ["blank cells beyond the header", ["Ana", "", "", "", "", "", " "], { firstName: "Ana" }],
  ["a formula is text", ["=1+1"], { firstName: "=1+1" }],
  ["several lines", ["Ana\nRuiz"], { firstName: "Ana", lastName: "Ruiz" }],
  ["no name, phone or email", ["", "", "", "3/14/2026", "After 5"], { problem: "no_person" }],
  ["an unquoted comma", ["Ruiz", "Ana", "1", "", "", "", "more"], { problem: "extra_cells" }],
  ["a platform's test lead", ["<test lead: dummy data for full_name>"], { problem: "test_lead" }],
])("%s", (_, cells, expected) => {
  expect(read(cells)).toMatchObject(expected);
});

test.each<[string, string, string, object]>([
  ["a language by name", "language", "Spanish", { language: "es", answers: [] }],
  ["a language by code", "language", "en_US", { language: "en", answers: [] }],
  [
    "another language is an answer",
    "language",
    "Portuguese",
    { language: null, answers: [{ name: "language", values: ["Portuguese"] }] },
  ],
  ["no language", "language", "", { language: null, answers: [] }],
  [
    "a form's answer about it",
    "answer",
    "Español",
    { language: "es", answers: [{ name: "Idioma preferido", values: ["Español"] }] },
  ],
])("%s", (_, field, cell, expected) => {
  const header = ["Name", "Idioma preferido"];
  const fields = ["fullName" as const, field as "language"];
  const readIt = makeRowReader({ ...{ header, timeZone, now }, fields });
  expect(readIt(["Rosa Delgado", cell])).toMatchObject(expected);
});

test("Facebook's prefixes are removed, in its own exports only", () => {
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
  expect(read(["p: Ana"])).toMatchObject({ firstName: "p:", lastName: "Ana" });
});
