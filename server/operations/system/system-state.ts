// What an owner wants to know about the machine before they call someone: is everything up, is
// there room, and is there a backup? cspell:ignore statfs bavail
import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SystemState } from "#contract/system.ts";
import { readStored } from "#server/agency/settings/stored.ts";
import { readTokenExpiry } from "#server/agency/settings/token-expiry.ts";
import { isCurrentPractice, isOfCurrentPractice } from "#server/db/real-practices.ts";
import { campaigns, clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { checkHealth } from "#server/http/health.ts";
import { listBackups } from "#server/operations/backups/backup-folder.ts";
import {
  bucketAddress,
  listFollowed,
  readTidyProblem,
} from "#server/operations/backups/upload-state.ts";
import { isGoogleAdsSetUp } from "#server/outside/google-ads.ts";
import { readRetention } from "#server/records/retention/practice-retention.ts";
import { projectRoot } from "#server/root.ts";
import { isAskedOfGoogle } from "#server/sources/advertising/ask-for-figures.ts";
import { isOurs } from "./job-log.ts";
import { readLastWorked } from "./last-worked.ts";

/** A runnable job waits seconds at most; after this, jobs count as stuck. */
const stuckMinutes = 10;
/** The list has a limit, because every source's token is rejected if the agency's own token is. */
const mostTokens = 20;

/** Handles `GET /api/admin/system`. */
export async function readSystem(deps: Deps): Promise<SystemState> {
  const [health, database, jobs, lastWorked, tokens, google, own, backups, disk, retention] =
    await Promise.all([
      checkHealth(deps),
      readDatabase(deps),
      readJobs(deps),
      readLastWorked(deps),
      listRejectedTokens(deps),
      readGoogleFigures(deps),
      readOwn(deps),
      readBackups(deps),
      readDisk(deps),
      readRetention(deps),
    ]);
  const { config, deskEvents } = deps;
  const { processes, ...store } = database;
  const meta = config.meta.appSecret ? "ok" : "off";
  return {
    now: deps.now().toISOString(),
    version: productVersion,
    node: process.versions.node,
    processes,
    database: { ...store, isEmbedded: config.databaseUrl === undefined },
    backups,
    parts: {
      ...health.parts,
      liveUpdates: deskEvents.isListening() ? "ok" : "failing",
      jobs: jobs.isStuck ? "failing" : "ok",
      texts: deps.texts ? "ok" : "off",
      push: config.pushHosts.length > 0 ? "ok" : "off",
      meta,
      pageTokens: tokens.total > 0 ? "failing" : meta,
      googleAds: google.part,
      calls: deps.voice && own.hasNumber ? "ok" : "off",
      leadTexts: deps.texts && own.hasTexts ? "ok" : "off",
      calendar: own.calendar.part,
    },
    lastWorked: {
      ...{ ...lastWorked, jobs: jobs.lastDoneAt, googleAds: google.lastFetchedAt },
      calendar: own.calendar.readAt,
    },
    tokenExpiry: own.tokenExpiry,
    rejectedTokens: tokens,
    retention,
    retentionRanAt: jobs.retentionRanAt,
    disk,
  };
}

export const productVersion: string = JSON.parse(
  readFileSync(path.join(projectRoot, "package.json"), "utf8"),
).version;

async function readDatabase({ db }: Pick<Deps, "db">) {
  type Read = {
    version: string;
    bytes: string;
    connections: number;
    max: number;
    processes: string[] | null;
  };
  // Each process has one connection on which it receives events.
  const { rows } = await db.execute<Read>(sql`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as max,
      (select json_agg(backend_start order by backend_start) from pg_stat_activity
        where datname = current_database() and application_name = 'front-desk events') as processes`);
  const [read] = rows;
  if (!read) throw new Error("PostgreSQL answered nothing");
  return {
    version: read.version,
    bytes: Number(read.bytes),
    connections: read.connections,
    maxConnections: read.max,
    processes: (read.processes ?? []).map((at) => new Date(at).toISOString()),
  };
}

async function readJobs({ db }: Pick<Deps, "db">) {
  type Read = { is_stuck: boolean; retention: string | null; done: string | null };
  const { rows } = await db.execute<Read>(sql`
    select coalesce(bool_or(state in ('created', 'retry')
        and start_after < now() - make_interval(mins => ${stuckMinutes})), false) as is_stuck,
      max(completed_on) filter (
        where name = 'delete-expired-records' and state = 'completed') as retention,
      max(completed_on) filter (where state = 'completed' and ${isOurs}) as done
    from pgboss.job`);
  const { is_stuck = false, retention = null, done = null } = rows[0] ?? {};
  return {
    isStuck: is_stuck,
    retentionRanAt: retention && new Date(retention).toISOString(),
    lastDoneAt: done && new Date(done).toISOString(),
  };
}

/**
 * Reads the agency's calendar, its token's expiry, and whether practices have numbers; one after the
 * other, like `readLastWorked`.
 */
async function readOwn(deps: Deps) {
  const { calendar } = await readStored(deps);
  const part = calendar?.value.problem ? ("failing" as const) : ("ok" as const);
  return {
    calendar: {
      part: calendar?.secrets.feedUrl ? part : ("off" as const),
      readAt: calendar?.value.readAt ?? null,
    },
    tokenExpiry: await readTokenExpiry(deps),
    ...(await readNumbers(deps)),
  };
}

async function readNumbers({ db }: Pick<Deps, "db">) {
  const { rows } = await db.execute<{ has_number: boolean; has_texts: boolean }>(sql`
    select count(*) > 0 as has_number, count(${clients.textsOnAt}) > 0 as has_texts
    from ${clients} where ${clients.phoneNumber} is not null and ${isCurrentPractice}`);
  return { hasNumber: rows[0]?.has_number ?? false, hasTexts: rows[0]?.has_texts ?? false };
}

/** Whether Google lets the agency read the figures of every campaign that it is asked about. */
async function readGoogleFigures({ db, config, now }: Pick<Deps, "db" | "config" | "now">) {
  const { figuresProblem, askedFiguresAt, clientId } = campaigns;
  const [read] = await db
    .select({
      isRefused: sql<boolean>`coalesce(bool_or(${figuresProblem} <> ''), false)`,
      lastFetchedAt: sql<
        string | null
      >`max(${askedFiguresAt}) filter (where ${figuresProblem} = '')`,
    })
    .from(campaigns)
    .where(and(isAskedOfGoogle(now()), isOfCurrentPractice(clientId)));
  const { isRefused = false, lastFetchedAt = null } = read ?? {};
  const part = isRefused ? ("failing" as const) : ("ok" as const);
  return {
    part: isGoogleAdsSetUp(config.googleAds) ? part : ("off" as const),
    lastFetchedAt: lastFetchedAt && new Date(lastFetchedAt).toISOString(),
  };
}

async function listRejectedTokens({
  db,
}: Pick<Deps, "db">): Promise<SystemState["rejectedTokens"]> {
  const isRejected = and(
    isNull(sources.endedAt),
    isNotNull(sources.failingSince),
    isOfCurrentPractice(sources.clientId),
  );
  const rows = await db
    .select({
      ...{ _id: sources.id, name: sources.name, practice: clients.name },
      since: sources.failingSince,
    })
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(isRejected)
    .orderBy(asc(clients.name), asc(sources.name), asc(sources.id))
    .limit(mostTokens);
  return {
    total: await db.$count(sources, isRejected),
    sources: rows.flatMap(({ since, ...source }) =>
      since ? [{ ...source, since: since.toISOString() }] : [],
    ),
  };
}

export async function readBackups({
  config,
}: Pick<Deps, "config">): Promise<SystemState["backups"]> {
  if (config.databaseUrl) {
    return { schedule: "elsewhere", last: null, problem: null, bucket: null };
  }
  const all = await listBackups(config.backupDir);
  const [newest] = all;
  const last = all.find(({ verifiedAt }) => verifiedAt !== null);
  return {
    schedule: config.hasDailyBackups ? "daily" : "off",
    last: last?.verifiedAt
      ? {
          takenAt: last.takenAt.toISOString(),
          verifiedAt: last.verifiedAt.toISOString(),
          bytes: last.bytes,
        }
      : null,
    problem: newest?.problem ?? null,
    bucket: await readCopies({ config }),
  };
}

async function readCopies({ config }: Pick<Deps, "config">) {
  const { backupBucket, backupDir } = config;
  if (!backupBucket) return null;
  const address = bucketAddress(backupBucket);
  const followed = await listFollowed(backupDir, address);
  const failed = followed.find(({ state }) => state?.problem && !state.uploadedAt);
  const uploaded = followed.flatMap(({ backup: { takenAt }, state }) =>
    state?.uploadedAt ? [{ takenAt, uploadedAt: state.uploadedAt }] : [],
  );
  const [last] = uploaded;
  return {
    last: last
      ? { takenAt: last.takenAt.toISOString(), uploadedAt: last.uploadedAt.toISOString() }
      : null,
    problem: failed?.state?.problem ?? (await readTidyProblem(backupDir, address)),
  };
}

export async function readDisk({ config }: Pick<Deps, "config">): Promise<SystemState["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
