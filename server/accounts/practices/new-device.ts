// The email after a login from a browser that is new to the account.
import { eq } from "drizzle-orm";
import { deviceWords } from "#content/desk/profile.ts";
import { newDevice } from "#content/emails/new-device.ts";
import { site } from "#content/site.ts";
import { zonedMomentText } from "#contract/moment-text.ts";
import { readUserAgent } from "#contract/user-agent.ts";
import { accounts, clients, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/messages/mail/mail.ts";

/** Reports a new device. Idempotent. Doesn't send anything if the session has been erased since. */
export async function reportNewDevice(deps: Deps, job: { sessionId: string }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ session: sessions, account: accounts })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(eq(sessions.id, job.sessionId));
    if (!found) return;
    const { session, account } = found;
    const [practice] = account.clientId
      ? await tx.select().from(clients).where(eq(clients.id, account.clientId))
      : [];
    await queueMail(deps, tx, {
      kind: "new-device",
      to: account.email,
      words: newDevice,
      fields: {
        firstName: account.firstName,
        at: zonedMomentText(session.createdAt, practice?.timeZone ?? site.officeHours.timeZone),
        device: deviceWords.named(readUserAgent(session.device)),
        address: session.address,
        recover: `${deps.config.origin}/lms/recover`,
        phone: site.phone,
      },
      causeKey: `new-device:${session.id}`,
    });
  });
}
