// Who turns the Monday email off and on: a person for themselves, the owner for a practice. For all
// practices it is a setting.
import { and, eq } from "drizzle-orm";
import type { MondayMail } from "#contract/monday-mail.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";

type Tools = Pick<Deps, "db" | "now" | "config">;

/** Of a manager, or of an owner. */
export async function getOwnMondayMail(deps: Tools, accountId: string): Promise<MondayMail> {
  const [account] = await deps.db
    .select({ offAt: accounts.mondayMailOffAt, clientId: accounts.clientId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) throw new AppError("not_found");
  const isOn = account.offAt === null;
  if (!account.clientId) return { isOn, isOffAbove: false };
  const practice = await getPracticeMondayMail(deps, account.clientId);
  return { isOn, isOffAbove: !practice.isOn || practice.isOffAbove };
}

export async function setOwnMondayMail(
  deps: Tools,
  accountId: string,
  isOn: boolean,
): Promise<MondayMail> {
  await deps.db
    .update(accounts)
    .set({ mondayMailOffAt: isOn ? null : deps.now() })
    .where(eq(accounts.id, accountId));
  return getOwnMondayMail(deps, accountId);
}

/** Throws `not_found`. */
export async function getPracticeMondayMail(
  { db, config }: Tools,
  clientId: string,
): Promise<MondayMail> {
  const [practice] = await db
    .select({ offAt: clients.mondayMailOffAt })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  return { isOn: practice.offAt === null, isOffAbove: !config.sendsMondayMail };
}

/** Audited. Throws `not_found`. */
export async function setPracticeMondayMail(
  deps: Tools,
  caller: { accountId: string; address: string },
  clientId: string,
  isOn: boolean,
): Promise<MondayMail> {
  await deps.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(clients)
      .set({ mondayMailOffAt: isOn ? null : deps.now() })
      .where(and(eq(clients.id, clientId), isRealPractice))
      .returning({ id: clients.id });
    if (!changed) throw new AppError("not_found");
    const action = isOn ? "monday_mail_turned_on" : "monday_mail_turned_off";
    await audit(deps, tx, { ...caller, clientId, action });
  });
  return getPracticeMondayMail(deps, clientId);
}
