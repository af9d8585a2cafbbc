// Creates the job queues and runs their workers. Verbs write jobs with job-queue.ts.
import { sql } from "drizzle-orm";
import { fromDrizzle, type JobResult, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Deps } from "./deps.ts";
import type { Jobs } from "./job-queue.ts";
import type { Logger } from "./log.ts";

/** A job as a noun declares it. Its handler may run twice for one cause, so it checks first. */
export type JobDefinition<Payload extends object = object> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** Attempts after the first. */
  retryLimit: number;
  /** Seconds before the second attempt; doubled each time up to an hour. */
  retryDelaySeconds: number;
  /** After this many seconds without an end the attempt counts as lost and is repeated. */
  expireInSeconds: number;
  /** How many run at once in this process. */
  concurrency: number;
  /** Taken one by one, so that one that waits for somebody else's server keeps no other waiting. */
  isSlowAlone?: boolean;
  /** Five cron fields (UTC) for a job that also runs by the clock, with an empty payload. */
  cron?: string;
  run: (deps: Deps, payload: Payload, attempt: { isLast: boolean }) => Promise<void>;
};

export type RunningJobs = Jobs & {
  /** Starts the workers. */
  work(deps: Deps): Promise<void>;
  /** Lets what is running finish, for at most `seconds`. */
  stop(seconds: number): Promise<void>;
};

type Connection = { connectionString?: string; host?: string; port?: number; user?: string };

/** Connects the job store and makes each job's queue. */
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
    // The shortest that the library allows, so that a job of a killed process is taken up soon.
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.warn({ problem: error.message }, "job store"));
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

/** Writing jobs into a store, whoever works on them. */
export function jobsOf(boss: PgBoss): Jobs {
  return {
    async enqueue(tx, name, payload, { startAfter } = {}) {
      await boss.send(name, payload, {
        db: fromDrizzle(tx, sql),
        ...(startAfter && { startAfter }),
      });
    },
    async enqueueAll(tx, name, payloads) {
      const jobs = payloads.map((data) => ({ data }));
      await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
    },
  };
}

/**
 * Queues of earlier versions under names that are no longer used. Their jobs are not lost: each is
 * queued again under its new name by the sweep that runs at every start.
 */
const retiredQueues = ["tell-of-unfinished-inquiry", "take-up-unfinished-inquiries"];

async function retireQueue(boss: PgBoss, name: string) {
  if ((await boss.getQueue(name)) === null) return;
  await boss.unschedule(name);
  await boss.deleteQueue(name);
}

async function makeQueue(boss: PgBoss, job: JobDefinition) {
  const settings = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: job.expireInSeconds,
    // The shortest that the library allows: a killed process is noticed, and its jobs are repeated.
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
    // A full batch means that more is waiting: the next is fetched without a pause.
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 10,
  } as const;
  if (!job.isSlowAlone) {
    const batchSize = job.concurrency;
    await boss.work(job.name, { ...options, batchSize }, (batch) =>
      Promise.all(batch.map((taken) => runOne(job, deps, taken))),
    );
    return;
  }
  for (let started = 0; started < job.concurrency; started += 1) {
    let worker: string | null = null;
    worker = await boss.work(job.name, { ...options, batchSize: 1 }, async (batch) => {
      // Of one the library cannot tell whether more is waiting: it is asked for at once all the same.
      if (worker) boss.notifyWorker(worker);
      return Promise.all(batch.map((taken) => runOne(job, deps, taken)));
    });
  }
}

async function runOne(
  job: JobDefinition,
  deps: Deps,
  taken: { id: string; data: unknown; retryCount: number; retryLimit: number },
): Promise<JobResult> {
  const isLast = taken.retryCount >= taken.retryLimit;
  try {
    await job.run(deps, job.payload.parse(taken.data ?? {}), { isLast });
    return { id: taken.id, status: "completed" };
  } catch (error) {
    const problem = describe(error);
    deps.log.warn({ job: job.name, isLast, problem }, "job failed");
    return { id: taken.id, status: "failed", output: { problem } };
  }
}

// A message may quote what a person typed; the error's own name and code never do.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? ` ${String(error.code)}` : "";
  return `${error.name}${code}`;
}
