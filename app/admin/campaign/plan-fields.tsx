// A campaign's fields besides its name: the platform's id, its period, its budget, and the line for
// callers to say to its leads.
import { amountOf } from "#app/admin/amount.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { budgetPeriodNames, campaignWords as words } from "#content/console/campaigns.ts";
import { budgetPeriods, type CampaignDetail, campaignLimits } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";

type Plan = Pick<
  CampaignDetail,
  "platformCampaignId" | "startsOn" | "endsOn" | "budgetCents" | "budgetPeriod" | "script"
>;

export function PlanFields({ plan }: { plan?: Plan }) {
  const { platformCampaignId, startsOn, endsOn, budgetCents = null, script } = plan ?? {};
  const { budgetPeriod = "month" } = plan ?? {};
  return (
    <>
      <TextField
        name="platformCampaignId"
        label={words.platformId}
        help={words.platformIdHelp}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={platformCampaignId ?? ""}
      />
      <TextField name="startsOn" label={words.startsOn} type="date" defaultValue={startsOn ?? ""} />
      <TextField name="endsOn" label={words.endsOn} type="date" defaultValue={endsOn ?? ""} />
      <TextField
        name="budgetCents"
        label={words.budget}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={budgetCents === null ? "" : dollarsText(budgetCents)}
      />
      <SelectField
        name="budgetPeriod"
        label={words.budgetPeriod}
        isRequired
        defaultValue={budgetPeriod}
        options={budgetPeriods.map((value) => ({ value, name: budgetPeriodNames[value] }))}
      />
      <TextField
        name="script"
        label={words.script}
        help={words.scriptHelp}
        autoComplete="off"
        maxLength={campaignLimits.script}
        defaultValue={script ?? ""}
      />
    </>
  );
}

/**
 * Reads the plan's fields. An empty field means none; the schema rejects an amount that can't be
 * parsed.
 */
export function readPlan(typed: Record<string, unknown>): object {
  const { platformCampaignId, startsOn, endsOn, budgetCents, ...others } = typed;
  return {
    ...others,
    platformCampaignId: platformCampaignId || null,
    startsOn: startsOn || null,
    endsOn: endsOn || null,
    budgetCents: amountOf(budgetCents),
  };
}
