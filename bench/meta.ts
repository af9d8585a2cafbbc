// Plays Meta's part for a lead form: signed webhooks, and a stub of the Graph API.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const secret = "app secret of the bench";

/** Returns the settings that make the product trust this stub. */
export function metaSettings(graphUrl: string): Record<string, string> {
  return { META_APP_SECRET: secret, META_PAGE_TOKEN: "token", META_GRAPH_URL: graphUrl };
}

/** Returns a webhook for one lead in Meta's documented format, with its signature. */
export function signedDelivery(id: string, source: { page: string; form: string }) {
  const created_time = Math.floor(Date.now() / 1000);
  const value = { leadgen_id: id, page_id: source.page, form_id: source.form, created_time };
  const entry = [{ id: source.page, time: created_time, changes: [{ field: "leadgen", value }] }];
  const body = JSON.stringify({ object: "page", entry });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "X-Hub-Signature-256": `sha256=${signature}`,
  };
  return { body, headers };
}

/**
 * Opens a Graph stub that returns a new person for every lead id, with that id as the last name.
 */
export async function openGraph() {
  let people = 0;
  const server = createServer((request, answer) => {
    const id = new URL(request.url ?? "/", "http://graph").pathname.split("/").at(-1) ?? "";
    people += 1;
    const fields = {
      full_name: `Marisol ${id}`,
      email: `${id}@example.com`,
      phone_number: `+1${200 + Math.floor(people / 100)}55501${String(people % 100).padStart(2, "0")}`,
    };
    answer.setHeader("Content-Type", "application/json");
    answer.end(
      JSON.stringify({
        id,
        created_time: new Date().toISOString().replace(/\.\d+Z$/, "+0000"),
        field_data: Object.entries(fields).map(([name, value]) => ({ name, values: [value] })),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
