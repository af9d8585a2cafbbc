import { afterEach, beforeEach, expect, vi } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Whether this is a long run: all cases of journeys, and more rounds of other tests. */
    isLong: boolean;
    /** Whether a test writes the fixture from which later versions are upgraded. */
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
