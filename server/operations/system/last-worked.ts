// When mail, alerts and Meta's webhooks last worked. An index finds the newest row of each.
import { sql } from "drizzle-orm";
import type { SystemState } from "#contract/system.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { alerts, deliveries, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Tools = Pick<Deps, "db">;
type Found = { at: string | null };

/** An email can wait long after it was created, so the newest few are compared. */
const mailsCompared = 100;

/**
 * Reads these times one after the other, because the caller already takes several of the requests'
 * connections.
 */
export async function readLastWorked(
  deps: Tools,
): Promise<Omit<SystemState["lastWorked"], "jobs" | "googleAds">> {
  return {
    mail: await findLastMail(deps),
    texts: await findLastAlert(deps, "text"),
    push: await findLastAlert(deps, "push"),
    meta: await findLastWebhook(deps),
  };
}

async function findLastMail({ db }: Tools) {
  const { rows } = await db.execute<Found>(sql`
    select max(sent_at) as at from (
      select sent_at from ${mails}
      where state = 'sent' and ${isOfRealPractice(mails.clientId)}
      order by id desc limit ${mailsCompared}
    ) newest`);
  return momentOf(rows[0]);
}

async function findLastAlert({ db }: Tools, channel: "text" | "push") {
  const { rows } = await db.execute<Found>(sql`
    select accepted_at as at from ${alerts}
    where channel = ${channel} and accepted_at is not null and ${isOfRealPractice(alerts.clientId)}
    order by accepted_at desc limit 1`);
  return momentOf(rows[0]);
}

async function findLastWebhook({ db }: Tools) {
  const { rows } = await db.execute<Found>(sql`select max(received_at) as at from ${deliveries}`);
  return momentOf(rows[0]);
}

function momentOf(found: Found | undefined): string | null {
  return found?.at ? new Date(found.at).toISOString() : null;
}
