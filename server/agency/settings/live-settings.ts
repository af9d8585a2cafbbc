// The settings in effect, which may change at runtime: each process reads the rows again when
// another one has saved them.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import type { Deps, LiveSettings } from "#server/deps.ts";
import { settingsChannel } from "#server/desk/live/notify.ts";
import { problemOf } from "#server/log.ts";
import { readStored, withStored } from "./stored.ts";

/** Adds the settings to `deps`. Those saved on screen take effect with the first `reread`. */
export function withLiveSettings(given: Omit<Deps, "settings">, open: LiveSettings["open"]): Deps {
  const machine = given.config;
  let reading: Promise<void> = Promise.resolve();
  async function read() {
    const config = withStored(machine, await readStored(deps));
    Object.assign(deps, { config, ...open(config) });
  }
  const deps: Deps = Object.assign(given, {
    settings: {
      machine,
      open,
      /** Sequential, so that an older response can't replace a newer one. */
      reread() {
        reading = reading.catch(() => undefined).then(read);
        return reading;
      },
    },
  });
  return deps;
}

/** Loads what other processes save, until this process stops. */
export function followSettings({ deskEvents, settings, log }: Deps): void {
  deskEvents.onSettings(() => {
    settings.reread().catch((error: unknown) => {
      log.error({ problem: problemOf(error) }, "settings not read");
    });
  });
}

/** Notifies every process when this transaction commits, and only then. */
export async function notifySettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${settingsChannel}, '')`);
}
