// A process for embedded.test.ts. It starts the embedded database, reports that, and then waits to
// be killed or stopped.
import pg from "pg";
import { startEmbedded } from "./embedded.ts";

const [dataDir = "", purpose] = process.argv.slice(2);

function say(news: object) {
  process.stdout.write(`${JSON.stringify(news)}\n`);
}

try {
  const postgres = await startEmbedded({
    dataDir,
    purpose: purpose === "tool" ? "tool" : "app",
    log: (message) => say({ log: message }),
  });
  process.once("SIGINT", async () => {
    // A query proves that the signal didn't reach the database first.
    const session = new pg.Client(postgres.connection);
    await session.connect();
    const { rows } = await session.query("select 'still here' as answer");
    await session.end();
    await postgres.stop();
    say(rows[0]);
  });
  say({ connection: postgres.connection });
} catch (error) {
  say({
    refusal:
      error instanceof Error ? { name: error.constructor.name, message: error.message } : error,
  });
}
