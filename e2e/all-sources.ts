// Leads of every source, sent as each platform sends them.
import { expect } from "vitest";
import {
  madePassword,
  makeFormSource,
  makeKeyedSource,
  makeMetaSource,
  makeOwner,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import type { Product } from "./product.ts";

export const sourceKinds = ["meta", "google", "form", "webhook"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * Creates a practice with a source of each kind; leads are sent to this process. `database`: the
 * process that owns the database, if it's another one. `origin`: a proxy in front of several
 * processes. `processes`: the processes that may fetch a lead from Meta.
 */
export async function openSources(
  product: Product,
  database: Pick<Product, "withTools"> = product,
  { origin = product.origin, processes = [product] } = {},
) {
  const made = await database.withTools(async (tools) => {
    const { clientId, email } = await makePractice(tools);
    return {
      clientId,
      email,
      owner: await makeOwner(tools),
      meta: await makeMetaSource(tools, clientId),
      google: await makeKeyedSource(tools, clientId, "google"),
      form: await makeFormSource(tools, clientId),
      webhook: await makeKeyedSource(tools, clientId, "webhook"),
    };
  });
  const { clientId, email, owner, meta, google, form, webhook } = made;
  const googleKey = await readGoogleKey(product, owner.email, google.sourceId);
  const post = (path: string, body: object) =>
    fetch(`${origin}/api/intake/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
  const senders: Record<SourceKind, (name: string) => Promise<Response>> = {
    meta(name) {
      const id = makePlatformId();
      const person = { full_name: `Lead ${name}`, email: `${name}@example.com`, phone_number: "" };
      for (const { graphLeads } of processes) graphLeads.set(id, person);
      return product.deliver([id], meta, undefined, origin);
    },
    google: (name) =>
      post(`google/${google.formKey}`, {
        ...{ lead_id: name, google_key: googleKey },
        user_column_data: [
          { column_id: "FULL_NAME", string_value: `Lead ${name}` },
          { column_id: "EMAIL", string_value: `${name}@example.com` },
        ],
      }),
    form: (name) =>
      post(`form/${form.formKey}`, {
        ...{ firstName: "Lead", lastName: name, email: `${name}@example.com` },
      }),
    webhook: (name) =>
      post(`webhook/${webhook.formKey}`, {
        ...{ id: name, name: `Lead ${name}`, email: `${name}@example.com` },
      }),
  };

  return {
    clientId,
    /** The account of the practice's manager. */
    email,
    send: (kind: SourceKind, name: string) => senders[kind](name),
    readNames: (): Promise<string[]> =>
      database.withTools(async ({ pool }) => {
        const asked = "select last_name from leads where client_id = $1";
        const { rows } = await pool.query(asked, [clientId]);
        return rows.map((row) => row.last_name);
      }),
  };
}

async function readGoogleKey({ origin }: Product, email: string, sourceId: string) {
  const signedIn = await fetch(`${origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: madePassword }),
  });
  const { token } = await signedIn.json();
  const answer = await fetch(`${origin}/api/admin/sources/${sourceId}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { googleKey } = await answer.json();
  expect(googleKey).toEqual(expect.any(String));
  return googleKey as string;
}
