// The parts of a form. `use-form.ts` validates and submits it.
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
} from "react";
import { Button } from "./button.tsx";
import { CaptchaLine } from "./captcha.tsx";
import styles from "./form.module.css";
import { submissionIdField } from "./form-drafts.ts";
import { IconAlertCircle } from "./icons.tsx";
import type { FormState } from "./use-form.ts";
import { useWords } from "./words.ts";

const FormContext = createContext<FormState | null>(null);

/** Returns the state of the form around a field. */
export function useFormState(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("A field stands outside of a <Form>");
  return form;
}

/** Provides the form to components outside its element. */
export function FormScope({ form, children }: { form: FormState; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>;
}

/**
 * The form element. It has `noValidate`, because our own error messages are the same in all
 * browsers.
 */
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

/** The end of a form: the captcha's status, the form's error message, and the buttons. */
export function FormEnd({
  label,
  sendingLabel,
  isOff = false,
  isDangerous = false,
  before,
  children,
}: {
  label: string;
  sendingLabel?: string;
  /** Whether the action can't be undone. */
  isDangerous?: boolean;
  /** Whether the values can't be submitted yet. */
  isOff?: boolean;
  /** Content before the button, such as a link back. */
  before?: ReactNode;
  /** Content after the button, such as another action or a link. */
  children?: ReactNode;
}) {
  const form = useFormState();
  const { captcha, needsCaptcha, phase } = form;
  const { checking, sending } = useWords().formButtons;
  const lineId = `${form.id}-check`;
  const isChecked = captcha.state === "solved";
  const labels = { idle: label, waiting: checking, sending: sendingLabel ?? sending };
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

/** The form's error message, which is part of `FormEnd`. */
export function FormRefusal() {
  const { refusal } = useFormState();
  return <RefusalLine sentence={refusal} />;
}

/** An error message that screen readers announce when it appears. Null while there is none. */
export function RefusalLine({ sentence }: { sentence: string | null }) {
  return (
    <div role="alert">
      {sentence && (
        <p className={styles.refusal}>
          <IconAlertCircle size={20} aria-hidden />
          {sentence}
        </p>
      )}
    </div>
  );
}
