// The places of a JSON body that hold a value, each with its JSON Pointer (RFC 6901).

export type BodyPlace = {
  pointer: string;
  /** What its sender calls it: the key, or the label of a pair such as `{label, value}`. */
  name: string;
  /** The keys above it, from the outside in. */
  parents: string[];
  /** As text; a list of plain values has several. */
  values: string[];
};

/** A form has fewer; the rest of a larger body is not offered and not kept as answers. */
const maxPlaces = 300;

/** In the order of the body. Empty values have no place. */
export function placesOf(body: unknown): BodyPlace[] {
  const places: BodyPlace[] = [];
  collect(body, { pointer: "", key: null, parents: [] }, places);
  return places;
}

/** The text at a pointer; empty when the body has nothing there. */
export function textAt(body: unknown, pointer: string | undefined): string {
  if (pointer === undefined) return "";
  let value = body;
  for (const key of keysOf(pointer)) {
    if (typeof value !== "object" || value === null || !isEnumerable(value, key)) {
      return "";
    }
    value = (value as Record<string, unknown>)[key];
  }
  return plainTexts(value)?.join(" ") ?? "";
}

/** A body with this text at each pointer, as the sender would nest it. */
export function bodyWith(texts: { pointer: string; text: string }[]): unknown {
  const body: Record<string, unknown> = Object.create(null);
  for (const { pointer, text } of texts) {
    const keys = keysOf(pointer);
    const last = keys.pop() ?? "";
    let inner = body;
    for (const key of keys) {
      const next = inner[key];
      if (typeof next !== "object" || next === null) inner[key] = Object.create(null);
      inner = inner[key] as typeof body;
    }
    inner[last] = text;
  }
  return body;
}

/** A list's length is its own, but is not in the body. */
function isEnumerable(value: object, key: string): boolean {
  return Object.prototype.propertyIsEnumerable.call(value, key);
}

function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Each key is escaped once, however many places are below it. */
type At = { pointer: string; key: string | null; parents: string[] };

function collect(value: unknown, { pointer, key, parents }: At, places: BodyPlace[]) {
  if (places.length >= maxPlaces) return;
  const texts = plainTexts(value);
  if (texts) {
    if (texts.length > 0) places.push({ pointer, name: key ?? "", parents, values: texts });
    return;
  }
  const pair = pairIn(value);
  if (pair) {
    const inner = pointer + escaped(pair.key);
    places.push({ pointer: inner, name: pair.label, parents, values: pair.texts });
    return;
  }
  const isInside = Array.isArray(value) || key === null;
  const above = isInside ? parents : [...parents, key];
  for (const [name, inner] of Object.entries(value as object)) {
    collect(inner, { pointer: pointer + escaped(name), key: name, parents: above }, places);
  }
}

function escaped(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A plain value, or a list of them, as texts; null: an object, or a list with objects. */
function plainTexts(value: unknown): string[] | null {
  const all = Array.isArray(value) ? value : [value];
  if (all.some((one) => typeof one === "object" && one !== null)) return null;
  return all
    .filter((one) => one !== null && one !== undefined)
    .map(String)
    .filter((text) => text.trim() !== "");
}

const labelKeys = ["label", "name", "key", "field", "question", "title", "id"];
const valueKeys = ["value", "answer", "values", "text", "string_value"];

/** Many systems send a list of `{label, value}`. */
function pairIn(value: unknown) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const own = new Map(Object.entries(value));
  const label = labelKeys.map((key) => own.get(key)).find((one) => typeof one === "string");
  const key = valueKeys.find((one) => own.has(one));
  const texts = key === undefined ? null : plainTexts(own.get(key));
  if (typeof label !== "string" || key === undefined || !texts?.length) return null;
  return { label, key, texts };
}
