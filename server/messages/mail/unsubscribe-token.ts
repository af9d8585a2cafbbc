// The unsubscribe link contains its email's signed id, so that no one can unsubscribe someone else.
import { createHmac, timingSafeEqual } from "node:crypto";

type Key = { clientId: string; id: string };
/** A link keeps working after a rotation of SECRET. */
type Settings = { hashSecret: string; origin: string };

const idBytes = 16;
const signatureBytes = 16;

export function unsubscribeToken(secret: string, { clientId, id }: Key): string {
  const ids = Buffer.from(`${clientId}${id}`.replaceAll("-", ""), "hex");
  return Buffer.concat([ids, sign(secret, ids)]).toString("base64url");
}

/** Reads a token; returns null if it isn't one of ours, or is incomplete. */
export function readUnsubscribeToken(secret: string, token: string): Key | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 2 * idBytes + signatureBytes) return null;
  const ids = bytes.subarray(0, 2 * idBytes);
  if (!timingSafeEqual(sign(secret, ids), bytes.subarray(2 * idBytes))) return null;
  return { clientId: toUuid(ids.subarray(0, idBytes)), id: toUuid(ids.subarray(idBytes)) };
}

/** Returns the URL of the page, for the link below the email. */
export function unsubscribeUrl({ hashSecret, origin }: Settings, mail: Key): string {
  return `${origin}/unsubscribe?t=${unsubscribeToken(hashSecret, mail)}`;
}

/**
 * Returns headers for mail programs: one-click unsubscribe without a page (RFC 8058), and
 * auto-submitted (RFC 3834).
 */
export function unsubscribeHeaders({ hashSecret, origin }: Settings, mail: Key) {
  const url = `${origin}/api/mail/unsubscribe?t=${unsubscribeToken(hashSecret, mail)}`;
  return {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
  };
}

function sign(secret: string, ids: Buffer): Buffer {
  const signature = createHmac("sha256", secret).update("unsubscribe").update(ids).digest();
  return signature.subarray(0, signatureBytes);
}

function toUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
