// Tests that the project's files don't contain secrets.
// The beginnings of keys: cspell:ignore AKIA pousr abprs IOSFODNN
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const secrets: Record<string, RegExp> = {
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  "a key of AWS": /\bAKIA[0-9A-Z]{16}\b/,
  "a token of GitHub": /\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{30,}/,
  "a token of Meta": /\bEAA[A-Za-z0-9]{30,}/,
  "a key of Google": /\bAIza[\w-]{30,}/,
  "a key of Twilio": /\b(AC|SK)[0-9a-f]{32}\b/,
  "a key of Stripe or Slack": /\b(sk_live_|xox[abprs]-)\w{8,}/,
  "a signed token": /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}/,
  "a password in an address":
    /\b(postgres(ql)?|smtps?|https?):\/\/[\w.-]+:(?!password@|PASSWORD@|secret@)[^\s:@/"'`$]{6,}@/,
};

/** Secrets that are made up or used only on this machine. */
const known = [
  // This is the certificate that tests use for TLS on 127.0.0.1.
  "server/testing/loopback-certificate.ts: a private key",
  // Tests search every response, row and log for this secret.
  "server/sources/intake/page-tokens.test.ts: a token of Meta",
  "server/outside/graph-pages.test.ts: a token of Meta",
  "server/outside/graph.test.ts: a token of Meta",
];

test("the project's files don't contain secrets, except for known made-up ones", () => {
  const found = filesBelow("").flatMap((file) => {
    const text = readFileSync(path.join(projectRoot, file), "latin1");
    return Object.keys(secrets).flatMap((kind) =>
      secrets[kind]?.test(text) ? `${file}: ${kind}` : [],
    );
  });
  expect(found.toSorted()).toEqual(known.toSorted());
});

test.each([
  ["a private key", ["-----BEGIN RSA ", "PRIVATE KEY-----"]],
  ["a key of AWS", ["AKIA", "IOSFODNN7EXAMPLE"]],
  ["a token of GitHub", ["ghp", "_0123456789abcdefghijABCDEFGHIJ"]],
  ["a token of Meta", ["EAA", "G0123456789abcdefghijABCDEFGHIJ"]],
  ["a key of Google", ["AIza", "Sy0123456789abcdefghijABCDEFGHIJ"]],
  ["a key of Twilio", ["SK", "0123456789abcdef0123456789abcdef"]],
  ["a key of Stripe or Slack", ["sk_live", "_0123456789abcdef"]],
  ["a signed token", ["eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.x"]],
  ["a password in an address", ["smtp://desk:hunter", "22@mail.example.com"]],
])("the search finds %s", (kind, parts) => {
  expect(secrets[kind]?.test(parts.join(""))).toBe(true);
});

/** The entries of .gitignore, and Git's own folder. */
const ignored =
  /^(node_modules|build|\.preparing|\.react-router|data(-.*)?|shots|\.env|.*\.log|\.git)$/;

/** Returns every file of the project. */
function filesBelow(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.test(entry.name)) return [];
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : file;
  });
}
