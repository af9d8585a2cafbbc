// The tools a verb may use. Whatever reaches outside, time included, comes in through here.
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Jobs } from "./jobs.ts";
import type { DeskEvents } from "./leads/desk-events.ts";
import type { Limits } from "./limits.ts";
import type { Logger } from "./log.ts";
import type { Captcha } from "./outside/captcha.ts";
import type { Graph } from "./outside/graph.ts";
import type { MailServer } from "./outside/mail.ts";

export type Deps = {
  config: Config;
  db: Database;
  jobs: Jobs;
  limits: Limits;
  log: Logger;
  deskEvents: DeskEvents;
  captcha: Captcha;
  graph: Graph;
  /** Null: no mail server is configured and everything waits in the outbox. */
  mailServer: MailServer | null;
  now: () => Date;
};
