// One practice as the owner sees it: everything of its list's row, and what the row summarizes.
import { and, eq } from "drizzle-orm";
import type { PracticeDetail } from "#contract/practices.ts";
import { listOwnCampaigns } from "#server/advertising/campaigns.ts";
import { getAlertSettings } from "#server/alerts/settings.ts";
import { auditView } from "#server/audit/audit.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { listOwnSources } from "#server/intake/sources.ts";
import { isRealPractice } from "#server/real-practices.ts";
import { retentionOf } from "#server/retention/practice-retention.ts";
import type { SignedInAdmin, Visitor } from "#server/signed-in.ts";
import { setsOfPractice } from "#server/template-sets/copies.ts";
import { listPeople } from "./people.ts";
import { listNotes } from "./practice-notes.ts";
import { readPractices } from "./practice-rows.ts";

/** `GET /api/admin/clients/{id}`: audited, because it shows the practice's people. */
export async function viewPractice(
  deps: Deps,
  visitor: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
): Promise<PracticeDetail> {
  const [practice] = await deps.db
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isRealPractice));
  const [listed] = practice ? await readPractices(deps, [clientId]) : [];
  if (!practice || !listed) throw new AppError("not_found");
  const { address } = visitor;
  await auditView(deps, { action: "practice_viewed", accountId, clientId, address });
  const asOwner = { accountId, clientId };
  return {
    ...listed,
    phone: practice.phone,
    address: practice.address,
    address2: practice.address2,
    zip: practice.zip,
    timeZone: practice.timeZone,
    loginUrl: `${deps.config.origin}/lms`,
    people: await listPeople(deps, asOwner),
    sources: (await listOwnSources(deps, clientId)).sources,
    campaigns: await listOwnCampaigns(deps, clientId),
    alerts: await getAlertSettings(deps, asOwner, { seesAll: true }),
    notes: await listNotes(deps, clientId),
    templateSets: await setsOfPractice(deps, clientId),
    retention: retentionOf(practice),
  };
}
