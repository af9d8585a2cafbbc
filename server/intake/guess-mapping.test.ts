import { expect, test } from "vitest";
import { bodyWith, placesOf, textAt } from "./body-places.ts";
import { guessMapping } from "./guess-mapping.ts";

const phone = "(813) 555-0188";
const email = "ada@example.com";

test.each([
  [
    "plain names",
    { first_name: "Ada", last_name: "King", email, phone },
    { firstName: "/first_name", lastName: "/last_name", email: "/email", phone: "/phone" },
  ],
  [
    "camel case",
    { firstName: "Ada", phoneNumber: phone },
    { firstName: "/firstName", phone: "/phoneNumber" },
  ],
  [
    "spaces and marks",
    { "Your Name*": "Ada", "Email-Address": email },
    { fullName: "/Your Name*", email: "/Email-Address" },
  ],
  [
    "nested",
    { contact: { name: "Ada", phone } },
    { fullName: "/contact/name", phone: "/contact/phone" },
  ],
  ["the outer one first", { phone, friend: { phone: "8135550199" } }, { phone: "/phone" }],
  [
    "not the form's name",
    { form: { name: "Contact", email: "office@example.com" }, lead: { name: "Ada", email } },
    { fullName: "/lead/name", email: "/lead/email" },
  ],
  [
    "label and value",
    {
      fields: [
        { label: "Name", value: "Ada" },
        { label: "Phone", value: phone },
      ],
    },
    { fullName: "/fields/0/value", phone: "/fields/1/value" },
  ],
  ["keys of a JSON Pointer", { "a/b~c": { email } }, { email: "/a~1b~0c/email" }],
  [
    "a message and a time",
    { email, message: "Hi", created_at: "2026-03-17T12:00:00Z" },
    { email: "/email", message: "/message", submittedAt: "/created_at" },
  ],
  ["the likelier of two", { mobile: "8135550199", phone }, { phone: "/phone" }],
])("%s", (_, body, mapping) => {
  expect(guessMapping(placesOf(body))).toEqual(mapping);
});

test.each([
  ["a name alone", { name: "Ada" }],
  ["an address that is none", { email: "ada@" }],
  ["a number that is none", { phone: "call me" }],
  ["only other names", { treatment: "aligners" }],
  ["empty values", { email: "", phone: null }],
  ["a company's number", { company: { phone } }],
  ["nothing", {}],
  ["a list", [[], {}]],
])("%s: nobody to reach is found", (_, body) => {
  expect(guessMapping(placesOf(body))).toBeNull();
});

test("an id of the sender is never guessed", () => {
  expect(guessMapping(placesOf({ id: "1", lead_id: "2", email }))).toEqual({ email: "/email" });
});

test("a body is read no further than a form is long", () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, "x"]));
  expect(placesOf(body)).toHaveLength(300);
});

test.each([
  ["/a", "1"],
  ["/b/c", "x y"],
  ["/b/d/0/e", "true"],
  ["/b", ""],
  ["/nobody", ""],
  ["/__proto__/toString", ""],
  ["/a/length", ""],
  ["/b/c/length", ""],
])("the text at %s is %j", (pointer, text) => {
  expect(textAt({ a: 1, b: { c: ["x", null, "y"], d: [{ e: true }] } }, pointer)).toBe(text);
});

test("a made body has its texts where they are read", () => {
  const texts = [
    { pointer: "/contact/name", text: "Ada" },
    { pointer: "/contact/phones/0", text: phone },
    { pointer: "/__proto__/x", text: "own" },
  ];
  const body: unknown = JSON.parse(JSON.stringify(bodyWith(texts)));
  for (const { pointer, text } of texts) expect(textAt(body, pointer)).toBe(text);
  expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
});
