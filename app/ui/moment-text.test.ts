import { expect, test } from "vitest";
import { lowercaseMeridiem, momentText } from "./moment-text.ts";

test("a moment ends with am or pm", () => {
  const timeZone = "America/New_York";
  expect(momentText("2026-11-22T21:30:00Z", { timeZone })).toMatch(/^Nov 22, 2026, 4:30\spm$/);
  expect(lowercaseMeridiem("8:14:51 AM AMT")).toBe("8:14:51 am AMT");
});
