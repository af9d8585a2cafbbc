import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import styles from "#app/lms/lead.module.css";
import forms from "#app/ui/account/forms.module.css";
import { Button } from "#app/ui/button.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { usePhoneQuestion } from "#app/ui/phone-question.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { addLeadWords, personWords } from "#content/desk/lead.ts";
import { NewLead } from "#contract/leads.ts";
import { LeadFieldInputs } from "./lead-field-inputs.tsx";
import { PhoneField } from "./phone-field.tsx";

/** The form that adds a person who walked in or called. */
export function AddLead() {
  const navigate = useNavigate();
  const form = useForm({
    schema: usePhoneQuestion(NewLead),
    send: (json) => api.leads.$post({ json }),
    onDone: ({ lead }) => void navigate(`/lms/lead?id=${lead._id}`, { replace: true }),
  });
  const { ref } = form;
  useEffect(() => {
    // Not on touch screens, where the focus would open the keyboard over the form.
    if (matchMedia("(pointer: fine)").matches) ref.current?.querySelector("input")?.focus();
  }, [ref]);

  /** Goes back to the previous page if it belongs to this product. */
  function cancel() {
    const isFirst = !(window.history.state?.idx > 0);
    void (isFirst ? navigate("/lms/dashboard", { replace: true }) : navigate(-1));
  }

  return (
    <>
      <ShellHead title={addLeadWords.title} back="/lms/dashboard" />
      <main className={styles.box}>
        <p className={styles.hint}>{addLeadWords.hint}</p>
        <Form form={form} aria-label={addLeadWords.title}>
          <div className={forms.pair}>
            <TextField
              name="firstName"
              label={personWords.firstName}
              autoComplete="off"
              isRequired
            />
            <TextField name="lastName" label={personWords.lastName} autoComplete="off" />
          </div>
          <fieldset className={styles.oneOf}>
            <legend>{addLeadWords.phoneOrEmail}</legend>
            <div className={forms.pair}>
              <PhoneField isOneOf />
              <EmailField autoComplete="off" isOneOf />
            </div>
          </fieldset>
          <LeadFieldInputs />
          <FormEnd label={addLeadWords.submit} sendingLabel={addLeadWords.submitting}>
            <Button variant="quiet" onClick={cancel}>
              {controlWords.cancel}
            </Button>
          </FormEnd>
        </Form>
      </main>
    </>
  );
}
