// Recognizes a file by its first bytes: its encoding, or that it is not a text file. Pure.
import type { ImportDelimiter, ImportEncoding, ImportProblem } from "#contract/imports.ts";

/** Thrown for a file that cannot be imported. `line` is the file's, from 1. */
export class FileProblem extends Error {
  readonly problem: ImportProblem;
  readonly line: number | null;

  constructor(problem: ImportProblem, line: number | null = null) {
    super(problem);
    this.problem = problem;
    this.line = line;
  }
}

/** Spreadsheets (.xlsx), documents and archives are zip files; an old .xls is an OLE file. */
const magics: { bytes: number[]; problem: ImportProblem }[] = [
  { bytes: [0x50, 0x4b], problem: "zip" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], problem: "zip" },
  { bytes: [0x1f, 0x8b], problem: "zip" },
  { bytes: [0x25, 0x50, 0x44, 0x46], problem: "pdf" },
];

/** Without the mark of UTF-8: joined files may have it, and Windows-1252 after it. */
const byteOrderMarks: { bytes: number[]; encoding: ImportEncoding }[] = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/**
 * The encoding that the first bytes show; null: UTF-8 or Windows-1252, which only the whole file
 * tells apart. Throws `FileProblem`.
 */
export function encodingOf(head: Buffer): ImportEncoding | null {
  if (head.length === 0) throw new FileProblem("empty");
  const magic = magics.find(({ bytes }) => startsWith(head, bytes));
  if (magic) throw new FileProblem(magic.problem);
  if (/^(\xef\xbb\xbf)?\s*<(!doctype|html|\?xml|table)/i.test(head.toString("latin1", 0, 200))) {
    throw new FileProblem("html");
  }
  const marked = byteOrderMarks.find(({ bytes }) => startsWith(head, bytes));
  return marked?.encoding ?? unmarkedUtf16(head);
}

/** Latin text in UTF-16 has a zero in every second byte. */
function unmarkedUtf16(head: Buffer): ImportEncoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 4;
  if (odd > many && even === 0) return "utf-16le";
  if (even > many && odd === 0) return "utf-16be";
  return null;
}

function startsWith(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** The delimiter that is most frequent in the first row, outside of quotes; the comma if none is. */
export function delimiterOf(text: string): ImportDelimiter {
  const counts = { ",": 0, ";": 0, "\t": 0 };
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "\n" || character === "\r") {
      if (Object.values(counts).some(Boolean)) break;
    } else if (isDelimiter(character)) counts[character] += 1;
  }
  const most = Math.max(...Object.values(counts));
  return (["\t", ";", ","] as const).find((one) => counts[one] === most && most > 0) ?? ",";
}

function isDelimiter(character: string): character is ImportDelimiter {
  return character === "," || character === ";" || character === "\t";
}
