import { afterEach, beforeEach, expect, vi } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Long runs give drills and property tests more rounds. */
    isLong: boolean;
    /** A test leaves the fixture that later versions upgrade from. */
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
