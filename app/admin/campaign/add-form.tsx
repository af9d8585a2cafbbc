import { useState } from "react";
import { useNavigate } from "react-router";
import { PracticeField, type PracticesToChoose } from "#app/admin/practice-field.tsx";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { campaignPlatformNames, campaignWords as words } from "#content/console/campaigns.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { campaignLimits, campaignPlatforms, NewCampaign } from "#contract/campaigns.ts";
import { PlanFields, readPlan } from "./plan-fields.tsx";

type AddProps = { practices: PracticesToChoose; onCancel: () => void };

export function AddForm({ practices, onCancel }: AddProps) {
  const navigate = useNavigate();
  const [platform, setPlatform] = useState("");
  const form = useForm({
    schema: NewCampaign,
    read: readPlan,
    send: (json) => api.admin.campaigns.$post({ json }),
    onDone({ campaign, message }) {
      showToast({ title: toastTitles.done, message });
      void navigate(`/admin/campaign?id=${campaign._id}`);
    },
  });
  return (
    <Form form={form} aria-label={words.add}>
      <PracticeField name="client" none={words.choosePractice} loaded={practices} />
      <SelectField
        name="platform"
        label={words.platform}
        isRequired
        onChange={({ target }) => setPlatform(target.value)}
        options={campaignPlatforms.map((value) => ({ value, name: campaignPlatformNames[value] }))}
      />
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        isRequired
        autoComplete="off"
        maxLength={campaignLimits.name}
      />
      <PlanFields platform={campaignPlatforms.find((one) => one === platform)} />
      <FormEnd label={words.add}>
        <Button variant="quiet" onClick={onCancel}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
