import { expect, test } from "vitest";
import { reconcile, type StableRow } from "./stable-rows.ts";

type Item = { _id: string; word: string };
const row = (_id: string, word: string, placed = word): StableRow<Item> => ({
  item: { _id, word },
  placed: { _id, word: placed },
  group: "waiting",
  isGone: false,
});

test("the rows of a list in use don't move, but show new data", () => {
  const shown = [row("a", "old"), row("b", "old")];
  const fresh = [
    { _id: "new", word: "new" },
    { _id: "b", word: "old" },
    { _id: "a", word: "called" },
  ];
  expect(reconcile(shown, fresh, false)).toEqual([row("a", "called", "old"), row("b", "old")]);
});

test("the row of a removed item stays in its place, marked as gone, until the item comes back", () => {
  const gone = reconcile([row("a", "old"), row("b", "old")], [{ _id: "b", word: "old" }], false);
  expect(gone).toEqual([{ ...row("a", "old"), isGone: true }, row("b", "old")]);
  expect(reconcile(gone, [{ _id: "a", word: "back" }], false)[0]).toEqual(row("a", "back", "old"));
});

test("a row isn't marked as gone if new rows have only pushed it off the page", () => {
  const shown = [row("a", "old"), row("b", "old"), row("c", "old")];
  const item = (_id: string) => ({ _id, word: "old" });
  const gone = (fresh: string[], isCut = true) =>
    reconcile(shown, fresh.map(item), isCut).map((one) => one.isGone);
  expect(gone(["new", "a", "b"])).toEqual([false, false, false]);
  expect(gone(["new", "a", "b"], false)).toEqual([false, false, true]);
  // One row is new and two are missing, so one of the two was really removed from the list.
  expect(gone(["new", "a"])).toEqual([false, true, false]);
  expect(gone(["new", "b", "c"])).toEqual([true, false, false]);
});
