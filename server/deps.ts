// The tools a verb may use. Whatever reaches outside, time included, comes in through here.
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { Jobs } from "./job-queue.ts";
import type { Limits } from "./limits.ts";
import type { DeskEvents } from "./live/desk-events.ts";
import type { Logger } from "./log.ts";
import type { Captcha } from "./outside/captcha.ts";
import type { Graph } from "./outside/graph.ts";
import type { MailServer } from "./outside/mail.ts";

export type Deps = {
  config: Config;
  db: Database;
  jobs: Jobs;
  limits: Limits;
  /** One line for what keeps the processor, one for what is decoded beside it and takes memory. */
  queues: { processor: FairQueue; pictures: FairQueue };
  log: Logger;
  deskEvents: DeskEvents;
  captcha: Captcha;
  graph: Graph;
  /** Null: no mail server is configured and everything waits in the outbox. */
  mailServer: MailServer | null;
  now: () => Date;
};
