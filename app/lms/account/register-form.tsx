// A practice's registration form: contact data, postal address, login data, and the owner's
// registration code.
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { AddressFields, NameFields, NewPasswordFields } from "#app/ui/account/account-fields.tsx";
import { MessageDialog } from "#app/ui/dialog.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { doorWords, registerWords } from "#content/desk/sign-in.ts";
import { accountMessages, fieldMessages, formMessages } from "#content/messages.ts";
import { type InvitationAnswer, practiceName, Registration } from "#contract/accounts.ts";
import { anyText } from "#contract/fields.ts";
import styles from "./register-form.module.css";

const RegistrationForm = Registration.extend({
  practiceName,
  confirmPassword: anyText.min(1, "required"),
}).refine(
  ({ password, confirmPassword }) =>
    password === confirmPassword || password === "" || confirmPassword === "",
  // `when` runs this check even if other fields have errors, so a typo shows right away.
  { message: "mismatch", path: ["confirmPassword"], when: () => true },
);

/** The values that an invitation link prefills. */
export type Invited = InvitationAnswer & { token: string };

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
      showToast({ title: registerWords.refused(status), message, urgency: "alert" }),
    onInvalid(errors) {
      if (errors.confirmPassword !== fieldMessages.mismatch) return;
      showToast({ title: accountMessages.passwordsDiffer, seconds: 3, urgency: "alert" });
    },
    needsCaptcha: true,
    draftKey: "registration",
  });

  return (
    <>
      <p className={styles.note}>{accountMessages.speakFirst}</p>
      <Form form={form} aria-label={doorWords.register}>
        <NameFields of={invited?.written ?? undefined} />
        <EmailField
          autoComplete="username"
          defaultValue={invited?.email}
          readOnly={invited !== null}
          help={invited ? registerWords.invitedAddress : undefined}
          isRequired
        />
        <TextField
          name="practiceName"
          label={registerWords.practiceName}
          autoComplete="organization"
          defaultValue={invited?.practiceName ?? undefined}
          isRequired
        />
        <AddressFields suggested={invited?.written} />
        <NewPasswordFields
          label={registerWords.password}
          again={{ name: "confirmPassword", label: registerWords.confirmPassword }}
        />
        <TextField
          name="admin_id"
          label={registerWords.ownersCode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={invited?.admin_id}
          readOnly={invited !== null}
          help={invited ? undefined : accountMessages.ownersCode}
          isRequired
        />
        <p className={styles.terms}>
          {registerWords.accept.before}{" "}
          <Link to="/lms/terms-and-conditions">{registerWords.terms}</Link>{" "}
          {registerWords.accept.between}{" "}
          <Link to="/lms/privacy-policy">{registerWords.privacyPolicy}</Link>
          {registerWords.accept.after}
        </p>
        <FormEnd label={doorWords.register} sendingLabel={registerWords.submitting} />
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
