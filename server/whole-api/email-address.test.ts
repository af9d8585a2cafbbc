import fc from "fast-check";
import { expect, test } from "vitest";
import { emailAddress } from "#contract/fields.ts";

const isEmail = (text: string) => emailAddress.safeParse(text).success;

test.each([
  ...["b&b@inn.example.com", "a/b=c@example.com", "user@xn--j1aef.xn--p1ai", "o'hara@example.com"],
  ...["a+b@example.com", "{x}|~`^@example.com", ".dots..@example.com", "a@b.c", "1@2.3"],
  ...["#!$%*?_-@ex-am-ple.co.uk", `a@${"b".repeat(63)}.com`, `${"a".repeat(242)}@example.com`],
])("%s is a valid email address", (text) => expect(isEmail(text)).toBe(true));

test.each([
  ...["test@iana-.com", "test@-iana.com", "a@localhost", "a@b..com", "a@.com", "a@b.com."],
  ...["", "@example.com", "a@", "a b@example.com", "a@exa mple.com", "a@b@example.com"],
  ...["Ada <a@example.com>", '"a b"@example.com', "a@[127.0.0.1]", "a,b@example.com"],
  ...["jösé@example.com", "a@exämple.com", "a@ex_ample.com", "a@example.com\nBcc: b@example.com"],
  ...[`a@${"b".repeat(64)}.com`, `${"a".repeat(243)}@example.com`, "a@example,com"],
])("the email address %s is rejected", (text) => expect(isEmail(text)).toBe(false));

test("an email address is trimmed and lowercased", () => {
  expect(emailAddress.parse("  B&B@Inn.Example.COM ")).toBe("b&b@inn.example.com");
});

test("an email address is valid if and only if browsers accept it, its domain has a dot and it fits in 254 characters", () => {
  // https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
  const browsers =
    /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
  const piece = fc.stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~@ -]{0,12}$/);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.tuple(piece, piece).map((both) => both.join("@")),
      ),
      (text) => {
        const trimmed = text.trim();
        const isTaken = browsers.test(trimmed) && trimmed.split("@")[1]?.includes(".") === true;
        expect([text, isEmail(text)]).toEqual([text, isTaken && trimmed.length <= 254]);
      },
    ),
    { numRuns: 2000 },
  );
});
