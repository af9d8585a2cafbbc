// What runs: the background jobs, the processes, the database, the backups, the disk.
import { z } from "zod";
import { instant, line, uuid } from "./fields.ts";

/** `waiting`: includes jobs waiting for a retry. */
export const jobStates = ["failed", "waiting", "active", "done", "canceled"] as const;
export type JobState = (typeof jobStates)[number];

const queueName = z.string().min(1).max(100);
const count = z.int();

/** `GET /api/admin/queues`: each queue with its jobs, as long as they are kept. */
export const JobQueue = z.object({
  name: queueName,
  waiting: count,
  active: count,
  failed: count,
  done: count,
  /** When the oldest runnable job became due, or null if none is waiting. */
  waitingSince: instant.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;
export const JobQueues = z.object({ now: instant, queues: z.array(JobQueue) });

/** The end of a page: microseconds since 1970, and the job's id. */
const jobCursor = z.string().regex(/^\d{1,17}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "invalid");

/**
 * `GET /api/admin/jobs`: newest first, 50 per page. `search`: in the practice's name, and in why the
 * job failed, as the console words it or by an error's own name.
 */
export const JobQuery = z.object({
  state: z.enum(jobStates).default("failed"),
  queue: z
    .string()
    .regex(/^[a-z-]{1,100}$/, "invalid")
    .optional(),
  search: line(200).optional(),
  cursor: jobCursor.optional(),
});
export type JobQuery = z.output<typeof JobQuery>;

export const Job = z.object({
  _id: uuid,
  queue: queueName,
  state: z.enum(jobStates),
  /** The practice that it is about, or null if there is none. */
  practice: z.string().nullable(),
  createdAt: instant,
  /** When it may run; for one that waits. */
  dueAt: instant,
  endedAt: instant.nullable(),
  attempts: count,
  /**
   * Why the last attempt failed: the name of an error and its code, never its text, which may quote
   * what a person typed. `lost`: its process ended, or it took too long.
   */
  reason: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;
export const JobList = z.object({ jobs: z.array(Job), nextCursor: jobCursor.nullable() });

const kept = z.object({ days: count, longer: count });
const part = z.enum(["ok", "off", "failing"]);

/** `GET /api/admin/system` */
export const SystemState = z.object({
  now: instant,
  version: z.string(),
  node: z.string(),
  /** When each process of the product connected to the database. */
  processes: z.array(instant),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: count,
    maxConnections: count,
    isEmbedded: z.boolean(),
  }),
  backups: z.object({
    /** `elsewhere`: DATABASE_URL is set, so backups are handled outside the product. */
    schedule: z.enum(["daily", "off", "elsewhere"]),
    /** The newest that was restored on trial and held every row, or null if there never was one. */
    last: z.object({ takenAt: instant, verifiedAt: instant, bytes: z.number() }).nullable(),
    /** The problem with a newer backup, or null if there's no problem or no newer backup. */
    problem: z.string().nullable(),
    /** The copies in a bucket, or null if there's no bucket. */
    bucket: z
      .object({
        /** The newest backup that is there, or null if none is. */
        last: z.object({ takenAt: instant, uploadedAt: instant }).nullable(),
        /** Why the latest upload failed, or null. */
        problem: z.string().nullable(),
      })
      .nullable(),
  }),
  parts: z.object({
    database: part,
    liveUpdates: part,
    jobs: part,
    mail: part,
    captcha: part,
    texts: part,
    push: part,
    meta: part,
    /** `failing`: there are rejected tokens. */
    pageTokens: part,
    /** `failing`: Google rejected the latest request for a campaign's numbers. */
    googleAds: part,
  }),
  /** When each part last did its work, by the rows that are kept; null if there is none. */
  lastWorked: z.object({
    jobs: instant.nullable(),
    mail: instant.nullable(),
    /** Alerts by text that the provider accepted. */
    texts: instant.nullable(),
    /** Notifications that a push service accepted. */
    push: instant.nullable(),
    /** Received from Meta. */
    meta: instant.nullable(),
    /** Numbers of a campaign, from Google Ads. */
    googleAds: instant.nullable(),
  }),
  /** Connected sources whose page token Meta rejects, by practice and name: the first 20. */
  rejectedTokens: z.object({
    total: count,
    sources: z.array(
      z.object({ _id: uuid, name: z.string(), practice: z.string(), since: instant }),
    ),
  }),
  /** How many days some records are kept, and how many practices keep them longer. */
  retention: z.object({ deliveries: kept, sessions: kept, auditEntries: kept }),
  /** When expired records were last deleted, or null if not yet. */
  retentionRanAt: instant.nullable(),
  /** The disk with the data folder, or null if unknown. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
});
export type SystemState = z.infer<typeof SystemState>;
