// Starts a live demo in the same way as a visitor.
import type { TestApp } from "./test-app.ts";

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/**
 * Starts a demo, for which a template must exist. `ask` sends a request to one of the demo's own
 * URLs with the demo's cookie.
 */
export async function startDemo(testApp: TestApp, headers: Record<string, string> = {}) {
  const answer = await testApp.request("POST", "/api/demos", { json: {}, headers });
  const cookie = answer.headers.get("Set-Cookie") ?? "";
  const token = /demoToken=([\w-]+)/.exec(cookie)?.[1];
  if (!token) throw new Error(`No demo: ${answer.status}`);
  const ask = (method: string, path: string, json?: unknown) =>
    testApp.request(method, `/demo/api${path}`, {
      headers: { Cookie: `demoToken=${token}` },
      json,
    });
  const { body } = await ask("GET", "/clients/getClient");
  const clientId: string = body.userData._id;
  const { rows } = await testApp.pool.query("select id from accounts where client_id = $1", [
    clientId,
  ]);
  return { cookie, token, ask, clientId, accountId: String(rows[0].id) };
}
