// The form of one template. A draft in the tab's storage survives an error, a reload and
// navigation.

import { useEffect, useEffectEvent, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { FieldMenu } from "#app/lms/rich-text/merge-field-menu.tsx";
import { fieldLabel, fromBrackets, toBrackets } from "#app/lms/rich-text/merge-fields.ts";
import { RichTextField } from "#app/lms/rich-text/rich-text-field.tsx";
import { IconEye } from "#app/lms/shell/desk-icons.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useFormState } from "#app/ui/form.tsx";
import { isFormChanged, saveDraft, versionField } from "#app/ui/form-drafts.ts";
import { readTyped, type Typed } from "#app/ui/form-values.ts";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type FormState, useForm } from "#app/ui/use-form.ts";
import { readVersion, StaleChoice, setVersion, useStale, VersionField } from "#app/ui/version.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { delays, ownDelay, templateTabs, templateWords } from "#content/desk/templates.ts";
import { mergeFieldWords } from "#content/templates.ts";
import {
  type Template,
  TemplateChange,
  type TemplateKind,
  type TemplateList,
  templateLimits,
} from "#contract/templates.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import styles from "./template-form.module.css";
import { useTemplateUrl } from "./template-list.tsx";

type FormProps = {
  kind: TemplateKind;
  /** Null: a new template. */
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
  // The template that the fields show. A refetch does not change the fields, so it must not change
  // this.
  const [shown, setShown] = useState(template);
  const stale = useStale(template?.changedAt);
  const name = `template ${kind} ${template?._id ?? "new"}`;
  const form = useForm({
    schema: TemplateChange,
    read: (typed) => readTemplate(kind, typed),
    send: async (json) =>
      template
        ? await api.templates[":id"].$put({ param: { id: template._id }, json })
        : await api.templates.$post({ json }),
    draftKey: name,
    onDone({ template: saved, message }, element) {
      showToast({ title: message, message: saved.title });
      // Show the body as the server sanitized it, so that the form has no unsaved changes.
      const body = element.elements.namedItem("body");
      if (body instanceof HTMLTextAreaElement) body.value = saved.body;
      setVersion(element, saved.changedAt);
      setShown(saved);
      stale.forget();
      void revalidate();
      if (!template) void navigate(url(saved._id), { replace: true });
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(form.ref.current ? readVersion(form.ref.current) : undefined);
      void revalidate();
    },
  });
  const isUnsaved = useUnsaved(form, shown?.changedAt ?? "");
  const words = templateTabs.find((tab) => tab.kind === kind);

  function discard() {
    saveDraft(name, null);
    onDiscard();
  }

  function saveOver() {
    if (form.ref.current && template) setVersion(form.ref.current, template.changedAt);
    void form.submit();
  }

  const onOld = useEffectEvent(onDiscard);
  useEffect(() => {
    const element = form.ref.current;
    const isOld = element && template && readVersion(element) !== template.changedAt;
    if (isOld && !isFormChanged(element)) onOld();
  }, [form.ref, template]);

  return (
    <>
      <Link to={url(null)} className={styles.back}>
        <IconArrowLeft aria-hidden /> {templateWords.all}
      </Link>
      <h2 className={styles.title}>{template ? template.title : words?.new}</h2>
      <Form form={form} aria-label={templateWords.form}>
        <VersionField version={template?.changedAt} />
        {kind === "auto" && <Active isOn={shown?.isActive ?? false} />}
        <TextField
          name="title"
          label={templateWords.title}
          autoComplete="off"
          maxLength={templateLimits.title}
          defaultValue={shown?.title}
          help={templateWords.titleHelp}
          isRequired
        />
        {kind === "note" ? (
          <TextField
            name="body"
            label={templateWords.text}
            rows={10}
            maxLength={templateLimits.note}
            defaultValue={shown?.body}
            isRequired
          />
        ) : (
          <>
            <Subject defaultValue={shown ? toBrackets(shown.subject) : undefined} />
            <RichTextField
              name="body"
              label={templateWords.message}
              defaultValue={shown?.body}
              help={templateWords.fieldsHelp}
            />
          </>
        )}
        {kind === "auto" && <Rules template={shown} campaigns={campaigns} />}
        {isUnsaved && (
          <p className={styles.unsaved}>
            {templateWords.unsaved}{" "}
            <button type="button" onClick={discard}>
              {templateWords.discard}
            </button>
          </p>
        )}
        {stale.isStale && <StaleChoice onLoad={discard} onSave={saveOver} />}
        <FormEnd label={controlWords.save} sendingLabel={controlWords.saving}>
          {kind !== "note" && (
            <Button
              variant="quiet"
              onClick={() => form.ref.current && setPreviewed(readTyped(form.ref.current))}
            >
              <IconEye aria-hidden /> {templateWords.preview}
            </Button>
          )}
        </FormEnd>
      </Form>
      {kind !== "note" && (
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
      <p className={styles.help}>
        {templateWords.activeHelp} {templateWords.autoRules}
      </p>
    </div>
  );
}

function Subject({ defaultValue }: { defaultValue: string | undefined }) {
  const form = useFormState();

  /** Inserts at the cursor's current or last position. */
  function insert(text: string) {
    const input = form.ref.current?.elements.namedItem("subject");
    if (!(input instanceof HTMLInputElement)) return;
    const end = input.value.length;
    input.setRangeText(text, input.selectionStart ?? end, input.selectionEnd ?? end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  return (
    <div className={styles.subject}>
      <TextField
        name="subject"
        label={templateWords.subject}
        autoComplete="off"
        maxLength={templateLimits.subject}
        defaultValue={defaultValue}
        isRequired
      />
      <FieldMenu
        label={templateWords.insertInSubject}
        onChoose={(field) => insert(`[${fieldLabel(field, mergeFieldWords[field].fallback)}]`)}
      />
    </div>
  );
}

/** When an automatic email is sent, and to which leads. */
function Rules({ template, campaigns }: Pick<FormProps, "template" | "campaigns">) {
  const minutes = template?.delayMinutes ?? 0;
  const isUsual = delays.some((delay) => delay.minutes === minutes);
  const offered = isUsual ? delays : [...delays, { minutes, name: ownDelay(minutes) }];
  return (
    <>
      <SelectField
        name="delayMinutes"
        label={templateWords.send}
        defaultValue={String(minutes)}
        options={offered.map((delay) => ({ value: String(delay.minutes), name: delay.name }))}
        isRequired
      />
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            name="isInOpenHoursOnly"
            defaultChecked={template?.isInOpenHoursOnly}
          />
          <span>{templateWords.openHours}</span>
        </label>
        <p className={styles.help}>{templateWords.openHoursHelp}</p>
      </div>
      {campaigns.length > 0 && (
        <fieldset className={styles.campaigns}>
          <legend>{templateWords.campaigns}</legend>
          {campaigns.map(({ _id, name }) => (
            <label key={_id} className={styles.check}>
              <input
                type="checkbox"
                name={`${campaignField}${_id}`}
                defaultChecked={template?.campaigns.includes(_id)}
              />
              <span>{name}</span>
            </label>
          ))}
          <p className={styles.help}>{templateWords.everyLead}</p>
        </fieldset>
      )}
    </>
  );
}

function useUnsaved(form: FormState, version: string): boolean {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const { ref } = form;

  // After the form's own effect, which restores a draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved version is compared again
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const check = () => setIsUnsaved(isFormChanged(element));
    check();
    element.addEventListener("input", check);
    element.addEventListener("change", check);
    return () => {
      element.removeEventListener("input", check);
      element.removeEventListener("change", check);
    };
  }, [ref, version]);

  return isUnsaved;
}

const campaignField = "campaign ";

function readTemplate(kind: TemplateKind, typed: Typed): object {
  return {
    kind,
    changedAt: typed[versionField] || undefined,
    title: typed.title,
    subject: typed.subject && fromBrackets(typed.subject),
    body: typed.body,
    isActive: "isActive" in typed,
    isInOpenHoursOnly: "isInOpenHoursOnly" in typed,
    delayMinutes: Number(typed.delayMinutes ?? 0),
    campaigns: Object.keys(typed)
      .filter((field) => field.startsWith(campaignField))
      .map((field) => field.slice(campaignField.length)),
  };
}
