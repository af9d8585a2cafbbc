// The settings of a source, which the owner and the practice's managers can change.
import { type ComponentType, useState } from "react";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { StaleChoice } from "#app/ui/version.tsx";
import { hostedFormSettings as hosted, sourceWords as words } from "#content/console/sources.ts";
import { hostedFormAsks, sourceLimits, usualHostedForm } from "#contract/sources.ts";
import { type SourceSettings, useSourceForm } from "./use-source-form.ts";

export type FormProps = SourceSettings & { label: string; onLoad: () => void };

/** A form that is mounted again when it should show the stored values. */
export function SourceForm({
  of: Shown,
  ...props
}: Omit<FormProps, "onLoad"> & { of: ComponentType<FormProps> }) {
  const [loaded, setLoaded] = useState(0);
  return <Shown key={loaded} {...props} onLoad={() => setLoaded(loaded + 1)} />;
}

export function NameForm({ label, ...props }: FormProps) {
  const { form, shown, choice } = useSourceForm("name", props);
  return (
    <Form form={form} aria-label={label}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        defaultValue={shown.name}
        maxLength={sourceLimits.name}
        isRequired
        autoComplete="off"
      />
      {choice && <StaleChoice {...choice} />}
      <FormEnd label={words.save} />
    </Form>
  );
}

export function HostedFormForm({ label, ...props }: FormProps) {
  const { form, shown, choice } = useSourceForm("hostedForm", props, (typed) => ({
    hostedForm: {
      title: typed["hostedForm.title"] ?? "",
      intro: typed["hostedForm.intro"] ?? "",
      asks: hostedFormAsks.filter((one) => `${typed.reach} ${typed.message}`.includes(one)),
    },
  }));
  const { title, intro, asks } = shown.hostedForm?.settings ?? usualHostedForm;
  return (
    <Form form={form} aria-label={label}>
      <TextField
        name="hostedForm.title"
        label={hosted.title}
        help={hosted.titleHelp}
        defaultValue={title}
        maxLength={sourceLimits.formTitle}
        autoComplete="off"
      />
      <TextField
        name="hostedForm.intro"
        label={hosted.intro}
        rows={3}
        defaultValue={intro}
        maxLength={sourceLimits.formIntro}
      />
      <SelectField
        name="reach"
        label={hosted.reach}
        defaultValue={asks.filter((one) => one !== "message").join(" ")}
        options={["phone email", "phone", "email"].map((value) => ({
          value,
          name: hosted.reachBy[value as keyof typeof hosted.reachBy],
        }))}
        isRequired
      />
      <SelectField
        name="message"
        label={hosted.message}
        defaultValue={asks.includes("message") ? "message" : "none"}
        options={[
          { value: "message", name: hosted.yes },
          { value: "none", name: hosted.no },
        ]}
        isRequired
      />
      {choice && <StaleChoice {...choice} />}
      <FormEnd label={words.save} />
    </Form>
  );
}
