// Who gets a step's alerts.
import type { AlertChannel } from "#contract/alerts.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { isDemoPractice } from "#server/db/real-practices.ts";
import { agencyClientId } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Step } from "#server/desk/leads/alert-verdict.ts";
import { listManagers } from "#server/people/practice-people.ts";
import { listAddresses } from "./addresses.ts";
import { listWorkingDevices } from "./devices.ts";

/** `name`: the device's user agent, or the address. */
export type Recipient = { channel: AlertChannel; id: string; name: string };
type Tools = Pick<Deps, "now" | "texts"> & { db: Database | Transaction };

export async function recipientsOf(
  deps: Tools,
  clientId: string,
  step: Step,
): Promise<Recipient[]> {
  if (step === "uncalled") {
    // The owner doesn't get alerts about demos.
    if (await isDemoPractice(deps, clientId)) return [];
    return [{ channel: "owner", id: agencyClientId, name: "" }];
  }
  if (step === "unseen") return listAddressees(deps, clientId);
  const devices = await listWorkingDevices(deps, clientId);
  return devices
    .filter(({ alertsWhenClosed }) => step !== "closed" || alertsWhenClosed)
    .map(({ id, device }) => ({ channel: "push", id, name: device }));
}

/** Lists the confirmed addresses, with each manager's login email if no email address works. */
async function listAddressees(deps: Tools, clientId: string): Promise<Recipient[]> {
  const working = (await listAddresses(deps, clientId)).filter(
    ({ confirmedAt, problem }) => confirmedAt && !problem,
  );
  const confirmed = working
    .filter(({ kind }) => kind === "email" || deps.texts)
    .map(({ kind, id, address }): Recipient => ({ channel: kind, id, name: address }));
  if (confirmed.some(({ channel }) => channel === "email")) return confirmed;
  const managers = await listManagers(deps, clientId);
  return [
    ...confirmed,
    ...managers.map(({ id, email }): Recipient => ({ channel: "email", id, name: email })),
  ];
}
