import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import styles from "#app/lms/lead.module.css";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useForm } from "#app/ui/form.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { NewLead } from "#contract/leads.ts";

/** Somebody who walked in or phoned. */
export function AddLead() {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewLead,
    send: (json) => api.leads.$post({ json }),
    onDone: ({ lead }) => void navigate(`/lms/lead?id=${lead._id}`, { replace: true }),
  });
  return (
    <>
      <ShellHead title="Add a lead" />
      <main className={styles.box}>
        <p className={styles.hint}>
          For somebody who walked in or phoned. Nobody pressed Submit, so there is no clock, and no
          figure of calls on time counts it.
        </p>
        <Form form={form} aria-label="Add a lead">
          <TextField name="firstName" label="First name" autoComplete="off" isRequired />
          <TextField name="lastName" label="Last name" autoComplete="off" />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="off"
            help="A number or an e-mail address is needed."
          />
          <EmailField autoComplete="off" />
          <FormEnd label="Add" sendingLabel="Adding …" />
        </Form>
      </main>
    </>
  );
}
