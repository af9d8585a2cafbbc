// The next step for this request, its due date, and the owner who will do it.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { NextStepLine } from "#app/admin/requests/next-step-line.tsx";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { saveDraft, versionField } from "#app/ui/form-drafts.ts";
import { IconCheck } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { VersionField } from "#app/ui/version.tsx";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { type ContactRequestDetail, NextStep } from "#contract/contact-request-work.ts";
import { contactRequestLimits } from "#contract/contact-requests.ts";
import styles from "./next-step.module.css";

const step = api.admin["contact-requests"][":id"]["next-step"];

type StepProps = { detail: ContactRequestDetail };

export function NextStepBox({ detail }: StepProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { change, isBusy } = useOneChange();
  const { _id: id, nextStep, assignee } = detail.contactRequest;
  const param = { id };
  // Undo sends no version, so that it restores the step even if the request has changed since.
  const earlier = nextStep && { ...nextStep, assignee: assignee?._id ?? null };
  return (
    <section className={styles.box} aria-labelledby="next-step">
      <h2 id="next-step">{words.nextStep}</h2>
      {isEditing ? (
        <StepForm detail={detail} onDone={() => setIsEditing(false)} />
      ) : (
        <div className={styles.step}>
          <NextStepLine contactRequest={detail.contactRequest} />
          <div className={styles.actions}>
            {earlier && (
              <Button
                variant="outline"
                isSmall
                disabled={isBusy}
                onClick={() =>
                  void change(() => step.$delete({ param }), {
                    undo: () => step.$put({ param, json: earlier }),
                  })
                }
              >
                <IconCheck aria-hidden />
                {words.stepDone}
              </Button>
            )}
            <Button
              variant={nextStep ? "quiet" : "outline"}
              isSmall
              onClick={() => setIsEditing(true)}
            >
              {nextStep ? words.editStep : words.addStep}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

const neverCurrent = new Date(0).toISOString();

function StepForm({ detail, onDone }: StepProps & { onDone: () => void }) {
  const { owners } = detail;
  // The request as it was when the form was opened, even if the page has been refreshed since.
  const [{ _id: id, nextStep, assignee, version }] = useState(detail.contactRequest);
  const { revalidate } = useRevalidator();
  const draftKey = `step-${id}`;
  // Identifies the step that a draft is based on. Another step makes the draft outdated; a call or
  // a note doesn't.
  const shown = JSON.stringify([nextStep, assignee?._id ?? null]);
  const form = useForm({
    schema: NextStep,
    read: (typed) => ({
      ...{ text: typed.text, on: typed.on || null, assignee: typed.assignee || null },
      version: typed[versionField] === shown ? version : neverCurrent,
    }),
    send: (json) => step.$put({ param: { id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
    // Someone else may have changed the step, so the form shows the stored values when it is opened
    // again.
    onRefused({ code }) {
      if (code === "stale") saveDraft(draftKey, null);
      void revalidate();
    },
    draftKey,
  });

  function cancel() {
    saveDraft(draftKey, null);
    onDone();
  }

  const you = owners.find(({ isYou }) => isYou)?._id;
  // An owner who has since been removed can't be selected again.
  const chosen = owners.find(({ _id }) => _id === assignee?._id)?._id;
  return (
    <Form form={form} aria-label={words.nextStep}>
      <div className={styles.fields}>
        <TextField
          name="text"
          label={words.step}
          placeholder={words.stepHint}
          maxLength={contactRequestLimits.nextStep}
          autoComplete="off"
          defaultValue={nextStep?.text ?? ""}
          isRequired
        />
        <TextField name="on" label={words.stepOn} type="date" defaultValue={nextStep?.on ?? ""} />
        <SelectField
          name="assignee"
          label={words.who}
          hasNone
          defaultValue={chosen ?? (assignee || nextStep ? "" : (you ?? ""))}
          options={[
            { value: "", name: words.whoNobody },
            ...owners.map(({ _id, name, isYou }) => ({
              value: _id,
              name: isYou ? words.you(name) : name,
            })),
          ]}
        />
      </div>
      <VersionField version={shown} />
      <FormEnd label={words.saveStep}>
        <Button variant="quiet" onClick={cancel}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
