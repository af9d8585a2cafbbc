// Kills the process (kill -9) in the middle of a dry run and of an import: both continue, and no
// lead is missing or duplicated.
import { expect, test } from "vitest";
import { madePassword, makePractice } from "#server/db/make.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const rows = 12_000;
/** The jobs of a killed process are retried only after it has missed a heartbeat. */
const recoveryMs = 90_000;

test(
  "an import continues after a kill, without duplicates",
  async () => {
    const product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isKilled: true });
    try {
      const practice = await product.withTools((tools) => makePractice(tools));
      const ask = await signIn(product, practice.email);
      const { import: one } = await ask("POST", "/import?name=old.csv", file());
      const path = `/imports/${one._id}`;
      const is = async (state: string) => (await ask("GET", path)).import.state === state;
      const fields = one.columns.map(({ field }: { field: string }) => field);
      await ask("PUT", `${path}/columns`, JSON.stringify({ fields }));
      await until(async () => (await ask("GET", path)).import.counts.fresh > 0);
      await product.kill();
      await product.restart();
      await until(() => is("checked"), recoveryMs);
      expect((await ask("GET", path)).import.counts).toMatchObject({ fresh: rows, known: 0 });

      await ask("POST", `${path}/runs`, JSON.stringify({ destination: "archive" }));
      await until(async () => (await ask("GET", path)).import.imported > 0);
      await product.kill();
      await product.restart();
      expect(await countLeads(product, practice.clientId)).toBeLessThan(rows);
      await until(() => is("imported"), recoveryMs);
      expect((await ask("GET", path)).import).toMatchObject({ imported: rows });
      expect(await countLeads(product, practice.clientId)).toBe(rows);
    } finally {
      await product.stop();
    }
  },
  4 * recoveryMs,
);

async function signIn(product: Product, email: string) {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  const answer = await fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password: madePassword }),
  });
  headers.Authorization = `Bearer ${(await answer.json()).token}`;
  return async (method: string, path: string, body?: string) => {
    const asked = await fetch(`${product.origin}/api/leads${path}`, {
      ...{ method, headers },
      ...(body !== undefined && { body }),
    });
    expect([path, asked.ok]).toEqual([path, true]);
    return asked.json();
  };
}

function file(): string {
  const lines = Array.from(
    { length: rows },
    (_, index) => `Person ${index},person.${index}@example.com`,
  );
  return `Name,Email\n${lines.join("\n")}\n`;
}

function countLeads(product: Product, clientId: string): Promise<number> {
  return product.withTools(async (tools) => {
    const { rows: counted } = await tools.pool.query(
      "select count(*)::int as count from leads where client_id = $1",
      [clientId],
    );
    return counted[0].count;
  });
}
