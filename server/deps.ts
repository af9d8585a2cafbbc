// The dependencies of the server's functions. All access to the outside, including the time, goes
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
  /** Null if no mail server is configured, so all mail waits in the outbox. */
  mailServer: MailServer | null;
  /** Null if no provider is configured, so no screen mentions texts. */
  texts: TextProvider | null;
  /** Null if no account or no country is configured, so there are no calls. */
  voice: VoiceProvider | null;
};

export type LiveSettings = {
  /** The environment's settings, without those set on screen. */
  machine: Config;
  open(config: Config): FromSettings;
  /**
   * Rereads the settings from the screen. `config` and everything in `FromSettings` are new
   * afterward.
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
   * Five queues: CPU-heavy work; picture decoding, which uses other threads and memory; monthly
   * reports, which are drawn on another thread; starts of demos, which write a few thousand rows
   * each; and batches of imports.
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
