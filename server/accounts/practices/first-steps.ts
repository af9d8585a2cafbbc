// What a new practice has already done with its lead desk.
import { eq } from "drizzle-orm";
import type { FirstSteps } from "#contract/first-steps.ts";
import { isMadeCall } from "#server/db/made-call.ts";
import { calls, clients, leads, openHours } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasAny } from "./onboarding.ts";

/** Handles `GET /api/clients/me/first-steps`. */
export async function getFirstSteps(
  { db }: Pick<Deps, "db">,
  clientId: string,
): Promise<FirstSteps> {
  const [steps] = await db
    .select({
      hasHours: hasAny(db, openHours, eq(openHours.isConfirmed, true), clientId),
      hasLead: hasAny(db, leads, undefined, clientId),
      hasCall: hasAny(db, calls, isMadeCall, clientId),
    })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!steps) throw new Error("The signed-in practice has no row");
  return steps;
}
