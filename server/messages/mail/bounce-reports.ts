// Reads reports about emails that came back after the mail server had accepted them: a bounce email
// (RFC 3464), or the webhooks of Postmark, SendGrid, Mailgun and Brevo.
import PostalMime, { type Email } from "postal-mime";
import { z } from "zod";
import { parseJson } from "#server/http/json.ts";

export type BounceReport = {
  /** The email's Message-ID without angle brackets, or null if the report doesn't have it. */
  messageId: string | null;
  /** Lowercased. */
  recipient: string;
  /** False while a server still tries to deliver the email. */
  isPermanent: boolean;
  /** Whether the address itself was rejected. Otherwise, only this email was. */
  isOfAddress: boolean;
  /** What the recipient's server said. May be empty. */
  reason: string;
};

/** More than a mail service sends at once. */
const maxReports = 2000;
const maxReasonLength = 1000;
/** What follows in a bounce email is the original's text and attachments. */
const maxMessageBytes = 256_000;
/** A bounce email has a part for people, the report, and the original. */
const parsing = {
  forceRfc822Attachments: true,
  maxNestingDepth: 10,
  maxHeadersSize: 256_000,
};

/**
 * Returns the reports in a body, or an empty list if it isn't one that we know. `contentType` is a
 * hint, because programs such as curl send a message as a form. Never throws.
 */
export async function readBounceReports(
  contentType: string,
  body: Uint8Array,
): Promise<BounceReport[]> {
  try {
    const text = new TextDecoder().decode(body);
    const isJson = /\bjson\b/i.test(contentType) || /^\s*[[{]/.test(text.slice(0, 100));
    const reports = isJson ? readEvents(parseJson(text)) : await readMessage(text, body);
    return reports.slice(0, maxReports);
  } catch {
    // Neither JSON nor an email.
    return [];
  }
}

// ── Webhooks ────────────────────────────────────────────────────────────────────────────────────

const text = z.string().catch("");

const Postmark = z.object({
  RecordType: z.literal("Bounce"),
  Type: z.string(),
  Email: z.string(),
  Description: text,
  Details: text,
});
/** Other types are temporary, or aren't bounces. `true`: the address itself was rejected. */
const postmarkTypes = new Map([
  ["HardBounce", true],
  ["BadEmailAddress", true],
  ["ManuallyDeactivated", true],
  ["Blocked", false],
  ["SpamNotification", false],
  ["DMARCPolicy", false],
]);

const SendGrid = z.object({
  event: z.enum(["bounce", "dropped"]),
  email: z.string(),
  "smtp-id": text,
  reason: text,
  status: text,
  type: text,
});

const Mailgun = z.object({
  "event-data": z.object({
    event: z.literal("failed"),
    severity: z.enum(["permanent", "temporary"]),
    recipient: z.string(),
    reason: text,
    message: z.object({ headers: z.object({ "message-id": text }) }).catch({
      headers: { "message-id": "" },
    }),
    "delivery-status": z
      .object({ description: text, message: text })
      .catch({ description: "", message: "" }),
  }),
});

const Brevo = z.object({
  event: z.enum(["hard_bounce", "soft_bounce", "blocked", "invalid_email"]),
  email: z.string(),
  "message-id": text,
  reason: text,
});

/** Some services send one event, and some a list. */
function readEvents(value: unknown): BounceReport[] {
  return (Array.isArray(value) ? value.slice(0, maxReports) : [value]).flatMap(
    (event: unknown) => readEvent(event) ?? [],
  );
}

function readEvent(event: unknown): BounceReport | null {
  const postmark = Postmark.safeParse(event).data;
  if (postmark) {
    const isOfAddress = postmarkTypes.get(postmark.Type);
    return toReport({
      // Its MessageID is Postmark's own.
      messageId: "",
      recipient: postmark.Email,
      isPermanent: isOfAddress !== undefined,
      isUsuallyOfAddress: isOfAddress ?? false,
      reason: postmark.Details || postmark.Description,
    });
  }
  const sendGrid = SendGrid.safeParse(event).data;
  if (sendGrid) {
    const isDropped = sendGrid.event === "dropped";
    return toReport({
      messageId: sendGrid["smtp-id"],
      recipient: sendGrid.email,
      isPermanent: true,
      isUsuallyOfAddress: isDropped
        ? /\b(bounced|invalid)\b/i.test(sendGrid.reason)
        : sendGrid.type !== "blocked",
      reason: sendGrid.reason,
      status: sendGrid.status,
    });
  }
  const mailgun = Mailgun.safeParse(event).data?.["event-data"];
  if (mailgun) {
    const { message, "delivery-status": said } = mailgun;
    return toReport({
      messageId: message.headers["message-id"],
      recipient: mailgun.recipient,
      isPermanent: mailgun.severity === "permanent",
      isUsuallyOfAddress: /^(suppress-)?bounce$/.test(mailgun.reason),
      reason: said.message || said.description,
    });
  }
  const brevo = Brevo.safeParse(event).data;
  if (!brevo) return null;
  return toReport({
    messageId: brevo["message-id"],
    recipient: brevo.email,
    isPermanent: brevo.event !== "soft_bounce",
    isUsuallyOfAddress: brevo.event === "hard_bounce" || brevo.event === "invalid_email",
    reason: brevo.reason,
  });
}

// ── A bounce email ──────────────────────────────────────────────────────────────────────────────

async function readMessage(text: string, body: Uint8Array): Promise<BounceReport[]> {
  // Checked first, because most emails in a mailbox aren't reports.
  if (!/\bmultipart\/report\b/i.test(headersIn(text))) return [];
  const { attachments } = await PostalMime.parse(body.subarray(0, maxMessageBytes), parsing);
  const status = textOf(attachments, /^message\/(global-)?delivery-status$/);
  const original = textOf(attachments, /^(message\/(rfc822|global)|(text|message)\/\S*headers)$/);
  const messageId = fieldsOf(headersIn(original)).get("message-id") ?? "";
  const reports: BounceReport[] = [];
  // One block of fields about the email, then one for each recipient.
  for (const block of status.split(/\r?\n[ \t]*\r?\n/)) {
    const report = readRecipient(messageId, fieldsOf(block));
    if (report) reports.push(report);
  }
  return reports;
}

function readRecipient(messageId: string, fields: Map<string, string>): BounceReport | null {
  const action = fields.get("action")?.toLowerCase();
  const status = fields.get("status") ?? "";
  const isFailed = action === "failed" || (action === undefined && status.startsWith("5."));
  // Others say that it was delivered, or passed on to a server that sends no reports.
  if (!isFailed && action !== "delayed") return null;
  const [original, final] = ["original-recipient", "final-recipient"].map((name) =>
    typedValue(fields.get(name)),
  );
  return toReport({
    messageId,
    // The original one is the address that we wrote to. The final one may be where it's forwarded.
    recipient: original?.includes("@") ? original : (final ?? ""),
    isPermanent: isFailed,
    isUsuallyOfAddress: false,
    reason: typedValue(fields.get("diagnostic-code")),
    status,
  });
}

/** Returns `jo@example.com` for `rfc822; jo@example.com`. */
function typedValue(value = ""): string {
  return value.slice(value.indexOf(";") + 1).trim();
}

function textOf(attachments: Email["attachments"], type: RegExp): string {
  const content = attachments.find(({ mimeType }) => type.test(mimeType))?.content;
  if (content === undefined || typeof content === "string") return content ?? "";
  return new TextDecoder().decode(content);
}

/** Returns the text up to its first blank line. */
function headersIn(text: string): string {
  const end = text.search(/\r?\n\r?\n/);
  return end < 0 ? text : text.slice(0, end);
}

/** Returns the first field of each name, in lower case, with folded lines joined. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string[]>();
  let last: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      last.push(line.trim());
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    last = [line.slice(colon + 1).trim()];
    if (!fields.has(name)) fields.set(name, last);
  }
  return new Map([...fields].map(([name, lines]) => [name, lines.join(" ").trim()]));
}

// ── Both ────────────────────────────────────────────────────────────────────────────────────────

type Read = {
  messageId: string;
  recipient: string;
  isPermanent: boolean;
  /** Unless the server gave a code that says more. */
  isUsuallyOfAddress: boolean;
  reason: string;
  status?: string;
};

function toReport(read: Read): BounceReport | null {
  const recipient = read.recipient.trim().replace(/^<|>$/g, "").toLowerCase();
  if (recipient.length > 254 || !/^[^@\s]+@[^@\s]+$/.test(recipient)) return null;
  const reason = read.reason.slice(0, maxReasonLength).trim();
  const [code] = [reason, read.status ?? ""].flatMap((said) => enhancedCode.exec(said)?.[1] ?? []);
  return {
    messageId: messageIdIn(read.messageId),
    recipient,
    isPermanent: read.isPermanent,
    isOfAddress: read.isPermanent && (code ? isOfAddress.test(code) : read.isUsuallyOfAddress),
    reason,
  };
}

/** Takes linear time, unlike a search for the "@". */
function messageIdIn(text: string): string | null {
  const parts = text.slice(0, 998).split(/[<>\s]+/);
  return parts.find((part) => /^[^@]+@./.test(part)) ?? null;
}

/** Such as "5.1.1" (RFC 3463), but no part of an IP address. "5.0.0" says nothing more. */
const enhancedCode = /(?<![\d.])([45]\.(?!0\.0)\d{1,3}\.\d{1,3})(?!\.?\d)/;
/** No such mailbox or domain, a mailbox that has moved, or one that is turned off. */
const isOfAddress = /^5\.(1\.([01236]|10)|2\.1)$/;
