// Tests that email can be sent to every address that the app accepts.
import type { AddressInfo } from "node:net";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emailAddress } from "#contract/fields.ts";
import { type MailServer, makeMailServer } from "./mail.ts";

type Taken = { from: string; to: string[]; text: string };

let taken: Taken[];
let mailServer: MailServer;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onData(stream, session, done) {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      taken.push({
        from: mailFrom ? mailFrom.address : "",
        // The server reports the domain in Unicode, although the client sent it in ASCII.
        to: rcptTo.map(({ address }) => address.replace(/[^@]*$/, domainToASCII)),
        text: Buffer.concat(pieces).toString("utf8"),
      });
      done();
    });
  },
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  mailServer = makeMailServer(`smtp://127.0.0.1:${port}`);
});
beforeEach(() => {
  taken = [];
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

test.each([
  ...["b&b@inn.example.com", "a/b=c@example.com", "user@xn--j1aef.xn--p1ai", "o'hara@example.com"],
  ...["#!$%*?_-@ex-am-ple.co.uk", "{x}|~`^@example.com", "a.b@c.d"],
])("an email to %s is sent and can be replied to", async (address) => {
  await expectToLeave(address);
});

test("an email can be sent to any address that passes validation", async () => {
  const mailbox = fc.stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/);
  const address = mailbox
    .map((text) => `${text}@inn.example.com`)
    .filter((text) => emailAddress.safeParse(text).success && !oddDots.test(text));
  await fc.assert(fc.asyncProperty(address, expectToLeave), { numRuns: 60 });
});

test("an email to an address with misplaced dots is rejected, and the result blames the address", async () => {
  const delivery = await mailServer.deliver({ ...aMail, to: ".dots..@example.com" });
  expect(delivery).toMatchObject({ result: "refused", isOfAddress: true });
});

test("a line break in a subject or name doesn't add a header", async () => {
  const broken = "Hi\r\nBcc: thief@example.com\nX-Odd: 1";
  const from = { name: broken, address: "post@example.com" };
  const mail = { ...aMail, from, subject: broken, to: "one@example.com" };
  expect(await mailServer.deliver(mail)).toEqual({ result: "sent" });
  const [sent] = taken;
  expect(sent?.to).toEqual(["one@example.com"]);
  const headers = (sent?.text ?? "").split("\r\n\r\n")[0] ?? "";
  expect(headers).toMatch(/^Subject: /m);
  expect(headers).not.toMatch(/^(Bcc|X-Odd):/im);
});

/** Browsers accept such addresses. RFC 5321 and many mail servers allow them only in quotes. */
const oddDots = /^\.|\.\.|\.@/;

const aMail = {
  messageId: "<1@example.com>",
  from: { name: "Harbor Dental", address: "post@example.com" },
  replyTo: null,
  subject: "Your visit",
  text: "See you soon.",
  html: null,
};

async function expectToLeave(address: string) {
  taken = [];
  const delivery = await mailServer.deliver({ ...aMail, to: address, replyTo: address });
  expect([address, delivery]).toEqual([address, { result: "sent" }]);
  const [mail] = taken;
  expect([mail?.to, mail?.from]).toEqual([[address], "post@example.com"]);
  const headers = (mail?.text ?? "").split("\r\n\r\n")[0]?.replace(/\r\n\s+/g, " ");
  expect(headers).toContain(`To: ${address}`);
  expect(headers).toContain(`Reply-To: ${address}`);
}
