import { expect, test } from "vitest";
import { type Asked, startOfChange } from "./pending-search.ts";

const rendered: Asked = { key: "one", text: "q=ann", isAdding: false };
const sorted: Asked = { key: "one", text: "q=ann&sort=newest", isAdding: true };

test.each<[string, Asked | null, string, Asked]>([
  ["nothing was requested", null, "?q=ann", rendered],
  ["the last change is still loading", sorted, "?q=ann", sorted],
  [
    "the last change has loaded, but isn't rendered yet",
    sorted,
    "?q=ann&sort=newest",
    { ...sorted, isAdding: false },
  ],
  ["the last change was made on an earlier entry", { ...sorted, key: "zero" }, "?q=ann", rendered],
])("a change of a list starts from the right parameters if %s", (_, last, address, start) => {
  expect(startOfChange(last, rendered, address)).toEqual(start);
});
