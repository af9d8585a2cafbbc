import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const components = globSync("app/**/*.tsx").map((file) => readFileSync(file, "utf8"));
/** The opening tags of all form fields. */
const fields = components.flatMap((source) => source.match(/<(TextField|input)\b[^>]*>/g) ?? []);

test("password fields hide the input, and tell password managers whether the password is current or new", () => {
  // Tokens and passwords for other services are hidden too, but don't belong to an account in this
  // product: a Meta page's token, and the ones in the settings, which share one field
  // (app/admin/settings/part.tsx).
  const elsewhere =
    /name="pageToken"|^<TextField\s+\{\.\.\.field\}\s+type="password"\s+autoComplete="off"/;
  const passwords = fields.filter(
    (field) => /password|"again"|"current"/i.test(field) && !elsewhere.test(field),
  );
  expect(passwords.length).toBeGreaterThan(5);
  const wrong = passwords.filter(
    (field) => !/type="password"\s+autoComplete="(current|new)-password"/.test(field),
  );
  expect(wrong).toEqual([]);
});

test("pasting isn't blocked in any field", () => {
  const handlers = components.filter((source) => /onPaste|onBeforeInput|"paste"/.test(source));
  expect(handlers).toEqual([]);
});
