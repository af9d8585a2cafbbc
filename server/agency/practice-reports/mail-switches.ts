// Turns the regular emails off and on: people for themselves, the owner for a practice. A setting
// can also turn the Monday email off for all practices.
import { and, eq } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { MailSwitch, RegularMail } from "#contract/regular-mail.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";

type Tools = Pick<Deps, "db" | "now" | "config">;
type Account = typeof accounts.$inferSelect;
type Practice = typeof clients.$inferSelect;

/** The emails that the owner turns on and off for a practice. */
type PracticeMail = "monday" | "month";

const ofAccount: Record<
  RegularMail,
  { isOn(account: Account): boolean; set(isOn: boolean, at: Date): Partial<Account> }
> = {
  monday: {
    isOn: ({ mondayMailOffAt }) => mondayMailOffAt === null,
    set: (isOn, at) => ({ mondayMailOffAt: isOn ? null : at }),
  },
  month: {
    isOn: ({ monthMailOffAt }) => monthMailOffAt === null,
    set: (isOn, at) => ({ monthMailOffAt: isOn ? null : at }),
  },
  yesterday: {
    isOn: ({ yesterdayMailOnAt }) => yesterdayMailOnAt !== null,
    set: (isOn, at) => ({ yesterdayMailOnAt: isOn ? at : null }),
  },
};

const ofPractice: Record<
  PracticeMail,
  {
    isOn(practice: Practice): boolean;
    set(isOn: boolean, at: Date): Partial<Practice>;
    actions: { on: AuditAction; off: AuditAction };
    isOffAbove(practice: Practice, deps: Tools): boolean;
  }
> = {
  monday: {
    isOn: ({ mondayMailOffAt }) => mondayMailOffAt === null,
    set: (isOn, at) => ({ mondayMailOffAt: isOn ? null : at }),
    actions: { on: "monday_mail_turned_on", off: "monday_mail_turned_off" },
    isOffAbove: (_practice, { config }) => !config.sendsMondayMail,
  },
  month: {
    isOn: ({ monthMailOnAt }) => monthMailOnAt !== null,
    set: (isOn, at) => ({ monthMailOnAt: isOn ? at : null }),
    actions: { on: "month_mail_turned_on", off: "month_mail_turned_off" },
    isOffAbove: ({ approvedAt, suspendedAt }) => approvedAt === null || suspendedAt !== null,
  },
};

/** Returns the switch of a manager's or an owner's own account. */
export async function getOwnMailSwitch(
  deps: Tools,
  accountId: string,
  kind: RegularMail,
): Promise<MailSwitch> {
  const [account] = await deps.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new AppError("not_found");
  const isOn = ofAccount[kind].isOn(account);
  if (!account.clientId || kind === "yesterday") return { isOn, isOffAbove: false };
  const practice = await getPracticeMailSwitch(deps, account.clientId, kind);
  return { isOn, isOffAbove: !practice.isOn || practice.isOffAbove };
}

export async function setOwnMailSwitch(
  deps: Tools,
  accountId: string,
  kind: RegularMail,
  isOn: boolean,
): Promise<MailSwitch> {
  const { isOn: isOnAlready, set } = ofAccount[kind];
  await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for("no key update");
    // Turning it on again keeps the time it was turned on, which determines the first email.
    if (!account || isOnAlready(account) === isOn) return;
    await tx.update(accounts).set(set(isOn, deps.now())).where(eq(accounts.id, accountId));
  });
  return getOwnMailSwitch(deps, accountId, kind);
}

/** Throws `not_found`. */
export async function getPracticeMailSwitch(
  deps: Tools,
  clientId: string,
  kind: PracticeMail,
): Promise<MailSwitch> {
  const [practice] = await deps.db.select().from(clients).where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  const { isOn, isOffAbove } = ofPractice[kind];
  return { isOn: isOn(practice), isOffAbove: isOffAbove(practice, deps) };
}

/** Audited. Throws `not_found`. */
export async function setPracticeMailSwitch(
  deps: Tools,
  caller: { accountId: string; address: string },
  clientId: string,
  kind: PracticeMail,
  isOn: boolean,
): Promise<MailSwitch> {
  const { isOn: isOnAlready, set, actions } = ofPractice[kind];
  await deps.db.transaction(async (tx) => {
    const isThis = and(eq(clients.id, clientId), isRealPractice);
    const [practice] = await tx.select().from(clients).where(isThis).for("no key update");
    if (!practice) throw new AppError("not_found");
    // Turning it on again keeps the time it was turned on, which determines the first email.
    if (isOnAlready(practice) === isOn) return;
    await tx.update(clients).set(set(isOn, deps.now())).where(isThis);
    await audit(deps, tx, { ...caller, clientId, action: isOn ? actions.on : actions.off });
  });
  return getPracticeMailSwitch(deps, clientId, kind);
}
