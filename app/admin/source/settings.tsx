// The source settings that only the owner can change.
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import type { FormProps } from "#app/ui/sources/settings.tsx";
import { useSourceForm } from "#app/ui/sources/use-source-form.ts";
import { StaleChoice } from "#app/ui/version.tsx";
import { sourceWords as words } from "#content/console/sources.ts";

export function WebPageForm({ label, ...props }: FormProps) {
  const { form, shown, choice } = useSourceForm(
    "webPages",
    props,
    ({ thanksUrl, allowedOrigins }) => ({
      thanksUrl: thanksUrl || null,
      allowedOrigins: String(allowedOrigins)
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    }),
  );
  const problem = Object.entries(form.errors).find(([name]) => name.startsWith("allowedOrigins"));
  return (
    <Form form={form} aria-label={label}>
      <TextField
        name="thanksUrl"
        label={words.thanksUrl}
        help={words.thanksHelp}
        type="url"
        defaultValue={shown.thanksUrl ?? ""}
        autoComplete="off"
      />
      <TextField
        name="allowedOrigins"
        label={words.origins}
        help={words.originsHelp}
        rows={3}
        defaultValue={shown.allowedOrigins.join("\n")}
        {...(problem && { problem: problem[1] })}
      />
      {choice && <StaleChoice {...choice} />}
      <FormEnd label={words.save} />
    </Form>
  );
}

export function CampaignForm({ label, ...props }: FormProps) {
  const { form, shown, choice } = useSourceForm("campaign", props, ({ campaign }) => ({
    campaign: campaign || null,
  }));
  return (
    <Form form={form} aria-label={label}>
      <SelectField
        name="campaign"
        label={words.campaign}
        help={words.campaignHelp}
        options={[
          { value: "", name: words.noCampaign },
          ...shown.campaigns.map(({ _id, name }) => ({ value: _id, name })),
        ]}
        hasNone
        defaultValue={shown.campaign ?? ""}
      />
      {choice && <StaleChoice {...choice} />}
      <FormEnd label={words.save} />
    </Form>
  );
}

export function TokenForm({ label, ...props }: FormProps) {
  const { form, choice } = useSourceForm("token", props);
  return (
    <Form form={form} aria-label={label}>
      <TextField
        name="pageToken"
        label={words.newToken}
        help={words.pageTokenHelp}
        type="password"
        autoComplete="off"
        isRequired
      />
      {choice && <StaleChoice {...choice} />}
      <FormEnd label={words.saveToken} />
    </Form>
  );
}
