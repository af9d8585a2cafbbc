// Adds the person behind a thread that is no lead's.
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import styles from "#app/lms/texts.module.css";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { textListWords as words } from "#content/desk/texts.ts";
import { phoneText } from "#contract/phone.ts";
import { NewTextLead } from "#contract/texts.ts";

export function AddAsLead({ phone }: { phone: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <AddForm phone={phone} onClose={() => setIsOpen(false)} />;
  return (
    <Button
      variant="outline"
      isSmall
      className={styles.add}
      aria-label={words.addOf(phoneText(phone))}
      onClick={() => setIsOpen(true)}
    >
      {words.add}
    </Button>
  );
}

function AddForm({ phone, onClose }: { phone: string; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewTextLead,
    read: (typed) => ({ ...typed, phone }),
    send: (json) => api.texts.leads.$post({ json }),
    onDone({ leadId, message }) {
      showToast({ title: message });
      void navigate(`/lms/lead?id=${leadId}&tab=text`);
    },
  });
  return (
    <Form form={form} aria-label={words.addOf(phoneText(phone))} className={styles.form}>
      <TextField name="firstName" label={words.firstName} autoComplete="off" isRequired />
      <TextField name="lastName" label={words.lastName} autoComplete="off" />
      <FormEnd label={words.add} sendingLabel={words.adding}>
        <Button variant="quiet" onClick={onClose}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
