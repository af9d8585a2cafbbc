// Who comes: somebody who has just registered, from the mail that asks whether the address is theirs;
// or a stranger to the registration, whose address somebody else used. First: the password, which
// tells the two apart.
import { useState } from "react";
import { Link } from "react-router";
import { z } from "zod";
import { api } from "#app/api.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { deskWords } from "#content/desk.ts";
import { accountMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { anyText } from "#contract/fields.ts";
import { useLinkToken } from "./account/link-token.ts";

export const meta = () => [
  { title: `Confirm · ${deskWords.title}` },
  { name: "robots", content: "noindex" },
];

export default function Confirm() {
  const token = useLinkToken();
  return (
    <AccountPage title="Confirm your address" foot={<Link to="/lms">Back to Log in</Link>}>
      <NeedsScript
        instead={
          <p>
            This needs JavaScript. Without it, call{" "}
            <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
          </p>
        }
      >
        {token === null ? (
          <p>Please open the link in the email that we sent you.</p>
        ) : (
          <PasswordForm token={token} />
        )}
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
        <ButtonLink to="/lms">Log in</ButtonLink>
      </>
    );
  }
  return (
    <Form form={form} aria-label="Confirm your address">
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        help={accountMessages.confirmWithPassword}
        isRequired
      />
      <FormEnd label="Confirm" sendingLabel="Confirming …">
        <Link to="/lms/recover">Forgot the password?</Link>
      </FormEnd>
    </Form>
  );
}
