// The account's login data: the password and the email address. A change of the address is
// confirmed from both addresses.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { NewPasswordFields } from "#app/ui/account/account-fields.tsx";
import { MessageDialog } from "#app/ui/dialog.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { signInWords } from "#content/desk/profile.ts";
import { EmailChange, PasswordChange } from "#contract/accounts.ts";
import { anyText } from "#contract/fields.ts";
import styles from "./forms.module.css";
import { type AccountKind, ownAccount } from "./own-account.ts";

type SignInProps = {
  kind: AccountKind;
  email: string;
  /** The new address, while its change hasn't been confirmed. */
  newEmail: string | null;
};

export function SignInSection(props: SignInProps) {
  return (
    <>
      <div className={styles.block}>
        <AddressForm {...props} />
      </div>
      <div className={styles.block}>
        <h3>{signInWords.changePassword}</h3>
        <PasswordForm kind={props.kind} />
      </div>
    </>
  );
}

function AddressForm({ kind, email, newEmail }: SignInProps) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<string | null>(null);
  const form = useForm({
    schema: EmailChange,
    send: (json) => ownAccount(kind).email.$post({ json }),
    onDone({ message }) {
      setAsked(message);
      void revalidate();
    },
  });
  return (
    <>
      <h3>{signInWords.logInAs(email)}</h3>
      {newEmail && <p className={styles.waiting}>{signInWords.waiting(newEmail)}</p>}
      <Form form={form} aria-label={signInWords.changeEmail}>
        <div className={styles.pair}>
          <EmailField label={signInWords.newEmail} autoComplete="off" isRequired />
          <TextField
            name="password"
            label={signInWords.yourPassword}
            type="password"
            autoComplete="current-password"
            isRequired
          />
        </div>
        <FormEnd label={signInWords.changeEmail} />
      </Form>
      <MessageDialog
        isOpen={asked !== null}
        onClose={() => {
          setAsked(null);
          form.reset();
        }}
        title={controlWords.messageSent}
        message={asked ?? ""}
      />
    </>
  );
}

const PasswordForms = PasswordChange.extend({ again: anyText.min(1, "required") }).refine(
  ({ password, again }) => password === again,
  { message: "mismatch", path: ["again"], when: () => true },
);

function PasswordForm({ kind }: { kind: AccountKind }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: PasswordForms,
    send: ({ again: _, ...json }) => ownAccount(kind).password.$put({ json }),
    onDone({ message }) {
      showToast({ title: controlWords.saved, message, seconds: 5 });
      form.reset();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={signInWords.changePassword}>
      <TextField
        name="current"
        label={signInWords.currentPassword}
        type="password"
        autoComplete="current-password"
        isRequired
      />
      <div className={styles.pair}>
        <NewPasswordFields />
      </div>
      <FormEnd label={signInWords.changePassword} sendingLabel={signInWords.changing} />
    </Form>
  );
}
