import { expect, test } from "vitest";
import { bodyWith, fieldsOf, nested, textAt } from "./fields.ts";

const phone = "(813) 555-0188";

test.each<[string, object, object]>([
  ["plain values", { a: "1", b: { c: 2 } }, { "/a": "a: 1", "/b/c": "c: 2" }],
  ["keys that a JSON Pointer escapes", { "a/b~c": { d: "1" } }, { "/a~1b~0c/d": "d: 1" }],
  ["empty values", { a: "", b: null, c: [], d: " " }, {}],
  ["a list of plain values", { a: ["x", 2, null] }, { "/a": "a: x 2" }],
  [
    "items by their label, in any position",
    { fields: [{ label: "Name", value: "Ada" }, { value: "x" }] },
    { "/fields/[Name]/value": "Name: Ada", "/fields/1/value": "value: x" },
  ],
  [
    "items with the same label, by their number",
    { fields: [1, 2].map((value) => ({ label: "Name", value })) },
    { "/fields/0/value": "Name: 1", "/fields/1/value": "Name: 2" },
  ],
  [
    "a person in a list, by number and never by name",
    [{ name: "Ada", phone, text: "Hi" }],
    { "/0/name": "name: Ada", "/0/phone": `phone: ${phone}`, "/0/text": "text: Hi" },
  ],
  ["JSON in a text", { a: '{"b":{"c":"1"}}' }, { "/a/b/c": "c: 1" }],
  ["text that only looks like JSON", { a: "{b" }, { "/a": "a: {b" }],
])("a body is read as fields: %s", (_, body, expected) => {
  const fields = fieldsOf(body);
  const found = fields.map(({ path, label, values }) => [path, `${label}: ${values.join(" ")}`]);
  expect(Object.fromEntries(found)).toEqual(expected);
  for (const { path, position, values } of fields) {
    expect([textAt(body, path), textAt(body, position)]).toEqual(Array(2).fill(values.join(" ")));
  }
});

test("the lines of an email from a form become fields, and no text is lost", () => {
  const lines = [
    "Hello,",
    "Phone: 813 555 0142",
    "Name: Ada",
    "Message: One",
    "two: three",
    "four",
  ];
  const body = { text: lines.join("\n") };
  const fields = fieldsOf(body);
  expect(fields.map(({ label, values }) => [label, ...values])).toEqual([
    ["Phone", "813 555 0142"],
    ["Name", "Ada"],
    ["Message", "One"],
    ["two", "three\nfour"],
    ["text", "Hello,"],
  ]);
  for (const { path, values } of fields) expect(textAt(body, path)).toBe(values[0]);
  const message = { message: "My number: 5\nis not mine" };
  expect(fieldsOf(message)).toMatchObject([{ label: "message", values: [message.message] }]);
});

test("at most 1,000 fields of a body are read", () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, "x"]));
  expect(fieldsOf(body)).toHaveLength(1000);
});

test.each([
  ["/a", "1"],
  ["/b/c", "x y"],
  ["/b/d/0/e", "true"],
  ["/b/d/[r1]/e", "true"],
  ["/b/d/[r2]/e", ""],
  ["/b", ""],
  ["/nobody", ""],
  ["/__proto__/toString", ""],
  ["/a/length", ""],
  ["/b/c/length", ""],
])("the text of a body at the pointer %s is %j", (path, text) => {
  const body = { a: 1, b: { c: ["x", null, "y"], d: [{ ref: "r1", e: true }] } };
  expect(textAt(body, path)).toBe(text);
});

test("a body that is built from pointers has each text at its pointer", () => {
  const texts = [
    { pointer: "/contact/name", text: "Ada" },
    { pointer: "/contact/phones/0", text: phone },
    { pointer: "/answers/[r1]/text", text: "by reference" },
    { pointer: "/__proto__/x", text: "own" },
  ];
  const body: unknown = JSON.parse(JSON.stringify(bodyWith(texts)));
  for (const { pointer, text } of texts) expect(textAt(body, pointer)).toBe(text);
  expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
});

test.each<[string, Record<string, unknown>, object]>([
  ["no brackets", { "a.b": "1", "1.3": "2" }, { "a.b": "1", "1.3": "2" }],
  ["brackets", { "a[b][c]": "1", "a[d]": "2" }, { a: { b: { c: "1" }, d: "2" } }],
  ["a list", { "a[]": ["1", "2"] }, { a: ["1", "2"] }],
  ["a string where an object should be", { a: "1", "a[b]": "2" }, { a: "1", "a[b]": "2" }],
  [
    "unmatched brackets",
    { "a[": "1", "]a": "2", "[a]": "3" },
    { "a[": "1", "]a": "2", "[a]": "3" },
  ],
  ["a part of an object that was sent", { a: { b: 1 }, "a[c]": 2 }, { a: { b: 1 }, "a[c]": 2 }],
])("field names with brackets are nested: %s", (_, flat, expected) => {
  expect(JSON.parse(JSON.stringify(nested(flat)))).toEqual(expected);
});

test("a form field's name can't change an object's prototype", () => {
  const sent = JSON.parse(
    '{"a":{},"a[__proto__][x]":"y","__proto__[z]":"y","b[constructor][x]":"y"}',
  );
  nested(sent);
  for (const name of ["x", "z"]) expect(name in {}).toBe(false);
});
