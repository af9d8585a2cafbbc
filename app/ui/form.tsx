// The one way forms work: a contract schema checks in the browser, the typed API answers, and what
// it refuses is said under the field it is about. Inputs keep their own values (nothing typed is
// ever taken away, also before React was there); this reads them when the form is sent.
//
//   const form = useForm({
//     schema: PersonalMessage,
//     read: (typed) => ({ ...typed, page: "Personal" }),
//     send: (request) => api.contact.$post({ json: request }),
//     onDone: (answer) => setMessage(answer.message),
//     needsCaptcha: true,
//   });
//   <Form form={form}>
//     <TextField name="fullName" label="Name" autoComplete="name" isRequired />
//     <FormEnd label="Send" sendingLabel="Sending…" />
//   </Form>

import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { z } from "zod";
import { formButtonWords } from "#content/interface.ts";
import { captchaMessages, errorMessages } from "#content/messages.ts";
import { type AnswerOf, type ApiResponse, askApi, type Outcome, type Refusal } from "./ask-api.ts";
import { Button } from "./button.tsx";
import { type Captcha, CaptchaLine, useCaptcha } from "./captcha.tsx";
import styles from "./form.module.css";
import { fieldSentences, readTyped, renewSubmissionId, type Typed } from "./form-values.ts";
import { IconAlertCircle } from "./icons.tsx";
import { recall, remember, submissionIdField } from "./kept-values.ts";

type FormOptions<Schema extends z.ZodType<object>, R extends ApiResponse> = {
  schema: Schema;
  /** From what stands in the fields (by their names) to what the schema checks; as typed if absent. */
  read?: (typed: Typed) => object;
  send: (request: z.output<Schema>) => Promise<R>;
  onDone?: (answer: AnswerOf<R>, form: HTMLFormElement) => void;
  /** Besides the sentence beside the form, which is always there: for a toast. */
  onRefused?: (refusal: Refusal) => void;
  /** The schema refused what was typed, before anything was sent: a sentence per field. */
  onInvalid?: (errors: Record<string, string>) => void;
  /** Solved when the form gets focus; the solution goes along as `captcha`. */
  needsCaptcha?: boolean;
  /** Keeps what was typed in this tab under that name over a reload; never passwords. */
  rememberAs?: string;
  /** Gives what is sent a `submissionId`, made when the form opens: sent twice it counts once. */
  countsOnce?: boolean;
};

export type FormPhase = "idle" | "waiting" | "sending";

export type FormState = {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  phase: FormPhase;
  /** Waiting for the check or for the answer: a second press changes nothing. */
  isSending: boolean;
  /** A sentence per field name. */
  errors: Record<string, string>;
  /** The sentence beside the form. */
  refusal: string | null;
  captcha: Captcha;
  needsCaptcha: boolean;
  countsOnce: boolean;
  rememberAs: string | undefined;
  submit: () => Promise<void>;
  /** Judges these fields alone and says what is wrong at them; true when nothing is. */
  check: (names: readonly string[]) => boolean;
  forgetError: (name: string) => void;
  noteTyping: () => void;
  /** Empties the fields and starts the check over. */
  reset: () => void;
};

export function useForm<Schema extends z.ZodType<object>, R extends ApiResponse>(
  options: FormOptions<Schema, R>,
): FormState {
  const { schema, read, send, onDone, onRefused, onInvalid, rememberAs } = options;
  const { needsCaptcha = false, countsOnce = false } = options;
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const [phase, setPhase] = useState<FormPhase>("idle");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const captcha = useCaptcha(needsCaptcha);
  const { start: startCaptcha } = captcha;

  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    if (countsOnce) renewSubmissionId(form);
    // With what was typed comes its id: what arrived before the reload does not arrive again.
    if (rememberAs) {
      recall(rememberAs, form);
      // What was typed before React was there is kept from now on too.
      remember(rememberAs, form);
    }
    // The focus that woke the page came before React.
    if (form.contains(document.activeElement)) startCaptcha();
  }, [rememberAs, countsOnce, startCaptcha]);

  async function submit() {
    const form = ref.current;
    if (!form || isBusy.current) return;
    const typed = readTyped(form);
    const request = read ? read(typed) : typed;
    const checked = schema.safeParse(request);
    setRefusal(null);
    if (!checked.success) {
      const sentences = fieldSentences(checked.error);
      refuse(form, errorMessages.invalid, sentences);
      return onInvalid?.(sentences);
    }
    setErrors({});
    isBusy.current = true;
    const outcome = await sendWithCaptcha(request);
    isBusy.current = false;
    setPhase("idle");
    if (!outcome) return setRefusal(captchaMessages.failed);
    if (outcome.isDone) {
      if (rememberAs) remember(rememberAs, null);
      if (countsOnce) renewSubmissionId(form);
      return onDone?.(outcome.answer, form);
    }
    refuse(form, outcome.refusal.message, outcome.refusal.errors);
    onRefused?.(outcome.refusal);
  }

  function check(names: readonly string[]): boolean {
    const form = ref.current;
    if (!form) return false;
    const typed = readTyped(form);
    const checked = schema.safeParse(read ? read(typed) : typed);
    const all = checked.success ? {} : fieldSentences(checked.error);
    const found = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    const isFine = Object.keys(found).length === 0;
    setRefusal(null);
    if (isFine) setErrors({});
    else refuse(form, errorMessages.invalid, found);
    return isFine;
  }

  /** Null: the check could not be done. A solution that was refused is replaced once. */
  async function sendWithCaptcha(request: object): Promise<Outcome<AnswerOf<R>> | null> {
    for (let attempt = 1; ; attempt += 1) {
      setPhase(captcha.state === "solved" && attempt === 1 ? "sending" : "waiting");
      let solution: string | undefined;
      try {
        solution = await captcha.solution();
      } catch {
        return null;
      }
      setPhase("sending");
      const whole = schema.parse(needsCaptcha ? { ...request, captcha: solution } : request);
      const outcome = await askApi(() => send(whole));
      if (outcome.isDone || !needsCaptcha) return outcome;
      const { status, errors } = outcome.refusal;
      // A 422 leaves the solution usable unless it is about the solution; other refusals use it up.
      const isCaptchaRefused = errors.captcha !== undefined;
      if (isCaptchaRefused || (status !== 422 && status !== 0)) captcha.renew();
      const isOnlyCaptcha = isCaptchaRefused && Object.keys(errors).length === 1;
      if (!isOnlyCaptcha || attempt > 1) return outcome;
    }
  }

  function refuse(form: HTMLFormElement, sentence: string, fieldErrors: Record<string, string>) {
    setErrors(fieldErrors);
    setRefusal(fieldErrors.captcha ?? sentence);
    const wrong = [...form.elements].find(
      (field) => "name" in field && typeof field.name === "string" && field.name in fieldErrors,
    );
    if (wrong instanceof HTMLElement) wrong.focus();
  }

  return {
    id,
    ref,
    phase,
    isSending: phase !== "idle",
    errors,
    refusal,
    captcha,
    needsCaptcha,
    countsOnce,
    rememberAs,
    submit,
    check,
    forgetError(name) {
      if (!(name in errors)) return;
      const { [name]: _gone, ...rest } = errors;
      setErrors(rest);
      if (Object.keys(rest).length === 0) setRefusal(null);
    },
    noteTyping() {
      if (rememberAs && ref.current) remember(rememberAs, ref.current);
    },
    reset() {
      ref.current?.reset();
      setErrors({});
      setRefusal(null);
      captcha.reset();
    },
  };
}

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
        data-kept-as={form.rememberAs}
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
