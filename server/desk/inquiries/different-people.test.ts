import { expect, test } from "vitest";
import { takeDifferent } from "./different-people.ts";

const ada = { phone: "+18135550101", email: "", isTest: false };
const bea = { phone: "", email: "bea@example.com", isTest: false };
const unknown = { phone: "", email: "", isTest: false };
const both = { phone: ada.phone, email: bea.email, isTest: false };

const unnamed = { firstName: "", lastName: "" };

test.each([
  ["no inquiries", [], [], 0],
  ["different people are stored together", [ada, bea], [], 2],
  ["people without a phone number or email address are different", [unknown, unknown], [], 2],
  ["a person's second inquiry is left for later", [ada, bea, ada], [], 2],
  [
    "everyone after a repeated person is left for later, too, which keeps the order",
    [ada, ada, bea],
    [],
    1,
  ],
  ["an inquiry with another person's email address is left for later", [bea, both], [], 1],
  ["two people who match the same known lead are one person", [ada, bea], [both], 1],
  ["a test lead is a different person", [ada, bea], [{ ...both, isTest: true }], 2],
  ["the number of people in one step is limited", [ada, unknown, unknown, unknown, bea], [], 3],
])("%s", (_, asking, known, taken) => {
  const inquiries = asking.map((one) => ({ asking: { ...unnamed, ...one } }));
  const leads = known.map((lead, index) => ({ ...lead, id: String(index) }));
  expect(takeDifferent(inquiries, leads, 3)).toHaveLength(taken);
});

test("the leads that may be the same person are returned with their inquiry", () => {
  const known = [
    { ...both, id: "both" },
    { ...ada, id: "ada" },
  ];
  const [step] = takeDifferent([{ asking: { ...unnamed, ...bea } }], known, 3);
  expect(step?.matches.map(({ id }) => id)).toEqual(["both"]);
});
