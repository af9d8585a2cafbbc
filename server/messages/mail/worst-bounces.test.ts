// Reading a report of undelivered emails takes time linear in its size.
import { expect, test } from "vitest";
import { bounce, brevo, sendGrid } from "#server/testing/bounce-samples.ts";
import { findGrowth, sizeRatio } from "#server/testing/cost.ts";
import { readBounceReports } from "./bounce-reports.ts";

const filled = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length));
const json = (value: string) => JSON.stringify({ ...brevo, email: value, "message-id": value });

test.each<[string, (bytes: number) => string]>([
  ["blocks of a report", (bytes) => bounce({ status: filled("Action: failed\n\n", bytes) })],
  ["folded lines", (bytes) => bounce({ status: `Status: 5\n${filled(" a\n", bytes)}` })],
  ["fields", (bytes) => bounce({ status: filled("a: b\n", bytes) })],
  ["blank lines", (bytes) => bounce({ status: filled("\n", bytes) })],
  ["spaces", (bytes) => bounce({ status: `a:${filled(" ", bytes)}b` })],
  [
    "digits and points",
    (bytes) => bounce({ status: `Action: failed\nStatus: ${filled("5.1.", bytes)}` }),
  ],
  [
    "an original's headers",
    (bytes) =>
      bounce({
        original: `Content-Type: text/rfc822-headers\n\n${filled("message-id: <\n", bytes)}`,
      }),
  ],
  [
    "an original's brackets",
    (bytes) =>
      bounce({ original: `Content-Type: message/rfc822\n\nMessage-ID: ${filled("<a", bytes)}` }),
  ],
  [
    "messages in messages",
    (bytes) => bounce({ original: filled("Content-Type: message/rfc822\n\n", bytes) }),
  ],
  ["markup", (bytes) => bounce({ original: `Content-Type: text/html\n\n${filled("<a ", bytes)}` })],
  ["parts", (bytes) => bounce({ original: filled("\n--b/1\n", bytes) })],
  ["lines that may be boundaries", (bytes) => bounce({ original: filled("\n--b/", bytes) })],
  [
    "parts in parts",
    (bytes) =>
      bounce({ original: filled('Content-Type: multipart/mixed; boundary="b"\n\n--b\n', bytes) }),
  ],
  ["an address", (bytes) => json(filled("a@", bytes))],
  ["an id", (bytes) => json(filled("<", bytes))],
  ["events", (bytes) => `[${filled(`${JSON.stringify(sendGrid)},`, bytes)}null]`],
  ["a reason", (bytes) => JSON.stringify({ ...brevo, reason: filled("5.1.", bytes) })],
])("reading %s takes time linear in its size", async (_, bodyOf) => {
  // As much as is read of an email, or the largest body.
  const most = bodyOf(1).startsWith("From:") ? 250_000 : 900_000;
  const bodies = { small: bodyOf(most / sizeRatio), large: bodyOf(most) };
  const growth = await findGrowth(async (size) => {
    const before = process.threadCpuUsage();
    await readBounceReports("", new TextEncoder().encode(bodies[size]));
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  expect(growth).toBeNull();
});
