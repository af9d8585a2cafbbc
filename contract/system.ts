// The state of the running system: background jobs, processes, the database, backups, and the disk.
import { z } from "zod";
import { instant, line, uuid } from "./fields.ts";
import { TokenExpiry } from "./settings.ts";

/** The states of a job. `waiting` includes jobs that will be retried. */
export const jobStates = ["failed", "waiting", "active", "done", "canceled"] as const;
export type JobState = (typeof jobStates)[number];

const queueName = z.string().min(1).max(100);
const count = z.int();

/** `GET /api/admin/queues`: lists each queue with the number of its stored jobs. */
export const JobQueue = z.object({
  name: queueName,
  waiting: count,
  active: count,
  failed: count,
  done: count,
  /** When the oldest waiting job became due, or null if no job is waiting. */
  waitingSince: instant.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;
export const JobQueues = z.object({ now: instant, queues: z.array(JobQueue) });

/** The end of the previous page, as microseconds since 1970 and the job's id. */
const jobCursor = z.string().regex(/^\d{1,17}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "invalid");

/**
 * `GET /api/admin/jobs`: newest first, 50 per page. `search` looks in the practice's name and in
 * the reason why the job failed, both in the console's words and by the error's own name.
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
  /** When a waiting job may run. */
  dueAt: instant,
  endedAt: instant.nullable(),
  attempts: count,
  /**
   * Why the last attempt failed. It's the name and code of an error, but never its text, which may
   * quote what a person typed. `lost`: the process ended, or the job took too long.
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
  /** The times when the app's processes connected to the database. */
  processes: z.array(instant),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: count,
    maxConnections: count,
    isEmbedded: z.boolean(),
  }),
  backups: z.object({
    /** `elsewhere`: DATABASE_URL is set, so backups are made outside the app. */
    schedule: z.enum(["daily", "off", "elsewhere"]),
    /** The newest backup for which a trial restore returned every row, or null if there is none. */
    last: z.object({ takenAt: instant, verifiedAt: instant, bytes: z.number() }).nullable(),
    /**
     * The problem with a newer backup. Null if there is no newer backup or it doesn't have a
     * problem.
     */
    problem: z.string().nullable(),
    /** The backups in the bucket, or null if there is no bucket. */
    bucket: z
      .object({
        /** The newest backup in the bucket, or null if there is none. */
        last: z.object({ takenAt: instant, uploadedAt: instant }).nullable(),
        /** Why the latest upload failed, or null if it didn't. */
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
    /** `failing` means that some tokens are rejected. */
    pageTokens: part,
    /** `failing` means that Google rejected the latest request for a campaign's numbers. */
    googleAds: part,
    /** Calls to practices' phones. `off`: there is no provider, or no practice has a number. */
    calls: part,
    /** Texts to leads. `off`: there is no provider, or no practice uses them. */
    leadTexts: part,
    /** The owner's calendar. `failing` means that the latest read failed. */
    calendar: part,
  }),
  /**
   * When each part of the system last did its work, according to stored rows. Null if there are no
   * such rows.
   */
  lastWorked: z.object({
    jobs: instant.nullable(),
    mail: instant.nullable(),
    /** When the provider last accepted a text alert. */
    texts: instant.nullable(),
    /** When a push service last accepted a notification. */
    push: instant.nullable(),
    /** When the last lead notification from Meta arrived. */
    meta: instant.nullable(),
    /** When Google Ads last returned a campaign's numbers. */
    googleAds: instant.nullable(),
    /** When the provider last took a call to a practice's phone. */
    calls: instant.nullable(),
    /** When the provider last took a text to a lead. */
    leadTexts: instant.nullable(),
    /** When the owner's calendar was last read. */
    calendar: instant.nullable(),
  }),
  /** When the agency's Meta token expires, or null if unknown. */
  tokenExpiry: TokenExpiry.nullable(),
  /**
   * Connected sources whose page token Meta rejects, sorted by practice and name. Only the first 20
   * are listed.
   */
  rejectedTokens: z.object({
    total: count,
    sources: z.array(
      z.object({ _id: uuid, name: z.string(), practice: z.string(), since: instant }),
    ),
  }),
  /**
   * The number of days that some records are stored, and the number of practices that store them
   * longer.
   */
  retention: z.object({ deliveries: kept, sessions: kept, auditEntries: kept }),
  /** When expired records were last deleted, or null if they haven't been yet. */
  retentionRanAt: instant.nullable(),
  /** The free space on the disk of the data folder, or null if unknown. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
});
export type SystemState = z.infer<typeof SystemState>;
