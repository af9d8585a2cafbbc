// Creates the job queues and runs their workers. Other code enqueues jobs with job-queue.ts.
import { sql } from "drizzle-orm";
import { fromDrizzle, type JobResult, PgBoss } from "pg-boss";
import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import { type Logger, problemOf } from "#server/log.ts";
import { type Jobs, queuesShared } from "./job-queue.ts";

/** A job, as its module declares it. Delivery is at least once, so its handler is idempotent. */
export type JobDefinition<Payload extends object = object> = JobSettings<Payload> &
  (
    | { run: (deps: Deps, payload: Payload, attempt: { isLast: boolean }) => Promise<void> }
    | { runTogether: RunTogether<Payload> }
  );

/**
 * Runs all jobs that were fetched together, even if there is only one. Returns their outcomes in
 * the same order.
 */
type RunTogether<Payload> = (
  deps: Deps,
  taken: { payload: Payload; isLast: boolean }[],
) => Promise<PromiseSettledResult<void>[]>;

type JobSettings<Payload extends object> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** How many attempts there are after the first. */
  retryLimit: number;
  /** Seconds before the second attempt. Later attempts use exponential backoff, up to an hour. */
  retryDelaySeconds: number;
  /** An attempt that runs longer than this counts as lost and is retried. */
  expireInSeconds: number;
  /** How many run concurrently, or together, in this process. */
  concurrency: number;
  /**
   * Jobs are fetched one by one, so that a job that waits for a slow remote server doesn't delay
   * other jobs.
   */
  isFetchedSingly?: boolean;
  /** Five cron fields (UTC) for a job that also runs on a schedule, with an empty payload. */
  cron?: string;
};

/**
 * Defines a job that runs only on a schedule. A failed run isn't retried, because the next run does
 * its work.
 */
export function scheduledJob(
  name: string,
  cron: string,
  run: (deps: Deps) => Promise<void>,
  expireInSeconds = 60,
): JobDefinition {
  const once = { retryLimit: 0, retryDelaySeconds: 1, concurrency: 1 };
  return { ...once, name, payload: z.object({}), cron, expireInSeconds, run };
}

export type RunningJobs = Jobs & {
  /** Starts the workers. */
  work(deps: Deps): Promise<void>;
  /** Lets running jobs finish, for at most `seconds`. */
  stop(seconds: number): Promise<void>;
};

type Connection = { connectionString?: string; host?: string; port?: number; user?: string };

/** Connects to the job store and creates each job's queue. */
export async function startJobs(options: {
  connection: Connection;
  log: Logger;
  definitions: JobDefinition[];
}): Promise<RunningJobs> {
  const { definitions, log } = options;
  const boss = new PgBoss({
    ...options.connection,
    application_name: "front-desk jobs",
    max: 4,
    useListenNotify: true,
    // The shortest interval that the library allows, so that a killed process's jobs are retried
    // soon.
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.warn({ problem: problemOf(error) }, "job store"));
  await boss.start();
  for (const name of retiredQueues) await retireQueue(boss, name);
  for (const job of definitions) await makeQueue(boss, job);

  return {
    ...jobsOf(boss),
    async work(deps) {
      for (const job of definitions) await runQueue(boss, job, deps);
    },
    stop: (seconds) => boss.stop({ graceful: true, close: true, timeout: seconds * 1000 }),
  };
}

/** Enqueues into a job store, even if another process runs the jobs. */
export function jobsOf(boss: PgBoss): Jobs {
  return {
    async enqueue(tx, name, payload, { startAfter } = {}) {
      await boss.send(name, payload, {
        db: fromDrizzle(tx, sql),
        ...(startAfter && { startAfter }),
        ...groupOf(name, payload),
      });
    },
    async enqueueAll(tx, name, jobs) {
      const rows = jobs.map(({ payload, startAfter }) => ({
        data: payload,
        ...(startAfter && { startAfter }),
        ...groupOf(name, payload),
      }));
      await boss.insert(name, rows, { db: fromDrizzle(tx, sql) });
    },
    async retry(tx, queue, id) {
      await boss.retry(queue, id, { db: fromDrizzle(tx, sql) });
    },
    async cancel(tx, queue, id) {
      await boss.cancel(queue, id, { db: fromDrizzle(tx, sql) });
    },
  };
}

/**
 * The most jobs of a shared queue that one practice runs at a time. Workers that fetch at the same
 * moment may each start one more.
 */
const perPractice = 2;

/** Groups the jobs of a shared queue by practice. */
function groupOf(name: string, payload: object): { group?: { id: string } } {
  const isShared = queuesShared.has(name) && "clientId" in payload;
  return isShared ? { group: { id: String(payload.clientId) } } : {};
}

/**
 * Queues of earlier versions. Their jobs aren't lost, because the sweeps at startup enqueue them
 * again under the new names.
 */
const retiredQueues = [
  "tell-of-unfinished-inquiry",
  "take-up-unfinished-inquiries",
  "mark-lost-hand-overs", // cspell:ignore overs
  "take-up-mail",
  "take-up-announced-leads",
  "forget-captchas",
  "fill-search-texts",
];

async function retireQueue(boss: PgBoss, name: string) {
  if ((await boss.getQueue(name)) === null) return;
  await boss.unschedule(name);
  await boss.deleteQueue(name);
}

/** How long a done, failed or canceled job is retained, for the owner's list of jobs. */
export const jobHistoryDays = 7;

async function makeQueue(boss: PgBoss, job: JobDefinition) {
  const settings = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: job.expireInSeconds,
    deleteAfterSeconds: jobHistoryDays * 24 * 60 * 60,
    // The shortest interval that the library allows, so that a killed process is noticed and its
    // jobs are retried.
    heartbeatSeconds: 10,
    notify: true,
  };
  await boss.createQueue(job.name, settings);
  await boss.updateQueue(job.name, settings);
  if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: "UTC" });
}

async function runQueue(boss: PgBoss, job: JobDefinition, deps: Deps) {
  const options = {
    includeMetadata: true,
    // A full batch means that more jobs are waiting, so the next one is fetched without a pause.
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 10,
    ...(queuesShared.has(job.name) && { groupConcurrency: perPractice }),
  } as const;
  if (!job.isFetchedSingly) {
    const batchSize = job.concurrency;
    await boss.work(job.name, { ...options, batchSize }, (batch) => runAll(job, deps, batch));
    return;
  }
  for (let started = 0; started < job.concurrency; started += 1) {
    let worker: string | null = null;
    worker = await boss.work(job.name, { ...options, batchSize: 1 }, async (batch) => {
      // A batch of one doesn't show whether more jobs are waiting, so the next one is fetched
      // immediately.
      if (worker) boss.notifyWorker(worker);
      return runAll(job, deps, batch);
    });
  }
}

type Fetched = { id: string; data: unknown; retryCount: number; retryLimit: number };

async function runAll(job: JobDefinition, deps: Deps, batch: Fetched[]): Promise<JobResult[]> {
  const attempts = batch.map(({ data, retryCount, retryLimit }) => ({
    ...{ data, isLast: retryCount >= retryLimit },
  }));
  const outcomes = await deps.traces.run("consumer", `job ${job.name}`, async (span) => {
    const settled = await runJobs(job, deps, attempts);
    span.facts.jobs = batch.length;
    span.hasFailed = settled.some(({ status }) => status === "rejected");
    return settled;
  });
  return outcomes.map((outcome, index): JobResult => {
    const id = batch[index]?.id ?? "";
    const result = outcome.status === "fulfilled" ? "completed" : "failed";
    deps.metrics.jobs.add({ queue: job.name, result });
    if (outcome.status === "fulfilled") return { id, status: "completed" };
    const problem = problemOf(outcome.reason);
    deps.log.warn({ job: job.name, isLast: attempts[index]?.isLast, problem }, "job failed");
    return { id, status: "failed", output: { problem } };
  });
}

/** Runs jobs that were fetched together. Returns their outcomes in the same order. */
export async function runJobs(
  job: JobDefinition,
  deps: Deps,
  batch: { data: unknown; isLast: boolean }[],
): Promise<PromiseSettledResult<void>[]> {
  if ("run" in job) {
    return Promise.allSettled(
      batch.map(async ({ data, isLast }) => {
        await job.run(deps, job.payload.parse(data ?? {}), { isLast });
      }),
    );
  }
  const taken = batch.map(({ data, isLast }) => ({ ...job.payload.safeParse(data), isLast }));
  const readable = taken.flatMap(({ data, isLast }) => (data ? { payload: data, isLast } : []));
  const [together] = await Promise.allSettled([job.runTogether(deps, readable)]);
  const outcomes = together.status === "fulfilled" ? together.value.values() : null;
  const failure = together.status === "rejected" ? together.reason : new Error("No outcome");
  return taken.map(({ error }): PromiseSettledResult<void> => {
    if (error) return { status: "rejected", reason: error };
    return outcomes?.next().value ?? { status: "rejected", reason: failure };
  });
}
