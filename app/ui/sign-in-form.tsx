// The login form for both kinds of accounts. The server knows an account's kind.
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api } from "#app/api.ts";
import { readNextPath } from "#app/next-path.ts";
import { logInWords } from "#content/interface.ts";
import { passkeyWords } from "#content/two-step-login.ts";
import type { FactorProof, SecondFactor } from "#contract/factors.ts";
import type { PasskeyProof } from "#contract/passkeys.ts";
import { Credentials, type SignedIn } from "#contract/sessions.ts";
import { CodeForm } from "./code-form.tsx";
import { EmailField, TextField } from "./fields.tsx";
import { Form, FormEnd } from "./form.tsx";
import { showToast } from "./toast.tsx";
import { PasskeyLogIn } from "./two-step/passkey-log-in.tsx";
import { useForm } from "./use-form.ts";

const homes = { client: "/lms/dashboard", admin: "/admin/today" } as const;
/**
 * For each kind of account, the pages to which a login may continue. The owner may also view as a
 * practice.
 */
const allowedPaths = { client: /^\/lms\//, admin: /^\/admin|^\/lms\/.*[?&]client=/ } as const;

const secondStep = {
  sendCode: (json: FactorProof) => api.credentials.factors.$post({ json }),
  sendPasskey: (json: PasskeyProof) => api.credentials.factors.passkeys.$post({ json }),
  button: logInWords.button,
  passkey: passkeyWords.says,
  failed: logInWords.failed,
};

type SignInFormProps = {
  /** The origin on which passkeys work. See `PasskeySite`. */
  passkeyOrigin: string | null;
  /** Whether the form takes the focus, as it does after a registration. */
  hasFocus?: boolean;
  children?: ReactNode;
};

export function SignInForm({ passkeyOrigin, hasFocus, children }: SignInFormProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<SecondFactor | null>(null);

  function enter({ kind }: Pick<SignedIn, "kind">) {
    const next = readNextPath(search);
    navigate(next && allowedPaths[kind].test(next) ? next : homes[kind], { replace: true });
  }

  const form = useForm({
    schema: Credentials,
    send: (json) => api.credentials.$post({ json }),
    needsCaptcha: true,
    onRefused({ message, secondFactor }) {
      if (secondFactor) setAsked(secondFactor);
      else showToast({ title: logInWords.failed, message, seconds: 3, urgency: "alert" });
    },
    onDone: (answer) => enter(answer),
  });
  const { ref } = form;
  useEffect(() => {
    const email = ref.current?.elements.namedItem("email");
    if (hasFocus && email instanceof HTMLElement) email.focus();
  }, [hasFocus, ref]);
  if (asked) {
    const onBack = () => setAsked(null);
    return <CodeForm {...{ asked, secondStep, passkeyOrigin, onBack }} onDone={enter} />;
  }
  return (
    <>
      <Form form={form} aria-label={logInWords.title}>
        <EmailField autoComplete="username" isRequired />
        <TextField
          name="password"
          label={logInWords.password}
          type="password"
          autoComplete="current-password"
          isRequired
        />
        <FormEnd label={logInWords.button} sendingLabel={logInWords.sending}>
          {children}
        </FormEnd>
      </Form>
      <PasskeyLogIn origin={passkeyOrigin} onDone={enter} />
    </>
  );
}
