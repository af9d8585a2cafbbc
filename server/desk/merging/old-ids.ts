// Finds the survivor for a merged lead's id, which open pages, notifications, unsent calls in a
// browser and other programs may still use.
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
 * Returns the same URL with the survivor's id. It is a relative URL, because the API of a live demo
 * has a different root.
 */
export function addressOfSurvivor(url: URL, leadId: string, survivorId: string): string {
  const parts = url.pathname.split("/");
  const place = parts.findIndex((part) => part.toLowerCase() === leadId);
  const up = "../".repeat(parts.length - place - 1);
  return `${up}${[survivorId, ...parts.slice(place + 1)].join("/")}${url.search}`;
}
