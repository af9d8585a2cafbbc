// The Markdown subset for legal texts: one `# title`, `## headings`, paragraphs and `- lists`. Any
// other markup fails the build, so that a page never shows raw markup.

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] };

export function readMarkdown(source: string): { title: string; blocks: Block[] } {
  const [first = "", ...rest] = source.trim().split(/\n\s*\n/);
  if (!first.startsWith("# ")) throw new Error("A legal text begins with a line `# Title`");
  return { title: first.slice(2).trim(), blocks: rest.map(readBlock) };
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
