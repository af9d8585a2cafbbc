// The health of each component, for monitoring.
import { sql } from "drizzle-orm";
import type { Health } from "#contract/health.ts";
import type { Deps } from "./deps.ts";

export async function checkHealth(deps: Deps): Promise<Health> {
  const database = await deps.db
    .execute(sql`select 1`)
    .then(() => "ok" as const)
    .catch(() => "failing" as const);
  return {
    status: database,
    parts: {
      database,
      mail: deps.mailServer ? "ok" : "off",
      captcha: deps.captcha.isOn ? "ok" : "off",
    },
  };
}
