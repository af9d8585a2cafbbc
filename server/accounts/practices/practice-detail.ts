// One practice as the owner sees it: its row in the list, and the details behind it.
import { and, eq } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { type PracticeDetail, practiceFigureDays } from "#contract/practices.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { countPhoneFigures, countPhoneUsage } from "#server/desk/reports/count-phone-figures.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { getAlertSettings } from "#server/messages/alerts/settings.ts";
import { setsOfPractice } from "#server/messages/template-sets/copies.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { auditView } from "#server/records/audit/audit.ts";
import { listLatestChanges } from "#server/records/audit/audit-log.ts";
import { retentionOf } from "#server/records/retention/practice-retention.ts";
import { listOwnCampaigns } from "#server/sources/advertising/campaigns.ts";
import { listOwnSources } from "#server/sources/intake/sources.ts";
import { getBilling } from "./billing.ts";
import { listPeople } from "./people.ts";
import { listNotes } from "./practice-notes.ts";
import { ringsOf } from "./practice-phone-number.ts";
import { readPractices } from "./practice-rows.ts";
import { listTags } from "./practice-tags.ts";
import { countWeeks } from "./practice-weeks.ts";

/** Handles `GET /api/admin/clients/{id}`: audited, because it shows the practice's people. */
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
    hours: await getOpenHours(deps, clientId, deps.now()),
    weeks: await countWeeks(deps, { clientId, timeZone: practice.timeZone }),
    profileChangedAt: practice.profileChangedAt.toISOString(),
    loginUrl: `${deps.config.origin}/lms`,
    people: await listPeople(deps, asOwner),
    sources: (await listOwnSources(deps, clientId)).sources,
    campaigns: await listOwnCampaigns(deps, clientId),
    alerts: await getAlertSettings(deps, asOwner, { seesAll: true }),
    notes: await listNotes(deps, clientId),
    knownTags: await listTags(deps),
    rings: await ringsOf(deps, clientId),
    phoneFigures: await countPhoneFigures(deps, clientId, {
      from: new Date(deps.now().getTime() - practiceFigureDays * dayMs).toISOString(),
    }),
    phoneUsage: await countPhoneUsage(deps, clientId),
    billing: await getBilling(deps, clientId),
    templateSets: await setsOfPractice(deps, clientId),
    retention: retentionOf(practice),
    latestChanges: await listLatestChanges(deps, clientId),
  };
}
