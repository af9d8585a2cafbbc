// The dependencies of the server's functions. All access to the outside, including the time, goes
// through here.
import type { FindBusyTimes } from "./agency/slots/busy-times-on-thread.ts";
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

/**
 * The dependencies that are created from the settings, and recreated when an owner changes the
 * settings on screen.
 */
export type FromSettings = {
  captcha: Captcha;
  graph: Graph;
  graphPages: GraphPages;
  /** Null if no mail server is configured. Then all mail waits in the outbox. */
  mailServer: MailServer | null;
  /** Null if no text provider is configured. Then no screen mentions texts. */
  texts: TextProvider | null;
  /** Null if no account or no country is configured. Then the app doesn't make calls. */
  voice: VoiceProvider | null;
};

export type LiveSettings = {
  /** The environment's settings, without the settings made on screen. */
  machine: Config;
  open(config: Config): FromSettings;
  /** Rereads the settings made on screen. It replaces `config` and everything in `FromSettings`. */
  reread(): Promise<void>;
};

export type Deps = FromSettings & {
  config: Config;
  settings: LiveSettings;
  db: Database;
  jobs: Jobs;
  limits: Limits;
  /**
   * The queues limit five kinds of work: CPU-heavy work; decoding pictures, which uses other
   * threads and memory; drawing monthly reports on another thread; starting demos, which write a
   * few thousand rows each; and import batches.
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
  findBusyTimes: FindBusyTimes;
  now: () => Date;
  /** This is changed only when the process starts and stops. */
  lifecycle: { isStopping: boolean };
};
