// Dependencies that live as long as the process: the database, jobs, and external services.
import { clusterWords } from "#content/command-line.ts";
import { requeueUnfinished } from "./agency/contact-requests/unfinished.ts";
import { followSettings, withLiveSettings } from "./agency/settings/live-settings.ts";
import { findBusyTimes as findHere } from "./agency/slots/busy-times.ts";
import type { FindBusyTimes } from "./agency/slots/busy-times-on-thread.ts";
import { requeueReminders } from "./agency/slots/reminders.ts";
import { allJobs } from "./all-jobs.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { findTablesLeft } from "./db/distribute.ts";
import type { Deps, FromSettings } from "./deps.ts";
import { openDeskEvents } from "./desk/live/notify.ts";
import { sweepRings } from "./desk/rings/rings.jobs.ts";
import { makeFairQueue } from "./http/fair-queue.ts";
import { makeLimits } from "./http/limits.ts";
import { startJobs } from "./jobs/jobs.ts";
import { makeLogger } from "./log.ts";
import { sweepAlerts } from "./messages/alerts/alert-sweeps.ts";
import { sweepMail } from "./messages/mail/mail.jobs.ts";
import { hashPlainStops } from "./messages/mail/mail-stops.ts";
import { sweepMissedCalls, sweepTexts } from "./messages/texts/text-sweeps.ts";
import { makeMetrics } from "./observe/metrics.ts";
import { watchStatements } from "./observe/statements.ts";
import { openTraces } from "./observe/traces.ts";
import { makeCalendarFeed } from "./outside/calendar-feed.ts";
import { type Captcha, makeAltcha, makeWidgetCaptcha, noCaptcha } from "./outside/captcha.ts";
import { makeDns } from "./outside/dns.ts";
import { makeGraph } from "./outside/graph.ts";
import { makeGraphPages } from "./outside/graph-pages.ts";
import { makeMailServer } from "./outside/mail.ts";
import { makePushService } from "./outside/push.ts";
import { makeTextProvider } from "./outside/texts.ts";
import { makeVoiceProvider } from "./outside/voice.ts";
import { drawPdf as drawHere } from "./pdf/draw-pdf.ts";
import { settleSecret } from "./secrets/rotate-secret.ts";
import { refuseOtherSecret } from "./secrets/secret-fingerprint.ts";
import { requeueAnnounced } from "./sources/intake/failed-lead-notifications.ts";
import { enqueueForMetaSources } from "./sources/intake/live-sources.ts";
import { sealPlainTokens } from "./sources/intake/page-tokens.ts";

export type OpenDeps = { deps: Deps; announceStop(): Promise<void>; close(): Promise<void> };

/** How long running jobs may take to finish when the process stops. */
const stopLimitSeconds = 10;

/**
 * How long to wait before making templates, so that the first pages after a start have priority.
 */
const templateDelayMs = 3_000;

export async function openDeps(
  given: Config,
  say: (sentence: string) => void,
  drawPdf = drawHere,
  findBusyTimes: FindBusyTimes = async (...of) => findHere(...of),
): Promise<OpenDeps> {
  const log = makeLogger(given);
  const database = await openDatabase({ ...given, purpose: "app", log: say });
  const config = await checkSecret(database.db, given).catch(async (error) => {
    await database.close();
    throw error;
  });
  const left = await findTablesLeft(database.pool);
  if (left.length > 0) say(clusterWords.left(left));
  const metrics = makeMetrics();
  const traces = openTraces({ config, log });
  watchStatements(database.pool, { limitMs: config.slowQueryMs, log, metrics, traces });
  const jobs = await startJobs({ connection: database.connection, log, definitions: allJobs });
  const deskEvents = await openDeskEvents(database.connection, log);
  const now = () => new Date();
  const base: Omit<Deps, "settings"> = {
    config,
    db: database.db,
    jobs,
    limits: makeLimits(database.limitsPool, config.rateLimitFactor),
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
    findBusyTimes,
    push: makePushService(config.pushHosts),
    dns: makeDns(),
    calendarFeed: makeCalendarFeed(),
    now,
    lifecycle: { isStopping: false },
    ...openFromSettings(config, now),
  };
  const deps = withLiveSettings(base, (settings) => openFromSettings(settings, now));
  followSettings(deps);
  await deps.settings.reread();
  await hashPlainStops(deps);
  await sealPlainTokens(deps);
  await sweepMail(deps);
  await sweepAlerts(deps);
  await sweepRings(deps);
  await sweepTexts(deps);
  await sweepMissedCalls(deps);
  await requeueUnfinished(deps);
  await requeueReminders(deps);
  await requeueAnnounced(deps);
  await enqueueForMetaSources(deps, "backfill-source");
  await enqueueForMetaSources(deps, "check-source");
  await deps.db.transaction((tx) => jobs.enqueue(tx, "find-silent-sources", {}));
  await deps.db.transaction((tx) => jobs.enqueue(tx, "refresh-practice-sort-keys", {}));
  if (config.hasDemo) {
    const startAfter = new Date(Date.now() + templateDelayMs);
    await deps.db.transaction((tx) =>
      jobs.enqueue(tx, "prepare-demo-template", {}, { startAfter }),
    );
  }
  await jobs.work(deps);
  return {
    deps,
    announceStop: database.announceStop,
    async close() {
      await deskEvents.close();
      await jobs.stop(stopLimitSeconds);
      await database.close();
      await traces.close();
    },
  };
}

async function checkSecret(db: Database, given: Config): Promise<Config> {
  const config = await settleSecret(db, given);
  await refuseOtherSecret(db, config.secret);
  return config;
}

/** Opens the external services that the settings configure. */
export function openFromSettings(config: Config, now: () => Date): FromSettings {
  return {
    captcha: openCaptcha(config, now),
    graph: makeGraph(config.meta),
    graphPages: makeGraphPages(config.meta),
    mailServer: config.smtpUrl ? makeMailServer(config.smtpUrl) : null,
    texts: config.sms ? makeTextProvider(config.sms) : null,
    voice: openVoice(config),
  };
}

function openVoice({ sms, callCountries, callFallbackUrl: fallbackUrl }: Config) {
  return sms && callCountries.length > 0 ? makeVoiceProvider({ ...sms, fallbackUrl }) : null;
}

function openCaptcha({ captcha, secret }: Config, now: () => Date): Captcha {
  if ("siteKey" in captcha) return makeWidgetCaptcha({ ...captcha, now });
  return captcha.provider === "off" ? noCaptcha : makeAltcha(secret, now);
}
