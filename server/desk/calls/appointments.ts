// Stores an appointment with the call that booked it, because each booking is one call.
import { and, eq } from "drizzle-orm";
import { type AppointmentRequest, maxAppointmentDays } from "#contract/calls.ts";
import { dayMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import { calls } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, lockLead } from "#server/desk/leads/lead.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/**
 * Sets, moves or removes the appointment of a booked call. Throws `not_found`, including for
 * another practice's lead; `invalid` for a time in the past; `conflict` for a call that is void or
 * not booked.
 */
export async function setAppointment(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  { leadId, callId }: { leadId: string; callId: string },
  { appointmentAt }: AppointmentRequest,
): Promise<Lead> {
  const { clientId } = client;
  const at = appointmentAt === null ? null : parseAppointment(appointmentAt, deps.now());
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    const thisCall = and(
      eq(calls.clientId, clientId),
      eq(calls.leadId, leadId),
      eq(calls.id, callId),
    );
    const [call] = await tx.select().from(calls).where(thisCall);
    if (!call) throw new AppError("not_found");
    if (call.outcome !== "booked" || call.voidedAt) throw new AppError("conflict");
    if (call.appointmentAt?.getTime() !== at?.getTime()) {
      await tx.update(calls).set({ appointmentAt: at }).where(thisCall);
      const data = { callId, appointmentAt: at?.toISOString() ?? null };
      await addToTimeline(deps, tx, client, leadId, "appointment_set", data);
    }
    return refreshLead(tx, { clientId, leadId });
  });
}

/**
 * Parses the time of an appointment. Throws `invalid` for a time in the past, or more than a year
 * ahead.
 */
function parseAppointment(appointmentAt: string, now: Date): Date {
  const at = new Date(appointmentAt);
  const latest = now.getTime() + maxAppointmentDays * dayMs;
  const problem = at <= now ? "in_the_past" : at.getTime() > latest ? "too_far_off" : null;
  if (problem) throw new AppError("invalid", { fields: { appointmentAt: problem } });
  return at;
}
