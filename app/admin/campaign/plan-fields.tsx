// A campaign's fields besides its name: the platform's id, its period, its budget, and the line for
// callers to say to its leads.
import { amountOf } from "#app/admin/amount.ts";
import { useIsOwner } from "#app/admin/layout/role.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { budgetPeriodNames, campaignWords as words } from "#content/console/campaigns.ts";
import {
  budgetPeriods,
  type CampaignDetail,
  type CampaignPlatform,
  campaignLimits,
} from "#contract/campaigns.ts";
import { customerIdText } from "#contract/google-ads.ts";
import { dollarsText } from "#contract/money.ts";

type Plan = Pick<
  CampaignDetail,
  | "platformCampaignId"
  | "googleCustomerId"
  | "startsOn"
  | "endsOn"
  | "budgetCents"
  | "budgetPeriod"
  | "script"
>;

type PlanProps = {
  plan?: Plan;
  /** Undefined until a platform is chosen. */
  platform: CampaignPlatform | undefined;
};

export function PlanFields({ plan, platform }: PlanProps) {
  const isOwner = useIsOwner();
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
      {platform === "google" && isOwner && (
        <TextField
          name="googleCustomerId"
          label={words.googleCustomerId}
          help={words.googleCustomerIdHelp}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={customerIdText(plan?.googleCustomerId ?? "")}
        />
      )}
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
 * Reads the fields. An empty field means that there is no value; the schema rejects an amount that
 * can't be parsed.
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
