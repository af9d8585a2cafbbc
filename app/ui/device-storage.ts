// Texts stored in this browser. Each has its own key, so tabs don't overwrite each other's. If
// storage is unavailable or full, this tab stores them in memory.
import type { ZodType } from "zod";

const memory = new Map<string, string>();
const listeners = new Set<() => void>();
let version = 0;

/**
 * Reads again only if a text may have changed, because `useSyncExternalStore` needs a stable value.
 */
export function readOncePerChange<Value>(read: () => Value): () => Value {
  let last: { version: number; value: Value } | null = null;
  return () => {
    if (last?.version !== version) last = { version, value: read() };
    return last.value;
  };
}

/** Subscribes to changes, for `useSyncExternalStore`. */
export function listenToStorage(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("storage", tellStorageListeners);
    // Changes by other tabs weren't observed until now.
    version += 1;
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", tellStorageListeners);
  };
}

export function tellStorageListeners(): void {
  version += 1;
  for (const listener of listeners) listener();
}

export function storedText(name: string): string | null {
  return memory.get(name) ?? tryStorage((storage) => storage.getItem(name)) ?? null;
}

/**
 * Returns the stored value, or null if there is none or it was written by an incompatible version.
 */
export function storedValue<Value>(name: string, schema: ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(storedText(name) ?? ""));
  } catch {
    return null;
  }
}

export function storedNames(prefix: string): string[] {
  const names = [...(tryStorage(Object.keys) ?? []), ...memory.keys()];
  return [...new Set(names)].filter((name) => name.startsWith(prefix));
}

/** Stores a text. Null removes it. */
export function storeText(name: string, text: string | null): void {
  memory.delete(name);
  const isStored = tryStorage((storage) => {
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
    return true;
  });
  if (!isStored && text !== null) memory.set(name, text);
  tellStorageListeners();
}

function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
