// The product-wide part of `/metrics`, read from the database: the same in every process. Each
// statement reads an index of unfinished rows and stops at a limit.
import { sql } from "drizzle-orm";
import { isOfCurrentPractice, isOfRealPractice } from "#server/db/real-practices.ts";
import { alerts, announcedLeads, mails, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Gauge } from "#server/observe/metrics.ts";

/** A count that reaches this means at least this many. */
const maxRows = 100_000;

type Tools = Pick<Deps, "db" | "now">;

/**
 * Reads the measures one after the other, so that they take one connection from the requests' pool.
 */
export async function readMeasures(deps: Tools): Promise<Gauge[]> {
  const queues = await readQueues(deps);
  const outbox = await readOutbox(deps);
  return [...queues, ...outbox, await countAlerts(deps), ...(await countIntakeProblems(deps))];
}

async function readQueues({ db }: Tools): Promise<Gauge[]> {
  type Read = { name: string; due: number; scheduled: number; seconds: number };
  const { rows } = await db.execute<Read>(sql`
    select q.name,
      count(start_after) filter (where start_after <= now())::int as due,
      count(start_after) filter (where start_after > now())::int as scheduled,
      coalesce(extract(epoch from now() - least(min(start_after), now())), 0)::float8 as seconds
    from pgboss.queue q
    left join (
      select name, start_after from pgboss.job where state < 'active' limit ${maxRows}
    ) waiting on waiting.name = q.name
    where q.name not like '\\_\\_pgboss%'
    group by q.name order by q.name`);
  return [
    {
      name: "frontdesk_queue_jobs",
      help: "Background jobs that are due now or scheduled for later, by queue; live demos' too.",
      values: rows.flatMap(({ name, due, scheduled }): Gauge["values"] => [
        [{ queue: name, state: "due" }, due],
        [{ queue: name, state: "scheduled" }, scheduled],
      ]),
    },
    {
      name: "frontdesk_queue_oldest_due_seconds",
      help: "How long the oldest job has been due, a live demo's too; 0 if none is.",
      values: rows.map(({ name, seconds }) => [{ queue: name }, seconds]),
    },
  ];
}

async function readOutbox({ db, now }: Tools): Promise<Gauge[]> {
  type Read = { queued: number; sending: number; seconds: number };
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<Read>(sql`
    select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'sending')::int as sending,
      coalesce(extract(epoch from ${at} - least(min(since), ${at})), 0)::float8 as seconds
    from (
      select state, coalesce(due_at, created_at) as since
      from ${mails} where state in ('queued', 'sending') and ${isOfRealPractice(mails.clientId)}
      limit ${maxRows}
    ) unfinished`);
  const { queued = 0, sending = 0, seconds = 0 } = rows[0] ?? {};
  return [
    {
      name: "frontdesk_mails_unfinished",
      help: "Emails in the outbox, by state, without live demos'.",
      values: [
        [{ state: "queued" }, queued],
        [{ state: "sending" }, sending],
      ],
    },
    {
      name: "frontdesk_mail_oldest_due_seconds",
      help: "How long the oldest email has been waiting to be sent; 0 if none is due.",
      values: [[{}, seconds]],
    },
  ];
}

async function countAlerts({ db }: Tools): Promise<Gauge> {
  const { rows } = await db.execute<{ push: number; text: number; email: number }>(sql`
    select count(*) filter (where channel = 'push')::int as push,
      count(*) filter (where channel = 'text')::int as text,
      count(*) filter (where channel = 'email')::int as email
    from (
      select channel from ${alerts}
      where state in ('queued', 'sending') and ${isOfRealPractice(alerts.clientId)}
      limit ${maxRows}
    ) unfinished`);
  const counts = rows[0] ?? { push: 0, text: 0, email: 0 };
  return {
    name: "frontdesk_alerts_unfinished",
    help: "Alerts waiting to be sent, by channel, without live demos'.",
    values: Object.entries(counts).map(([channel, count]) => [{ channel }, count]),
  };
}

async function countIntakeProblems({ db }: Tools): Promise<Gauge[]> {
  type Read = { refused: number; unsubscribed: number; silent: number };
  const { rows } = await db.execute<Read>(sql`
    select count(failing_since)::int as refused, count(unsubscribed_since)::int as unsubscribed,
      count(silent_since)::int as silent
    from ${sources}
    where ended_at is null and ${isOfCurrentPractice(sources.clientId)}
      and (failing_since is not null or unsubscribed_since is not null or silent_since is not null)`);
  const { rows: failed } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${announcedLeads}
      where stored_at is null and failed_at is not null and dismissed_at is null
      limit ${maxRows}
    ) failed`);
  const problems = rows[0] ?? { refused: 0, unsubscribed: 0, silent: 0 };
  return [
    {
      name: "frontdesk_sources_with_problem",
      help: "Lead sources with a refused token, without a subscription, or gone silent.",
      values: Object.entries(problems).map(([problem, count]) => [{ problem }, count]),
    },
    {
      name: "frontdesk_failed_imports",
      help: "Announced leads that couldn't be imported and need an owner to fix them.",
      values: [[{}, failed[0]?.count ?? 0]],
    },
  ];
}
