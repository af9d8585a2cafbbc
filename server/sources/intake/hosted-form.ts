// A web form on our own site, for practices that link to it from elsewhere.
import { eq } from "drizzle-orm";
import { type HostedForm, usualHostedForm } from "#contract/sources.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { admitSender, findSource } from "./keyed-sources.ts";
import { receive } from "./receive.ts";

/** `isClosed` means that the practice is suspended, so the form doesn't accept submissions. */
export type ShownForm = { practice: string; isClosed: boolean; settings: HostedForm };

/** Returns the settings of a form. Throws `not_found`, including for a disconnected source. */
export async function getHostedForm({ db }: Pick<Deps, "db">, key: string): Promise<ShownForm> {
  const source = await findSource({ db }, { kind: "form", key });
  if (!source) throw new AppError("not_found");
  const [practice] = await db
    .select({ name: clients.name, suspendedAt: clients.suspendedAt })
    .from(clients)
    .where(eq(clients.id, source.clientId));
  if (!practice) throw new AppError("not_found");
  return {
    practice: practice.name,
    isClosed: practice.suspendedAt !== null,
    settings: source.hostedForm ?? usualHostedForm,
  };
}

/** Receives a form-encoded submission. Throws the same errors as `admitSender` and `receive`. */
export async function receiveHostedForm(
  deps: Deps,
  { key, address, body }: { key: string; address: string; body: string },
): Promise<void> {
  // The allowed origins don't apply, because they are practices' sites and this comes from our own
  // page. The API has rejected any other origin.
  const source = await admitSender(deps, { kind: "form", key, address, origin: null });
  await receive(deps, source, { body, isFormEncoded: true });
}
