// The calendar file of a call, for the owner.
import { and, eq, isNull } from "drizzle-orm";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { findBooking } from "#server/messages/mail/booking-rows.ts";
import { writeCallInvite } from "#server/messages/mail/call-invite.ts";

/**
 * Handles `GET /api/admin/contact-requests/{id}/call.ics`. Throws `not_found`, even for a request
 * without a call time.
 */
export async function getCallInvite(
  deps: Pick<Deps, "db" | "config" | "now">,
  contactRequestId: string,
) {
  const [row] = await deps.db
    .select()
    .from(contactRequests)
    .where(and(eq(contactRequests.id, contactRequestId), isNull(contactRequests.erasedAt)));
  const { origin } = deps.config;
  const booking = await findBooking(deps.db, contactRequestId);
  const invite = row && writeCallInvite(row, "owner", { now: deps.now(), origin, booking });
  if (!invite) throw new AppError("not_found");
  return invite;
}
