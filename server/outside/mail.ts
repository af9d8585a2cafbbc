// Delivers one email to an SMTP server and reports what is known about the delivery.
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
  /** If an attachment has a `contentId`, the text refers to it as `cid:…`. */
  attachments?: { fileName: string; type: string; content: Uint8Array; contentId?: string }[];
  /** Headers to add. They contain only values that the app sets itself. */
  headers?: Record<string, string>;
};

/**
 * `sent`: accepted by the server. `refused`: permanently rejected (5xx). `later`: certainly not
 * sent, so a retry is safe. `unknown`: the connection was lost during the transfer, so it may have
 * been accepted, and a retry could send it twice.
 */
export type Delivery =
  | { result: "sent" }
  | { result: "later" | "unknown"; problem: string; step?: FailedStep }
  /** `isOfAddress`: the recipient's server rejects the address, so the error isn't on our side. */
  | { result: "refused"; problem: string; isOfAddress?: boolean; step?: FailedStep };

/** The step that failed: connecting, encrypting, logging in, or sending the email. */
export type FailedStep = "connection" | "encryption" | "login" | "email";

export type MailServer = {
  deliver(mail: OutgoingMail): Promise<Delivery>;
};

/** These timeouts add up to less than a minute, because a job counts as lost after that. */
const defaultTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  whole: 50_000,
};

/**
 * Creates a mail server. `smtpUrl`: smtp://user:password@host:587 (STARTTLS, required before a
 * password is sent to another machine) or smtps://…:465. `waits`: the timeouts for each step and in
 * total, in milliseconds.
 */
export function makeMailServer(smtpUrl: string, waits = defaultTimeouts): MailServer {
  const url = new URL(smtpUrl);
  const { whole, ...timeouts } = waits;
  const secure = url.protocol === "smtps:";
  const login = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : null;

  async function deliver(mail: OutgoingMail): Promise<Delivery> {
    const message = await new MailComposer(headersAndBody(mail)).compile().build();
    const connection = new SMTPConnection({
      host: url.hostname,
      port: url.port || (secure ? 465 : 587),
      secure,
      // If STARTTLS were optional, an attacker on the network path could strip it and read the
      // password.
      requireTLS: login !== null && !isLoopback(url.hostname),
      ...timeouts,
    });
    let isTransferStarted = false;
    return new Promise<Delivery>((resolve) => {
      const settle = (delivery: Delivery) => {
        clearTimeout(limit);
        connection.close();
        resolve(delivery);
      };
      const fail = (error: unknown) => settle(deliveryOf(error, isTransferStarted));
      const limit = setTimeout(() => fail(new Error("The mail server took too long")), whole);
      // The library reads the message only after the server's 354 response. From then on, the
      // result of the delivery is uncertain.
      const body = Readable.from(
        (function* () {
          isTransferStarted = true;
          yield message;
        })(),
      );
      const send = () =>
        connection.send({ from: mail.from.address, to: [mail.to] }, body, (error) =>
          error ? fail(error) : settle({ result: "sent" }),
        );
      connection.on("error", fail);
      connection.connect((error) => {
        if (error) return fail(error);
        if (!login) return send();
        connection.login(login, (refused) => (refused ? fail(refused) : send()));
      });
    });
  }

  return { deliver };
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
    // The content is never read from a path or fetched from a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function deliveryOf(error: unknown, wasTransferStarted: boolean): Delivery {
  return { ...judge(error, wasTransferStarted), step: stepOf(error) };
}

// Nodemailer's codes tell which step failed. cspell:ignore EAUTH ENOAUTH EENVELOPE EMESSAGE
function stepOf(error: unknown): FailedStep {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EAUTH" || code === "ENOAUTH") return "login";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "email";
  // The library keeps only the message of Node's TLS errors, so the message is matched.
  const isOfTls = error instanceof Error && /\b(ssl|tls|certificate)\b/i.test(error.message);
  return isAboutTls(error) || isOfTls ? "encryption" : "connection";
}

function judge(error: unknown, wasTransferStarted: boolean): Exclude<Delivery, { result: "sent" }> {
  const problem = error instanceof Error ? error.message : "Unknown error";
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  // A TLS error doesn't depend on the email, and the connection may work tomorrow.
  if (isAboutTls(error)) return { result: "later", problem };
  if (status >= 500 && status < 600)
    return { result: "refused", problem, isOfAddress: isAboutRecipient(error) };
  if (status >= 400 && status < 500) return { result: "later", problem };
  return { result: wasTransferStarted ? "unknown" : "later", problem };
}

function isAboutTls(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ETLS";
}

/** Returns whether an error is about the recipient. A rejected login or sender isn't. */
function isAboutRecipient(error: unknown): boolean {
  return error instanceof Error && "command" in error && error.command === "RCPT TO";
}
