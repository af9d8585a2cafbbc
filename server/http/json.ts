import { AppError } from "#server/errors.ts";

const maxDepth = 20;

/** `reviver` works as in `JSON.parse`. `source` is the original text of a number. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** Parses JSON that isn't nested too deeply. Throws `malformed`. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  try {
    const value: unknown = JSON.parse(text, reviver);
    if (isWithinDepth(value, maxDepth)) return value;
  } catch {
    // The text isn't JSON, or it's too deep for the parser itself.
  }
  throw new AppError("malformed");
}

/** Like `parseJson`, but ids that are too long for a JavaScript number are returned as text. */
export function parseKeepingIds(text: string): unknown {
  return parseJson(text, (_key, value, context) =>
    typeof value === "number" && !Number.isSafeInteger(value) ? context?.source : value,
  );
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1));
}

/** Checks whether a value has at most this many values in all its objects and arrays together. */
export function hasAtMost(most: number, value: unknown): boolean {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    const inner = Object.values(next);
    count += inner.length;
    if (count > most) return false;
    // Values are added one by one, because passing a hundred thousand arguments would overflow the
    // stack.
    for (const one of inner) waiting.push(one);
  }
  return true;
}
