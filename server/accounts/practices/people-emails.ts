// Emails the people affected by a change to a practice's people, so that someone at an unattended
// screen can't change access unnoticed.
import { eq } from "drizzle-orm";
import { answersRedirected } from "#content/emails/answers-redirected.ts";
import { managerAdded } from "#content/emails/manager-added.ts";
import { personDeactivated } from "#content/emails/person-deactivated.ts";
import { roleChanged } from "#content/emails/role-changed.ts";
import { site } from "#content/site.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import { getSender } from "#server/messages/mail/compose-email.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import type { Account } from "#server/people/accounts.ts";
import { listManagers } from "#server/people/practice-people.ts";

export type MailTools = Pick<Deps, "db" | "now" | "config" | "jobs">;

/**
 * Emails a person about their new role. `by` is the name of the person who changed it, or null if
 * that name isn't plausible; the email then names the practice.
 */
export async function tellNewRole(
  deps: MailTools,
  tx: Transaction,
  by: string | null,
  { clientId, email, firstName, role }: Account,
): Promise<void> {
  if (!clientId || !role) return;
  const practice = await practiceName(tx, clientId);
  await queueMail(deps, tx, {
    kind: "role-changed",
    to: email,
    words: roleChanged[role],
    fields: { firstName, by: by ?? practice, practice, phone: site.phone },
  });
}

/** Emails a person that they were deactivated. `by` means the same as for `tellNewRole`. */
export async function tellDeactivated(
  deps: MailTools,
  tx: Transaction,
  by: string | null,
  { clientId, email, firstName }: Account,
): Promise<void> {
  if (!clientId) return;
  const practice = await practiceName(tx, clientId);
  await queueMail(deps, tx, {
    kind: "person-deactivated",
    to: email,
    words: personDeactivated,
    fields: { firstName, by: by ?? practice, practice, phone: site.phone },
  });
}

/** Emails every active manager except the new one, in the transaction that adds them. */
export async function tellManagers(
  deps: MailTools,
  tx: Transaction,
  added: Pick<Account, "id" | "clientId" | "email" | "firstName" | "lastName">,
): Promise<void> {
  const { clientId, email } = added;
  if (!clientId) return;
  const practice = await practiceName(tx, clientId);
  for (const manager of await listManagers({ db: tx }, clientId)) {
    if (manager.id === added.id) continue;
    await queueMail(deps, tx, {
      kind: "manager-added",
      to: manager.email,
      words: managerAdded,
      fields: {
        firstName: manager.firstName,
        // An invited person chooses their own name.
        name: safeGreetingName(`${added.firstName} ${added.lastName}`) ?? email,
        ...{ email, practice, phone: site.phone },
        profile: `${deps.config.origin}/lms/profile`,
      },
    });
  }
}

/**
 * Emails every active manager, in the transaction that redirects patients' replies to another
 * address. `by` is null if the person's name isn't plausible.
 */
export async function tellRedirected(
  deps: MailTools,
  tx: Transaction,
  by: string | null,
  clientId: string,
): Promise<void> {
  const { name: practice, replyTo } = await getSender({ db: tx }, clientId);
  for (const manager of await listManagers({ db: tx }, clientId)) {
    await queueMail(deps, tx, {
      kind: "answers-redirected",
      to: manager.email,
      words: answersRedirected,
      fields: {
        firstName: manager.firstName,
        ...{ by: by ?? "Someone", practice, phone: site.phone },
        address: replyTo,
        profile: `${deps.config.origin}/lms/profile`,
      },
    });
  }
}

async function practiceName(tx: Transaction, clientId: string): Promise<string | undefined> {
  const [practice] = await tx.select().from(clients).where(eq(clients.id, clientId));
  return practice?.name;
}
