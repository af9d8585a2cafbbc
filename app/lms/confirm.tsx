// Confirms the email address of a registration, from the emailed link. The password proves that the
// person who registered has opened the link, not someone else with access to the mailbox.
import { useState } from "react";
import { Link } from "react-router";
import { z } from "zod";
import { api } from "#app/api.ts";
import { useLinkToken } from "#app/ui/account/link-token.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { shellWords } from "#content/desk/shell.ts";
import { confirmWords, doorWords } from "#content/desk/sign-in.ts";
import { logInWords } from "#content/interface.ts";
import { accountMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { anyText } from "#contract/fields.ts";

export const meta = () => [
  { title: shellWords.tab(confirmWords.tab) },
  { name: "robots", content: "noindex" },
];

export default function Confirm() {
  const token = useLinkToken();
  return (
    <AccountPage title={confirmWords.title} foot={<Link to="/lms">{doorWords.back}</Link>}>
      <NeedsScript
        instead={
          <p>
            {confirmWords.needsScript} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
          </p>
        }
      >
        {token === null ? <p>{confirmWords.openLink}</p> : <PasswordForm token={token} />}
      </NeedsScript>
    </AccountPage>
  );
}

const Password = z.object({ password: anyText.min(1, "required") });

function PasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState<string | null>(null);
  const form = useForm({
    schema: Password,
    send: (json) => api.credentials.confirmations.$post({ json: { token, ...json } }),
    onDone: ({ message }) => setDone(message),
  });
  if (done !== null) {
    return (
      <>
        <p role="status">{done}</p>
        <ButtonLink to="/lms">{doorWords.logIn}</ButtonLink>
      </>
    );
  }
  return (
    <Form form={form} aria-label={confirmWords.title}>
      <TextField
        name="password"
        label={logInWords.password}
        type="password"
        autoComplete="current-password"
        help={accountMessages.confirmWithPassword}
        isRequired
      />
      <FormEnd label={confirmWords.confirm} sendingLabel={confirmWords.confirming}>
        <Link to="/lms/recover">{doorWords.forgot}</Link>
      </FormEnd>
    </Form>
  );
}
