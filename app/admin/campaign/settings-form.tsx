import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { campaignStateNames, campaignWords as words } from "#content/console/campaigns.ts";
import { toastTitles } from "#content/console/frame.ts";
import {
  CampaignChange,
  type CampaignDetail,
  campaignLimits,
  campaignStates,
} from "#contract/campaigns.ts";
import { PlanFields, readPlan } from "./plan-fields.tsx";

export function SettingsForm({ campaign }: { campaign: CampaignDetail }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: CampaignChange,
    read: readPlan,
    send: (json) => api.admin.campaigns[":id"].$patch({ param: { id: campaign._id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.settings}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        isRequired
        autoComplete="off"
        defaultValue={campaign.name}
        maxLength={campaignLimits.name}
      />
      <SelectField
        name="state"
        label={words.state}
        isRequired
        defaultValue={campaign.state}
        options={campaignStates.map((value) => ({ value, name: campaignStateNames[value] }))}
      />
      <PlanFields plan={campaign} platform={campaign.platform} />
      <FormEnd label={words.save} />
    </Form>
  );
}
