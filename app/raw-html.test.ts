import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The files that may write HTML without React's escaping, and what they write. */
const exceptions: Record<string, string> = {
  "app/document.tsx": "our own styles, made at build",
  "app/marketing/landing/closed.tsx": "nothing: a script adds the times",
  "app/ui/inline-script.tsx": "our own scripts",
  "server/messages/mail/email-layout.tsx": "an email's text, sanitized before",
};

test("only the listed files write HTML without React's escaping", () => {
  const raw = globSync("{app,server}/**/*.{ts,tsx}").filter(
    (file) =>
      !file.includes(".test.") &&
      /dangerouslySetInnerHTML|\.(inner|outer)HTML =|insertAdjacentHTML/.test(
        readFileSync(file, "utf8"),
      ),
  );
  expect(raw.sort()).toEqual(Object.keys(exceptions));
});
