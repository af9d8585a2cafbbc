// Password recovery. It asks for the email address or, when opened from the emailed link, for a new
// password.
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import { api } from "#app/api.ts";
import { NewPasswordFields } from "#app/ui/account/account-fields.tsx";
import { useLinkToken } from "#app/ui/account/link-token.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { MessageDialog } from "#app/ui/dialog.tsx";
import { EmailField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { shellWords } from "#content/desk/shell.ts";
import { doorWords, recoverWords } from "#content/desk/sign-in.ts";
import { errorMessages, fieldMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { newPassword, RecoveryRequest } from "#contract/accounts.ts";

export const meta = () => [
  { title: shellWords.tab(recoverWords.tab) },
  { name: "robots", content: "noindex" },
];

export default function Recover() {
  const token = useLinkToken();
  return (
    <AccountPage
      title={token === null ? recoverWords.title : recoverWords.newTitle}
      foot={<Link to="/lms">{doorWords.back}</Link>}
    >
      <NeedsScript instead={<Fallback />}>
        {token === null ? <RequestForm /> : <ResetForm token={token} />}
      </NeedsScript>
    </AccountPage>
  );
}

function RequestForm() {
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm({
    schema: RecoveryRequest,
    send: (json) => api.credentials.recover.$post({ json }),
    onDone: ({ message }) => setSent(message),
    onRefused: ({ message }) =>
      showToast({ title: controlWords.error, message, seconds: 5, urgency: "alert" }),
    needsCaptcha: true,
  });
  return (
    <>
      <Form form={form} aria-label={recoverWords.title}>
        <EmailField autoComplete="username" help={recoverWords.addressHelp} isRequired />
        <FormEnd label={recoverWords.send} />
      </Form>
      <MessageDialog
        isOpen={sent !== null}
        onClose={() => {
          setSent(null);
          form.reset();
        }}
        title={controlWords.messageSent}
        message={sent ?? ""}
      />
    </>
  );
}

/**
 * The form doesn't ask for the current password, because the emailed link proves who the person is.
 */
const TwoPasswords = z.object({ password: newPassword, again: z.string() });

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const [done, setDone] = useState<string | null>(null);
  const [typed, setTyped] = useState({ password: "", again: "" });
  const complain = (message: string) =>
    showToast({ title: controlWords.error, message, seconds: 2, urgency: "alert" });
  const form = useForm({
    schema: TwoPasswords,
    send: ({ password }) => api.credentials.reset.$patch({ json: { token, password } }),
    onDone: ({ message }) => setDone(message),
    onRefused: ({ message }) => complain(message),
    onInvalid: (errors) => complain(errors.password ?? errorMessages.invalid),
  });
  const { password, again } = typed;
  const isEqual = password === again;
  const isDead = form.refusal === fieldMessages.dead_link;

  function noteTyping({ target }: FormEvent) {
    if (target instanceof HTMLInputElement) setTyped({ ...typed, [target.name]: target.value });
  }

  return (
    <>
      <div onInput={noteTyping}>
        <Form form={form} aria-label={recoverWords.form}>
          <NewPasswordFields
            problem={again !== "" && !isEqual ? fieldMessages.mismatch : undefined}
          />
          <FormEnd
            label={recoverWords.set}
            sendingLabel={recoverWords.setting}
            isOff={password === "" || again === "" || !isEqual}
          >
            {isDead && (
              <Link to="/lms/recover" reloadDocument>
                {recoverWords.newLink}
              </Link>
            )}
          </FormEnd>
        </Form>
      </div>
      <MessageDialog
        isOpen={done !== null}
        onClose={() => void navigate("/lms")}
        title={recoverWords.done}
        message={done ?? ""}
      />
    </>
  );
}

function Fallback() {
  return (
    <p>
      {recoverWords.needsScript.before} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>{" "}
      {recoverWords.needsScript.between}{" "}
      <a href={`mailto:${site.agencyEmail}`}>{site.agencyEmail}</a> {recoverWords.needsScript.after}
    </p>
  );
}
