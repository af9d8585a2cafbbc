// The dependencies of the server's functions. All access to the outside, including time, goes
// through here.
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { DeskEvents } from "./desk/live/notify.ts";
import type { FairQueue } from "./http/fair-queue.ts";
import type { Limits } from "./http/limits.ts";
import type { Jobs } from "./jobs/job-queue.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { Traces } from "./observe/traces.ts";
import type { CalendarFeed } from "./outside/calendar-feed.ts";
import type { Captcha } from "./outside/captcha.ts";
import type { Dns } from "./outside/dns.ts";
import type { Graph } from "./outside/graph.ts";
import type { GraphPages } from "./outside/graph-pages.ts";
import type { MailServer } from "./outside/mail.ts";
import type { PushService } from "./outside/push.ts";
import type { TextProvider } from "./outside/texts.ts";
import type { VoiceProvider } from "./outside/voice.ts";
import type { DrawPdf } from "./pdf/draw-pdf.ts";

/** Created from the settings, and recreated when an owner changes them on screen. */
export type FromSettings = {
  captcha: Captcha;
  graph: Graph;
  graphPages: GraphPages;
  /** Null when no mail server is configured: all mail waits in the outbox. */
  mailServer: MailServer | null;
  /** Null when no provider is configured: then no screen mentions texts. */
  texts: TextProvider | null;
  /** Null when no account is configured, or no country that may be called: then there are no calls. */
  voice: VoiceProvider | null;
};

export type LiveSettings = {
  /** The environment's settings, without those set on screen. */
  machine: Config;
  open(config: Config): FromSettings;
  /**
   * Reads the settings from the screen again; `config` and all of `FromSettings` are new afterward.
   */
  reread(): Promise<void>;
};

export type Deps = FromSettings & {
  config: Config;
  settings: LiveSettings;
  db: Database;
  jobs: Jobs;
  limits: Limits;
  /**
   * Five queues: CPU-heavy work; picture decoding, which runs on other threads and takes memory;
   * months' reports, which are drawn on another thread; starts of demos, of which each writes a few
   * thousand rows; batches of imports.
   */
  queues: Record<"processor" | "pictures" | "drawings" | "demos" | "imports", FairQueue>;
  log: Logger;
  metrics: Metrics;
  traces: Traces;
  deskEvents: DeskEvents;
  drawPdf: DrawPdf;
  push: PushService;
  dns: Dns;
  calendarFeed: CalendarFeed;
  now: () => Date;
  /** Written only when the process starts and stops. */
  lifecycle: { isStopping: boolean };
};
