// What is running: background jobs, processes, the database, backups, and the disk.
import { z } from "zod";
import { instant, line, uuid } from "./fields.ts";

/** `waiting` includes jobs that are waiting for a retry. */
export const jobStates = ["failed", "waiting", "active", "done", "canceled"] as const;
export type JobState = (typeof jobStates)[number];

const queueName = z.string().min(1).max(100);
const count = z.int();

/** `GET /api/admin/queues`: each queue with its stored jobs. */
export const JobQueue = z.object({
  name: queueName,
  waiting: count,
  active: count,
  failed: count,
  done: count,
  /** When the oldest job that can run became due, or null if none is waiting. */
  waitingSince: instant.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;
export const JobQueues = z.object({ now: instant, queues: z.array(JobQueue) });

/** Where a page ended: microseconds since 1970 and the job's id. */
const jobCursor = z.string().regex(/^\d{1,17}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "invalid");

/**
 * `GET /api/admin/jobs`: newest first, 50 per page. `search` looks in the practice's name and in
 * why the job failed, either in the console's words or by the error's own name.
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
  /** The practice that the job is about, or null if there is none. */
  practice: z.string().nullable(),
  createdAt: instant,
  /** For a waiting job, when it may run. */
  dueAt: instant,
  endedAt: instant.nullable(),
  attempts: count,
  /**
   * Why the last attempt failed: an error's name and code, but never its text, which may quote what
   * a person typed. `lost`: its process ended, or it took too long.
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
  /** When each of the app's processes connected to the database. */
  processes: z.array(instant),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: count,
    maxConnections: count,
    isEmbedded: z.boolean(),
  }),
  backups: z.object({
    /** `elsewhere`: DATABASE_URL is set, so backups are handled outside the app. */
    schedule: z.enum(["daily", "off", "elsewhere"]),
    /** The newest backup that passed a trial restore with every row, or null if none has. */
    last: z.object({ takenAt: instant, verifiedAt: instant, bytes: z.number() }).nullable(),
    /** The problem with a newer backup, or null if there's no problem or no newer backup. */
    problem: z.string().nullable(),
    /** The copies in a bucket, or null if there's no bucket. */
    bucket: z
      .object({
        /** The newest backup in the bucket, or null if there is none. */
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
    /** `failing`: some tokens are rejected. */
    pageTokens: part,
    /** `failing`: Google rejected the latest request for a campaign's numbers. */
    googleAds: part,
  }),
  /** When each part last did its work, according to stored rows. Null if there are none. */
  lastWorked: z.object({
    jobs: instant.nullable(),
    mail: instant.nullable(),
    /** Text alerts that the provider accepted. */
    texts: instant.nullable(),
    /** Notifications that a push service accepted. */
    push: instant.nullable(),
    /** Lead notifications from Meta. */
    meta: instant.nullable(),
    /** Numbers of a campaign, from Google Ads. */
    googleAds: instant.nullable(),
  }),
  /** Connected sources whose page token Meta rejects, by practice and name. Only the first 20. */
  rejectedTokens: z.object({
    total: count,
    sources: z.array(
      z.object({ _id: uuid, name: z.string(), practice: z.string(), since: instant }),
    ),
  }),
  /** How many days some records are stored, and how many practices store them longer. */
  retention: z.object({ deliveries: kept, sessions: kept, auditEntries: kept }),
  /** When expired records were last deleted, or null if not yet. */
  retentionRanAt: instant.nullable(),
  /** The disk of the data folder, or null if unknown. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
});
export type SystemState = z.infer<typeof SystemState>;
