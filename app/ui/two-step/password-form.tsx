// Asks for the password again before a change to two-step login, so that someone else at an
// unattended screen can't make the change.
import type { AnswerOf, ApiResponse, Refusal } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { twoStepWords as words } from "#content/two-step-login.ts";
import { PasswordProof } from "#contract/factors.ts";

type FormProps<R extends ApiResponse> = {
  /** The button's label. */
  label: string;
  hint: string;
  send: (proof: PasswordProof) => Promise<R>;
  onDone: (answer: AnswerOf<R>) => void;
  onRefused?: (refusal: Refusal) => void;
  onCancel: () => void;
};

export function PasswordForm<R extends ApiResponse>(props: FormProps<R>) {
  const { label, hint, send, onDone, onRefused, onCancel } = props;
  const form = useForm({
    schema: PasswordProof,
    send: (json) => send(json),
    onDone,
    ...(onRefused && { onRefused }),
  });
  return (
    <Form form={form} aria-label={label}>
      <p>{hint}</p>
      <PasswordField />
      <FormEnd label={label}>
        <Button variant="quiet" onClick={onCancel}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

export function PasswordField() {
  return (
    <TextField
      name="password"
      label={words.password}
      type="password"
      autoComplete="current-password"
      isRequired
    />
  );
}
