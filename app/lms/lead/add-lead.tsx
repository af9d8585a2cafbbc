import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import styles from "#app/lms/lead.module.css";
import { Button } from "#app/ui/button.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { deskWords } from "#content/desk.ts";
import { NewLead } from "#contract/leads.ts";
import { LeadFieldInputs } from "./lead-field-inputs.tsx";
import { PhoneField } from "./phone-field.tsx";

/** Somebody who walked in or phoned. */
export function AddLead() {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewLead,
    send: (json) => api.leads.$post({ json }),
    onDone: ({ lead }) => void navigate(`/lms/lead?id=${lead._id}`, { replace: true }),
  });
  const { ref } = form;
  useEffect(() => {
    // In the hand it would raise the keyboard over the form.
    if (matchMedia("(pointer: fine)").matches) ref.current?.querySelector("input")?.focus();
  }, [ref]);

  /** To where somebody came from, if that was this product. */
  function cancel() {
    const isFirst = !(window.history.state?.idx > 0);
    void (isFirst ? navigate("/lms/dashboard", { replace: true }) : navigate(-1));
  }

  return (
    <>
      <ShellHead title="Add a lead" back="/lms/dashboard" />
      <main className={styles.box}>
        <p className={styles.hint}>
          For somebody who walked in or phoned. Nobody pressed Submit, so there is no clock, and no
          figure of calls on time counts it.
        </p>
        <Form form={form} aria-label="Add a lead">
          <TextField name="firstName" label="First name" autoComplete="off" isRequired />
          <TextField name="lastName" label="Last name" autoComplete="off" />
          <PhoneField help={deskWords.phoneOrEmail} />
          <EmailField autoComplete="off" />
          <LeadFieldInputs />
          <FormEnd label="Add" sendingLabel="Adding …">
            <Button variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          </FormEnd>
        </Form>
      </main>
    </>
  );
}
