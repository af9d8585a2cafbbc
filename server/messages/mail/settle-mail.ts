// Writes what became of an email: after its delivery, or when it came back later.
import { mailMessages } from "#content/messages.ts";
import type { MailState } from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { thisMail } from "./mail.ts";
import { isErased } from "./mail-stops.ts";
import { recordMailState } from "./record-mail-state.ts";

type MailRow = typeof mails.$inferSelect;
export type MailChange = Partial<typeof mails.$inferInsert> & { state: MailState };

/**
 * Changes the email if it's still as `isStill` expects, and records its new state. Returns null if
 * it isn't, or no longer exists.
 */
export async function settleMail(
  deps: Pick<Deps, "now" | "metrics">,
  tx: Transaction,
  key: { clientId: string; mailId: string },
  change: MailChange,
  isStill: (before: MailRow) => boolean,
): Promise<MailRow | null> {
  const [before] = await tx.select().from(mails).where(thisMail(key)).for("update");
  if (!before || !isStill(before)) return null;
  const end = isErased(before) ? redactErased(change) : change;
  const [mail] = await tx.update(mails).set(end).where(thisMail(key)).returning();
  if (!mail) return null;
  // Requeuing is not recorded on the timeline; open pages are still notified.
  await recordMailState(deps, tx, mail, end.state === "queued" ? "sending" : end.state);
  return mail;
}

/** An erased person's email is not retried, and the mail server's error may contain the address. */
function redactErased(change: MailChange): MailChange {
  if (change.state === "sent") return change;
  const state = change.state === "queued" ? "failed" : change.state;
  return { ...change, state, problem: mailMessages.erased };
}
