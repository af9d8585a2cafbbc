// One sign-in form for both kinds of accounts; the server knows which kind it is.
import { type ReactNode, useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api } from "#app/api.ts";
import { readNextPath } from "#app/next-path.ts";
import { logInWords } from "#content/interface.ts";
import { Credentials } from "#contract/sessions.ts";
import { EmailField, TextField } from "./fields.tsx";
import { Form, FormEnd } from "./form.tsx";
import { showToast } from "./toast.tsx";
import { useForm } from "./use-form.ts";

const homes = { client: "/lms/dashboard", admin: "/admin/today" } as const;
/** The pages that each kind may continue to; the owner may also view as a practice. */
const doors = { client: /^\/lms\//, admin: /^\/admin|^\/lms\/.*[?&]client=/ } as const;

/** `hasFocus`: after registration, focus moves to this form. */
export function SignInForm({ hasFocus, children }: { hasFocus?: boolean; children?: ReactNode }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm({
    schema: Credentials,
    send: (json) => api.credentials.$post({ json }),
    needsCaptcha: true,
    onRefused: ({ message }) =>
      showToast({ title: logInWords.failed, message, seconds: 3, urgency: "alert" }),
    onDone({ kind }) {
      const next = readNextPath(search);
      navigate(next && doors[kind].test(next) ? next : homes[kind], { replace: true });
    },
  });
  const { ref } = form;
  useEffect(() => {
    const email = ref.current?.elements.namedItem("email");
    if (hasFocus && email instanceof HTMLElement) email.focus();
  }, [hasFocus, ref]);
  return (
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
  );
}
