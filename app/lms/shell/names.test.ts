import { expect, test } from "vitest";
import { callName, plainName } from "./names.tsx";

const nobody = { firstName: "", lastName: "", phone: "", email: "" };

test.each([
  [{ firstName: "Ana", lastName: "Quintero" }, "Ana Quintero"],
  [{ lastName: "Quintero" }, "Quintero"],
  [{ phone: "+18135550142", email: "a@example.com" }, "(813) 555-0142"],
  [{ email: "a@example.com" }, "a@example.com"],
  [{}, "A lead"],
])("the name of %o is displayed as %s", (known, name) => {
  expect(callName({ ...nobody, ...known })).toBe(name);
});

test("an ordinary name stays the same as plain text", () => {
  expect(plainName("Zoë O’Neill-Ferrer")).toBe("Zoë O’Neill-Ferrer");
});

test("a right-to-left name is isolated from the text around it", () => {
  expect(plainName("מרים כהן")).toBe("\u2068מרים כהן\u2069");
  expect(plainName("moc\u202Egro")).toBe("\u2068moc\u202Egro\u2069");
});

test("a long name is cut off between two characters, never within one", () => {
  expect(plainName("🦷".repeat(61))).toBe(`${"🦷".repeat(60)}…`);
});
