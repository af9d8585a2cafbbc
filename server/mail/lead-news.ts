// What happens to an e-mail to a lead stands on the lead's timeline, and open pages hear of it.
import type { MailState } from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { tellDesks } from "#server/live/desk-events.ts";

type LeadMail = {
  id: string;
  clientId?: string | undefined;
  leadId?: string | null | undefined;
  subject: string;
};

/** For a mail that is to no lead it does nothing. `sending` is told and not written down. */
export async function noteOnLead(
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
  await tellDesks(tx, { clientId, leadId, kind: "lead" });
}
