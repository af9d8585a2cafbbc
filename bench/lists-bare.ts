// A bare server to compare the lists with. It runs the same SQL with Hono and pg, and nothing else.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import type { Statement } from "./logged-sql.ts";

type Told = { connection: pg.PoolConfig; asked: Statement[][] };

process.once("message", ({ connection, asked }: Told) => {
  const pool = new pg.Pool({ ...connection, max: 20 });
  const app = new Hono();
  for (const [index, statements] of asked.entries()) {
    app.get(`/${index}`, async (c) => {
      const answers: unknown[] = [];
      for (const [place, { text, values }] of statements.entries()) {
        const { rows } = await pool.query({ name: `${index}-${place}`, text, values });
        answers.push(rows);
      }
      return c.json(answers);
    });
  }
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
    process.send?.(port),
  );
  process.once("SIGTERM", () => {
    server.close();
    process.exit(0);
  });
});
