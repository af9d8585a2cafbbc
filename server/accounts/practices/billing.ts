// What a practice pays the agency: its agreement and its invoices. Each change is audited.
import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, isNull, lt, sum } from "drizzle-orm";
import { site } from "#content/site.ts";
import type { AuditAction } from "#contract/audit.ts";
import {
  type AgreementChange,
  type Billing,
  type DueInvoices,
  invoicesShown,
  type NewInvoice,
} from "#contract/billing.ts";
import { dollarsText } from "#contract/money.ts";
import { dayIn } from "#contract/zones.ts";
import type { Transaction } from "#server/db/database.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients, invoices } from "#server/db/schema.ts";
import { nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { invoiceAfter } from "./invoice-after.ts";

type Tools = Pick<Deps, "db" | "now">;

/** The acting owner; `address` is the request's IP address, for the audit log. */
export type ActingOwner = SignedInAdmin & Pick<Visitor, "address">;

/** Throws `not_found`. */
export async function getBilling({ db }: Pick<Deps, "db">, clientId: string): Promise<Billing> {
  const [practice] = await db.select().from(clients).where(thisPractice(clientId));
  if (!practice) throw new AppError("not_found");
  const rows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.clientId, clientId))
    .orderBy(desc(invoices.invoicedOn), desc(invoices.id))
    .limit(invoicesShown);
  return {
    agreement: {
      package: practice.package,
      feeCents: practice.feeCents,
      startsOn: practice.agreedFrom,
      nextInvoiceOn: practice.nextInvoiceOn,
      changedAt: practice.agreementChangedAt.toISOString(),
    },
    invoices: rows.map(({ id, invoicedOn, amountCents, paidOn }) => ({
      ...{ _id: id, invoicedOn, amountCents, paidOn },
    })),
  };
}

/**
 * Changes the agreement; saving the same values again has no effect. Throws `not_found`, and
 * `stale` when it has changed since it was read.
 */
export async function changeAgreement(
  deps: Tools,
  owner: ActingOwner,
  clientId: string,
  { changedAt, startsOn, ...change }: AgreementChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await lockPractice(tx, clientId);
    const after = { ...change, agreedFrom: startsOn };
    const changes = changesIn(textsOf(before), textsOf(after));
    // Checked before the version, because this may be a retry of a save whose response was lost.
    if (changes.length === 0) return;
    if (new Date(changedAt).getTime() !== before.agreementChangedAt.getTime()) {
      throw new AppError("stale");
    }
    await saveAgreement(deps, tx, owner, before, after);
  });
}

/**
 * Adds an invoice. Adding the one that is due moves the next due date by a month. Idempotent by
 * `_id`. Throws `not_found`.
 */
export async function addInvoice(
  deps: Tools,
  owner: ActingOwner,
  clientId: string,
  invoice: NewInvoice,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await storeInvoice(deps, tx, owner, await lockPractice(tx, clientId), invoice);
  });
}

/**
 * Adds the invoices that are due, each for its practice's fee, and returns how many. A practice
 * that is gone, has no fee or has another due date is left out.
 */
export async function addDueInvoices(
  deps: Tools,
  owner: ActingOwner,
  { due }: DueInvoices,
): Promise<number> {
  const today = dayIn(deps.now(), site.officeHours.timeZone);
  let added = 0;
  // One after the other, each in its own transaction, so that two requests can't block each other.
  for (const { client, on } of due) {
    await deps.db.transaction(async (tx) => {
      const practice = await lockIfThere(tx, client);
      if (!practice) return;
      const { feeCents, nextInvoiceOn } = practice;
      if (feeCents === null || nextInvoiceOn !== on || on > today) return;
      const invoice = { _id: randomUUID(), invoicedOn: on, amountCents: feeCents, paidOn: null };
      await storeInvoice(deps, tx, owner, practice, invoice);
      added += 1;
    });
  }
  return added;
}

async function storeInvoice(
  deps: Tools,
  tx: Transaction,
  owner: ActingOwner,
  practice: typeof clients.$inferSelect,
  { _id: id, ...invoice }: NewInvoice,
): Promise<void> {
  const { id: clientId, nextInvoiceOn: due } = practice;
  const dueOn = due !== null && invoice.invoicedOn >= due ? due : null;
  const [added] = await tx
    .insert(invoices)
    .values({ clientId, id, dueOn, ...invoice })
    .onConflictDoNothing()
    .returning();
  if (!added) return;
  const changes = changesDetail(changesIn({}, invoiceTexts(added)));
  await record(deps, tx, owner, clientId, "invoice_added", { invoice: id, ...changes });
  if (!dueOn) return;
  const nextInvoiceOn = await findDueAfter(tx, clientId, dueOn);
  await saveAgreement(deps, tx, owner, practice, { ...practice, nextInvoiceOn });
}

async function findDueAfter(tx: Transaction, clientId: string, due: string): Promise<string> {
  return invoiceAfter(due, await findInvoiceBefore(tx, clientId, due));
}

/** Sums up the unpaid invoices of each practice, in cents. */
export async function sumUnpaid(
  { db }: Pick<Deps, "db">,
  clientIds: string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: invoices.clientId, cents: sum(invoices.amountCents).mapWith(Number) })
    .from(invoices)
    .where(and(inArray(invoices.clientId, clientIds), isNull(invoices.paidOn)))
    .groupBy(invoices.clientId);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

async function findInvoiceBefore(
  tx: Transaction,
  clientId: string,
  day: string,
): Promise<string | null> {
  const [earlier] = await tx
    .select({ on: invoices.invoicedOn })
    .from(invoices)
    .where(and(eq(invoices.clientId, clientId), lt(invoices.invoicedOn, day)))
    .orderBy(desc(invoices.invoicedOn))
    .limit(1);
  return earlier?.on ?? null;
}

type InvoiceOf = { clientId: string; invoiceId: string };

/** Marks an invoice as paid, or as unpaid if `paidOn` is null. Idempotent. Throws `not_found`. */
export async function setPaid(
  deps: Tools,
  owner: ActingOwner,
  { clientId, invoiceId }: InvoiceOf,
  paidOn: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPractice(tx, clientId);
    const isThis = thisInvoice({ clientId, invoiceId });
    const [before] = await tx.select().from(invoices).where(isThis);
    if (!before) throw new AppError("not_found");
    if (before.paidOn === paidOn) return;
    await tx.update(invoices).set({ paidOn }).where(isThis);
    const changes = changesIn(invoiceTexts(before), invoiceTexts({ ...before, paidOn }));
    const detail = { invoice: invoiceId, ...changesDetail(changes) };
    await record(deps, tx, owner, clientId, paidOn ? "invoice_paid" : "invoice_unpaid", detail);
  });
}

/**
 * Deletes an invoice that was added by mistake. The date that adding it moved is moved back, unless
 * it was changed since. Throws `not_found`.
 */
export async function deleteInvoice(
  deps: Tools,
  owner: ActingOwner,
  which: InvoiceOf,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const practice = await lockPractice(tx, which.clientId);
    const [deleted] = await tx.delete(invoices).where(thisInvoice(which)).returning();
    if (!deleted) throw new AppError("not_found");
    const changes = changesDetail(changesIn(invoiceTexts(deleted), {}));
    const detail = { invoice: which.invoiceId, ...changes };
    await record(deps, tx, owner, which.clientId, "invoice_deleted", detail);
    const { dueOn } = deleted;
    if (!dueOn || practice.nextInvoiceOn !== (await findDueAfter(tx, which.clientId, dueOn)))
      return;
    await saveAgreement(deps, tx, owner, practice, { ...practice, nextInvoiceOn: dueOn });
  });
}

/** Stores a new version of the agreement and audits it. */
async function saveAgreement(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  owner: ActingOwner,
  before: Agreed & { id: string },
  after: Agreed,
): Promise<void> {
  const { package: name, feeCents, agreedFrom, nextInvoiceOn } = after;
  await tx
    .update(clients)
    .set({
      ...{ package: name, feeCents, agreedFrom, nextInvoiceOn },
      agreementChangedAt: nextVersion(clients.agreementChangedAt, deps.now()),
    })
    .where(eq(clients.id, before.id));
  const changes = changesDetail(changesIn(textsOf(before), textsOf(after)));
  await record(deps, tx, owner, before.id, "agreement_changed", changes);
}

function thisPractice(clientId: string) {
  return and(eq(clients.id, clientId), isRealPractice);
}

function thisInvoice({ clientId, invoiceId }: InvoiceOf) {
  return and(eq(invoices.clientId, clientId), eq(invoices.id, invoiceId));
}

/** Locks the practice, to serialize changes from two tabs. */
async function lockPractice(tx: Transaction, clientId: string) {
  const practice = await lockIfThere(tx, clientId);
  if (!practice) throw new AppError("not_found");
  return practice;
}

async function lockIfThere(tx: Transaction, clientId: string) {
  const [practice] = await tx
    .select()
    .from(clients)
    .where(thisPractice(clientId))
    .for("no key update");
  return practice ?? null;
}

type Agreed = Pick<
  typeof clients.$inferSelect,
  "package" | "feeCents" | "agreedFrom" | "nextInvoiceOn"
>;

/** Returns the values as text for the audit log. */
function textsOf({ package: name, feeCents, agreedFrom, nextInvoiceOn }: Agreed) {
  return {
    ...{ package: name || null, startsOn: agreedFrom, nextInvoiceOn },
    fee: feeCents === null ? null : `$${dollarsText(feeCents)}`,
  };
}

function invoiceTexts({ invoicedOn, amountCents, paidOn }: typeof invoices.$inferSelect) {
  return { invoicedOn, amount: `$${dollarsText(amountCents)}`, paidOn };
}

function record(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { accountId, address }: ActingOwner,
  clientId: string,
  action: AuditAction,
  detail: Record<string, string>,
): Promise<void> {
  return audit(deps, tx, { action, accountId, clientId, address, detail });
}
