// Merge fields: `{{ lead.firstName | default: "there" }}`. Templates may use only the listed fields
// and four of Liquid's filters, and no tags, so they can't loop, branch or load anything.
import { Liquid } from "liquidjs";
import { mergeMessages } from "#content/messages.ts";
import { unescapeText } from "#contract/rich-text.ts";
import { type MergeField, mergeFields, mergeFilters, templateLimits } from "#contract/templates.ts";
import { sanitizeRichText, textRuns } from "./rich-text.ts";

/** A value for each field; empty where a lead has none. */
export type MergeValues = Record<MergeField, string>;

const maxSubjectLength = 200;

/**
 * The limits of a filled-in template: Gmail clips emails of more than 102 KB, and each field may be
 * as long as an address.
 */
const maxFilled = { characters: 100_000, fields: 200 };

/**
 * The longest text that is parsed: each of the 40,000 characters may be stored as a six-character
 * escape.
 */
const parseLimit = 6 * templateLimits.body;

/**
 * Checks whether sanitized rich text stays within the limits when it is filled in with the longest
 * values.
 */
export function canBeFilled(html: string): boolean {
  if (html.length > maxFilled.characters) return false;
  if (html.split("{{", maxFilled.fields + 2).length > maxFilled.fields + 1) return false;
  try {
    fill(html, longest);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns null if every merge field in this line can be filled in, or else where and why one can't.
 */
export function mistakeInLine(text: string): string | null {
  const mistake = mistakeIn(text);
  return mistake && mergeMessages.inSubject(mistake.before, mistake.what);
}

/** Works like `mistakeInLine` for sanitized rich text, with the number of the visible line. */
export function mistakeInRichText(html: string): string | null {
  for (const { line, text } of textRuns(html)) {
    const mistake = mistakeIn(text);
    if (mistake) return mergeMessages.inText(line, mistake.before, mistake.what);
  }
  return null;
}

/** Works like `mistakeInLine` for plain text, with the number of the line. */
export function mistakeInText(text: string): string | null {
  for (const [index, line] of text.split("\n").entries()) {
    const mistake = mistakeIn(line);
    if (mistake) return mergeMessages.inText(index + 1, mistake.before, mistake.what);
  }
  return null;
}

/** Fills in plain text's merge fields. */
export function fillText(template: string, values: MergeValues): string {
  return plain
    .parseAndRenderSync(template, nested(values))
    .replace(/(?!\n)[\p{Cc}\u2028\u2029]/gu, " ")
    .trim();
}

/** Fills in a line's merge fields. The line is a subject, so no value may start another header. */
export function fillLine(template: string, values: MergeValues): string {
  return plain
    .parseAndRenderSync(template, nested(values))
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, maxSubjectLength);
}

/** Fills in rich text's merge fields. A value is always plain text. */
export function fillRichText(html: string, values: MergeValues): string {
  return sanitizeRichText(fill(html, values));
}

function fill(html: string, values: MergeValues): string {
  const readable = html.replace(/\{\{[^<]*?\}\}/g, unescapeText);
  return escaping.parseAndRenderSync(readable, nested(values));
}

const plain = makeLiquid({});
const escaping = makeLiquid({ outputEscape: "escape" });

function makeLiquid(options: { outputEscape?: "escape" }): Liquid {
  const liquid = new Liquid({
    ...options,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // There is no time limit, because templates without tags can't loop, and a busy machine would
    // reject what an idle one accepts.
    parseLimit,
    memoryLimit: 1_000_000,
  });
  // A filter with this name escapes output. In a subject, the escapes would be visible.
  const known = [...mergeFilters, ...(options.outputEscape ? ["escape"] : [])];
  for (const tag of Object.keys(liquid.tags)) delete liquid.tags[tag];
  for (const filter of Object.keys(liquid.filters)) {
    if (!known.includes(filter)) delete liquid.filters[filter];
  }
  return liquid;
}

/** `before`: the words just before the mistake, so that a person can find it. */
type Mistake = { before: string; what: string };

function mistakeIn(text: string): Mistake | null {
  const say = (offset: number, what: string) => ({ before: wordsBefore(text, offset), what });
  try {
    const parsed = plain.parse(text);
    for (const part of parsed) {
      const stray = part.token.getText().startsWith("{{") ? -1 : part.token.getText().indexOf("}}");
      if (stray >= 0) return say(part.token.begin + stray, mergeMessages.notOpened);
    }
    for (const used of Object.values(plain.analyzeSync(parsed).globals).flat()) {
      const name = used.segments.map(String).join(".");
      if (isMergeField(name)) continue;
      const last = name.split(".").at(-1) ?? name;
      return say((used.location.col ?? 1) - 1, mergeMessages.noField(last));
    }
    plain.renderSync(parsed, nested(samples));
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return say(offsetOf(error), reasonOf(error.message));
  }
}

const wordsShown = 3;

/** Returns the last words before the offset that aren't part of a merge field. */
function wordsBefore(text: string, offset: number): string {
  const plain = text.slice(0, offset).split("}}").at(-1)?.split("{{")[0] ?? "";
  return plain.trim().split(/\s+/).slice(-wordsShown).join(" ");
}

function isMergeField(name: string): name is MergeField {
  return mergeFields.some((field) => field === name);
}

/** Liquid's errors contain the token that caused them. */
function offsetOf(error: Error): number {
  if (!("token" in error)) return 0;
  const { token } = error as { token?: { getPosition?: () => number[] } };
  return (token?.getPosition?.()[1] ?? 1) - 1;
}

function reasonOf(message: string): string {
  const filter = /undefined filter: ([\w-]+)/.exec(message)?.[1];
  if (filter) return mergeMessages.noFilter(filter);
  if (/\{%|^tag /.test(message)) return mergeMessages.noTag;
  return /not closed/.test(message) ? mergeMessages.notClosed : mergeMessages.unreadable;
}

const samples = Object.fromEntries(mergeFields.map((field) => [field, "x"])) as MergeValues;
/** A practice's two-line address is the longest value. */
const longest = Object.fromEntries(
  mergeFields.map((field) => [field, "x".repeat(1000)]),
) as MergeValues;

function nested(values: MergeValues): Record<string, Record<string, string>> {
  const groups: Record<string, Record<string, string>> = {};
  for (const field of mergeFields) {
    const [group = "", name = ""] = field.split(".");
    groups[group] = { ...groups[group], [name]: values[field] };
  }
  return groups;
}
