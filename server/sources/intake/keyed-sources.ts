// Sources that have a key: web forms, Google's lead forms and webhooks. Senders post to them under
// that key.
import { createHmac } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

export const keyedKinds = ["form", "google", "webhook"] as const;
export type KeyedKind = (typeof keyedKinds)[number];
export type KeyedSource = typeof sources.$inferSelect & { kind: KeyedKind; formKey: string };

type Sender = { kind: KeyedKind; key: string; origin: string | null; address: string };

/**
 * Finds the source for a key and checks its limits, before the body is read. Throws `not_found` for
 * an unknown key, `forbidden` for a page that may not have the form, `too_many_requests`.
 */
export async function admitSender(
  deps: Pick<Deps, "db" | "limits">,
  sender: Sender,
): Promise<KeyedSource> {
  const source = await findSource(deps, sender);
  if (!source) throw new AppError("not_found");
  if (!isAllowed(source.allowedOrigins, sender.origin)) throw new AppError("forbidden");
  // Other senders aren't limited by IP address, because Google and others post for all practices
  // from a few IP addresses.
  if (source.kind === "form") await deps.limits.count("formPerIp", sender.address);
  await deps.limits.count("formPerSource", source.id);
  return source;
}

/** Returns a row of `sources` as a keyed source; null if it has no key. */
export function asKeyed(source: typeof sources.$inferSelect): KeyedSource | null {
  const { formKey } = source;
  const kind = keyedKinds.find((one) => one === source.kind);
  return kind && formKey ? { ...source, kind, formKey } : null;
}

/** The length of a key for Google, which accepts up to 50 characters. */
const googleKeyLength = 32;

/**
 * Returns the key that Google sends as `google_key`. It is derived from the source's key, so it
 * isn't stored and it changes when the source gets another key.
 */
export function googleKeyOf(secret: string, source: { formKey: string }): string {
  const mac = createHmac("sha256", secret).update(`google key ${source.formKey}`);
  return mac.digest("base64url").slice(0, googleKeyLength);
}

const keyShape = /^[\w-]{1,100}$/;

/** Finds the source for a key; null if there is none or it is disconnected. */
export async function findSource(
  { db }: Pick<Deps, "db">,
  { kind, key }: Pick<Sender, "kind" | "key">,
): Promise<KeyedSource | null> {
  if (!keyShape.test(key)) return null;
  const [source] = await db
    .select()
    .from(sources)
    .where(and(eq(sources.formKey, key), eq(sources.kind, kind), isNull(sources.endedAt)));
  return source ? asKeyed(source) : null;
}

/**
 * Checks whether the sender may post. A browser sends the origin of the page. A practice's own
 * server sends none and may always post.
 */
function isAllowed(allowed: string[], origin: string | null): boolean {
  return origin === null || allowed.length === 0 || allowed.includes(origin);
}
