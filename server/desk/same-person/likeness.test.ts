import { expect, test } from "vitest";
import { type Likeness, nameKey, reasonsFor } from "./likeness.ts";

const nobody: Likeness = {
  ...{ firstName: "", lastName: "", phone: "", email: "" },
  ...{ askedPhones: [], askedEmails: [], answers: [] },
};
const maria = { firstName: "Maria", lastName: "Lopez" };
const zip = (value: string) => [{ name: "zip_code", values: [value] }];
const street = (value: string) => [{ name: "Street address", values: [value] }];
const [mobile, home] = ["+18135550142", "+18135550199"];

test.each<[string, Partial<Likeness>, Partial<Likeness>, string[]]>([
  ["the same number", { phone: mobile }, { phone: mobile }, ["phone"]],
  ["the same address", { email: "m@example.com" }, { email: "m@example.com" }, ["email"]],
  [
    "the same number and the same address",
    { phone: mobile, email: "m@example.com" },
    { phone: mobile, email: "m@example.com" },
    ["phone", "email"],
  ],
  [
    "the same number with different names, because the front desk sees both",
    { ...maria, phone: mobile },
    { firstName: "José", phone: mobile },
    ["phone"],
  ],
  [
    "the number of an earlier inquiry",
    { phone: mobile },
    { askedPhones: [mobile] },
    ["earlier_phone"],
  ],
  [
    "the same address in two earlier inquiries",
    { askedEmails: ["m@example.com"] },
    { askedEmails: ["m@example.com"] },
    ["earlier_email"],
  ],
  [
    "a number of both the lead and an earlier inquiry, listed once",
    { phone: mobile, askedPhones: [mobile] },
    { phone: mobile, askedPhones: [mobile] },
    ["phone"],
  ],
  ["nothing known", {}, {}, []],
  ["only the name", maria, maria, []],
  [
    "the name, and a number with one digit wrong",
    { ...maria, phone: mobile },
    { ...maria, phone: "+18135550143" },
    ["name_and_phone"],
  ],
  [
    "the name, and a number with two digits swapped",
    { ...maria, phone: mobile },
    { ...maria, phone: "+18135550124" },
    ["name_and_phone"],
  ],
  ["the name, and another number", { ...maria, phone: mobile }, { ...maria, phone: home }, []],
  [
    "a number with one digit wrong, and another name",
    { ...maria, phone: mobile },
    { firstName: "Ann", lastName: "Lopez", phone: "+18135550143" },
    [],
  ],
  [
    "the name, and the same mailbox name elsewhere",
    { ...maria, email: "maria.lopez@gmail.com" },
    { firstName: "MARIA", lastName: "lopez", email: "maria.lopez+ads@icloud.com" },
    ["name_and_email"],
  ],
  [
    "the name, and initials at two providers",
    { ...maria, email: "ml@gmail.com" },
    { ...maria, email: "ml@icloud.com" },
    [],
  ],
  [
    "the name, and an address with a letter missing",
    { ...maria, email: "mlop@gmail.com" },
    { ...maria, email: "mlop@gmail.co" },
    ["name_and_email"],
  ],
  [
    "the name, and an address with a letter wrong",
    { ...maria, email: "mlop@gmail.com" },
    { ...maria, email: "mlob@gmail.com" },
    ["name_and_email"],
  ],
  [
    "the name and the ZIP code, with and without its extension",
    { ...maria, answers: zip("33602") },
    { ...maria, answers: zip("33602-1234") },
    ["name_and_zip"],
  ],
  ["the ZIP code alone", { answers: zip("33602") }, { answers: zip("33602") }, []],
  [
    "the name and the street, written in two ways",
    { ...maria, answers: street("12 Bay Street, Apt. 4") },
    { ...maria, answers: street("12 bay st apt 4") },
    ["name_and_street"],
  ],
  [
    "answers about an email address or a city, which aren't a street",
    { ...maria, answers: [{ name: "Email address", values: ["12 bay st"] }, ...street("Tampa")] },
    { ...maria, answers: [{ name: "Email address", values: ["12 bay st"] }, ...street("Tampa")] },
    [],
  ],
  [
    "a shared number and the same name, listed as the number only",
    { ...maria, phone: mobile, answers: zip("33602") },
    { ...maria, phone: mobile, answers: zip("33602") },
    ["phone"],
  ],
])("the reasons why two leads may be the same person: %s", (_, one, other, reasons) => {
  expect(reasonsFor({ ...nobody, ...one }, { ...nobody, ...other })).toEqual(reasons);
  expect(reasonsFor({ ...nobody, ...other }, { ...nobody, ...one })).toEqual(reasons);
});

test("a name is used to find duplicates only if it has both a first and a last name", () => {
  expect(nameKey({ firstName: "Maria", lastName: "" })).toBe("");
  expect(nameKey({ firstName: "", lastName: "Lopez" })).toBe("");
  expect(nameKey({ firstName: "Maria", lastName: "Lopez" })).toBe("maria lopez");
});
