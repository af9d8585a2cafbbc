// When mail, alerts, Meta's webhooks, calls and texts last worked. An index finds the newest row of each.
import { sql } from "drizzle-orm";
import type { SystemState } from "#contract/system.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { alerts, deliveries, mails, ringCalls, texts } from "#server/db/schema.ts";
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
): Promise<Omit<SystemState["lastWorked"], "jobs" | "googleAds" | "calendar">> {
  return {
    mail: await findLastMail(deps),
    texts: await findLastAlert(deps, "text"),
    push: await findLastAlert(deps, "push"),
    meta: await findLastWebhook(deps),
    calls: await findLastCall(deps),
    leadTexts: await findLastText(deps),
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

async function findLastCall({ db }: Tools) {
  const { rows } = await db.execute<Found>(sql`
    select placed_at as at from ${ringCalls}
    where call_sid is not null and ${isOfRealPractice(ringCalls.clientId)}
    order by placed_at desc limit 1`);
  return momentOf(rows[0]);
}

async function findLastText({ db }: Tools) {
  const { rows } = await db.execute<Found>(sql`
    select sending_at as at from ${texts}
    where direction = 'out' and state in ('accepted', 'sent', 'delivered')
      and sending_at is not null and ${isOfRealPractice(texts.clientId)}
    order by sending_at desc limit 1`);
  return momentOf(rows[0]);
}

function momentOf(found: Found | undefined): string | null {
  return found?.at ? new Date(found.at).toISOString() : null;
}
