// What a practice sees and chooses about its alerts.
import { eq } from "drizzle-orm";
import { auditWords } from "#content/console/audit.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { isActiveManager, listAccounts } from "#server/people/practice-people.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { listAddresses } from "./addresses.ts";
import { findSubscription, listWorkingDevices } from "./devices.ts";
import { isReachable } from "./reachability.ts";
import { textsResumeAt } from "./used-up-texts.ts";
import { getVapidKeys } from "./vapid.ts";

/**
 * Handles `GET /api/alerts`. Without `seesAll`, returns only the person's own devices and no
 * addresses (see the `alerts` right).
 */
export async function getAlertSettings(
  deps: Deps,
  client: SignedInClient,
  { seesAll }: { seesAll: boolean },
): Promise<AlertSettings> {
  const { clientId, accountId, sessionId } = client;
  const { showsCampaign } = await getPractice(deps, clientId);
  const devices = await listWorkingDevices(deps, clientId);
  const addresses = await listAddresses(deps, clientId);
  const people = await listAccounts(deps, clientId);
  const names = new Map(people.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
  return {
    pushKey: (await getVapidKeys(deps)).publicKey,
    hasTexts: deps.texts !== null,
    subscription: await findSubscription(deps, client),
    textsResumeAt: (await textsResumeAt(deps, clientId))?.toISOString() ?? null,
    hasMail: deps.mailServer !== null,
    showsCampaign,
    devices: devices
      .filter((device) => seesAll || device.accountId === accountId)
      .map((device) => ({
        _id: device.id,
        device: device.device,
        person: names.get(device.accountId) ?? "",
        isYours: device.accountId === accountId,
        isThisDevice: device.sessionId === sessionId,
        alertsWhenClosed: device.alertsWhenClosed,
        createdAt: device.createdAt.toISOString(),
        lastShownAt: device.lastShownAt?.toISOString() ?? null,
        problem: device.problem,
      })),
    addresses: (seesAll ? addresses : []).map((one) => ({
      _id: one.id,
      kind: one.kind,
      address: one.address,
      isConfirmed: one.confirmedAt !== null,
      problem: one.problem,
      createdAt: one.createdAt.toISOString(),
    })),
    defaultEmail: seesAll
      ? people
          .filter(isActiveManager)
          .map(({ email }) => email)
          .join(", ")
      : "",
    isReachable: await isReachable(deps, clientId),
  };
}

/** Handles `PATCH /api/alerts`. */
export async function changeAlertSettings(
  deps: Pick<Deps, "db" | "now">,
  { address }: Visitor,
  { accountId, clientId }: SignedInClient,
  change: { showsCampaign: boolean },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isThis = eq(clients.id, clientId);
    const [before] = await tx
      .select({ showsCampaign: clients.showsCampaign })
      .from(clients)
      .where(isThis)
      .for("no key update");
    if (!before) throw new AppError("not_found");
    await tx.update(clients).set(change).where(isThis);
    const changes = changesIn(auditedOf(before), auditedOf(change));
    if (changes.length === 0) return;
    const detail = changesDetail(changes);
    await audit(deps, tx, { action: "alerts_changed", accountId, clientId, address, detail });
  });
}

function auditedOf({ showsCampaign }: { showsCampaign: boolean }) {
  return { alertsShowCampaign: showsCampaign ? auditWords.on : auditWords.off };
}

async function getPractice({ db }: Pick<Deps, "db">, clientId: string) {
  const [row] = await db
    .select({ showsCampaign: clients.showsCampaign })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!row) throw new AppError("not_found");
  return row;
}
