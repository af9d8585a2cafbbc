// A bare server to compare intake with. It stores a body in a transaction and then acknowledges it.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

process.once("message", async ({ connection }: { connection: pg.PoolConfig }) => {
  const pool = new pg.Pool({ ...connection, max: 20 });
  await pool.query("create table bare_bodies (id uuid primary key default uuidv7(), body text)");
  const app = new Hono().post("/", async (c) => {
    const body = await c.req.text();
    const client = await pool.connect();
    await client.query("begin");
    const text = "insert into bare_bodies (body) values ($1)";
    await client.query({ name: "store", text, values: [body] });
    await client.query("commit");
    client.release();
    return c.json({ received: true });
  });
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
    process.send?.(port),
  );
  process.once("SIGTERM", () => {
    server.close();
    process.exit(0);
  });
});
