// A practice introduces itself: who, where, how to log in, and the owner's code.
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { MessageDialog } from "#app/ui/dialog.tsx";
import { PhoneField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useForm } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { accountMessages, formMessages } from "#content/messages.ts";
import { Registration } from "#contract/accounts.ts";
import { anyText } from "#contract/fields.ts";
import { usStates } from "#contract/us-states.ts";
import styles from "./register-form.module.css";

const states = Object.entries(usStates).map(([value, name]) => ({ value, name }));

const RegistrationForm = Registration.extend({
  confirmPassword: anyText.min(1, "required"),
}).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  // Also while other fields are still wrong: whoever mistyped hears it at once.
  { message: "mismatch", path: ["confirmPassword"], when: () => true },
);

/** What an invitation link fills in. */
export type Invited = { email: string; admin_id: string; token: string };

export function RegisterForm({
  invited,
  onRegistered,
}: {
  invited: Invited | null;
  onRegistered: () => void;
}) {
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const form = useForm({
    schema: RegistrationForm,
    read: (typed) => ({ ...typed, invitation: invited?.token }),
    send: ({ confirmPassword: _, ...json }) => api.clients.$post({ json }),
    onDone: ({ message }) => setDoneMessage(message),
    onRefused: ({ status, message }) =>
      showToast({ title: `Error ${status || ""}`.trim(), message, urgency: "alert" }),
    onInvalid(errors) {
      if (!errors.confirmPassword) return;
      showToast({ title: accountMessages.passwordsDiffer, seconds: 3, urgency: "alert" });
    },
    needsCaptcha: true,
    rememberAs: "registration",
  });

  return (
    <>
      <p className={styles.note}>{accountMessages.speakFirst}</p>
      <Form form={form} aria-label="Register">
        <div className={styles.pair}>
          <TextField name="firstName" label="First name" autoComplete="given-name" isRequired />
          <TextField name="lastName" label="Last name" autoComplete="family-name" isRequired />
        </div>
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          defaultValue={invited?.email}
          readOnly={invited !== null}
          help={invited ? "The invitation is for this address." : undefined}
          isRequired
        />
        <PhoneField name="phone" label="Phone" isMasked isRequired />
        <TextField name="address" label="Address" autoComplete="address-line1" isRequired />
        <TextField name="address2" label="Address 2" autoComplete="address-line2" />
        <TextField name="city" label="City" autoComplete="address-level2" isRequired />
        <div className={styles.pair}>
          <SelectField
            name="state"
            label="State"
            autoComplete="address-level1"
            options={states}
            isRequired
          />
          <TextField
            name="zip"
            label="Zip"
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={10}
            isRequired
          />
        </div>
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          help={accountMessages.passwordHint}
          isRequired
        />
        <TextField
          name="confirmPassword"
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          isRequired
        />
        <TextField
          name="admin_id"
          label="Owner’s code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={invited?.admin_id}
          readOnly={invited !== null}
          help={invited ? undefined : accountMessages.ownersCode}
          isRequired
        />
        <p className={styles.terms}>
          By registering you accept the{" "}
          <Link to="/lms/terms-and-conditions">Terms and Conditions</Link> and the{" "}
          <Link to="/lms/privacy-policy">Privacy Policy</Link>.
        </p>
        <FormEnd label="Register" sendingLabel="Registering …" />
      </Form>
      <MessageDialog
        isOpen={doneMessage !== null}
        onClose={() => {
          setDoneMessage(null);
          form.reset();
          onRegistered();
        }}
        title={formMessages.success}
        message={doneMessage ?? ""}
      />
    </>
  );
}
