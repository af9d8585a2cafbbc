// The owner's command line for accounts, campaigns and sources. It uses the running database or
// starts it.
//   npm run admin -- add --email you@example.com --first-name You --last-name Owner
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/database.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { makeLogger } from "#server/log.ts";
import { settleSecret } from "#server/secrets/rotate-secret.ts";
import { type AdminTools, runCommand } from "./admin-commands.ts";

const { isRefused, text } = await runCommand(process.argv.slice(2), openTools);
if (isRefused) {
  console.error(text);
  process.exitCode = 1;
} else {
  console.log(text);
}

async function openTools(command: string): Promise<AdminTools> {
  const given = readConfig(process.env);
  const database = await openDatabase({ ...given, purpose: "tool", log: () => undefined });
  const { connection } = database;
  // `accept-secret` skips the check, because it's for the case that no secret matches.
  const settled = command === "accept-secret" ? given : settleSecret(database.db, given);
  const config = await Promise.resolve(settled).catch(async (error) => {
    await database.close();
    throw error;
  });
  const log = makeLogger({ logLevel: "silent" });
  return {
    config,
    db: database.db,
    connection,
    environment: process.env,
    now: () => new Date(),
    async openJobs() {
      // Few commands need the jobs, and their modules are most of the server.
      const { allJobs } = await import("#server/all-jobs.ts");
      return startJobs({ connection, log, definitions: allJobs });
    },
    close: () => database.close(),
  };
}
