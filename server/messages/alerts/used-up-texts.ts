// Notifies the practice and the owner once when the practice, or one of its forms, reaches its
// daily text limit. Each lead's timeline shows the texts that weren't sent.
import { and, eq, gt } from "drizzle-orm";
import { agencyTextsUsedUp, textsUsedUp } from "#content/emails/texts-used-up.ts";
import { dayMs } from "#contract/durations.ts";
import { zonedClockText } from "#contract/moment-text.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { listManagers } from "#server/people/practice-people.ts";

/** Both are rules of `server/http/limits.ts`. */
export type TextLimit = "textsPerPractice" | "textsPerForm";

/** The time window for both limits, in milliseconds. */
const windowMs = dayMs;

export async function reportUsedUpTexts(
  deps: Deps,
  tx: Transaction,
  clientId: string,
  { by, resumeAt }: { by: TextLimit; resumeAt: Date },
): Promise<void> {
  const isForm = by === "textsPerForm";
  const kind = isForm ? "form-texts-used-up" : "texts-used-up";
  const [practice] = await tx
    .select({ name: clients.name, timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId))
    // If several messages are rejected at the same time, only one sends the notice.
    .for("no key update");
  if (!practice) return;
  const since = new Date(resumeAt.getTime() - windowMs);
  const [told] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.clientId, clientId), eq(mails.kind, kind), gt(mails.createdAt, since)))
    .limit(1);
  if (told) return;
  const fields = {
    ...{ practice: practice.name, isForm },
    time: zonedClockText(resumeAt, practice.timeZone),
    link: `${deps.config.origin}/lms/profile?page=alerts`,
  };
  for (const { email: to } of await listManagers({ db: tx }, clientId)) {
    await queueMail(deps, tx, { clientId, kind, to, words: textsUsedUp, fields });
  }
  await queueOwnerNotice(deps, tx, { clientId, kind, words: agencyTextsUsedUp, fields });
}

/** Returns when texts resume, or null if they aren't stopped. */
export async function textsResumeAt(
  deps: Pick<Deps, "limits" | "now" | "texts">,
  clientId: string,
): Promise<Date | null> {
  if (!deps.texts) return null;
  const seconds = await deps.limits.secondsUntilFree("textsPerPractice", clientId);
  return seconds > 0 ? new Date(deps.now().getTime() + seconds * 1000) : null;
}
