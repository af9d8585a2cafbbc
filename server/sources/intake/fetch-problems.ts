// Records the reason why a lead couldn't be imported, and notifies the owner.
import { and, eq, sql } from "drizzle-orm";
import { failedLeadNotificationNotice } from "#content/emails/failed-lead-notification-notice.ts";
import { dayOf } from "#contract/zones.ts";
import { announcedLeads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import type { Announced, Source } from "./store-fetched-leads.ts";

type Trouble = { problem: string; isForGood: boolean; source: Source | null };

/**
 * Records the reason. If we give up on the lead, notifies the owner, at most once a day for each
 * form.
 */
export async function recordFailedLeadNotification(
  deps: Deps,
  announced: Announced,
  trouble: Trouble,
) {
  const { problem, isForGood, source } = trouble;
  const { platform, platformLeadId, pageId, formId } = announced;
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .update(announcedLeads)
      .set({
        problem,
        attempts: sql`${announcedLeads.attempts} + 1`,
        failedAt: isForGood ? now : null,
      })
      .where(
        and(
          eq(announcedLeads.platform, platform),
          eq(announcedLeads.platformLeadId, platformLeadId),
        ),
      );
    if (!isForGood) return;
    await queueOwnerNotice(deps, tx, {
      kind: "failed-lead-notification-notice",
      words: failedLeadNotificationNotice,
      fields: {
        source: source?.name ?? `page ${pageId}`,
        page: pageId,
        form: formId,
        problem,
        link: `${deps.config.origin}/admin`,
      },
      causeKey: `failed-lead-notification:${pageId}:${formId}:${dayOf(now)}`,
    });
  });
}
