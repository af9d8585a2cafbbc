import { expect, test } from "vitest";
import { previewSize } from "#app/page-meta.ts";
import { barShare, drawPreview, titleSize } from "./link-preview.tsx";
import { previews } from "./link-previews.ts";

test("if a title has line breaks, each of its lines fits the width of the picture", () => {
  const widestLetterEm = 0.54;
  for (const { title } of previews.filter((preview) => preview.title.includes("\n"))) {
    for (const line of title.split("\n")) {
      const width = titleSize(title) * widestLetterEm * line.length;
      expect([line, width <= previewSize.width - 2 * 72]).toEqual([line, true]);
    }
  }
});

test("the bar is drawn to scale with the owner's results", () => {
  const wait = (minutes: number) => ({ minutes, shown: `${minutes} min`, says: "to a call" });
  expect(barShare({ before: wait(192), after: wait(6), source: "Measured." })).toBe(1 / 32);
  expect(barShare(null)).toBe(0.16);
});

test.each(previews)("no line in the title of $path is mostly empty", async (preview) => {
  const lines = await linesOf(preview);
  const longest = Math.max(...lines.map((line) => line.length));
  expect(lines.join(" ")).toBe(preview.title.replaceAll("\n", " "));
  expect(lines.filter((line) => line.length <= longest / 3)).toEqual([]);
});

/** Returns the lines of the title as they are drawn. */
async function linesOf(preview: (typeof previews)[number]): Promise<string[]> {
  const svg = await drawPreview(preview, { isText: true });
  const size = titleSize(preview.title);
  const lines = new Map<string, string>();
  for (const [, attributes = "", word = ""] of svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)) {
    const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    if (Number(of("font-size")) !== size) continue;
    lines.set(of("y"), (lines.get(of("y")) ?? "") + word);
  }
  const letters = { "&amp;": "&", "&#x27;": "'", "&quot;": '"', "&#39;": "'" };
  return [...lines.values()].map((line) =>
    Object.entries(letters)
      .reduce((text, [code, letter]) => text.replaceAll(code, letter), line)
      .trim(),
  );
}
