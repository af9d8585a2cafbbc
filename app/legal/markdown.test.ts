import { expect, test } from "vitest";
import { readMarkdown } from "./markdown.ts";

test("a legal text parses into a title, headings, paragraphs and lists", () => {
  const text = "# Terms\n\nOne line\ncontinued.\n\n## Price\n\n- Setup\n- Gold, paid\n  monthly\n";
  expect(readMarkdown(text, {})).toEqual({
    title: "Terms",
    blocks: [
      { kind: "paragraph", text: "One line continued." },
      { kind: "heading", text: "Price" },
      { kind: "list", items: ["Setup", "Gold, paid monthly"] },
    ],
  });
});

test.each(["No title", "# Terms\n\n### Too deep", "# Terms\n\nA [link](/x)", "# Terms\n\n1. One"])(
  "markup that isn't supported throws an error: %s",
  (text) => {
    expect(() => readMarkdown(text, {})).toThrow();
  },
);

test("facts replace their placeholders, and a paragraph that consists only of an empty fact is removed", () => {
  const text = "# Terms of {agency}\n\n{sample}\n\nCall {phone}. {sample}\n";
  const facts = { agency: "Acme", phone: "(305) 555-0100", sample: "" };
  expect(readMarkdown(text, facts)).toEqual({
    title: "Terms of Acme",
    blocks: [{ kind: "paragraph", text: "Call (305) 555-0100." }],
  });
});

test("an unknown fact throws an error that names it", () => {
  expect(() => readMarkdown("# Terms of {office}", { agency: "Acme" })).toThrow("{office}");
});
