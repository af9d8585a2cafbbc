import { expect, test } from "vitest";
import { type CalmRow, reconcile } from "./calm-rows.ts";

type Item = { _id: string; word: string };
const row = (_id: string, word: string, group = "waiting"): CalmRow<Item> => ({
  item: { _id, word },
  group,
  isGone: false,
});

test("while somebody is at the list, rows keep their places and headings and take what is new about them", () => {
  const shown = [row("a", "old"), row("b", "old")];
  const fresh = [
    { _id: "new", word: "new" },
    { _id: "b", word: "old" },
    { _id: "a", word: "called" },
  ];
  expect(reconcile(shown, fresh)).toEqual([row("a", "called"), row("b", "old")]);
});

test("what left the list keeps its place, marked, and is as before when it comes back", () => {
  const gone = reconcile([row("a", "old"), row("b", "old")], [{ _id: "b", word: "old" }]);
  expect(gone).toEqual([{ ...row("a", "old"), isGone: true }, row("b", "old")]);
  expect(reconcile(gone, [{ _id: "a", word: "back" }])[0]).toEqual(row("a", "back"));
});
