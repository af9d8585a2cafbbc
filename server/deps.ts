// The dependencies of a verb. Everything that reaches outside, time included, comes in through
// here.
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { DeskEvents } from "./desk/live/notify.ts";
import type { FairQueue } from "./http/fair-queue.ts";
import type { Limits } from "./http/limits.ts";
import type { Jobs } from "./jobs/job-queue.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { Traces } from "./observe/traces.ts";
import type { Captcha } from "./outside/captcha.ts";
import type { Graph } from "./outside/graph.ts";
import type { GraphPages } from "./outside/graph-pages.ts";
import type { MailServer } from "./outside/mail.ts";
import type { PushService } from "./outside/push.ts";
import type { TextProvider } from "./outside/texts.ts";
import type { DrawPdf } from "./pdf/draw-pdf.ts";

/** What is made from the settings, and made again when an owner changes them on screen. */
export type FromSettings = {
  captcha: Captcha;
  graph: Graph;
  graphPages: GraphPages;
  /** Null when no mail server is configured: all mail waits in the outbox. */
  mailServer: MailServer | null;
  /** Null when no provider is configured: then no screen mentions texts. */
  texts: TextProvider | null;
};

export type LiveSettings = {
  /** What the environment says, without what was set on screen. */
  machine: Config;
  open(config: Config): FromSettings;
  /** Reads what was set on screen: `config` and all of `FromSettings` are new after it. */
  reread(): Promise<void>;
};

export type Deps = FromSettings & {
  config: Config;
  settings: LiveSettings;
  db: Database;
  jobs: Jobs;
  limits: Limits;
  /**
   * Four queues: CPU-heavy work; picture decoding, which runs on other threads and takes memory;
   * months' reports, which are drawn on another thread; starts of demos, of which each writes a few
   * thousand rows.
   */
  queues: Record<"processor" | "pictures" | "drawings" | "demos" | "imports", FairQueue>;
  log: Logger;
  metrics: Metrics;
  traces: Traces;
  deskEvents: DeskEvents;
  drawPdf: DrawPdf;
  push: PushService;
  now: () => Date;
  /** Written by the process's start and stop alone. */
  lifecycle: { isStopping: boolean };
};
