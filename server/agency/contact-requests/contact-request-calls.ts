// An owner's calls about a contact request. As on a lead desk, only a call stops the clock.
import { and, eq } from "drizzle-orm";
import type { ContactRequest, ContactRequestCallInput } from "#contract/contact-request-work.ts";
import type { Transaction } from "#server/db/database.ts";
import { contactRequestCalls, contactRequestEvents } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { readCallbackOf, readCallTime } from "#server/desk/calls/call-times.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";
import { lockContactRequest, refreshContactRequest } from "./refresh-contact-request.ts";

type Tools = Pick<Deps, "db" | "now">;
type RecordedCall = typeof contactRequestCalls.$inferSelect;

/**
 * Records a call attempt, or the outcome of one with the same `_id`. Only an outcome stops the
 * clock. Idempotent. Throws `not_found`, `invalid` for a time in the future or before the request,
 * and `conflict` for a second, different outcome, an undone call, or another request's call.
 */
export async function recordContactRequestCall(
  deps: Tools,
  admin: SignedInAdmin,
  contactRequestId: string,
  input: ContactRequestCallInput,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    const known = await findCall(tx, row.id, input._id);
    const isOther = known?.outcome && input.outcome && known.outcome !== input.outcome;
    if (isOther || known?.voidedAt) throw new AppError("conflict");
    const call = known ?? (await beginCall(deps, tx, admin, row, input));
    const isNewOutcome = input.outcome !== undefined && call.outcome === null;
    if (isNewOutcome) await setOutcome(deps, tx, admin, call, input);
    if (known && !isNewOutcome) return toContactRequest(row);
    return toContactRequest(await refreshContactRequest(deps, tx, row));
  });
}

/** Voids a call: the clock continues as if it had never been made. Idempotent. Throws `not_found`. */
export async function voidContactRequestCall(
  deps: Tools,
  admin: SignedInAdmin,
  contactRequestId: string,
  callId: string,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    const call = await findCall(tx, row.id, callId);
    if (!call) throw new AppError("not_found");
    if (call.voidedAt) return toContactRequest(row);
    await tx
      .update(contactRequestCalls)
      .set({ voidedAt: deps.now(), voidedBy: admin.accountId })
      .where(eq(contactRequestCalls.id, callId));
    return toContactRequest(await refreshContactRequest(deps, tx, row));
  });
}

async function findCall(tx: Transaction, contactRequestId: string, id: string) {
  const [call] = await tx
    .select()
    .from(contactRequestCalls)
    .where(
      and(
        eq(contactRequestCalls.id, id),
        eq(contactRequestCalls.contactRequestId, contactRequestId),
      ),
    );
  return call ?? null;
}

async function beginCall(
  deps: Tools,
  tx: Transaction,
  admin: SignedInAdmin,
  row: ContactRequestRow,
  input: ContactRequestCallInput,
): Promise<RecordedCall> {
  const now = deps.now();
  const calledAt = readCallTime(input, { now, askedAt: row.receivedAt });
  const [call] = await tx
    .insert(contactRequestCalls)
    .values({
      id: input._id,
      contactRequestId: row.id,
      accountId: admin.accountId,
      calledAt,
      recordedAt: now,
      isEnteredLater: calledAt < now,
    })
    // On a conflict, the id belongs to another contact request's call.
    .onConflictDoNothing()
    .returning();
  if (!call) throw new AppError("conflict");
  return call;
}

async function setOutcome(
  deps: Tools,
  tx: Transaction,
  admin: SignedInAdmin,
  { id, contactRequestId, calledAt }: RecordedCall,
  input: ContactRequestCallInput,
) {
  const now = deps.now();
  const callBackAt = readCallbackOf(input, { calledAt, now });
  await tx
    .update(contactRequestCalls)
    .set({ outcome: input.outcome, outcomeAt: now, callBackAt })
    .where(eq(contactRequestCalls.id, id));
  if (!input.note) return;
  // The note has the call's id, so a call has at most one note.
  const note = { id, contactRequestId, at: now, kind: "note", text: input.note } as const;
  await tx
    .insert(contactRequestEvents)
    .values({ ...note, accountId: admin.accountId })
    .onConflictDoNothing();
}
