// Hands one mail to an SMTP server and says what is known of its fate afterwards.
import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";

export type OutgoingMail = {
  messageId: string;
  from: { name: string; address: string };
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** `contentId`: it stands in the words, which name it as `cid:…`. */
  attachments?: { fileName: string; type: string; content: Uint8Array; contentId?: string }[];
  /** Of our own making alone. */
  headers?: Record<string, string>;
};

/**
 * `sent`: the server took it. `refused`: it never will (5xx). `later`: it certainly did not leave,
 * and trying again is safe. `unknown`: the message was on its way when the connection was lost, so
 * it may have been taken; sending it again could make two.
 */
export type Delivery =
  | { fate: "sent" }
  | { fate: "later" | "unknown"; problem: string }
  /** `isOfAddress`: the recipient's server will not have it, and no mistake of ours is the reason. */
  | { fate: "refused"; problem: string; isOfAddress?: boolean };

export type MailServer = {
  deliver(mail: OutgoingMail): Promise<Delivery>;
};

/** Everything together stays below the minute after which a job counts as lost. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  whole: 50_000,
};

/**
 * `smtpUrl`: smtp://user:password@host:587 (STARTTLS, without which no password is sent to another
 * machine) or smtps://…:465. `waits`: how long for each step and for all of them, in milliseconds.
 */
export function makeMailServer(smtpUrl: string, waits = patience): MailServer {
  const url = new URL(smtpUrl);
  const { whole, ...timeouts } = waits;
  const secure = url.protocol === "smtps:";
  const login = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : null;

  async function handOver(mail: OutgoingMail): Promise<Delivery> {
    const message = await new MailComposer(headersAndBody(mail)).compile().build();
    const connection = new SMTPConnection({
      host: url.hostname,
      port: url.port || (secure ? 465 : 587),
      secure,
      // Where it is only offered, somebody on the way can take the offer out and read the password.
      requireTLS: login !== null && !isLoopback(url.hostname),
      ...timeouts,
    });
    let isOnItsWay = false;
    return new Promise<Delivery>((resolve) => {
      const settle = (delivery: Delivery) => {
        clearTimeout(limit);
        connection.close();
        resolve(delivery);
      };
      const fail = (error: unknown) => settle(fateOf(error, isOnItsWay));
      const limit = setTimeout(() => fail(new Error("The mail server took too long")), whole);
      // The library reads the message only after the server's 354: from then on the fate is open.
      const body = Readable.from(
        (function* () {
          isOnItsWay = true;
          yield message;
        })(),
      );
      const send = () =>
        connection.send({ from: mail.from.address, to: [mail.to] }, body, (error) =>
          error ? fail(error) : settle({ fate: "sent" }),
        );
      connection.on("error", fail);
      connection.connect((error) => {
        if (error) return fail(error);
        if (!login) return send();
        connection.login(login, (refused) => (refused ? fail(refused) : send()));
      });
    });
  }

  return { deliver: handOver };
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host);
}

function headersAndBody(mail: OutgoingMail) {
  return {
    messageId: mail.messageId,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    ...(mail.html && { html: mail.html }),
    ...(mail.headers && { headers: mail.headers }),
    attachments: mail.attachments?.map(({ fileName, type, content, contentId }) => ({
      filename: fileName,
      contentType: type,
      content: Buffer.from(content),
      ...(contentId && { cid: contentId, contentDisposition: "inline" as const }),
    })),
    // Nothing is ever read from a path or fetched for a mail's content.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function fateOf(error: unknown, wasOnItsWay: boolean): Delivery {
  const problem = error instanceof Error ? error.message : "Unknown error";
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  // No TLS today says nothing of the mail: the line may be an honest one tomorrow.
  if (isAboutTls(error)) return { fate: "later", problem };
  if (status >= 500 && status < 600)
    return { fate: "refused", problem, isOfAddress: isAboutRecipient(error) };
  if (status >= 400 && status < 500) return { fate: "later", problem };
  return { fate: wasOnItsWay ? "unknown" : "later", problem };
}

function isAboutTls(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ETLS";
}

/** A refused login or sender says nothing of whom the mail was for. */
function isAboutRecipient(error: unknown): boolean {
  return error instanceof Error && "command" in error && error.command === "RCPT TO";
}
