// Only one process uploads the folder at a time. Over a slow connection, an upload may take longer
// than the hour after which the schedule starts the next one.
import pg from "pg";

// Any constant works as long as every process agrees on it.
const uploadLock = 7_210_005;

/** Runs `act` unless another process is uploading. Returns whether it ran. */
export async function withUploadLock(
  connection: pg.ClientConfig,
  act: () => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({ ...connection, application_name: "front-desk backup" });
  // If the database connection is lost, the upload continues.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as is_free", [uploadLock]);
    if (!rows[0]?.is_free) return false;
    await act();
    return true;
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
