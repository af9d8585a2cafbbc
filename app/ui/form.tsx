// What every form is built of; how one is checked and sent is in `use-form.ts`.
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
} from "react";
import { formButtonWords } from "#content/interface.ts";
import { Button } from "./button.tsx";
import { CaptchaLine } from "./captcha.tsx";
import styles from "./form.module.css";
import { submissionIdField } from "./form-drafts.ts";
import { IconAlertCircle } from "./icons.tsx";
import type { FormState } from "./use-form.ts";

const FormContext = createContext<FormState | null>(null);

/** For the fields: the form that they stand in. */
export function useFormState(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("A field stands outside of a <Form>");
  return form;
}

/** The form's element. `noValidate`: our own sentences, in one way for all browsers. */
export function Form({
  form,
  children,
  className = "",
  ...props
}: { form: FormState } & Omit<ComponentProps<"form">, "form">) {
  function submit(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }
  function typed(event: FormEvent<HTMLFormElement>) {
    const { target } = event;
    if (target instanceof Element && "name" in target) form.forgetError(String(target.name));
    form.noteTyping();
  }
  return (
    <FormContext value={form}>
      <form
        {...props}
        ref={form.ref}
        className={`${styles.form} ${className}`}
        noValidate
        aria-busy={form.isSending}
        data-draft-key={form.draftKey}
        onSubmit={submit}
        onInput={typed}
        onFocus={form.captcha.start}
      >
        {form.countsOnce && <input type="hidden" name={submissionIdField} />}
        {children}
      </form>
    </FormContext>
  );
}

/** How every form ends: the check's line, what was refused, the button, and what stands beside it. */
export function FormEnd({
  label,
  sendingLabel = formButtonWords.sending,
  isOff = false,
  isDangerous = false,
  before,
  children,
}: {
  label: string;
  sendingLabel?: string;
  /** Nothing brings back what it does. */
  isDangerous?: boolean;
  /** What stands in the fields cannot be sent yet. */
  isOff?: boolean;
  /** Before the button: the way back. */
  before?: ReactNode;
  /** Beside the button: another way, a link. */
  children?: ReactNode;
}) {
  const form = useFormState();
  const { captcha, needsCaptcha, phase } = form;
  const lineId = `${form.id}-check`;
  const isChecked = captcha.state === "solved";
  const labels = { idle: label, waiting: formButtonWords.checking, sending: sendingLabel };
  return (
    <div className={styles.end}>
      <FormRefusal />
      {needsCaptcha && <CaptchaLine captcha={captcha} id={lineId} />}
      <div className={styles.actions}>
        {before}
        <Button
          type="submit"
          variant={isDangerous ? "danger" : "solid"}
          disabled={isOff}
          aria-disabled={form.isSending || !isChecked}
          aria-describedby={needsCaptcha && !isChecked ? lineId : undefined}
        >
          {labels[phase]}
        </Button>
        {children}
      </div>
    </div>
  );
}

/** The sentence beside the form; part of `FormEnd`. */
export function FormRefusal() {
  const { refusal } = useFormState();
  return (
    <div role="alert">
      {refusal && (
        <p className={styles.refusal}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
          {refusal}
        </p>
      )}
    </div>
  );
}
