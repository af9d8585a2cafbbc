// Checks the health of each component, for monitoring.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Health } from "#contract/health.ts";
import type { Deps } from "#server/deps.ts";

export async function checkHealth(deps: Deps): Promise<Health> {
  const database = (await answers(deps)) ? "ok" : "failing";
  return {
    status: database,
    parts: {
      database,
      mail: deps.mailServer ? "ok" : "off",
      captcha: deps.captcha.isOn ? "ok" : "off",
    },
  };
}

/**
 * How long to wait for the database. It's longer than a busy database takes, but shorter than a
 * proxy's timeout.
 */
const patienceMs = 1000;

/** Returns whether a proxy should send requests to this process. */
export async function isReady(deps: Deps): Promise<boolean> {
  if (deps.lifecycle.isStopping) return false;
  return Promise.race([answers(deps), sleep(patienceMs, false)]);
}

async function answers({ db }: Deps): Promise<boolean> {
  return db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}
