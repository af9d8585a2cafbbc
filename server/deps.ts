// The dependencies of a verb. Everything that reaches outside, time included, comes in through
// here.
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { Jobs } from "./job-queue.ts";
import type { Limits } from "./limits.ts";
import type { DeskEvents } from "./live/desk-events.ts";
import type { Logger } from "./log.ts";
import type { Captcha } from "./outside/captcha.ts";
import type { Graph } from "./outside/graph.ts";
import type { GraphPages } from "./outside/graph-pages.ts";
import type { MailServer } from "./outside/mail.ts";
import type { PushService } from "./outside/push.ts";
import type { TextProvider } from "./outside/texts.ts";

export type Deps = {
  config: Config;
  db: Database;
  jobs: Jobs;
  limits: Limits;
  /**
   * Three queues: CPU-heavy work; picture decoding, which runs on other threads and takes memory;
   * starts of demos, of which each writes a few thousand rows.
   */
  queues: { processor: FairQueue; pictures: FairQueue; demos: FairQueue };
  log: Logger;
  deskEvents: DeskEvents;
  captcha: Captcha;
  graph: Graph;
  graphPages: GraphPages;
  /** Null when no mail server is configured: all mail waits in the outbox. */
  mailServer: MailServer | null;
  push: PushService;
  /** Null when no provider is configured: then no screen mentions texts. */
  texts: TextProvider | null;
  now: () => Date;
};
