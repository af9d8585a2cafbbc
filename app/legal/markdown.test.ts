import { expect, test } from "vitest";
import { readMarkdown } from "./markdown.ts";

test("a legal text parses into a title, headings, paragraphs and lists", () => {
  const text = "# Terms\n\nOne line\ncontinued.\n\n## Price\n\n- Setup\n- Gold, paid\n  monthly\n";
  expect(readMarkdown(text)).toEqual({
    title: "Terms",
    blocks: [
      { kind: "paragraph", text: "One line continued." },
      { kind: "heading", text: "Price" },
      { kind: "list", items: ["Setup", "Gold, paid monthly"] },
    ],
  });
});

test.each(["No title", "# Terms\n\n### Too deep", "# Terms\n\nA [link](/x)", "# Terms\n\n1. One"])(
  "unsupported markup fails the build: %s",
  (text) => {
    expect(() => readMarkdown(text)).toThrow();
  },
);
