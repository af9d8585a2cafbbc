// Imports an ad platform's report: a dry run shows the changes, and sending the same file again
// applies them, which can be undone for a day. The file isn't stored.
import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { campaignMessages, campaignPlatformNames } from "#content/console/campaigns.ts";
import { importMessages } from "#content/desk/import.ts";
import { intakeMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import {
  type CampaignPlatform,
  campaignLimits,
  type PracticeReport,
  type Report,
  type ReportUpload,
} from "#contract/campaigns.ts";
import { dayIn } from "#contract/zones.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaigns } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { bringBack } from "#server/desk/inquiries/counting-campaigns.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { isClient } from "#server/people/accounts.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { FileProblem } from "#server/sources/imports/file-format.ts";
import { bookDays, keyOf, listEnteredDays } from "./campaign-days.ts";
import { familyOf, stateOf } from "./campaigns.ts";
import { type Editor, momentsOf } from "./change-campaigns.ts";
import { type Known, matchCampaigns } from "./match-campaigns.ts";
import { type ReadReport, type ReportFigures, ReportRefusal } from "./read-report.ts";
import { readReportFile } from "./read-report-file.ts";
import { importWithUndo, lockAndFindStored } from "./undo-report.ts";

const rejectedShown = 100;

/**
 * Imports a report. With `isApplied`, stores the days and adds the allowed campaigns; otherwise
 * stores nothing. Idempotent by `_id`. Throws `invalid` for an unknown practice, or with the reason
 * why the file isn't a report.
 */
export async function importReport(
  deps: Deps,
  editor: Editor,
  { client: clientId, ...asked }: ReportUpload,
  file: Uint8Array,
): Promise<PracticeReport> {
  if (!(await isClient(deps, clientId))) {
    throw new AppError("invalid", { fields: { client: "invalid" } });
  }
  const report = await readUpload(deps, editor, file);
  const isApplied = asked.isApplied === "true";
  const at = deps.now();
  const importId = asked._id ?? randomUUID();
  return deps.db.transaction(async (tx) => {
    const earlier = isApplied ? await lockAndFindStored(tx, [clientId], importId) : null;
    const run = (isRun: boolean) =>
      importInto({ now: () => at }, tx, editor, {
        ...{ ...asked, clientId, report, isApplied: isRun ? "true" : undefined },
      });
    const imported =
      isApplied && !earlier
        ? await importWithUndo(tx, { clientId, importId, at }, report, () => run(true))
        : await run(false);
    const storedDays = earlier?.get(clientId) ?? imported.storedDays;
    return { ...imported, isApplied, storedDays, _id: storedDays > 0 ? importId : null };
  });
}

/** Checks or imports what a report says of one practice; the caller has locked its campaigns. */
export async function importInto(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  editor: Editor,
  {
    clientId,
    report,
    ...asked
  }: { clientId: string; report: ReadReport } & Omit<ReportUpload, "client" | "_id">,
): Promise<Report> {
  const isApplied = asked.isApplied === "true";
  const known = await listKnown(tx, clientId, report.platform);
  const { matched, rejected } = matchCampaigns(report.campaigns, known);
  const stored = new Map(known.map((one) => [one.id, one]));
  const entered = await listEnteredDays(tx, clientId, known);
  const replacesEntered = asked.replacesEntered === "true";
  const counted = matched.map(({ campaign, match, id }) => ({
    ...summaryOf(campaign),
    match: id && stored.get(id)?.deletedAt ? ("deleted" as const) : match,
    keptDays: replacesEntered
      ? 0
      : [...campaign.days.keys()].filter((day) => id && entered.has(keyOf({ campaignId: id, day })))
          .length,
  }));
  const problems = [...report.rejected, ...rejected].toSorted((a, b) => a.line - b.line);
  let storedDays = 0;
  if (isApplied) {
    const addsCampaigns = asked.addsCampaigns === "true";
    const days: Parameters<typeof bookDays>[3] = [];
    for (const one of matched) {
      const campaignId = await idOf(deps, tx, {
        ...{ clientId, platform: report.platform, addsCampaigns, campaign: one.campaign },
        known: one.id ? stored.get(one.id) : undefined,
      });
      if (!campaignId) continue;
      for (const [day, figures] of one.campaign.days) {
        days.push({ campaignId, day, ...figures, origin: "report" });
      }
    }
    storedDays = await bookDays(deps, tx, clientId, days, { replacesEntered });
    const adPlatform = campaignPlatformNames[report.platform];
    const changes = changesIn({}, { adPlatform, importedDays: String(storedDays) });
    const detail = changesDetail(changes);
    await audit(deps, tx, { ...editor, clientId, action: "campaign_report_imported", detail });
    await notifyPractice(tx, { clientId, kind: "campaigns" });
  }
  return {
    platform: report.platform,
    campaigns: counted,
    ...rejectedOf(problems),
    ...{ storedDays, isApplied },
  };
}

/** Returns the first of the unusable rows, and how many there are. */
export function rejectedOf(problems: Report["rejected"]) {
  return { rejected: problems.slice(0, rejectedShown), rejectedCount: problems.length };
}

/**
 * Returns the id of the known or added campaign, and sets the platform's state. A known one gets
 * the platform's id, and the report's name if only its id was known until now.
 */
async function idOf(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  options: {
    clientId: string;
    platform: CampaignPlatform;
    campaign: ReadReport["campaigns"][number];
    /** Undefined for a new campaign. */
    known: Stored | undefined;
    addsCampaigns: boolean;
  },
): Promise<string | null> {
  const { clientId, platform, campaign, known, addsCampaigns } = options;
  const { name, platformCampaignId, state } = campaign;
  if (known) {
    if (known.deletedAt) await bringBack(tx, clientId, known.family);
    // In a report without names, the row's name is the id.
    const isNamed = known.name === intakeMessages.unknownCampaign && name !== platformCampaignId;
    const change = {
      // Only an owner decides which campaign of a linked account is read.
      ...(platformCampaignId &&
        !known.platformCampaignId &&
        !known.googleCustomerId && { platformCampaignId }),
      ...(isNamed && { name }),
      ...(state && state !== stateOf(known) && momentsOf(state, known, deps.now())),
    };
    if (Object.keys(change).length > 0) {
      await tx
        .update(campaigns)
        .set(change)
        .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, known.id)));
    }
    return known.id;
  }
  if (!addsCampaigns) return null;
  const createdAt = deps.now();
  const moments = state && momentsOf(state, { pausedAt: null, endedAt: null }, createdAt);
  const [row] = await tx
    .insert(campaigns)
    .values({ clientId, name, platform, platformCampaignId, createdAt, ...moments })
    .returning({ id: campaigns.id });
  return row?.id ?? null;
}

type Stored = Known &
  Pick<typeof campaigns.$inferSelect, "pausedAt" | "endedAt" | "deletedAt" | "googleCustomerId">;

async function listKnown(
  tx: Transaction,
  clientId: string,
  platform: CampaignPlatform,
): Promise<Stored[]> {
  return tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      platformCampaignId: campaigns.platformCampaignId,
      pausedAt: campaigns.pausedAt,
      endedAt: campaigns.endedAt,
      deletedAt: campaigns.deletedAt,
      googleCustomerId: campaigns.googleCustomerId,
      family: familyOf,
    })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.platform, platform)))
    .orderBy(asc(campaigns.id));
}

/** Reads a file. Throws `too_large`, and `invalid` with the reason why it isn't a report. */
export async function readUpload(
  { queues, now }: Pick<Deps, "queues" | "now">,
  { accountId }: Editor,
  file: Uint8Array,
): Promise<ReadReport> {
  if (file.length > campaignLimits.reportBytes) throw new AppError("too_large");
  try {
    const today = dayIn(now(), site.officeHours.timeZone);
    return await readReportFile(file, { today }, (work) =>
      queues.processor.run(`report ${accountId}`, work, Number.POSITIVE_INFINITY),
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ReportRefusal) {
    return new AppError("invalid", { sentence: campaignMessages.reportProblems[error.problem] });
  }
  if (!(error instanceof FileProblem)) return error;
  const sentence = importMessages.problems[error.problem];
  return new AppError("invalid", {
    sentence: error.line === null ? sentence : importMessages.atLine(error.line, sentence),
  });
}

/** Returns a campaign of the file, with its sums. */
export function summaryOf(campaign: ReadReport["campaigns"][number]) {
  const { name, platformCampaignId, state, days } = campaign;
  const ordered = [...days.keys()].toSorted();
  const sum = (name: keyof ReportFigures) =>
    [...days.values()].reduce<number | null>(
      (total, day) => (day[name] === null ? total : (total ?? 0) + day[name]),
      null,
    );
  return {
    ...{ name, platformCampaignId, state },
    ...{ days: days.size, firstDay: ordered[0] ?? "", lastDay: ordered.at(-1) ?? "" },
    ...{ impressions: sum("impressions"), clicks: sum("clicks"), spendCents: sum("spendCents") },
  };
}
