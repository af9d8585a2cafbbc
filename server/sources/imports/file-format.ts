// Detects the encoding of a file from its first bytes, or that it isn't a text file. Pure.
import { isAscii } from "node:buffer";
import {
  type ImportDelimiter,
  type ImportEncoding,
  type ImportProblem,
  importDelimiters,
} from "#contract/imports.ts";

/** The error for a file that can't be imported. `line` is the line of the file, counted from 1. */
export class FileProblem extends Error {
  readonly problem: ImportProblem;
  readonly line: number | null;

  constructor(problem: ImportProblem, line: number | null = null) {
    super(problem);
    this.problem = problem;
    this.line = line;
  }
}

/**
 * The first bytes of other types of files. Spreadsheets (.xlsx), documents and archives are zip
 * files; an old .xls is an OLE file.
 */
const magics: { bytes: number[]; problem: ImportProblem }[] = [
  { bytes: [0x50, 0x4b], problem: "zip" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], problem: "zip" },
  { bytes: [0x1f, 0x8b], problem: "zip" },
  { bytes: [0x25, 0x50, 0x44, 0x46], problem: "pdf" },
];

/**
 * UTF-8's byte order mark isn't listed, because a file that was joined from several may start with
 * it and continue in Windows-1252.
 */
const byteOrderMarks: { bytes: number[]; encoding: ImportEncoding }[] = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/**
 * Returns the encoding if the first bytes show it; null for UTF-8 or Windows-1252, which only the
 * whole file can tell apart. Throws `FileProblem`.
 */
export function encodingOf(head: Buffer): ImportEncoding | null {
  if (head.length === 0) throw new FileProblem("empty");
  const magic = magics.find(({ bytes }) => startsWith(head, bytes));
  if (magic) throw new FileProblem(magic.problem);
  const beginning = head.toString("latin1", 0, 200).replace(/^\xef\xbb\xbf/, "");
  if (/^\s*<(!doctype|html|\?xml|table)/i.test(beginning)) throw new FileProblem("html");
  if (/^\s*begin:vcard/i.test(beginning)) throw new FileProblem("vcard");
  const marked = byteOrderMarks.find(({ bytes }) => startsWith(head, bytes));
  return marked?.encoding ?? unmarkedUtf16(head);
}

/** Detects UTF-16 without a byte order mark: in Latin text, every second byte is zero. */
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

/**
 * Tells UTF-8 from Windows-1252 in a file without a mark. Windows-1252 text is rarely valid UTF-8,
 * so a file with more valid than invalid characters is UTF-8 that was damaged by cutting or
 * joining.
 */
export function makeEncodingCheck() {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const lenient = new TextDecoder("utf-8");
  let isValid = true;
  let isPlain = true;
  let good = 0;
  let broken = 0;
  const check = (piece?: Uint8Array) => {
    const options = { stream: piece !== undefined };
    // Plain ASCII, as in most files, is valid in both encodings.
    if (piece && isPlain && isAscii(piece)) return;
    isPlain = false;
    try {
      if (isValid) strict.decode(piece, options);
    } catch {
      isValid = false;
    }
    const text = lenient.decode(piece, options);
    broken += count(text, /\ufffd/g);
    good += count(text, /[^\0-\x7f\ufffd]/g);
  };
  return {
    add: (piece: Uint8Array) => check(piece),
    end(): ImportEncoding {
      check();
      return isValid || good > broken ? "utf-8" : "windows-1252";
    },
  };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** A first line such as `sep=;`, which tells Excel the delimiter. */
const delimiterLine = /^"?sep=(.)"?$/i;

/** Returns the delimiter if the line is a `sep=` line. */
export function delimiterNamedBy(line: string): ImportDelimiter | null {
  const named = delimiterLine.exec(line.trim())?.[1];
  return importDelimiters.find((one) => one === named) ?? null;
}

/**
 * Returns the delimiter that occurs equally often in most of the first lines; a comma if none does.
 * Counts outside quotes or, if every line is quoted, inside them. Some lines may differ, because a
 * title or a comment may contain commas.
 */
export function delimiterOf(text: string): ImportDelimiter {
  const named = delimiterNamedBy(text.slice(0, text.search(/[\r\n]|$/)));
  return named ?? usualDelimiter(text) ?? usualDelimiter(withoutLineQuotes(text)) ?? ",";
}

function usualDelimiter(text: string): ImportDelimiter | null {
  const lines = countDelimiters(text);
  const scores = delimitersByLikelihood.map((delimiter) => {
    const counts = lines.map((line) => line[delimiter]).filter(Boolean);
    const usual = Math.max(
      0,
      ...counts.map((one) => counts.filter((other) => other === one).length),
    );
    return { delimiter, usual, first: lines[0]?.[delimiter] ?? 0, next: counts[0] ?? 0 };
  });
  const [best] = scores.toSorted(
    (one, other) => other.usual - one.usual || other.first - one.first || other.next - one.next,
  );
  return best && best.usual > 0 ? best.delimiter : null;
}

function withoutLineQuotes(text: string): string {
  return text.replace(/^"(.*)"$/gm, (_, line: string) => line.replaceAll('""', '"'));
}

/** In a tie, the first of these wins: they are sorted by how rarely they occur in ordinary text. */
const delimitersByLikelihood: readonly ImportDelimiter[] = ["\t", "|", ";", ","];
const comparedLines = 20;

/** Counts the delimiters in each of the first lines that aren't blank. */
function countDelimiters(text: string): Record<ImportDelimiter, number>[] {
  const lines: Record<ImportDelimiter, number>[] = [];
  let isQuoted = false;
  let counts = { ",": 0, ";": 0, "\t": 0, "|": 0 };
  let isBlank = true;
  for (const character of `${text}\n`) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "\n" || character === "\r") {
      if (!isBlank) lines.push(counts);
      if (lines.length === comparedLines) break;
      counts = { ",": 0, ";": 0, "\t": 0, "|": 0 };
      isBlank = true;
    } else {
      isBlank = false;
      if (isDelimiter(character)) counts[character] += 1;
    }
  }
  return lines;
}

function isDelimiter(character: string): character is ImportDelimiter {
  return importDelimiters.some((one) => one === character);
}
