// Lists the fields of a body, each with its JSON Pointer (RFC 6901). The body may be JSON of any
// shape, or a form. Pure, bounded, in linear time. cspell:ignore formstructure fieldstructure
import { emailPattern } from "#contract/fields.ts";
import { parseKeepingIds } from "#server/http/json.ts";
import { nameOf, wordsOf } from "./field-names.ts";

export type Field = {
  /**
   * The JSON Pointer. A list item that has a name is `[name]` in it, because a form may leave out
   * the items before it.
   */
  path: string;
  /** The same pointer with the numbers of list items instead. */
  position: string;
  /** The name to show: the title of the question, or the key. */
  label: string;
  /** All names that the sender uses for the field: label, reference, key. */
  names: string[];
  /** The keys above the field, starting at the top. */
  parents: string[];
  /** The type that the sender gives the field, such as "email" or "phone_number"; empty if none. */
  hint: string;
  /** The values as texts. Only a list of plain values has more than one. Never empty. */
  values: string[];
};

/** A field that the owner can choose in a mapping. */
export type NamedField = Pick<Field, "path" | "position" | "label" | "values">;

/** The maximum number of fields that are read. Forms have fewer. */
const maxFields = 1000;
/** How many levels of JSON within a text of JSON are parsed. */
const maxEmbedded = 3;
/** A longer name isn't used to identify a list item. */
const maxAddressLength = 100;

/** Lists the fields in the order of the body. A field without a value isn't listed. */
export function fieldsOf(body: unknown): Field[] {
  const fields: Field[] = [];
  const titles = new Map<string, string>();
  findTitles(body, titles);
  collect(
    body,
    { path: "", position: "", key: null, parents: [], embedded: 0 },
    { fields, titles },
  );
  return fields;
}

/** Makes a field from a platform's names for it. The first one that isn't blank is the label. */
export function fieldNamed(names: string[], values: string[]): Field {
  const [label = ""] = names.filter((name) => name.trim());
  return { path: "", position: "", label, names, parents: [], hint: "", values };
}

/** Returns the text at a path; empty if the body has nothing there. */
export function textAt(body: unknown, path: string | undefined): string {
  return path === undefined ? "" : (find(body, path)?.texts.join(" ") ?? "");
}

/**
 * Finds the texts at a path, and the path with the numbers of list items; null if there is nothing.
 */
export function find(body: unknown, path: string): { texts: string[]; position: string } | null {
  let value = body;
  let position = "";
  for (const key of keysOf(path)) {
    const outer = typeof value === "string" ? embeddedIn(value) : value;
    const own = ownKey(outer, key);
    if (own === null) return null;
    value = (outer as Record<string, unknown>)[own];
    position += escaped(own);
  }
  return { texts: plainTexts(value) ?? [], position };
}

/** Returns a body with these texts at their paths, nested as the sender would do it. */
export function bodyWith(texts: { pointer: string; text: string }[]): unknown {
  const body: Record<string, unknown> = Object.create(null);
  for (const { pointer, text } of texts) putAt(body, keysOf(pointer), text);
  return body;
}

/**
 * Nests the flat fields of a form by the brackets in their names, as PHP does:
 * `fields[email][value]`. A name that can't be nested is left as it is.
 */
export function nested(flat: Record<string, unknown>): unknown {
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(flat)) {
    if (!putAt(body, bracketKeys(name), value)) body[name] = value;
  }
  return body;
}

const maxBrackets = 8;

function bracketKeys(name: string): string[] {
  if (name.length > 300 || !/^[^[\]]+(?:\[[^[\]]*\])+$/.test(name)) return [name];
  const keys = name
    .replace(/\[\]$/, "")
    .split(/\]?\[/)
    .map((key) => key.replace(/\]$/, ""));
  return keys.length > maxBrackets ? [name] : keys;
}

/** Adds a value below these keys. Returns false if something else is already there. */
function putAt(body: Record<string, unknown>, keys: string[], value: unknown): boolean {
  const last = keys.at(-1) ?? "";
  let inner = body;
  for (const key of keys.slice(0, -1)) {
    inner[key] ??= Object.create(null);
    const next = inner[key];
    // Only objects that were created here are changed. They have no prototype, unlike objects from
    // the sender.
    if (typeof next !== "object" || next === null || Object.getPrototypeOf(next)) return false;
    inner = next as typeof body;
  }
  if (inner[last] !== undefined) return false;
  inner[last] = value;
  return true;
}

function keysOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the key if the value has it, or the number of the list item with that name. */
function ownKey(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  // A list has `length` as an own property, but it isn't in the body.
  if (Object.prototype.propertyIsEnumerable.call(value, key)) return key;
  const name = /^\[(.+)\]$/s.exec(key)?.[1];
  if (name === undefined || !Array.isArray(value)) return null;
  const at = value.findIndex((item) => addressesOf(item).includes(name));
  return at < 0 ? null : String(at);
}

/** Where a value is. Keys are escaped here once, regardless of the number of fields below. */
type At = {
  path: string;
  position: string;
  key: string | null;
  parents: string[];
  embedded: number;
};
type Found = { fields: Field[]; titles: Map<string, string> };

function collect(value: unknown, at: At, found: Found) {
  const { path, position, key, parents } = at;
  if (found.fields.length >= maxFields) return;
  const texts = plainTexts(value);
  if (texts) {
    const [only] = texts;
    const inner =
      texts.length === 1 && at.embedded < maxEmbedded ? embeddedIn(only) : contactIn(texts);
    if (inner) return collect(inner, { ...at, embedded: at.embedded + 1 }, found);
    const title = key === null ? undefined : found.titles.get(key);
    const label = title ?? key ?? "";
    if (texts.length > 0) {
      const names = title ? [title, key ?? ""] : [label];
      found.fields.push({ path, position, label, names, parents, hint: "", values: texts });
    }
    return;
  }
  const item = value as object;
  if (key !== null && isDefinition(key)) return;
  const pair = pairIn(item, key, found.titles);
  if (pair === "definition") return;
  if (pair) {
    const last = escaped(pair.key);
    const inner = { path: path + last, position: position + last };
    const { label, names, hint } = pair;
    const of = isOfCompany(item) ? [...parents, "company"] : parents;
    if (pair.texts.length > 0) {
      found.fields.push({ ...inner, label, names, parents: of, hint, values: pair.texts });
    } else {
      collect(pair.value, { ...at, ...inner, key: label }, found);
    }
    return;
  }
  if (collectPhone(item, at, found)) return;
  const above = key === null ? parents : [...parents, key];
  const nameAt = Array.isArray(value) ? uniqueNames(value, found.titles) : null;
  for (const [name, inner] of primaryFirst(item)) {
    const address = nameAt?.get(Number(name)) ?? name;
    const next = {
      ...{ path: path + escaped(address), position: position + escaped(name) },
      ...{ key: nameAt ? null : name, parents: above, embedded: at.embedded },
    };
    collect(inner, next, found);
  }
}

/**
 * Checks for a question about a company: HubSpot's forms use the same names for a contact (0-1) and
 * its company (0-2).
 */
function isOfCompany(item: object): boolean {
  return (item as Record<string, unknown>).objectTypeId === "0-2";
}

function isNotPlain(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Escapes a key for a JSON Pointer. */
export function escaped(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Returns a plain value, or a list of plain values, as texts; null for an object or a list with
 * objects.
 */
function plainTexts(value: unknown): string[] | null {
  const all = Array.isArray(value) ? value : [value];
  if (all.some((one) => typeof one === "object" && one !== null)) return null;
  return all
    .filter((one) => one !== null && one !== undefined)
    .map(String)
    .filter((text) => text.trim() !== "");
}

/** Parses JSON in a text. Jotform sends the answers as JSON in one field of a form. */
function jsonIn(text: string | undefined): object | null {
  if (!text || !/^\s*[{[]/.test(text)) return null;
  try {
    const inner = parseKeepingIds(text);
    return typeof inner === "object" ? inner : null;
  } catch {
    return null;
  }
}

/** Parses a text that consists of JSON, lines, or an encoded form. */
function embeddedIn(text: string | undefined): unknown {
  return jsonIn(text) ?? equationsIn(text) ?? formLinesIn(text) ?? encodedIn(text) ?? null;
}

/** Parses lines such as "first = Ada". Formstack sends the parts of a name in this format. */
function equationsIn(text: string | undefined): object | null {
  const lines = text?.includes("\n") ? text.slice(0, maxEquationsLength).split("\n") : [];
  const pairs = lines.map((line) => /^([a-z][\w ]{0,30}?) = (.*)$/i.exec(line.trim()));
  if (pairs.length < 2 || pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

const maxEquationsLength = 2000;

/**
 * Parses the email of a form, which has a line for each field, such as "Phone: 813 555 0188". A
 * message may have several lines. Returns null unless two fields of the person are named, one of
 * them a phone number or an email address.
 */
function formLinesIn(text: string | undefined): object | null {
  if (!text?.includes("\n") || text.length > maxFormLength) return null;
  const before: string[] = [];
  const said: { label: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, label, rest = ""] = formLine.exec(line) ?? [];
    if (label) said.push({ label, lines: [rest] });
    else (said.at(-1)?.lines ?? before).push(line);
  }
  const named = said.map(({ label }) => nameOf(wordsOf(label)));
  const targets = named.flatMap((one) => (one.class === 0 ? (one.target ?? []) : []));
  if (targets.length < 2 || !targets.some((one) => one === "email" || one === "phone")) return null;
  const pairs = said.map(({ label, lines }) => ({ label, value: lines.join("\n").trim() }));
  return [...pairs, { label: "text", value: before.join("\n").trim() }];
}

const maxFormLength = 20_000;
const formLine = /^ {0,4}(\p{L}[\p{L}\p{N} /'’-]{0,40}):(?!\/\/)(.*)$/u;

/** Parses fields of a form that are encoded again and sent as a single field, as Avada does. */
function encodedIn(text: string | undefined): unknown {
  if (!text || text.length > maxEncodedLength || !isEncoded.test(text)) return null;
  return nested(Object.fromEntries(new URLSearchParams(text)));
}

const maxEncodedLength = 20_000;
const isEncoded = /^[\w%.[\]-]+=[^&\s]*(?:&[\w%.[\]-]+=[^&\s]*){2,}$/;

/**
 * Parses the answer to Formbricks' contact question: a list of first name, last name, email, phone,
 * company.
 */
function contactIn(texts: string[]): object | null {
  if (texts.length < 3 || texts.length > 6) return null;
  const emailAt = texts.findIndex((text) => emailPattern.test(text));
  const phoneAt = texts.findIndex((text) => /^[+(]?\d[\d\s().-]{6,20}$/.test(text));
  const names = texts.slice(0, Math.max(0, Math.min(emailAt, phoneAt)));
  if (emailAt < 0 || phoneAt < 0 || names.length === 0 || names.length > 2) return null;
  const [first, last] = names;
  const named = last === undefined ? { name: first } : { "first name": first, "last name": last };
  return { ...named, email: texts[emailAt], phone: texts[phoneAt] };
}

/**
 * Puts the number or email address first that the sender marks as such, for example with
 * Pipedrive's `primary`.
 */
function primaryFirst(item: object): [string, unknown][] {
  const entries = Object.entries(item);
  if (!Array.isArray(item)) return entries;
  const isPrimary = ([, one]: [string, unknown]) =>
    isNotPlain(one) && primaryKeys.some((key) => (one as Record<string, unknown>)[key] === true);
  const marked = entries.filter(isPrimary);
  return marked.length === 0
    ? entries
    : [...marked, ...entries.filter((entry) => !isPrimary(entry))];
}

const primaryKeys = ["primary", "is_primary", "isPrimary"];

/**
 * Checks for a key with a description of the form's questions, which has no answers: Typeform,
 * Webflow, Wufoo.
 */
function isDefinition(key: string): boolean {
  return /^(?:definition|schema|fieldstructure|formstructure)$/i.test(key);
}

const labelKeys = [
  "label",
  "title",
  "question",
  "name",
  "column_name",
  "field_name",
  "field_label",
  "ref",
  "key",
  "field",
  "id",
];
const addressKeys = [
  "ref",
  "key",
  "column_id",
  "id",
  "name",
  "field_name",
  "label",
  "question",
  "title",
  "field",
];
const valueKeys = ["value", "answer", "values", "text", "string_value", "field_value"];
/**
 * Other keys that an object with a name and a value may have. An object like `{name, phone, text}`
 * is a person instead.
 */
const besideKeys = new Set([...valueKeys, "first", "middle", "last", "timestamp"]);

type Pair = {
  key: string;
  value: unknown;
  texts: string[];
  label: string;
  names: string[];
  hint: string;
};

/**
 * Returns an object with a name and a value as a field. Many systems send `{label, value}`;
 * Typeform sends `{type: "email", email, field: {ref}}`.
 */
function pairIn(
  item: object,
  key: string | null,
  titles: Found["titles"],
): Pair | "definition" | null {
  if (Array.isArray(item)) return null;
  const own = new Map<string, unknown>(Object.entries(item));
  // A contact point of a FHIR resource has these fields: `{system: "phone", value}`.
  const type = textOf(own.get("type")) || textOf(own.get("system"));
  const addresses = addressesOf(item);
  const field = own.get("field");
  const hasField = isNotPlain(field);
  const valueKey = hasField
    ? [type, ...valueKeys, "choice", "choices"].find((one) => one && own.has(one))
    : (valueKeys.find((one) => own.has(one)) ?? answersKeyIn(own));
  if (valueKey === undefined) {
    return type && own.has("ref") && own.has("title") ? "definition" : null;
  }
  const keys = new Set([...labelKeys, ...[...own.keys()].filter((one) => isQuestionKey(one))]);
  const labels = [...keys].map((one) => textOf(own.get(one))).filter(Boolean);
  const others = [...own.keys()].filter((one) => !keys.has(one) && one !== valueKey);
  const isPair = others.every((one) => besideKeys.has(one) || nameOf(wordsOf(one)).target === null);
  // This format is HubSpot's: `{email: {value}}`.
  const isValue = valueKey === "value" && (key !== null || isContactType(type));
  if (!hasField && !(isPair && (labels.length > 0 || isValue))) {
    return null;
  }
  const titled = addresses.map((one) => titles.get(one)).find(Boolean);
  const label = titled ?? labels[0] ?? (hasField ? (addresses[0] ?? "") : (key ?? type));
  const fieldType = hasField ? textOf((field as Record<string, unknown>).type) : "";
  const names = [label, ...labels, ...(key === null ? [] : [key]), ...addresses];
  const value = own.get(valueKey);
  return {
    ...{ key: valueKey, value, label, names: [...new Set(names)], hint: fieldType || type },
    texts: plainTexts(value) ?? chosenTexts(value),
  };
}

/** Checks for a key such as "originalQuestionText". */
function isQuestionKey(key: string): boolean {
  return !labelKeys.includes(key) && /question(?:_?(?:text|title|label))?$/i.test(key);
}

function isContactType(type: string): boolean {
  return /^(?:phone|tel|mobile|email)$/i.test(type);
}

/** Finds the key of the answers in `{question, answers: [{answer}]}`. */
function answersKeyIn(own: Map<string, unknown>): string | undefined {
  return chosenTexts(own.get("answers")).length > 0 ? "answers" : undefined;
}

/**
 * Returns the texts of options that a person chose or typed, such as `[{label: "Ada", id: "i1"}]`
 * and `[{answer: "Ada"}]`.
 */
function chosenTexts(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const texts = value.map((one) => {
    const option = isNotPlain(one) ? (one as Record<string, unknown>) : {};
    const isOption = Object.keys(option).every((key) => optionKeys.has(key));
    return isOption ? textOf(option.label) || textOf(option.answer) : "";
  });
  return texts.every(Boolean) ? texts : [];
}

const optionKeys = new Set(["label", "answer", "id", "score"]);

/** Returns names by which a list item can be found, the most stable first. */
function addressesOf(item: unknown): string[] {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return [];
  const own = item as Record<string, unknown>;
  const from = [own.field, own].flatMap((one) =>
    typeof one === "object" && one !== null
      ? addressKeys.map((key) =>
          Object.hasOwn(one, key) ? textOf((one as Record<string, unknown>)[key]) : "",
        )
      : [],
  );
  return from.filter((one) => one !== "" && one.length <= maxAddressLength);
}

/** Returns for each item the first of its identifying names that no other item has. */
function uniqueNames(items: unknown[], titles: Found["titles"]): Map<number, string> {
  const names = items.map((item) => {
    const pair = isNotPlain(item) ? pairIn(item as object, null, titles) : null;
    return pair && pair !== "definition" ? [...new Set(addressesOf(item))] : [];
  });
  const counts = new Map<string, number>();
  for (const name of names.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    names.flatMap((some, index): [number, string][] => {
      const own = some.find((name) => counts.get(name) === 1);
      return own === undefined ? [] : [[index, `[${own}]`]];
    }),
  );
}

/**
 * Collects a phone number from its parts, as Jotform sends it: `{area: "813", phone: "5550142"}`.
 */
function collectPhone(
  item: object,
  { path, position, key, parents }: At,
  { fields }: Found,
): boolean {
  const own = item as Record<string, unknown>;
  const [area, phone] = [textOf(own.area), textOf(own.phone)];
  if (!area || !phone || Object.keys(own).length > 3) return false;
  const label = key ?? "phone";
  const country = textOf(own.country);
  const values = [[country, area, phone].filter(Boolean).join(" ")];
  fields.push({ path, position, label, names: [label, "phone"], parents, hint: "phone", values });
  return true;
}

/**
 * Finds the titles of questions by their references, because answers from Typeform and Wufoo have
 * only references.
 */
function findTitles(value: unknown, titles: Map<string, string>, embedded = 0) {
  if (titles.size >= maxFields) return;
  if (typeof value === "string" && embedded < maxEmbedded) {
    const inner = jsonIn(value);
    if (inner) findTitles(inner, titles, embedded + 1);
  }
  if (typeof value !== "object" || value === null) return;
  const { ref, title, ID, Title, Label } = value as Record<string, unknown>;
  for (const [id, text] of [
    [ref, title],
    [ID, Label],
    [ID, Title],
  ]) {
    const isTitled = typeof id === "string" && typeof text === "string" && text.trim() !== "";
    if (isTitled && !titles.has(id)) titles.set(id, text);
  }
  for (const inner of Object.values(value)) findTitles(inner, titles, embedded);
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
