// The email addresses and US numbers that get a practice's alerts, each confirmed by a code.
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import { alertWords } from "#content/alerts.ts";
import { alertCode } from "#content/emails/alert-code.ts";
import { alertTest } from "#content/emails/alert-test.ts";
import { alertMessages } from "#content/messages.ts";
import { maxAlertAddresses, type NewAlertAddress } from "#contract/alerts.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { alertAddresses, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isUsNumber } from "#server/desk/phone/area-codes.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import type { TextAnswer } from "#server/outside/texts.ts";
import { listManagers } from "#server/people/practice-people.ts";
import { audit, changesDetail } from "#server/records/audit/audit.ts";

export type Address = typeof alertAddresses.$inferSelect;
const codeMinutes = 15;
/** How many wrong attempts a code allows. There are a million possible codes. */
const maxTries = 5;

/** Lists all addresses that aren't removed, confirmed or not. */
export async function listAddresses(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<Address[]> {
  return db
    .select()
    .from(alertAddresses)
    .where(and(eq(alertAddresses.clientId, clientId), isNull(alertAddresses.endedAt)))
    .orderBy(asc(alertAddresses.createdAt), asc(alertAddresses.id));
}

/**
 * Handles `POST /api/alerts/addresses`: adds an address and sends it a code. An unconfirmed address
 * gets a new code. Throws `invalid` for a number outside the US, or if no provider is configured.
 */
export async function addAddress(
  deps: Deps,
  { clientId }: SignedInClient,
  input: NewAlertAddress,
): Promise<void> {
  const { kind } = input;
  const address = kind === "email" ? input.address : usNumber(deps, input.address);
  await deps.limits.count("alertCodePerPractice", clientId);
  await deps.limits.count("alertCodePerAddress", address);
  const code = String(randomInt(10 ** 6)).padStart(6, "0");
  const added = await deps.db.transaction(async (tx) => {
    const [practice] = await tx
      .select({ name: clients.name })
      .from(clients)
      .where(eq(clients.id, clientId))
      // Serializes concurrent additions, so that both are counted.
      .for("no key update");
    const now = deps.now();
    const known = await listAddresses({ db: tx }, clientId);
    const same = known.find((one) => one.kind === kind && one.address === address);
    if (same?.confirmedAt && !same.problem) return null;
    if (!same && known.length >= maxAlertAddresses) {
      throw new AppError("conflict", { sentence: alertMessages.tooManyAddresses });
    }
    const fresh = {
      ...{ confirmedAt: null, problem: null, endedAt: null, createdAt: now, codeTries: 0 },
      codeExpiresAt: new Date(now.getTime() + codeMinutes * minuteMs),
    };
    const [row] = await tx
      .insert(alertAddresses)
      .values({ clientId, kind, address, ...fresh })
      .onConflictDoUpdate({
        target: [alertAddresses.clientId, alertAddresses.kind, alertAddresses.address],
        set: fresh,
      })
      .returning();
    if (!row) throw new Error("The address was not stored");
    await tx
      .update(alertAddresses)
      .set({ codeHash: hashCode(deps, row.id, code) })
      .where(thisAddress(row));
    if (kind === "email") {
      const fields = { code, practice: practice?.name ?? "" };
      await queueMail(deps, tx, { kind: "alert-code", to: address, words: alertCode, fields });
    }
    return row;
  });
  if (added && kind === "text") await sendNow(deps, added, alertWords.texts.code(code));
}

/**
 * Throws `not_found`, or `invalid` for a wrong code. After five wrong codes, a new code is needed.
 */
export async function confirmAddress(
  deps: Pick<Deps, "db" | "now" | "config">,
  visitor: Visitor,
  client: SignedInClient,
  { addressId, code }: { addressId: string; code: string },
): Promise<void> {
  const problem = await deps.db.transaction(async (tx) => {
    const row = await lockAddress(tx, client, addressId);
    if (row.confirmedAt) return null;
    const isOpen = row.codeHash && row.codeExpiresAt && row.codeExpiresAt > deps.now();
    if (!isOpen || !row.codeHash) return "dead_code";
    const given = Buffer.from(hashCode(deps, row.id, code));
    const isRight = timingSafeEqual(given, Buffer.from(row.codeHash));
    const tries = row.codeTries + 1;
    await tx
      .update(alertAddresses)
      .set(
        isRight
          ? { confirmedAt: deps.now(), codeHash: null }
          : { codeTries: tries, ...(tries >= maxTries && { codeHash: null }) },
      )
      .where(thisAddress(row));
    if (isRight) await auditAddresses(deps, tx, visitor, client);
    return isRight ? null : "wrong_code";
  });
  if (problem) throw new AppError("invalid", { fields: { code: problem } });
}

/** Sends a test to a confirmed address. Throws `not_found`, `conflict`. */
export async function testAddress(
  deps: Deps,
  { clientId }: SignedInClient,
  addressId: string,
): Promise<void> {
  const row = (await listAddresses(deps, clientId)).find(({ id }) => id === addressId);
  if (!row) throw new AppError("not_found");
  if (!row.confirmedAt) throw new AppError("conflict", { sentence: alertMessages.unconfirmed });
  await deps.limits.count("alertTestPerPractice", clientId);
  if (row.kind === "text") return sendNow(deps, row, alertWords.texts.test);
  await mailTest(deps, row.address);
}

/**
 * Handles `POST /api/alerts/tests`: sends a test to the caller's own login email, which gets alerts
 * while the practice has no working address. Throws `conflict`.
 */
export async function testFallback(
  deps: Deps,
  { clientId, accountId }: SignedInClient,
): Promise<void> {
  const people = await listManagers(deps, clientId);
  const caller = people.find(({ id }) => id === accountId);
  if (!caller) throw new AppError("forbidden");
  await deps.limits.count("alertTestPerPractice", clientId);
  await mailTest(deps, caller.email);
}

async function mailTest(deps: Deps, to: string) {
  if (!deps.mailServer) throw new AppError("conflict", { sentence: alertMessages.noMail });
  const mail = { kind: "alert-test", to, words: alertTest, fields: {} };
  await deps.db.transaction((tx) => queueMail(deps, tx, mail));
}

/** Throws `not_found`. */
export async function removeAddress(
  deps: Pick<Deps, "db" | "now">,
  visitor: Visitor,
  client: SignedInClient,
  addressId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockAddress(tx, client, addressId);
    await tx
      .update(alertAddresses)
      .set({ endedAt: deps.now(), confirmedAt: null, codeHash: null })
      .where(thisAddress(row));
    if (row.confirmedAt) await auditAddresses(deps, tx, visitor, client);
  });
}

async function lockAddress(
  tx: Transaction,
  { clientId }: SignedInClient,
  id: string,
): Promise<Address> {
  const [row] = await tx
    .select()
    .from(alertAddresses)
    .where(and(thisAddress({ clientId, id }), isNull(alertAddresses.endedAt)))
    .for("update");
  if (!row) throw new AppError("not_found");
  return row;
}

/** The entry doesn't have the address, because it may be a person's own. */
async function auditAddresses(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Visitor,
  { accountId, clientId }: SignedInClient,
): Promise<void> {
  const detail = changesDetail([{ field: "alertAddresses", from: null, to: null }]);
  await audit(deps, tx, { action: "alerts_changed", accountId, clientId, address, detail });
}

/** Sends the text immediately, so that the person sees the provider's response. */
async function sendNow(deps: Deps, { clientId, id, address }: Address, body: string) {
  await deps.limits.count("textsPerPractice", clientId);
  const statusCallback = textStatusUrl(deps, { clientId, addressId: id });
  const answer = await deps.texts?.send({ to: address, body, statusCallback });
  if (!answer || answer.result === "accepted" || answer.result === "unknown") return;
  await recordTextAnswer(deps.db, { clientId, id }, answer);
  const isOptedOut = answer.result === "refused" && answer.problem === "opted_out";
  const sentence = isOptedOut ? alertMessages.optedOut : alertMessages.testRefused;
  throw new AppError("conflict", { sentence });
}

/** Records what the provider's response says about the number. */
export async function recordTextAnswer(
  db: Database | Transaction,
  address: Pick<Address, "clientId" | "id">,
  answer: TextAnswer,
): Promise<void> {
  if (answer.result !== "refused" || answer.problem === "failed") return;
  await db.update(alertAddresses).set({ problem: answer.problem }).where(thisAddress(address));
}

/** Returns the URL where Twilio reports a text's status. Twilio's signature covers the query. */
export function textStatusUrl(
  { config }: Pick<Deps, "config">,
  of: { clientId: string; addressId: string; messageId?: string },
): string {
  const query = new URLSearchParams({ practice: of.clientId, address: of.addressId });
  if (of.messageId) query.set("message", of.messageId);
  return `${config.origin}/api/alerts/text-status?${query}`;
}

function usNumber(deps: Deps, typed: string): string {
  const { text, isValid } = readPhone(typed);
  const isUsable = deps.texts && isValid && isUsNumber(text);
  if (!isUsable) throw new AppError("invalid", { fields: { address: "not_a_phone" } });
  return text;
}

function hashCode({ config }: Pick<Deps, "config">, addressId: string, code: string): string {
  const key = Buffer.from(hkdfSync("sha256", config.secret, "", "alert codes", 32));
  return createHmac("sha256", key).update(`${addressId} ${code}`).digest("hex");
}

function thisAddress({ clientId, id }: Pick<Address, "clientId" | "id">) {
  return and(eq(alertAddresses.clientId, clientId), eq(alertAddresses.id, id));
}
