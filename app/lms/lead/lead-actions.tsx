import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { ArchiveDialog } from "#app/lms/archive/archive-dialog.tsx";
import { archiveWithUndo } from "#app/lms/archive/archive-with-undo.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { IconPencil, IconTrash } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { actionWords, personWords } from "#content/desk/lead.ts";
import { type Lead, LeadChange } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import { CallPermissionAction } from "./call-permission.tsx";
import { EarlierCallAction } from "./earlier-call.tsx";
import styles from "./lead-actions.module.css";
import { LeadFieldInputs } from "./lead-field-inputs.tsx";
import { PhoneField } from "./phone-field.tsx";
import { PrivacyRequest } from "./privacy-request.tsx";

/** The other actions on a lead; each has an undo. */
export function LeadActions({ lead }: { lead: Lead }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isArchiving, setIsArchiving] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const param = { id: lead._id };

  async function restore() {
    await askApi(() => api.leads[":id"].restore.$post({ param }));
    await revalidate();
  }

  function archive(reason: string) {
    setIsArchiving(false);
    void archiveWithUndo([lead], reason, () => void revalidate());
  }

  async function remove() {
    // Leave the page first: the deletion's desk event would refetch a lead that no longer exists.
    await navigate("/lms/dashboard");
    const outcome = await askApi(() => api.leads[":id"].$delete({ param }));
    if (!outcome.isDone)
      return showToast({ title: controlWords.error, message: outcome.refusal.message });
    showToast({
      title: actionWords.deleted(plainName(callName(lead))),
      seconds: 8,
      action: {
        label: controlWords.undo,
        onPress: () => void restore().then(() => navigate(`/lms/lead?id=${lead._id}`)),
      },
    });
  }

  return (
    <div className={styles.actions}>
      <Button variant="quiet" isSmall onClick={() => setIsEditing(true)}>
        <IconPencil size={18} stroke={1.75} aria-hidden /> {actionWords.edit}
      </Button>
      {lead.state === "archived" ? (
        <Button variant="quiet" isSmall onClick={() => void restore()}>
          {actionWords.restore}
        </Button>
      ) : (
        <Button variant="quiet" isSmall onClick={() => setIsArchiving(true)}>
          {actionWords.archive}
        </Button>
      )}
      <EarlierCallAction lead={lead} />
      <CallPermissionAction lead={lead} />
      <PrivacyRequest lead={lead} />
      <Button variant="quiet" isSmall onClick={() => void remove()}>
        <IconTrash size={18} stroke={1.75} aria-hidden /> {actionWords.delete}
      </Button>
      <Dialog isOpen={isEditing} onClose={() => setIsEditing(false)} title={actionWords.editTitle}>
        {isEditing && <EditForm lead={lead} onDone={() => setIsEditing(false)} />}
      </Dialog>
      <ArchiveDialog
        leads={isArchiving ? [lead] : []}
        onClose={() => setIsArchiving(false)}
        onArchive={archive}
      />
    </div>
  );
}

function EditForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: LeadChange,
    send: (json) => api.leads[":id"].$patch({ param: { id: lead._id }, json }),
    onDone() {
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={actionWords.edit} className={styles.form}>
      <TextField
        name="firstName"
        label={personWords.firstName}
        defaultValue={lead.firstName}
        isRequired
      />
      <TextField name="lastName" label={personWords.lastName} defaultValue={lead.lastName} />
      <PhoneField defaultValue={phoneText(lead.phone)} />
      <EmailField defaultValue={lead.email} />
      <LeadFieldInputs lead={lead} />
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving}>
        <Button variant="quiet" onClick={onDone}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
