import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { actionWords } from "#content/desk/lead.ts";
import { CallPermission } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./lead-actions.module.css";

type DialogProps = { lead: Lead; isOpen: boolean; onClose: () => void };

/** Sets or clears a lead's do-not-call mark. Both need a reason. */
export function CallPermissionDialog({ lead, isOpen, onClose }: DialogProps) {
  const isMarked = lead.doNotCall !== null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isMarked ? actionWords.mayCallTitle : actionWords.doNotCallTitle}
    >
      {isOpen && <PermissionForm lead={lead} isAllowed={isMarked} onDone={onClose} />}
    </Dialog>
  );
}

type FormProps = { lead: Lead; isAllowed: boolean; onDone: () => void };

function PermissionForm({ lead, isAllowed, onDone }: FormProps) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: CallPermission,
    read: (typed) => ({ ...typed, isAllowed }),
    send: (json) => api.leads[":id"]["call-permissions"].$post({ param: { id: lead._id }, json }),
    onDone() {
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={actionWords.doNotCall} className={styles.form}>
      <TextField
        name="reason"
        label={actionWords.reason}
        help={isAllowed ? actionWords.whyAgain : actionWords.whyNotCall}
        isRequired
      />
      <FormEnd
        label={isAllowed ? actionWords.mayCall : actionWords.doNotCall}
        sendingLabel={controlWords.saving}
      >
        <Button variant="quiet" onClick={onDone}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
