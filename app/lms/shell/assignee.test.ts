import { expect, test } from "vitest";
import { assigneeText } from "./assignee.ts";

const miguel = { _id: "1", name: "Miguel" };

test("a lead's assignee is told apart from oneself", () => {
  expect(assigneeText({ assignee: miguel }, { _id: "1" })).toBe("Yours");
  expect(assigneeText({ assignee: miguel }, { _id: "2" })).toBe("Taken by Miguel");
  expect(assigneeText({ assignee: miguel }, null)).toBe("Taken by Miguel");
  expect(assigneeText({ assignee: null }, { _id: "1" })).toBeNull();
});
