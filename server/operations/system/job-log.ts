// Background jobs for the owner: how many are waiting, running, failed and done, and why jobs
// failed.
import { inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { jobReasons } from "#content/console/system.ts";
import { uuid } from "#contract/fields.ts";
import type { Job, JobList, JobQuery, JobQueue, JobState } from "#contract/system.ts";
import { containing } from "#server/db/like.ts";
import { isJobOfRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";

const page = 50;

/** The job store's own states. */
const stored: Record<JobState, string[]> = {
  failed: ["failed"],
  waiting: ["created", "retry"],
  active: ["active"],
  done: ["completed"],
  canceled: ["cancelled"], // cspell:disable-line
};

/** The store keeps its own queue for schedules. */
export const isOurs = sql`name not like '\\_\\_pgboss%'`;

/** Handles `GET /api/admin/queues`. */
export async function listQueues({ db }: Pick<Deps, "db">): Promise<JobQueue[]> {
  const { rows } = await db.execute<CountedQueue>(sql`
    select q.name,
      coalesce(sum(n) filter (where state in ('created', 'retry')), 0)::int as waiting,
      coalesce(sum(n) filter (where state = 'active'), 0)::int as active,
      coalesce(sum(n) filter (where state = 'failed'), 0)::int as failed,
      coalesce(sum(n) filter (where state = 'completed'), 0)::int as done,
      min(since) filter (where state in ('created', 'retry')) as since
    from pgboss.queue q
    left join (
      select name, state, count(*) as n, min(start_after) filter (where start_after <= now()) as since
      from pgboss.job where ${isJobOfRealPractice} group by name, state
    ) jobs using (name)
    where ${isOurs}
    group by q.name order by q.name`);
  return rows.map(({ since, ...queue }) => ({
    ...queue,
    waitingSince: since === null ? null : new Date(since).toISOString(),
  }));
}

type CountedQueue = Omit<JobQueue, "waitingSince"> & { since: string | null };

/** Handles `GET /api/admin/jobs`. */
export async function listJobs(
  deps: Pick<Deps, "db">,
  { state, queue, search, cursor }: JobQuery,
): Promise<z.infer<typeof JobList>> {
  const wanted: SQL[] = [
    isOurs,
    isJobOfRealPractice,
    sql`state::text = any(${sql.param(stored[state])}::text[])`,
  ];
  if (queue !== undefined) wanted.push(sql`name = ${queue}`);
  if (search !== undefined) wanted.push(isAbout(search));
  if (cursor !== undefined) {
    const [micros = "", id = ""] = cursor.split(".");
    const at = sql`to_timestamp(${micros}::bigint / 1000000) + ${micros}::bigint % 1000000 * interval '1 microsecond'`;
    wanted.push(sql`(created_on, id) < (${at}, ${id}::uuid)`);
  }
  const { rows } = await deps.db.execute<StoredJob>(sql`
    select id, name, created_on, start_after, completed_on, retry_count, started_on is null as is_new,
      output ->> 'problem' as problem, output is not null as has_output,
      data ->> 'clientId' as client_id,
      (extract(epoch from created_on) * 1000000)::bigint as micros
    from pgboss.job where ${sql.join(wanted, sql` and `)}
    order by created_on desc, id desc limit ${page + 1}`);
  const shown = rows.slice(0, page);
  const names = await findPractices(deps, shown);
  const last = shown.at(-1);
  return {
    jobs: shown.map((row) => toJob(row, state, names)),
    nextCursor: rows.length > page && last ? `${last.micros}.${last.id}` : null,
  };
}

/** Matches a practice's name or a failure reason. */
function isAbout(search: string): SQL {
  const pattern = containing(search.toLowerCase());
  const named = Object.entries(jobReasons).filter(([, says]) =>
    says.toLowerCase().includes(search.toLowerCase()),
  );
  const reasons = named.map(([reason]) => reason);
  return sql`(data ->> 'clientId' in (
      select id::text from ${clients} where lower(name) like ${pattern})
    or lower(output ->> 'problem') like ${pattern}
    or string_to_array(
        coalesce(output ->> 'problem', case when output is not null then 'lost' end), ' ')
      && ${sql.param(reasons)}::text[])`;
}

type StoredJob = {
  id: string;
  name: string;
  created_on: string;
  start_after: string;
  completed_on: string | null;
  retry_count: number;
  is_new: boolean;
  problem: string | null;
  has_output: boolean;
  client_id: string | null;
  micros: string;
};

function toJob(row: StoredJob, state: JobState, names: Map<string, string>): Job {
  return {
    _id: row.id,
    queue: row.name,
    state,
    practice: names.get(row.client_id ?? "") ?? null,
    createdAt: new Date(row.created_on).toISOString(),
    dueAt: new Date(row.start_after).toISOString(),
    endedAt: row.completed_on && new Date(row.completed_on).toISOString(),
    attempts: row.is_new ? 0 : row.retry_count + 1,
    reason: state === "done" || !row.has_output ? null : reasonOf(row.problem),
  };
}

/**
 * Returns the error's name and code, which `jobs.ts` wrote. The job store itself writes other
 * output.
 */
function reasonOf(problem: string | null): string {
  if (problem === null) return "lost";
  return /^[A-Za-z]\w{0,60}( [\w.-]{1,40})?$/.test(problem) ? problem : "unknown";
}

async function findPractices({ db }: Pick<Deps, "db">, jobs: StoredJob[]) {
  const ids = jobs.flatMap(({ client_id }) => uuid.safeParse(client_id).data ?? []);
  const found = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(inArray(clients.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * Handles `POST /api/admin/jobs/{id}/retries`: runs the job again now. Throws `not_found`, and
 * `conflict` for a job that hasn't failed.
 */
export async function retryJob(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  id: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const queue = await lockJob(tx, id, stored.failed);
    await deps.jobs.retry(tx, queue, id);
    await audit(deps, tx, { action: "job_retried", accountId, address, detail: { queue } });
  });
}

/**
 * Handles `POST /api/admin/jobs/{id}/cancellations`. A sweep may enqueue a new job for the same
 * row. Throws `not_found`, and `conflict` for a job that isn't waiting.
 */
export async function cancelJob(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  id: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const queue = await lockJob(tx, id, stored.waiting);
    await deps.jobs.cancel(tx, queue, id);
    await audit(deps, tx, { action: "job_canceled", accountId, address, detail: { queue } });
  });
}

/** Locks a job. A worker that fetches it at the same time waits or skips it. */
async function lockJob(tx: Pick<Deps["db"], "execute">, id: string, states: string[]) {
  const { rows } = await tx.execute<{ name: string; state: string }>(
    sql`select name, state::text as state from pgboss.job where id = ${id} for update`,
  );
  const [job] = rows;
  if (!job) throw new AppError("not_found");
  if (!states.includes(job.state)) throw new AppError("conflict");
  return job.name;
}
