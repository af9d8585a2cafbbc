// When the agency's Meta token expires, which Graph says when the token is tested. It's stored with
// the token's hash, so that it isn't shown for another token.
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { instant } from "#contract/fields.ts";
import type { TokenExpiry } from "#contract/settings.ts";
import { settings } from "#server/db/schema.ts";
import type { Deps, FromSettings } from "#server/deps.ts";
import { GraphRefusal } from "#server/outside/graph.ts";

const part = "metaTokenExpiry";
const Stored = z.object({ tokenHash: z.string(), at: instant.nullable() });

/** Owners are warned from this time before the expiry. */
const warnedMs = 14 * dayMs;

/** Asks Graph and stores the answer. If Graph doesn't say, nothing changes. */
export async function storeTokenExpiry(
  { db, now }: Pick<Deps, "db" | "now">,
  { graphPages }: Pick<FromSettings, "graphPages">,
  token: string,
): Promise<void> {
  try {
    const at = (await graphPages.getExpiry(token))?.toISOString() ?? null;
    const set = { value: { tokenHash: hashOf(token), at }, changedAt: now() };
    await db
      .insert(settings)
      .values({ part, ...set })
      .onConflictDoUpdate({ target: settings.part, set });
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
  }
}

/** Returns null if the expiry of the token in effect is unknown. */
export async function readTokenExpiry({
  db,
  config,
  now,
}: Pick<Deps, "db" | "config" | "now">): Promise<TokenExpiry | null> {
  const { pageToken } = config.meta;
  if (!pageToken) return null;
  const [row] = await db.select().from(settings).where(eq(settings.part, part));
  const stored = Stored.safeParse(row?.value).data;
  if (stored?.tokenHash !== hashOf(pageToken)) return null;
  const { at } = stored;
  return { at, isSoon: at !== null && Date.parse(at) - now().getTime() < warnedMs };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
