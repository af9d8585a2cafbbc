import { expect, test } from "vitest";
import { findPasskeySite } from "./passkey-site.ts";

test.each([
  ["https://desk.example.com", "desk.example.com"],
  ["https://desk.example.com:8443", "desk.example.com"],
  ["http://localhost:3000", "localhost"],
  ["http://demo.localhost", "demo.localhost"],
  ["http://127.0.0.1:3000", null],
  ["https://203.0.113.7", null],
  ["https://[2001:db8::1]", null],
  ["http://desk.example.com", null],
  ["http://localhost.example.com", null],
])("passkeys at %s have the RP id %s", (origin, rpId) => {
  expect(findPasskeySite({ origin })).toEqual(rpId && { rpId, origin });
});
