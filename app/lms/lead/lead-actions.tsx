import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { ArchiveDialog } from "#app/lms/archive/archive-dialog.tsx";
import { archiveReasonOf } from "#app/lms/archive/archive-reason.ts";
import { archiveWithUndo, restoreWithUndo } from "#app/lms/archive/archive-with-undo.ts";
import { assignChoices, useAssign } from "#app/lms/shell/assigning.ts";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { useDesk, useMay } from "#app/lms/shell/desk-context.ts";
import {
  IconArchive,
  IconArrowBackUp,
  IconPencil,
  IconPhoneOff,
  IconPhonePlus,
  IconUserPlus,
} from "#app/lms/shell/desk-icons.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { IconPhone, IconShieldCheck } from "#app/ui/icons.tsx";
import { Menu, type MenuItem } from "#app/ui/menu.tsx";
import { usePhoneQuestion } from "#app/ui/phone-question.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { IconTrash } from "#app/ui/writing-icons.ts";
import { archiveWords } from "#content/desk/archive.ts";
import { controlWords } from "#content/desk/controls.ts";
import { actionWords, personWords, privacyWords } from "#content/desk/lead.ts";
import { type Lead, LeadChange } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import { CallPermissionDialog } from "./call-permission.tsx";
import { EarlierCallDialog } from "./earlier-call.tsx";
import styles from "./lead-actions.module.css";
import { LeadFieldInputs } from "./lead-field-inputs.tsx";
import { PhoneField } from "./phone-field.tsx";
import { PrivacyRequestDialog } from "./privacy-request.tsx";

/** The actions that open a dialog. */
type Asked = "edit" | "earlierCall" | "permission" | "privacy";

/**
 * The other actions on a lead: buttons for the two most common ones, and a menu with Delete last.
 */
export function LeadActions({ lead }: { lead: Lead }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isArchiving, setIsArchiving] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const mayHandOver = useMay("privacy");
  const { person } = useDesk();
  const assign = useAssign();
  const param = { id: lead._id };
  useMessage("archiveLead", () => setIsArchiving(lead.state !== "archived"), lead._id);

  async function restore() {
    // An undo archives the lead again with its old reason, which is in its timeline.
    const known = await askApi(() => api.leads[":id"].$get({ param, query: {} }));
    if (!known.isDone) return showError(known.refusal.message);
    await restoreWithUndo(lead, archiveReasonOf(known.answer), () => void revalidate());
  }

  function archive(reason: string) {
    setIsArchiving(false);
    void archiveWithUndo([lead], reason, (change) => {
      // The clicked button disappears together with the toast, so the focus moves here.
      if (change === "undone") around.current?.querySelector("button")?.focus();
      void revalidate();
    });
  }

  async function remove() {
    // The page is left first, because the event about the deletion would make it reload a lead that
    // no longer exists.
    await navigate("/lms/dashboard");
    const outcome = await askApi(() => api.leads[":id"].$delete({ param }));
    if (!outcome.isDone) return showError(outcome.refusal.message);
    showToast({
      title: actionWords.deleted(plainName(callName(lead))),
      seconds: 8,
      action: { label: controlWords.undo, onPress: () => void undoRemoval() },
    });
  }

  async function undoRemoval() {
    const outcome = await askApi(() => api.leads[":id"].restore.$post({ param }));
    if (!outcome.isDone) return showError(outcome.refusal.message);
    showToast({ title: archiveWords.archivingUndone(1, plainName(callName(lead))) });
    await navigate(`/lms/lead?id=${lead._id}`);
  }

  const isMarked = lead.doNotCall !== null;
  const more: MenuItem[] = [
    lead.state === "archived"
      ? { label: actionWords.restore, icon: IconArrowBackUp, onPress: () => void restore() }
      : { label: actionWords.archive, icon: IconArchive, onPress: () => setIsArchiving(true) },
    {
      label: isMarked ? actionWords.mayCall : actionWords.doNotCall,
      icon: isMarked ? IconPhone : IconPhoneOff,
      onPress: () => setAsked("permission"),
    },
  ];
  const taking: MenuItem[] = assignChoices(lead, person).map(({ _id, label }) => ({
    label,
    icon: IconUserPlus,
    onPress: () => void assign(lead, _id),
  }));
  if (mayHandOver) {
    const onPress = () => setAsked("privacy");
    more.push({ label: privacyWords.title, icon: IconShieldCheck, onPress });
  }
  const deletion: MenuItem = {
    label: actionWords.delete,
    icon: IconTrash,
    onPress: () => void remove(),
    isDangerous: true,
  };

  const dialog = (name: Asked) => ({
    lead,
    isOpen: asked === name,
    onClose: () => setAsked(null),
  });
  return (
    <div ref={around} className={styles.actions}>
      <Button variant="quiet" isSmall onClick={() => setAsked("edit")}>
        <IconPencil aria-hidden /> {actionWords.edit}
      </Button>
      <Button variant="quiet" isSmall onClick={() => setAsked("earlierCall")}>
        <IconPhonePlus aria-hidden /> {actionWords.logCall}
      </Button>
      <Menu
        label={actionWords.more}
        groups={[more, ...(taking.length > 0 ? [taking] : []), [deletion]]}
      />
      <EditDialog {...dialog("edit")} />
      <EarlierCallDialog {...dialog("earlierCall")} />
      <CallPermissionDialog {...dialog("permission")} />
      <PrivacyRequestDialog {...dialog("privacy")} />
      <ArchiveDialog
        leads={isArchiving ? [lead] : []}
        onClose={() => setIsArchiving(false)}
        onArchive={archive}
      />
    </div>
  );
}

function showError(message: string) {
  showToast({ title: controlWords.error, message, urgency: "alert" });
}

type DialogProps = { lead: Lead; isOpen: boolean; onClose: () => void };

function EditDialog({ lead, isOpen, onClose }: DialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={actionWords.editTitle}>
      {isOpen && <EditForm lead={lead} onDone={onClose} />}
    </Dialog>
  );
}

function EditForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: usePhoneQuestion(LeadChange, phoneText(lead.phone)),
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
