// A complete app for API tests, with its own database, the real API, a clock that the test
// advances, and jobs that run on demand.
import { setTimeout as sleep } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { inject } from "vitest";
import { PushPayload } from "#contract/alerts.ts";
import { followSettings, withLiveSettings } from "#server/agency/settings/live-settings.ts";
import { findBusyTimes } from "#server/agency/slots/busy-times.ts";
import { allJobs } from "#server/all-jobs.ts";
import { makeApi } from "#server/api.ts";
import { type Config, readConfig } from "#server/config.ts";
import { connect } from "#server/db/database.ts";
import type { Deps, FromSettings, LiveSettings } from "#server/deps.ts";
import { openDeskEvents } from "#server/desk/live/notify.ts";
import { makeFairQueue } from "#server/http/fair-queue.ts";
import { makeLimits } from "#server/http/limits.ts";
import { jobsOf, runJobs } from "#server/jobs/jobs.ts";
import { makeLogger } from "#server/log.ts";
import { makeMetrics } from "#server/observe/metrics.ts";
import { watchStatements } from "#server/observe/statements.ts";
import { openTraces } from "#server/observe/traces.ts";
import { CalendarFailure } from "#server/outside/calendar-feed.ts";
import { noCaptcha } from "#server/outside/captcha.ts";
import { type GraphLead, GraphRefusal } from "#server/outside/graph.ts";
import type { Delivery, OutgoingMail } from "#server/outside/mail.ts";
import type { PushAnswer, PushMessage } from "#server/outside/push.ts";
import {
  makeTextProvider,
  type OutgoingText,
  type TextAnswer,
  type TextReport,
} from "#server/outside/texts.ts";
import type { TwilioFile } from "#server/outside/twilio.ts";
import {
  type CallAnswer,
  type CallReport,
  makeVoiceProvider,
  type OutgoingCall,
} from "#server/outside/voice.ts";
import { drawPdf } from "#server/pdf/draw-pdf.ts";
import { makeGraphPagesStandIn } from "./graph-pages-stand-in.ts";
import { takeDatabase } from "./test-databases.ts";
import { watchTenants } from "./watch-tenants.ts";

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/**
 * Opens the app. `environment` overrides settings. By default, the captcha is off and the rate
 * limits are high. `open` replaces the stand-ins for settings that are saved during the test.
 */
export async function openTestApp(
  environment: Record<string, string> = {},
  { open }: { open?: LiveSettings["open"] } = {},
) {
  const database = await takeDatabase(inject("testServer"));
  const { connection } = database;
  const opened = await connect(connection, () => undefined);
  const boss = new PgBoss({ ...connection, max: 2, supervise: false, schedule: false });
  // The database may be dropped while connections are still closing.
  boss.on("error", () => undefined);
  await boss.start();
  // The template has all queues; a cluster's database has them after its first test.
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name } of allJobs) if (!made.has(name)) await boss.createQueue(name);

  const config: Config = {
    ...readConfig({
      DATA_DIR: "/tmp/front-desk-no-data",
      SECRET: "a secret for tests that is long enough",
      CAPTCHA_PROVIDER: "off",
      RATE_LIMIT_FACTOR: "1000",
      LOG_LEVEL: "silent",
      META_APP_SECRET: "meta app secret",
      META_VERIFY_TOKEN: "meta verify token",
      META_PAGE_TOKEN: "meta page token",
      PUSH_HOSTS: "push.example.com",
      SMS_ACCOUNT_SID: `AC${"0".repeat(32)}`,
      SMS_AUTH_TOKEN: "sms auth token",
      SMS_FROM: "+18135550100",
      CALL_COUNTRIES: "US",
      ...environment,
    }),
  };
  const deskEvents = await openDeskEvents(connection, makeLogger(config));
  const clock = { now: new Date("2026-03-17T12:00:00.000Z") };
  const graph = makeGraphStandIn();
  const metaPages = makeGraphPagesStandIn();
  const post = makeMailStandIn();
  const push = makePushStandIn();
  const texts = makeTextStandIn(config);
  const voice = makeCallStandIn(config);
  const dnsRecords = new Map<string, string[]>();
  /** The calendars that can be read, by URL. */
  const calendars = new Map<string, string>();
  const log = makeLogger(config);
  const metrics = makeMetrics();
  const traces = openTraces({ config, log });
  watchStatements(opened.pool, { limitMs: 0, log, metrics, traces });
  const base: Omit<Deps, "settings"> = {
    config,
    db: watchTenants(opened.db),
    jobs: jobsOf(boss),
    limits: makeLimits(opened.limitsPool, config.rateLimitFactor),
    queues: {
      processor: makeFairQueue(),
      pictures: makeFairQueue(),
      drawings: makeFairQueue(),
      demos: makeFairQueue(),
      imports: makeFairQueue({ maxPauseMs: 0 }),
    },
    log,
    metrics,
    traces,
    deskEvents,
    drawPdf,
    findBusyTimes: async (...of) => findBusyTimes(...of),
    captcha: noCaptcha,
    graph: graph.graph,
    graphPages: metaPages.graphPages,
    mailServer: post.mailServer,
    push: push.service,
    dns: { texts: async (name) => dnsRecords.get(name) ?? [] },
    calendarFeed: {
      async read(url) {
        const text = calendars.get(url);
        if (text === undefined) throw new CalendarFailure("refused");
        return text;
      },
    },
    texts: texts.provider,
    voice: voice.provider,
    now: () => clock.now,
    lifecycle: { isStopping: false },
  };
  // The configuration is left out, because the settings that a test saves must take effect.
  const { config: _config, ...standIns }: FromSettings & { config: Config } = { ...base };
  const deps = withLiveSettings(base, open ?? (() => standIns));
  followSettings(deps);
  const { api } = makeApi(deps);

  return {
    deps,
    api,
    pool: opened.pool,
    graph: graph.leads,
    /** Graph's responses about pages, and the calls that Graph received. */
    metaPages: metaPages.state,
    /** The emails that the mail server received. `mailAnswers` sets the server's next responses. */
    receivedMails: post.delivered,
    mailAnswers: post.answers,
    /** The push messages with their payloads. `pushAnswers` sets the next responses. */
    pushes: push.sent,
    pushAnswers: push.answers,
    /** The text messages that were sent. Their next responses can be set in the same way. */
    texts: texts.sent,
    /**
     * The calls that were placed and ended, the responses to the next calls, and what the provider
     * reports (null if the provider can't be reached).
     */
    voice: voice.state,
    /** The DNS TXT records by name. */
    dnsRecords,
    calendars,
    textAnswers: texts.answers,
    textReports: texts.reports,
    textMedia: texts.media,
    clock: {
      at: (iso: string) => {
        clock.now = new Date(iso);
      },
      forward: (milliseconds: number) => {
        clock.now = new Date(clock.now.getTime() + milliseconds);
      },
      get now() {
        return clock.now;
      },
    },
    /** Sends a request as a visitor would, with JSON in both directions. */
    async request(method: string, path: string, options: RequestOptions = {}) {
      const { json, token, headers } = options;
      const answer = await api.request(`http://localhost${path}`, {
        method,
        headers: {
          ...(json !== undefined && { "Content-Type": "application/json" }),
          ...(token && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(options.body !== undefined && { body: options.body }),
      });
      // A stream never ends, so its body isn't read here. Tests that need its events use `api`.
      const isStream = answer.headers.get("Content-Type")?.startsWith("text/event-stream");
      if (isStream) await answer.body?.cancel();
      const text = isStream ? "" : await answer.text();
      const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
      return {
        status: answer.status,
        headers: answer.headers,
        // Tests read responses of every shape.
        // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
        body: (isJson ? JSON.parse(text) : text) as any,
      };
    },
    /** Runs all pending jobs, and the jobs that these enqueue, until none are left. */
    async runJobs(options: { isLast?: boolean } = {}) {
      for (;;) {
        const queues = await queuesWaiting(boss);
        const due = allJobs.filter(({ name }) => queues.has(name));
        const ran = await Promise.all(due.map((job) => runWaiting(boss, deps, job, options)));
        if (!ran.includes(true)) return;
      }
    },
    /**
     * Holds the locks of a statement in another transaction until the returned function is called.
     */
    async hold(statement: string) {
      const holder = await opened.pool.connect();
      await holder.query(`begin; ${statement}`);
      return async () => {
        await holder.query("commit");
        holder.release();
      };
    },
    /** Waits until this many statements are blocked by locks. */
    async untilWaiting(count: number) {
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      for (let asked = 0; asked < 1500; asked += 1) {
        const { rowCount } = await opened.pool.query(waiting);
        if (rowCount === count) return;
        await sleep(20);
      }
      throw new Error(`Never reached ${count} blocked statements`);
    },
    async close() {
      await deskEvents.close();
      await boss.stop({ graceful: false });
      await opened.close();
      await database.forget();
    },
  };
}

type RequestOptions = {
  json?: unknown;
  body?: string;
  token?: string;
  headers?: Record<string, string>;
};

/** Returns the queues with jobs to run. Fetching from every queue instead takes far longer. */
async function queuesWaiting(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql("select distinct name from pgboss.job where state in ('created', 'retry')");
  return new Set(rows.map(({ name }) => name));
}

/**
 * Runs pending jobs, and marks failed ones as done. A test that needs another attempt requests it.
 */
async function runWaiting(
  boss: PgBoss,
  deps: Deps,
  job: (typeof allJobs)[number],
  { isLast = false },
): Promise<boolean> {
  const batchSize = "runTogether" in job ? job.concurrency : 1;
  const batch = await boss.fetch(job.name, { batchSize });
  if (batch.length === 0) return false;
  await runJobs(
    job,
    deps,
    batch.map(({ data }) => ({ data, isLast })),
  );
  await boss.complete(
    job.name,
    batch.map(({ id }) => id),
  );
  return true;
}

function makeGraphStandIn() {
  const leads = new Map<string, GraphLead | GraphRefusal>();
  return {
    leads,
    graph: {
      async getLead(leadId: string) {
        const lead = leads.get(leadId) ?? new GraphRefusal("Graph: no such lead", true);
        if (lead instanceof GraphRefusal) throw lead;
        return lead;
      },
    },
  };
}

function makeMailStandIn() {
  const delivered: OutgoingMail[] = [];
  const answers: Delivery[] = [];
  return {
    delivered,
    answers,
    mailServer: {
      async deliver(mail: OutgoingMail): Promise<Delivery> {
        delivered.push(mail);
        return answers.shift() ?? { result: "sent" };
      },
    },
  };
}

function makePushStandIn() {
  const sent: (Omit<PushMessage, "payload"> & { payload: PushPayload })[] = [];
  const answers: PushAnswer[] = [];
  return {
    sent,
    answers,
    service: {
      async send(_: unknown, message: PushMessage): Promise<PushAnswer> {
        sent.push({ ...message, payload: PushPayload.parse(JSON.parse(message.payload)) });
        return answers.shift() ?? { result: "accepted" };
      },
    },
  };
}

function makeCallStandIn({ sms, callCountries }: Config) {
  const state = {
    calls: [] as OutgoingCall[],
    ended: [] as string[],
    answers: [] as CallAnswer[],
    known: [] as CallReport[] | null,
  };
  const provider = sms &&
    callCountries.length > 0 && {
      ...makeVoiceProvider(sms),
      async call(call: OutgoingCall): Promise<CallAnswer> {
        state.calls.push(call);
        return state.answers.shift() ?? { result: "accepted", sid: `CA${state.calls.length}` };
      },
      async end(sid: string) {
        state.ended.push(sid);
        return "ended" as const;
      },
      read: async (sid: string) => state.known?.find((call) => call.sid === sid) ?? null,
      find: async () => state.known,
      dialedBy: async (sid: string) =>
        state.known?.filter(({ parentSid }) => parentSid === sid) ?? null,
    };
  return { state, provider: provider || null };
}

function makeTextStandIn({ sms }: Config) {
  const sent: OutgoingText[] = [];
  const answers: TextAnswer[] = [];
  /** What the provider knows of each text, by its id; null if it can't be asked. */
  const reports = new Map<string, TextReport | null>();
  /** The pictures at the provider, by their text's id and their own. */
  const media = new Map<string, TwilioFile>();
  const provider = sms && {
    ...makeTextProvider(sms),
    readMedia: async (sid: string, id: string) => media.get(`${sid} ${id}`) ?? "missing",
    async read(sid: string) {
      const known = reports.get(sid);
      return known === undefined ? ("missing" as const) : known;
    },
    async send(text: OutgoingText): Promise<TextAnswer> {
      sent.push(text);
      return answers.shift() ?? { result: "accepted", sid: `SM${sent.length}` };
    },
  };
  return { sent, answers, reports, media, provider };
}
