// Texts that are stored in this browser. Each text has its own key, so tabs don't overwrite each
// other's texts. If the storage is unavailable or full, texts are stored only in this tab's memory.
import type { ZodType } from "zod";

const memory = new Map<string, string>();
const listeners = new Set<() => void>();
let version = 0;

/**
 * Returns a function that calls `read` again only if a text may have changed, because
 * `useSyncExternalStore` needs a stable value.
 */
export function readOncePerChange<Value>(read: () => Value): () => Value {
  let last: { version: number; value: Value } | null = null;
  return () => {
    if (last?.version !== version) last = { version, value: read() };
    return last.value;
  };
}

/** Calls the listener after changes, as `useSyncExternalStore` needs it. */
export function listenToStorage(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("storage", tellStorageListeners);
    // Until now, no one listened for changes from other tabs.
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
 * Returns the stored value. Null if there is none, or if it was written by a version with a
 * different format.
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

/** Stores a text; null removes it. */
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
