// A mail server for the screenshots, because some screens open only from a link in an email.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export async function openMailbox() {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    async onData(stream, _session, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      mails.push(Buffer.concat(parts).toString());
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Returns the newest email to this address, as it was sent. */
    async mailTo(address: string): Promise<string> {
      for (;;) {
        const mail = mails.findLast((one) => one.includes(`To: ${address}`));
        // Decodes quoted-printable text (RFC 2045, 6.7).
        if (mail) return mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
