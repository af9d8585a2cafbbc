// The next step for a contact request, its due date, and the owner it is assigned to.
import { and, asc, eq, isNull } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type {
  ContactRequest,
  ContactRequestDetail,
  NextStep,
} from "#contract/contact-request-work.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { ActingOwner } from "./answers.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";
import {
  lockContactRequest,
  refreshContactRequest,
  refuseStale,
  writeEvent,
} from "./refresh-contact-request.ts";

type Tools = Pick<Deps, "db" | "now">;

/**
 * Saves the next step; saving the same one again has no effect, even with an old version. Throws
 * `not_found`, `stale`, and `invalid` for an assignee who isn't an owner.
 */
export async function saveNextStep(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
  { text, on, assignee, version }: NextStep,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    const isSame = row.nextStep === text && row.nextStepOn === on && row.assignee === assignee;
    // Checked before the version, because this may be a retry of a save whose response was lost.
    if (isSame) return toContactRequest(row);
    refuseStale(row, version);
    const assigneeName = assignee && (await nameOfOwner(tx, assignee));
    const step = { nextStep: text, nextStepOn: on, assignee, assigneeName };
    // Each value is one line, because none of them contains a line break.
    const said = [text, on ?? "", assigneeName ?? ""].join("\n");
    const written = await write(deps, tx, owner, row, { step, kind: "step_saved", text: said });
    await note(deps, tx, owner, row, "contact_request_step_saved", assignee);
    return toContactRequest(written);
  });
}

/** Removes the step but not the assignee. Idempotent. Throws `not_found`. */
export async function finishNextStep(
  deps: Tools,
  owner: ActingOwner,
  contactRequestId: string,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    if (row.nextStep === null) return toContactRequest(row);
    const step = { nextStep: null, nextStepOn: null };
    const done = { step, kind: "step_done", text: row.nextStep } as const;
    const written = await write(deps, tx, owner, row, done);
    await note(deps, tx, owner, row, "contact_request_step_done", null);
    return toContactRequest(written);
  });
}

/** Lists the owners who can be assigned, sorted by name. */
export async function listAssignees(
  { db }: Pick<Deps, "db">,
  readerId: string,
): Promise<ContactRequestDetail["owners"]> {
  const owners = await db
    .select()
    .from(accounts)
    .where(isOwner)
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id));
  return owners.map((one) => ({
    _id: one.id,
    name: fullNameOf(one),
    isYou: one.id === readerId,
  }));
}

const isOwner = and(eq(accounts.kind, "admin"), isNull(accounts.deactivatedAt));

async function nameOfOwner(tx: Transaction, accountId: string): Promise<string> {
  const [owner] = await tx
    .select()
    .from(accounts)
    .where(and(isOwner, eq(accounts.id, accountId)));
  if (!owner) throw new AppError("invalid", { fields: { assignee: "invalid" } });
  return fullNameOf(owner);
}

function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

type Written = {
  step: Partial<typeof contactRequests.$inferInsert>;
  kind: "step_saved" | "step_done";
  text: string;
};

async function write(
  deps: Tools,
  tx: Transaction,
  { accountId }: ActingOwner,
  row: ContactRequestRow,
  { step, kind, text }: Written,
): Promise<ContactRequestRow> {
  await tx.update(contactRequests).set(step).where(eq(contactRequests.id, row.id));
  await writeEvent(deps, tx, row, { kind, text, accountId });
  return refreshContactRequest(deps, tx, row);
}

/** Leaves out the step's text: it may name the person, and the log outlives an erasure. */
function note(
  deps: Tools,
  tx: Transaction,
  { accountId, address }: ActingOwner,
  { id }: ContactRequestRow,
  action: AuditAction,
  assignee: string | null,
): Promise<void> {
  const detail = { contactRequest: id, ...(assignee && { person: assignee }) };
  return audit(deps, tx, { action, accountId, address, detail });
}
