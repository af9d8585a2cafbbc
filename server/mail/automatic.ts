// E-mails that leave by themselves, judged once more at the moment of leaving: everything may have
// changed since the inquiry came in.
import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { keptBackMessages } from "#content/messages.ts";
import { getOpenHours } from "#server/accounts/open-hours.ts";
import { afterOpenMinutes } from "#server/clock/open-hours.ts";
import type { Transaction } from "#server/db/database.ts";
import { mails, templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { MergeValues } from "#server/merge-fields/merge-fields.ts";
import { safeGreetingName } from "#server/safe-greeting.ts";
import { findAsker } from "./automatic-recipient.ts";
import { composeEmail, getSender, valuesOf } from "./compose-email.ts";
import { findMailStop } from "./mail-stops.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

/** An address that anybody typed into a form gets no more than these in a day, whoever sends them. */
export const mostPerAddress = 3;
const dayMs = 24 * 60 * 60 * 1000;
/** A job may begin a little before its time by another machine's clock. */
const earlyMs = 60_000;

type QueuedMail = typeof mails.$inferSelect;

export type Verdict =
  | { letter: { subject: string; html: string; text: string } }
  /** `needsJob`: nothing else will wake it then. */
  | { leaveAt: Date; needsJob: boolean }
  /** Why it never leaves, in words. */
  | { keptBack: string };

/** Judges a queued mail, whose row is locked, and writes its letter from what holds now. */
export async function judgeAutomatic(
  deps: Deps,
  tx: Transaction,
  mail: QueuedMail,
): Promise<Verdict> {
  const now = deps.now();
  const dueAt = mail.dueAt ?? mail.createdAt;
  if (dueAt.getTime() - now.getTime() > earlyMs) return { leaveAt: dueAt, needsJob: false };
  const template = await findTemplate(tx, mail);
  if (!template) return { keptBack: keptBackMessages.off };
  const asker = mail.inquiryId ? await findAsker(tx, mail.clientId, mail.inquiryId) : null;
  if (!asker?.email) return { keptBack: keptBackMessages.gone };
  if (asker.email !== mail.to) return { keptBack: keptBackMessages.otherAddress };
  const stop = await findStop({ ...deps, db: tx }, mail, asker.leadsEmail);
  if (stop) return { keptBack: keptBackMessages[stop.reason] };
  if (template.isInOpenHoursOnly) {
    const openAt = await nextOpenAt(tx, mail.clientId, now);
    if (!openAt) return { keptBack: keptBackMessages.neverOpen };
    if (openAt > now) return { leaveAt: openAt, needsJob: true };
  }
  if (now.getTime() - dueAt.getTime() > dayMs) return { keptBack: keptBackMessages.tooLate };
  if (await hasHadEnough(tx, mail, now)) return { keptBack: keptBackMessages.tooMany };
  const sender = await getSender({ db: tx }, mail.clientId);
  const values = valuesOf(asker, asker.campaign, sender);
  const stopUrl = unsubscribeUrl(deps.config, mail);
  return { letter: await composeEmail(template, greetable(values), sender, stopUrl) };
}

/** Readers and mail servers speak for one address; the desk was asked for the lead, wherever it reads. */
async function findStop(
  tools: Pick<Deps, "config"> & { db: Transaction },
  { clientId, to }: QueuedMail,
  leadsEmail: string,
) {
  const stop = await findMailStop(tools, clientId, to);
  if (stop || to === leadsEmail) return stop;
  const ofLead = await findMailStop(tools, clientId, leadsEmail);
  return ofLead?.reason === "desk" ? ofLead : null;
}

/** From when on the practice is open; null: it never is. */
export async function nextOpenAt(tx: Transaction, clientId: string, from: Date) {
  return afterOpenMinutes(from, 0, await getOpenHours({ db: tx }, clientId, from));
}

/**
 * Nobody looks at these before they leave, and anybody can type anybody's address beside anything:
 * only plain names are greeted.
 */
export function greetable(values: MergeValues): MergeValues {
  const name = (typed: string) => safeGreetingName(typed) ?? "";
  return {
    ...values,
    "lead.firstName": name(values["lead.firstName"]),
    "lead.lastName": name(values["lead.lastName"]),
    "lead.fullName": name(values["lead.fullName"]),
    "lead.phone": values["lead.phone"].replace(/[^\d\s()+.-]/g, ""),
  };
}

async function findTemplate(tx: Transaction, { clientId, templateId }: QueuedMail) {
  if (!templateId) return null;
  const [template] = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.clientId, clientId),
        eq(templates.id, templateId),
        eq(templates.isActive, true),
        isNull(templates.deletedAt),
      ),
    );
  return template ?? null;
}

/** Two to one address are judged one after the other. */
async function hasHadEnough(tx: Transaction, { to }: QueuedMail, now: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automatic ${to}`}, 0))`);
  const [had] = await tx
    .select({ mails: count() })
    .from(mails)
    .where(
      and(
        eq(mails.to, to),
        eq(mails.kind, "auto"),
        gt(mails.sendingAt, new Date(now.getTime() - dayMs)),
        sql`${mails.state} in ('sending', 'sent', 'unknown')`,
      ),
    );
  return (had?.mails ?? 0) >= mostPerAddress;
}
