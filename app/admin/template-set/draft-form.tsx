// The form for one template in a set's draft. Practices can't see what is saved here.
import { useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { Form } from "#app/ui/form.tsx";
import { versionField } from "#app/ui/form-drafts.ts";
import type { Typed } from "#app/ui/form-values.ts";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import { makeId } from "#app/ui/make-id.ts";
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
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { SetTemplateChange, type TemplateSet } from "#contract/template-sets.ts";
import type { TemplateKind } from "#contract/templates.ts";
import { SamplePreview } from "./sample-preview.tsx";
import { setUrl } from "./set-url.ts";

type FormProps = {
  setId: string;
  kind: TemplateKind;
  /** The template to edit; null to add one. */
  template: TemplateSet["templates"][number] | null;
};

export function DraftForm(props: FormProps) {
  const [discarded, setDiscarded] = useState(0);
  return <Words key={discarded} {...props} onDiscard={() => setDiscarded(discarded + 1)} />;
}

function Words({ setId, kind, template, onDiscard }: FormProps & { onDiscard: () => void }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [previewed, setPreviewed] = useState<Typed | null>(null);
  const [_id] = useState(() => template?._id ?? makeId());
  const templates = api.admin["template-sets"][":id"].templates;
  const edited = useTemplateForm({
    name: `set ${setId} ${kind} ${template?._id ?? "new"}`,
    template,
    schema: SetTemplateChange,
    read: (typed) => ({
      ...readTemplateFields(kind, typed),
      changedAt: typed[versionField] || undefined,
    }),
    send: async (json) =>
      template
        ? await templates[":templateId"].$put({ param: { id: setId, templateId: _id }, json })
        : await templates.$post({ param: { id: setId }, json: { ...json, _id } }),
    savedOf({ set }) {
      const saved = set.templates.find((one) => one._id === _id);
      if (!saved) throw new Error("The answer lacks the template that was saved");
      return saved;
    },
    onSaved(saved, { message }) {
      showToast({ title: message, message: saved.title });
      void revalidate();
      if (!template) void navigate(setUrl(setId, { template: _id }), { replace: true });
    },
    reload: () => void revalidate(),
    onDiscard,
  });
  const { form, shown } = edited;

  return (
    <>
      <Link to={setUrl(setId)} className={screen.back}>
        <IconArrowLeft aria-hidden /> {words.backToSet}
      </Link>
      <h2 className={screen.title}>{template?.title ?? words.newTitles[kind]}</h2>
      <Form form={form} aria-label={words.template}>
        <VersionField version={template?.changedAt} />
        {kind === "auto" && <p className={fields.help}>{words.autoHelp}</p>}
        <TemplateFields kind={kind} shown={shown} titleHelp={words.titleHelp} hasPictures={false} />
        <TemplateFormEnd kind={kind} template={edited} onPreview={setPreviewed} />
      </Form>
      {(kind === "email" || kind === "auto") && (
        <SamplePreview kind={kind} typed={previewed} onClose={() => setPreviewed(null)} />
      )}
    </>
  );
}
