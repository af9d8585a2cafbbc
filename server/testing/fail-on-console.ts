import { afterEach, beforeEach, expect, vi } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Long runs give crash and property tests more rounds. */
    isLong: boolean;
    /** Whether a test writes the fixture that later versions upgrade from. */
    keepsDatabase: boolean;
  }
}

const methods = ["log", "info", "warn", "error"] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method);
});

afterEach(() => {
  for (const method of methods) expect(console[method]).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
