// Reports of undelivered emails, as mail servers and services send them.

/** The Message-ID of the email that came back. */
export const ownId = "01995f3a-7c1d-7000-8000-0123456789ab@desk.example.com";

/** A bounce email as Postfix writes it. */
export function bounce(
  change: { status?: string; original?: string; headers?: string } = {},
): string {
  const {
    headers = 'Content-Type: multipart/report; report-type=delivery-status;\n\tboundary="b/1"',
    status = `Reporting-MTA: dns; mail.example.com

Final-Recipient: rfc822; Jo@Example.com
Original-Recipient: rfc822;jo@example.com
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1
    No such user`,
    original = `Content-Type: message/rfc822

Received: by mail.example.com
Message-ID: <${ownId}>
Subject: Hello

Message-ID: <another@example.com>`,
  } = change;
  const message = `From: MAILER-DAEMON@mail.example.com
To: desk@example.com
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
${headers}

This is a MIME-encapsulated message.

--b/1
Content-Type: text/plain; charset=us-ascii

Your message could not be delivered.

--b/1
Content-Type: message/delivery-status

${status}

--b/1
${original}

--b/1--
`;
  return message.replaceAll("\n", "\r\n");
}

export const sendGrid = {
  event: "bounce",
  email: "jo@example.com",
  "smtp-id": `<${ownId}>`,
  reason: "550 5.1.1 No such user",
  status: "5.1.1",
  type: "bounce",
  timestamp: 1,
};

export const brevo = {
  event: "hard_bounce",
  email: "jo@example.com",
  "message-id": `<${ownId}>`,
  reason: "550 5.1.1 No such user",
};
