import { expect, test } from "vitest";
import { previewSize } from "#app/page-meta.ts";
import { titleSize } from "./link-preview.tsx";
import { previews } from "./link-previews.ts";

test("a title's own lines fit the picture, so that no word of them wraps alone", () => {
  const widestLetterEm = 0.54;
  for (const { title } of previews.filter((preview) => preview.title.includes("\n"))) {
    for (const line of title.split("\n")) {
      const width = titleSize(title) * widestLetterEm * line.length;
      expect([line, width <= previewSize.width - 2 * 72]).toEqual([line, true]);
    }
  }
});
