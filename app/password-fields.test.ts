import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const components = globSync("app/**/*.tsx").map((file) => readFileSync(file, "utf8"));
/** The opening tag of each field. */
const fields = components.flatMap((source) => source.match(/<(TextField|input)\b[^>]*>/g) ?? []);

test("each field for a password hides what is typed, and password managers know which one it is", () => {
  // A platform's token is hidden like a password, but belongs to no account here.
  const passwords = fields.filter(
    (field) => /password|"again"|"current"/i.test(field) && !/name="pageToken"/.test(field),
  );
  expect(passwords.length).toBeGreaterThan(5);
  const wrong = passwords.filter(
    (field) => !/type="password"\s+autoComplete="(current|new)-password"/.test(field),
  );
  expect(wrong).toEqual([]);
});

test("nothing keeps anybody from pasting into a field", () => {
  const handlers = components.filter((source) => /onPaste|onBeforeInput|"paste"/.test(source));
  expect(handlers).toEqual([]);
});
