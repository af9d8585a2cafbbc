// Parses a subset of Markdown for legal texts: one `# title`, `## headings`, paragraphs and `-
// lists`, with facts such as {agency}. Any other markup makes the build fail, so that it never
// appears on a page.

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] };

export function readMarkdown(
  source: string,
  facts: Readonly<Record<string, string>>,
): { title: string; blocks: Block[] } {
  // A paragraph that consists only of an empty fact is removed.
  const parts = fill(source, facts)
    .trim()
    .split(/\n\s*\n/);
  const [first = "", ...rest] = parts;
  if (!first.startsWith("# ")) throw new Error("A legal text begins with a line `# Title`");
  return { title: first.slice(2).trim(), blocks: rest.map(readBlock) };
}

function fill(source: string, facts: Readonly<Record<string, string>>): string {
  return source.replace(/\{(\w*)\}/g, (mark, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`A legal text has an unknown fact: ${mark}`);
    return fact;
  });
}

function readBlock(text: string): Block {
  if (text.startsWith("## ")) return { kind: "heading", text: text.slice(3).trim() };
  if (text.startsWith("- ")) {
    return { kind: "list", items: text.slice(2).split("\n- ").map(oneLine) };
  }
  if (/^([#>|`]|\d+\. )|\]\(|\*\*/m.test(text)) {
    throw new Error(`This Markdown is not understood in a legal text: ${text.slice(0, 60)}`);
  }
  return { kind: "paragraph", text: oneLine(text) };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}
