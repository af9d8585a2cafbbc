// A merged lead's id still leads to its survivor, for open pages, notifications, a browser's unsent
// calls and other programs.
import { and, eq, isNotNull } from "drizzle-orm";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Returns the survivor, or null if the lead isn't merged. */
export async function findSurvivor(
  { db }: Pick<Deps, "db">,
  clientId: string,
  leadId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ survivorId: leads.mergedInto })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNotNull(leads.mergedInto)));
  return row?.survivorId ?? null;
}

/**
 * Returns the same URL for the survivor. It is relative, because a live demo's API has a different
 * root.
 */
export function addressOfSurvivor(url: URL, leadId: string, survivorId: string): string {
  const parts = url.pathname.split("/");
  const place = parts.findIndex((part) => part.toLowerCase() === leadId);
  const up = "../".repeat(parts.length - place - 1);
  return `${up}${[survivorId, ...parts.slice(place + 1)].join("/")}${url.search}`;
}
