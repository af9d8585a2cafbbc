// All forms use this hook: a contract schema validates in the browser, the typed API responds, and
// each error is shown at its field. Inputs are uncontrolled, so that nothing typed is lost, not even
// before hydration; the hook reads them on submission.
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

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import { type AnswerOf, type ApiResponse, askApi, type Outcome, type Refusal } from "./ask-api.ts";
import { type Captcha, useCaptcha } from "./captcha.tsx";
import { type FormSnapshot, restoreDraft, saveDraft, takeSnapshot } from "./form-drafts.ts";
import { fieldSentences, readTyped, renewSubmissionId, type Typed } from "./form-values.ts";
import { useWords } from "./words.ts";

type FormOptions<Schema extends z.ZodType<object>, R extends ApiResponse> = {
  schema: Schema;
  /**
   * Converts the fields' values to the schema's input. By default, the values are used as they were
   * typed.
   */
  read?: (typed: Typed) => object;
  /**
   * The captcha is used only after this promise, because this form's earlier submission used a
   * captcha too.
   */
  earlier?: () => Promise<void> | null;
  send: (request: z.output<Schema>) => Promise<R>;
  onDone?: (answer: AnswerOf<R>, form: HTMLFormElement) => void;
  /**
   * Called after a rejection, for example to show a toast. The form shows the message in any case.
   */
  onRefused?: (refusal: Refusal) => void;
  /**
   * Called if the schema has rejected the values before the submission, with an error message for
   * each field.
   */
  onInvalid?: (errors: Record<string, string>) => void;
  /**
   * Whether the form has a captcha. It is solved when the form gets focus, and submitted as
   * `captcha`.
   */
  needsCaptcha?: boolean;
  /** The name under which this tab stores a draft of the form, without passwords. */
  draftKey?: string;
  /**
   * Adds a `submissionId`, which is created when the form opens, so that submitting is idempotent.
   */
  countsOnce?: boolean;
};

export type FormPhase = "idle" | "waiting" | "sending";

export type FormState = {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  /** The state that the fields had when they were last submitted. */
  sent: RefObject<FormSnapshot | null>;
  phase: FormPhase;
  /**
   * Whether the form is waiting for the captcha or the response. Until then, another click has no
   * effect.
   */
  isSending: boolean;
  /** The error messages by field name. */
  errors: Record<string, string>;
  /** The form's error message. */
  refusal: string | null;
  captcha: Captcha;
  needsCaptcha: boolean;
  countsOnce: boolean;
  draftKey: string | undefined;
  submit: () => Promise<void>;
  /** Validates only these fields, and shows their errors. Returns whether they are valid. */
  check: (names: readonly string[]) => boolean;
  forgetError: (name: string) => void;
  noteTyping: () => void;
  /** Resets the fields and the captcha. */
  reset: () => void;
};

export function useForm<Schema extends z.ZodType<object>, R extends ApiResponse>(
  options: FormOptions<Schema, R>,
): FormState {
  const { schema, read, earlier, send, onDone, onRefused, onInvalid, draftKey } = options;
  const { needsCaptcha = false, countsOnce = false } = options;
  const words = useWords();
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const sent = useRef<FormSnapshot>(null);
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
    // A draft includes its submission id, so that submitting again after a reload is idempotent.
    if (draftKey) {
      restoreDraft(draftKey, form);
      // Saved right away, because something may have been typed before hydration.
      saveDraft(draftKey, form);
    }
    // The focus event that started hydration came before React listened for it.
    if (form.contains(document.activeElement)) startCaptcha();
  }, [draftKey, countsOnce, startCaptcha]);

  // The captcha takes a moment, so it starts before the form is filled in.
  useEffect(() => {
    const form = ref.current;
    if (!form || !needsCaptcha) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      startCaptcha();
    });
    observer.observe(form);
    return () => observer.disconnect();
  }, [needsCaptcha, startCaptcha]);

  async function submit() {
    const form = ref.current;
    if (!form || isBusy.current) return;
    const typed = readTyped(form);
    const request = read ? read(typed) : typed;
    const checked = schema.safeParse(request);
    setRefusal(null);
    if (!checked.success) {
      const sentences = fieldSentences(checked.error, words.fieldErrors);
      refuse(form, words.errors.invalid, sentences);
      return onInvalid?.(sentences);
    }
    setErrors({});
    isBusy.current = true;
    sent.current = takeSnapshot(form);
    const outcome = await sendWithCaptcha(request);
    isBusy.current = false;
    setPhase("idle");
    if (!outcome) return setRefusal(words.captcha.failed);
    if (outcome.isDone) {
      if (draftKey) saveDraft(draftKey, null);
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
    const all = checked.success ? {} : fieldSentences(checked.error, words.fieldErrors);
    const found = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    const isFine = Object.keys(found).length === 0;
    setRefusal(null);
    if (isFine) setErrors({});
    else refuse(form, words.errors.invalid, found);
    return isFine;
  }

  /**
   * Sends the request with a captcha solution. Returns null if the captcha failed. A solution that
   * the server rejects is replaced once.
   */
  async function sendWithCaptcha(request: object): Promise<Outcome<AnswerOf<R>> | null> {
    for (let attempt = 1; ; attempt += 1) {
      setPhase(captcha.state === "solved" && attempt === 1 ? "sending" : "waiting");
      await earlier?.();
      let solution: string | undefined;
      try {
        solution = await captcha.solution();
      } catch {
        return null;
      }
      setPhase("sending");
      const whole = schema.parse(needsCaptcha ? { ...request, captcha: solution } : request);
      const outcome = await askApi(() => send(whole), words);
      if (outcome.isDone || !needsCaptcha) return outcome;
      const { status, errors } = outcome.refusal;
      // After a 422 the solution can be used again, unless the captcha itself was rejected. Other
      // rejections use the solution up.
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
    sent,
    phase,
    isSending: phase !== "idle",
    errors,
    refusal,
    captcha,
    needsCaptcha,
    countsOnce,
    draftKey,
    submit,
    check,
    forgetError(name) {
      if (!(name in errors)) return;
      const { [name]: _gone, ...rest } = errors;
      setErrors(rest);
      if (Object.keys(rest).length === 0) setRefusal(null);
    },
    noteTyping() {
      if (draftKey && ref.current) saveDraft(draftKey, ref.current);
    },
    reset() {
      ref.current?.reset();
      setErrors({});
      setRefusal(null);
      captcha.reset();
    },
  };
}
