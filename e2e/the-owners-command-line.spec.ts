// The owner adds a practice on the command line, while the product is running. What each command
// does is tested in scripts/admin-commands.test.ts.
import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { adminWords } from "#content/command-line.ts";
import { until } from "./process.ts";
import { type Product, sharedProduct } from "./product.ts";

const password = "seventeen calm otters";

let product: Product;
beforeAll(async () => {
  product = await sharedProduct();
});

test("the command line adds, approves and lists a practice while the product runs, and the practice is emailed and can log in", async () => {
  const email = "desk@command-line.example.com";
  const added = run(["add-client", "--email", email, "--practice", "Bay", "--pending", "--json"]);
  expect(added.status).toBe(0);
  const practice = JSON.parse(added.stdout);
  expect(practice).toMatchObject({ email, status: "pending" });
  expect((await signIn(email)).status).toBe(403);

  const approved = run(["approve", "--email", email]);
  expect([approved.status, approved.stderr]).toEqual([0, ""]);
  expect(approved.stdout).toBe(`email: ${email}\nclient: ${practice.client}\nstatus: active\n`);
  await until(() => product.mails.some(({ to }) => to?.[0]?.address === email));
  expect((await signIn(email)).status).toBe(200);
  expect(run(["list", "practices"]).stdout).toMatch(/Bay +active +desk@command-line\.example/);
});

test("a rejected command exits with 1 and prints one line, without a stack trace", () => {
  const { status, stdout, stderr } = run(["approve", "--email", "no@example.com"]);
  const line = `${adminWords.noPractice("no@example.com")}\n`;
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: line });
});

function run(args: string[]) {
  return spawnSync(process.execPath, ["scripts/admin.ts", ...args], {
    env: { ...process.env, DATA_DIR: product.dataDir, ADMIN_PASSWORD: password },
    encoding: "utf8",
  });
}

function signIn(email: string): Promise<Response> {
  return fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
}
