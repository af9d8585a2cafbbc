// The form for one of the practice's templates.

import { useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { Form } from "#app/ui/form.tsx";
import { versionField } from "#app/ui/form-drafts.ts";
import type { Typed } from "#app/ui/form-values.ts";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import fields from "#app/ui/templates/template-fields.module.css";
import {
  readTemplateFields,
  TemplateFields,
  TemplateFormEnd,
} from "#app/ui/templates/template-fields.tsx";
import screen from "#app/ui/templates/template-screen.module.css";
import { useTemplateForm } from "#app/ui/templates/use-template-form.ts";
import { showToast } from "#app/ui/toast.tsx";
import { VersionField } from "#app/ui/version.tsx";
import { templateTabs, templateWords } from "#content/desk/templates.ts";
import {
  type Template,
  TemplateChange,
  type TemplateKind,
  type TemplateList,
} from "#contract/templates.ts";
import { EarlierText } from "./earlier-text.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import styles from "./template-form.module.css";
import { useTemplateUrl } from "./template-list.tsx";

type FormProps = {
  kind: TemplateKind;
  /** Null for a new template. */
  template: Template | null;
  campaigns: TemplateList["campaigns"];
};

export function TemplateForm(props: FormProps) {
  const [discarded, setDiscarded] = useState(0);
  return <Words key={discarded} {...props} onDiscard={() => setDiscarded(discarded + 1)} />;
}

function Words({ kind, template, campaigns, onDiscard }: FormProps & { onDiscard: () => void }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const url = useTemplateUrl();
  const [previewed, setPreviewed] = useState<Typed | null>(null);
  const edited = useTemplateForm({
    name: `template ${kind} ${template?._id ?? "new"}`,
    template,
    schema: TemplateChange,
    read: (typed) => readTemplate(kind, typed),
    send: async (json) =>
      template
        ? await api.templates[":id"].$put({ param: { id: template._id }, json })
        : await api.templates.$post({ json }),
    savedOf: ({ template: saved }) => saved,
    onSaved(saved, { message }) {
      showToast({ title: message, message: saved.title });
      void revalidate();
      if (!template) void navigate(url(saved._id), { replace: true });
    },
    reload: () => void revalidate(),
    onDiscard,
  });
  const { form, shown } = edited;
  const words = templateTabs.find((tab) => tab.kind === kind);

  return (
    <>
      <Link to={url(null)} className={screen.back}>
        <IconArrowLeft aria-hidden /> {templateWords.all}
      </Link>
      <h2 className={screen.title}>{template ? template.title : words?.new}</h2>
      <Form form={form} aria-label={templateWords.form}>
        <VersionField version={template?.changedAt} />
        {kind === "auto" && <Active isOn={shown?.isActive ?? false} />}
        <TemplateFields kind={kind} shown={shown} titleHelp={templateWords.titleHelp} hasPictures />
        {kind === "auto" && <Campaigns template={shown} campaigns={campaigns} />}
        <TemplateFormEnd kind={kind} template={edited} onPreview={setPreviewed} />
      </Form>
      {template && <EarlierText template={template} />}
      {(kind === "email" || kind === "auto") && (
        <PreviewDialog kind={kind} typed={previewed} onClose={() => setPreviewed(null)} />
      )}
    </>
  );
}

function Active({ isOn }: { isOn: boolean }) {
  return (
    <div>
      <label className={styles.switch}>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own checked
            state */}
        <input type="checkbox" role="switch" name="isActive" defaultChecked={isOn} />
        <span>{templateWords.active}</span>
      </label>
      <p className={fields.help}>
        {templateWords.activeHelp} {templateWords.autoRules}
      </p>
    </div>
  );
}

/** Lets the user choose the campaigns whose leads get an automatic email. */
function Campaigns({ template, campaigns }: Pick<FormProps, "template" | "campaigns">) {
  if (campaigns.length === 0) return null;
  return (
    <fieldset className={styles.campaigns}>
      <legend>{templateWords.campaigns}</legend>
      {campaigns.map(({ _id, name }) => (
        <label key={_id} className={fields.check}>
          <input
            type="checkbox"
            name={`${campaignField}${_id}`}
            defaultChecked={template?.campaigns.includes(_id)}
          />
          <span>{name}</span>
        </label>
      ))}
      <p className={fields.help}>{templateWords.everyLead}</p>
    </fieldset>
  );
}

const campaignField = "campaign ";

function readTemplate(kind: TemplateKind, typed: Typed): object {
  return {
    ...readTemplateFields(kind, typed),
    changedAt: typed[versionField] || undefined,
    isActive: "isActive" in typed,
    campaigns: Object.keys(typed)
      .filter((field) => field.startsWith(campaignField))
      .map((field) => field.slice(campaignField.length)),
  };
}
