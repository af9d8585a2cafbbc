// Records the state changes of an email to a lead on the lead's timeline, and notifies open pages.
import type { MailState } from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/live/desk-events.ts";

type LeadMail = {
  id: string;
  clientId?: string | undefined;
  leadId?: string | null | undefined;
  subject: string;
};

/** Does nothing for an email without a lead. `sending` is only notified, not recorded. */
export async function recordMailState(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { id, clientId, leadId, subject }: LeadMail,
  state: MailState,
  accountId: string | null = null,
): Promise<void> {
  if (!leadId || !clientId) return;
  if (state !== "sending") {
    await tx.insert(timeline).values({
      clientId,
      leadId,
      kind: `email_${state}`,
      at: deps.now(),
      accountId,
      data: { mailId: id, subject },
    });
  }
  await notifyPractice(tx, { clientId, leadId, kind: "lead" });
}
