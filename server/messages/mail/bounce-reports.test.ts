// cspell:ignore DMARC maila mailb
import { expect, test } from "vitest";
import { bounce, brevo, ownId, sendGrid } from "#server/testing/bounce-samples.ts";
import { type BounceReport, readBounceReports } from "./bounce-reports.ts";

function read(body: string, type = "message/rfc822"): Promise<BounceReport[]> {
  return readBounceReports(type, new TextEncoder().encode(body));
}

const report = (change: Partial<BounceReport>): BounceReport => ({
  ...{ messageId: ownId, recipient: "jo@example.com", isPermanent: true, isOfAddress: true },
  reason: "550 5.1.1 No such user",
  ...change,
});

const group = (fields: string) => `Reporting-MTA: dns; mail.example.com\n\n${fields}`;
const of = (recipient: string, rest: string) =>
  group(`Final-Recipient: rfc822; ${recipient}\n${rest}`);

test.each<[string, string, Partial<BounceReport>[]]>([
  ["that a mailbox doesn't exist", bounce(), [{}]],
  ["with bare line feeds", bounce().replaceAll("\r\n", "\n"), [{}]],
  [
    "with only the original's headers",
    bounce({ original: `Content-Type: text/rfc822-headers\n\nMessage-Id:\n <${ownId}>` }),
    [{}],
  ],
  [
    "with an encoded original",
    bounce({
      original: `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${btoa(`Message-ID: <${ownId}>\n\nHello`)}`,
    }),
    [{}],
  ],
  [
    "with a large original",
    bounce({
      original: `Content-Type: message/rfc822\n\nMessage-ID: <${ownId}>\n\n${"Hello\n".repeat(100_000)}`,
    }),
    [{}],
  ],
  [
    "without the original",
    bounce({ original: "Content-Type: text/plain\n\nNot returned" }),
    [{ messageId: null }],
  ],
  [
    "that a mailbox is full",
    bounce({ status: of("jo@example.com", "Action: failed\nStatus: 5.2.2") }),
    [{ isOfAddress: false, reason: "" }],
  ],
  [
    "that an email was taken for spam, although its status says nothing",
    bounce({
      status: of(
        "jo@example.com",
        "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.7.1 Spam",
      ),
    }),
    [{ isOfAddress: false, reason: "550 5.7.1 Spam" }],
  ],
  [
    "with an IP address that looks like a status",
    bounce({
      status: of(
        "jo@example.com",
        "Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.1.1.9 is blocked",
      ),
    }),
    [{ isOfAddress: false, reason: "550 5.1.1.9 is blocked" }],
  ],
  [
    "that a server gave up after days",
    bounce({ status: of("jo@example.com", "Action: failed\nStatus: 4.4.1") }),
    [{ isOfAddress: false, reason: "" }],
  ],
  [
    "that a server still tries",
    bounce({ status: of("jo@example.com", "Action: delayed\nStatus: 4.4.1") }),
    [{ isPermanent: false, isOfAddress: false, reason: "" }],
  ],
  [
    "about several recipients, one of whom got it",
    bounce({
      status: group(`Final-Recipient: rfc822; a@example.com
Action: failed
Status: 5.1.1

Final-Recipient: rfc822; b@example.com
Action: delivered
Status: 2.1.5

Final-Recipient: rfc822; <c@example.com>
Action: FAILED
Status: 5.1.10`),
    }),
    [
      { recipient: "a@example.com", reason: "" },
      { recipient: "c@example.com", reason: "" },
    ],
  ],
  [
    "whose recipient forwards to another address",
    bounce({
      status: group(`Original-Recipient: rfc822; jo@example.com
Final-Recipient: rfc822; jo@elsewhere.example
Action: failed
Status: 5.1.1`),
    }),
    [{ reason: "" }],
  ],
])("a bounce email is read: one %s", async (_, body, reports) => {
  expect(await read(body)).toEqual(reports.map(report));
  // As curl sends it unless told otherwise.
  expect(await read(body, "application/x-www-form-urlencoded")).toEqual(reports.map(report));
});

const postmark = {
  RecordType: "Bounce",
  Type: "HardBounce",
  Email: "Jo@example.com",
  Description: "The server was unable to deliver your message",
  Details: "smtp;550 5.1.1 No such user",
  MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
  Metadata: { example: "value" },
};
const mailgun = (change: object = {}) => ({
  signature: { token: "a" },
  "event-data": {
    event: "failed",
    severity: "permanent",
    reason: "bounce",
    recipient: "jo@example.com",
    message: { headers: { "message-id": ownId } },
    "delivery-status": { description: "", message: "550 5.1.1 No such user", code: 550 },
    ...change,
  },
});

test.each<[string, unknown, Partial<BounceReport>[]]>([
  ["Postmark's", postmark, [{ messageId: null, reason: "smtp;550 5.1.1 No such user" }]],
  [
    "Postmark's about an address that was turned off",
    { ...postmark, Type: "ManuallyDeactivated", Details: undefined, Description: "Off" },
    [{ messageId: null, reason: "Off" }],
  ],
  [
    "Postmark's about a spam filter",
    { ...postmark, Type: "Blocked", Details: "Blocked" },
    [{ messageId: null, isOfAddress: false, reason: "Blocked" }],
  ],
  [
    "Postmark's that it still tries",
    { ...postmark, Type: "Transient", Details: "Busy" },
    [{ messageId: null, isPermanent: false, isOfAddress: false, reason: "Busy" }],
  ],
  [
    "SendGrid's, several at once",
    [sendGrid, { ...sendGrid, event: "delivered" }, { ...sendGrid, email: "b@example.com" }],
    [{}, { recipient: "b@example.com" }],
  ],
  [
    "SendGrid's about a server that blocks the sender",
    [{ ...sendGrid, type: "blocked", status: "", reason: "550 Blocked" }],
    [{ isOfAddress: false, reason: "550 Blocked" }],
  ],
  [
    "SendGrid's about an address that bounced before",
    [{ ...sendGrid, event: "dropped", status: "", type: undefined, reason: "Bounced Address" }],
    [{ reason: "Bounced Address" }],
  ],
  [
    "SendGrid's about an address that unsubscribed there",
    [{ ...sendGrid, event: "dropped", status: "", reason: "Unsubscribed Address" }],
    [{ isOfAddress: false, reason: "Unsubscribed Address" }],
  ],
  ["Mailgun's", mailgun(), [{}]],
  [
    "Mailgun's that it still tries",
    mailgun({ severity: "temporary" }),
    [{ isPermanent: false, isOfAddress: false }],
  ],
  [
    "Mailgun's without details",
    mailgun({ message: null, "delivery-status": 5, reason: 1 }),
    [{ messageId: null, isOfAddress: false, reason: "" }],
  ],
  ["Brevo's", brevo, [{}]],
  [
    "Brevo's about an invalid address",
    { ...brevo, event: "invalid_email", reason: null },
    [{ reason: "" }],
  ],
  [
    "Brevo's about an address that it blocks",
    { ...brevo, event: "blocked", reason: "Blocked" },
    [{ isOfAddress: false, reason: "Blocked" }],
  ],
  [
    "Brevo's that it still tries",
    { ...brevo, event: "soft_bounce" },
    [{ isPermanent: false, isOfAddress: false }],
  ],
])("a webhook is read: %s", async (_, body, reports) => {
  for (const type of ["application/json; charset=utf-8", "", "text/plain"]) {
    expect(await read(JSON.stringify(body), type)).toEqual(reports.map(report));
  }
});

test.each<[string, string, string?]>([
  ["an empty body", ""],
  ["an ordinary email", "Subject: multipart/report\nX: 1\n\nmultipart/report"],
  ["a report of something else", bounce({ status: "Feedback-Type: abuse" })],
  ["a report without a recipient", bounce({ status: group("Action: failed\nStatus: 5.1.1") })],
  [
    "a recipient that isn't an address",
    bounce({ status: of("<jo example.com>", "Action: failed") }),
  ],
  [
    "an email that was delivered",
    bounce({ status: of("a@example.com", "Action: relayed\nStatus: 2.0.0") }),
  ],
  [
    "headers beyond every limit",
    bounce({
      headers: `Content-Type: multipart/report; boundary="b/1"\n${"X: 1\n".repeat(90_000)}X: 1`,
    }),
  ],
  ["a bounce email sent as JSON", bounce(), "application/json"],
  ["broken JSON", '{"event":'],
  ["JSON that is too deep", "[".repeat(100_000), "application/json"],
  ["another event", JSON.stringify({ ...brevo, event: "delivered" })],
  ["a list of nothing", "[null,1,[],{}]"],
  ["an event without a recipient", JSON.stringify({ ...brevo, email: undefined })],
  ["a recipient that is too long", JSON.stringify({ ...brevo, email: `${"a".repeat(300)}@b.c` })],
  ["bytes that are no text", "\u0000\ud800\u0007{"],
])("%s isn't a report", async (_, body, type) => {
  expect(await read(body, type)).toEqual([]);
});

test("at most 2000 reports are read from a body", async () => {
  expect(await read(JSON.stringify(Array(2500).fill(sendGrid)))).toHaveLength(2000);
});
